package office

import (
	"bufio"
	"strings"
	"unicode"
	"unicode/utf8"

	"aloft/model/budget"
)

// tableWriter writes rows as a Markdown table or as lines of tabs.
type tableWriter struct {
	w        *bufio.Writer
	markdown bool
	width    int // columns of a Markdown table
	rows     int
	b        *budget.Budget
}

func (t *tableWriter) row(cells []string) error {
	wide := len(cells)
	if t.markdown {
		wide = max(wide, t.width)
	}
	if err := t.b.Cells(wide); err != nil {
		return err
	}
	if !t.markdown {
		for i, c := range cells {
			if i > 0 {
				t.w.WriteByte('\t')
			}
			t.w.WriteString(oneLine(c))
		}
		t.rows++
		return t.w.WriteByte('\n')
	}
	t.w.WriteByte('|')
	for i := range max(t.width, 1) {
		t.w.WriteByte(' ')
		if i < len(cells) {
			writeCell(t.w, cells[i])
		}
		t.w.WriteString(" |")
	}
	t.w.WriteByte('\n')
	if t.rows++; t.rows == 1 {
		t.w.WriteByte('|')
		for range max(t.width, 1) {
			t.w.WriteString(" --- |")
		}
		t.w.WriteByte('\n')
	}
	return t.w.Flush()
}

// oneLine makes a cell fit into its line and column.
func oneLine(s string) string {
	if !strings.ContainsAny(s, "\t\r\n") {
		return s
	}
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '\t' || r == '\r' || r == '\n' }), " ")
}

// writeCell writes a text into a cell of a Markdown table; line ends become <br>,
// which all readers of Markdown tables know.
func writeCell(w *bufio.Writer, s string) {
	s = strings.TrimSpace(strings.ReplaceAll(s, "\r\n", "\n"))
	for i, line := range strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if i > 0 {
			w.WriteString("<br>")
		}
		w.WriteString(escapeMarkdown(line))
	}
}

// escapeMarkdown escapes a plain text within a line of Markdown.
func escapeMarkdown(s string) string {
	if !strings.ContainsAny(s, "\\`*_[]<>|~&") {
		return s
	}
	var b strings.Builder
	last := ' '
	for i, r := range s {
		switch r {
		case '\\', '`', '*', '[', ']', '<', '>', '|', '~':
			b.WriteByte('\\')
		case '_': // within a word it is no markup
			next, _ := utf8.DecodeRuneInString(s[i+1:])
			if !wordRune(last) || !wordRune(next) {
				b.WriteByte('\\')
			}
		case '&':
			if j := strings.IndexByte(s[i:], ';'); j > 1 && j < 32 {
				b.WriteByte('\\')
			}
		}
		b.WriteRune(r)
		last = r
	}
	return b.String()
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// blockStart escapes the beginning of a paragraph that would be read as a heading,
// a list or a quote.
func blockStart(s string) string {
	switch {
	case s == "":
	case strings.ContainsRune("#>+-=", rune(s[0])):
		return `\` + s
	case s[0] >= '0' && s[0] <= '9':
		if i := strings.IndexAny(s, ".)"); i > 0 && i < 10 && strings.Trim(s[:i], "0123456789") == "" {
			return s[:i] + `\` + s[i:]
		}
	}
	return s
}
