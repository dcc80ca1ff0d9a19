package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/ui/act"
	"aloft/ui/preview"
	"aloft/ui/term"
)

// paintAfter is how long a picture waits for the frame with its cells.
const paintAfter = 50 * time.Millisecond

// painted is the picture that was painted over the frame. Cells that change erase it, so it is painted again after
// something has covered it.
type painted struct {
	seq int
	preview.Painting
}

// paintMsg says that the frame with the cells of a picture has been drawn.
type paintMsg struct{ seq int }

// follow paints the picture of the preview if it is not there, or not whole.
func (p *painted) follow(s *act.Screen, l *Layout, covered bool) tea.Cmd {
	now := preview.Painting{}
	at := l.Reader
	if at.Empty() && s.Previews() {
		at = l.Info
	}
	if !covered && !l.TooSmall && !at.Empty() {
		if shown, ok := s.Reader.Painting(); ok {
			now = shown
			now.At = now.At.Add(at.Min)
		}
	}
	if now.ID == p.ID && now.At == p.At {
		return nil
	}
	*p = painted{p.seq + 1, now}
	if now.ID == 0 {
		return nil
	}
	seq := p.seq
	return tea.Tick(paintAfter, func(time.Time) tea.Msg { return paintMsg{seq} })
}

// now paints it unless it is covered or gone by now.
func (p *painted) now(m paintMsg) tea.Cmd {
	if m.seq != p.seq || p.ID == 0 {
		return nil
	}
	return tea.Raw(term.PaintPicture(p.Data, p.At))
}
