package preview

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/input"
	"aloft/ui/kit"
)

// find is the searched text and the lines that contain it.
type find struct {
	want needle
	at   []int
	on   int // index into at
}

// needle is a text to search for, case-sensitive if it has a capital letter.
type needle struct {
	text string
	fold bool
}

func newNeedle(s string) needle {
	s = strings.ToValidUTF8(s, "") // bytes alone would match within a character
	return needle{s, strings.ToLower(s) == s}
}

// in returns the first match from an index on, or -1.
func (n needle) in(s string, from int) (int, int) {
	if n.text == "" {
		return -1, -1
	}
	if n.fold {
		low := strings.ToLower(s)
		if len(low) != len(s) { // a letter changes its length in lower case
			low = lowerLatin(s)
		}
		s = low
	}
	i := strings.Index(s[from:], n.text)
	if i < 0 {
		return -1, -1
	}
	return from + i, from + i + len(n.text)
}

func lowerLatin(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

// Type handles a key or a paste during typing.
func (f *file) Type(msg tea.Msg) tea.Cmd {
	if f.typing == nil {
		return nil
	}
	did, cmd := f.typing.Update(msg)
	switch did {
	case input.Accepted:
		f.find = find{want: newNeedle(f.typing.Value())}
		f.typing = nil
		if f.find.want.text == "" {
			return cmd
		}
		f.seek()
		if len(f.find.at) == 0 {
			said := Told{Text: f.env.Text.Say("%s is not in the shown part", model.Clean(f.find.want.text))}
			return tea.Batch(cmd, func() tea.Msg { return said })
		}
		f.toMatch()
	case input.Canceled:
		f.typing = nil
	case input.Edited, input.Nothing:
	}
	return cmd
}

// seek finds the matching lines. The current match is the first at or below the top of the view.
func (f *file) seek() {
	f.find.at, f.find.on = nil, 0
	s := f.sheet()
	if s == nil || f.find.want.text == "" {
		return
	}
	for i := range s.lines.all {
		if from, _ := f.find.want.in(s.plain(i), 0); from >= 0 {
			if i < f.on.scroll.Line {
				f.find.on++
			}
			f.find.at = append(f.find.at, i)
		}
	}
	if f.find.on == len(f.find.at) {
		f.find.on = 0
	}
}

// step goes to the next or previous match and wraps around.
func (f *file) step(by int) {
	n := len(f.find.at)
	f.find.on = (f.find.on + by + n) % n
	f.toMatch()
}

// toMatch scrolls to the current match.
func (f *file) toMatch() {
	s, n := f.sheet(), f.room().Dy()
	line := f.find.at[f.find.on]
	spot := kit.Spot{Line: line}
	for row, r := range s.rows(line) {
		if from, _ := f.find.want.in(r.plain, 0); from >= 0 {
			spot.Row = row
			if s.lines.flat {
				f.on.x = max(0, min(f.on.x, s.ruler.Width(r.plain[:from])))
				if end := s.ruler.Width(r.plain[:from]) + s.ruler.Width(f.find.want.text); end > f.on.x+f.room().Dx() {
					f.on.x = end - f.room().Dx()
				}
			}
			break
		}
	}
	top := s.folded().Clamp(f.on.scroll, n)
	if end := s.folded().Step(top, n-1); spot.Before(top) || end.Before(spot) {
		f.on.scroll = s.folded().Clamp(s.folded().Step(spot, -n/3), n)
	}
}

// dropFind ends the search and reports whether there was one.
func (f *file) dropFind() bool {
	had := f.find.want.text != ""
	f.find = find{}
	return had
}
