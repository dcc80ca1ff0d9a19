package platform

import (
	"github.com/charmbracelet/x/ansi"

	"aloft/model"
)

// cutMark follows a text that was cut. It does not count as a part of the text.
const cutMark = " ..."

// cut returns the first most UTF-16 units of a text, never a part of a character.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	units, at := 0, 0
	for at < len(s) {
		c, _ := ansi.FirstGraphemeCluster(s[at:], ansi.GraphemeWidth)
		if units += int(model.Units(c)); units > most {
			return s[:at] + cutMark
		}
		at += len(c)
	}
	return s
}

// maxField is the length of a name from outside in a log line, and of a text in a
// notification, in bytes.
const maxField = 4 << 10
