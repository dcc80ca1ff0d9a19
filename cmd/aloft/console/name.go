package console

import (
	"strings"
	"unicode"

	"aloft/model"
)

// Name is a raw name for a line of plain output. A terminal gets it cleaned. A pipe
// gets the exact bytes, unless they would break the line or act on a terminal
// further down; such names need --json or --print0.
func (con *Console) Name(s string) string {
	if con.OutIsTerminal() || s == "" || strings.ContainsFunc(s, acts) {
		return model.CleanName(s)
	}
	return s
}

// acts: a line break, or a control character; xterm obeys those of C1 in UTF-8 too.
func acts(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }

// Text is Name for a value that may be empty.
func (con *Console) Text(s string) string {
	if s == "" {
		return ""
	}
	return con.Name(s)
}

// Slash follows the name of what can be entered.
func Slash(e model.Entry) string {
	if e.Enterable() {
		return "/"
	}
	return ""
}
