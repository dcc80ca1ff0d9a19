// Package guide has the pages that explain the program, a topic each: for aloft guide,
// the manual and the screen.
package guide

import (
	"embed"
	"strings"
)

//go:embed *.md
var pages embed.FS

// Page is one topic. Its text is Markdown, and begins with its title as a heading.
type Page struct{ Topic, Title, Text string }

// Pages are all of them, in the order of reading.
func Pages() []Page {
	var out []Page
	for topic := range strings.FieldsSeq(`start keys screen lists places edit preview script transfer sync jobs share
		documents word webhook account machines config trouble speed`) {
		data, err := pages.ReadFile(topic + ".md")
		if err != nil {
			panic(err) // the test reads them all
		}
		text := string(data)
		title, _, _ := strings.Cut(strings.TrimPrefix(text, "# "), "\n")
		out = append(out, Page{topic, title, text})
	}
	return out
}
