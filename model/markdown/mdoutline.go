package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"aloft/model"
)

// Outline is the outline of a Markdown text. It has no positions: the text is all
// that is known of such a document.
func Outline(markdown string) model.Outline {
	o := model.Outline{Loose: true}
	lines, _ := scanLines(markdown)
	var open []*model.OutlineNode // the headings above the next one
	settings := frontMatter(lines)
	for i, l := range lines {
		if !l.heading || l.code || i <= settings {
			continue
		}
		n := &model.OutlineNode{Title: shownTitle(l.body), Level: len(l.body) - len(strings.TrimLeft(l.body, "#"))}
		if l.rows == 2 && i+1 < len(lines) {
			n.Level = 1
			if lines[i+1].body[0] == '-' {
				n.Level = 2
			}
		}
		n.Level = min(n.Level, 9)
		if n.Title == "" {
			continue
		}
		for len(open) > 0 && open[len(open)-1].Level >= n.Level {
			open = open[:len(open)-1]
		}
		if len(open) == 0 {
			o.Nodes = append(o.Nodes, n)
		} else {
			above := open[len(open)-1]
			above.Children = append(above.Children, n)
		}
		open = append(open, n)
	}
	return o
}

// frontMatter is the last line of the front matter, -1 when there is none.
func frontMatter(lines []line) int {
	if len(lines) == 0 || lines[0].body != "---" {
		return -1
	}
	for i := 1; i < len(lines) && lines[i].body != ""; i++ {
		if lines[i].body == "---" {
			return i
		}
	}
	return -1
}

// shownTitle is the title as the heading's line renders it.
func shownTitle(s string) string {
	s = headText(s)
	if t := strings.TrimSpace(shownText(strings.NewReplacer("**", "", "__", "", "`", "", "~~", "").Replace(s))); t != "" {
		return t
	}
	return s
}

// ShownLine is the text that a line of a paragraph, an item or a heading renders.
func ShownLine(s string) string {
	s = strings.TrimSpace(s)
	s = s[len(blockSigns().FindString(s)):]
	for _, sign := range []string{"**", "*", "~~", "`"} {
		s = unmarked(s, sign)
	}
	return strings.TrimSpace(shownText(unmarked(unmarked(s, "__"), "_")))
}

// unmarked removes signs of emphasis, but for those that are escaped and underscores
// within a word.
func unmarked(s, sign string) string {
	var b strings.Builder
	for {
		i := strings.Index(s, sign)
		if i < 0 {
			break
		}
		before, _ := utf8.DecodeLastRuneInString(s[:i])
		after, _ := utf8.DecodeRuneInString(s[i+len(sign):])
		b.WriteString(s[:i])
		if before == '\\' || sign[0] == '_' && wordRune(before) && wordRune(after) {
			b.WriteString(sign)
		}
		s = s[i+len(sign):]
	}
	return b.String() + s
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
