package preview

import (
	"regexp"
	"strings"

	"aloft/model"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// lead matches the beginning of a line whose continuation lines are indented: bars of a quotation, and the bullet,
// number or box of an item.
func lead() *regexp.Regexp {
	return regexp.MustCompile(`^( *(?:[│|] )*)((?: *(?:[•*] |[0-9]{1,4}[.)] ))?(?:\[[ x]\] )?)`)
}

// hanging wraps a rendered line with a hanging indent.
func hanging(line string, width int, begins *regexp.Regexp) []string {
	if ansi.StringWidth(line) <= width {
		return []string{line}
	}
	m := begins.FindStringSubmatch(ansi.Strip(line))
	bars, sign := m[1], m[2]
	at := ansi.StringWidth(bars + sign)
	if at > width/2 {
		return model.WrapBy(lipgloss.Wrap, line, width)
	}
	first, rest := cutAt(line, at)
	next, _ := cutAt(line, ansi.StringWidth(bars))
	next += strings.Repeat(" ", ansi.StringWidth(sign))
	parts := model.WrapBy(lipgloss.Wrap, rest, width-at)
	for i := range parts {
		if i == 0 {
			parts[i] = first + parts[i]
		} else {
			parts[i] = next + parts[i]
		}
	}
	return parts
}

// cutAt cuts a drawn line behind so many cells. The rest begins with the style of its place.
func cutAt(line string, cells int) (head, rest string) {
	style, state, at := "", byte(ansi.NormalState), 0
	for at < len(line) && cells > 0 {
		seq, width, n, next := ansi.DecodeSequence(line[at:], state, nil)
		switch {
		case width > 0:
			cells -= width
		case seq == ansi.ResetStyle:
			style = ""
		case !isTag(seq):
			style += seq
		}
		state, at = next, at+max(n, 1)
	}
	if style != "" {
		return line[:at] + ansi.ResetStyle, style + line[at:]
	}
	return line[:at], line[at:]
}
