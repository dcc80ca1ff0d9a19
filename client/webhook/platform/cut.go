package platform

import (
	"github.com/charmbracelet/x/ansi"
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

// mostField is how many bytes of a foreign name a line of a log has, and of a
// text a notification.
const mostField = 4 << 10
