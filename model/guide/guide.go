// Package guide has the pages that explain the program, a topic each: for aloft guide,
// the manual and the screen.
package guide

import (
	"embed"
	"path"
	"strings"

	"aloft/model"
	"aloft/model/lazy"
)

//go:embed *.md */*.md
var pages embed.FS

// Page is one topic. Its text is Markdown, and begins with its title as a heading.
type Page struct{ Topic, Title, Text string }

// Flow is the text with each paragraph and item in one line, for what folds lines itself.
func (p Page) Flow() string {
	var b strings.Builder
	code, open := false, false
	before := ""
	for line := range strings.SplitSeq(strings.TrimRight(p.Text, "\n"), "\n") {
		words := strings.TrimSpace(line)
		fence := strings.HasPrefix(words, "```")
		goesOn := open && !code && !fence && words != "" && !starts().MatchString(words)
		switch {
		case goesOn:
			b.WriteString(model.GoesOn(before, words)[len(before):])
		case b.Len() > 0:
			b.WriteString("\n" + line)
		default:
			b.WriteString(line)
		}
		code, before = code != fence, words
		open = words != "" && !fence && !strings.HasPrefix(words, "#")
	}
	return b.String()
}

// starts is what begins a line that does not go on the one before.
var starts = lazy.Regexp(`^(?:- |\d+\. |\||#)`)

// Pages are all of them, in the order of reading, in a language (BCP 47). What has no page
// in it is in English.
func Pages(language string) []Page {
	var out []Page
	for topic := range strings.FieldsSeq(`start keys screen lists places edit preview script transfer sync jobs share
		documents word webhook account machines ssh config trouble speed`) {
		data, err := pages.ReadFile(path.Join(language, topic+".md"))
		if err != nil {
			data, err = pages.ReadFile(topic + ".md")
		}
		if err != nil {
			panic(err) // the test reads them all
		}
		text := string(data)
		title, _, _ := strings.Cut(strings.TrimPrefix(text, "# "), "\n")
		out = append(out, Page{topic, title, text})
	}
	return out
}
