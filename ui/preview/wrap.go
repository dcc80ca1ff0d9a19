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
	first := ansi.Truncate(line, at, "")
	next := ansi.Truncate(line, ansi.StringWidth(bars), "") + strings.Repeat(" ", ansi.StringWidth(sign))
	parts := model.WrapBy(lipgloss.Wrap, ansi.TruncateLeft(line, at, ""), width-at)
	for i := range parts {
		if i == 0 {
			parts[i] = first + parts[i]
		} else {
			parts[i] = next + parts[i]
		}
	}
	return parts
}
