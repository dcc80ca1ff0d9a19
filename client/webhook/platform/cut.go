package platform

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"aloft/model"
)

// cutMark stands outside of what was cut ("Where the specification is silent"
// of design/webhook.md: "Cut texts").
const cutMark = " ..."

// cut takes the first so many UTF-16 units of a text, never inside a character.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	units, at := 0, 0
	for at < len(s) {
		c, _ := ansi.FirstGraphemeCluster(s[at:], ansi.GraphemeWidth)
		for _, r := range c {
			units++
			if r > 0xffff {
				units++
			}
		}
		if units > most {
			return s[:at] + cutMark
		}
		at += len(c)
	}
	return s
}

// variable is a line of an environment. What an environment cannot hold is
// taken out.
func variable(name, value string) string {
	return name + "=" + model.FirstBytes(strings.ReplaceAll(value, "\x00", ""), mostVariable)
}

// mostVariable keeps an environment far below what the system starts a process
// with (128 KiB for one line on Linux).
const mostVariable = 4 << 10
