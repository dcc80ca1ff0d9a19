package preview

import (
	"github.com/charmbracelet/x/ansi"

	"aloft/model"
	"aloft/themes"
)

// Matches are the places of the text that was looked for last.
func (r *Reader) Matches() model.Matches { return r.find.matches }

// mostPlain bounds the Markdown that Plain draws.
const mostPlain = 64 << 10

// Plain draws Markdown as the reader does, without colours: clean lines of at
// most that width. ok is false for what is too long or cannot be drawn. It takes
// a while: not to be called in Update or View.
func Plain(md string, st *themes.Styles, width int) (lines []string, ok bool) {
	if len(md) > mostPlain {
		return nil, false
	}
	lines, err := rendered(md, st, width)
	if err != nil {
		return nil, false
	}
	for i := range lines {
		lines[i] = model.Clean(ansi.Strip(lines[i]))
	}
	return lines, true
}
