package pane

import (
	"strings"

	"aloft/model"
	"aloft/ui/kit"
)

// View draws the pane as h lines of w cells.
func (p *Pane) View() []string {
	if p.h < 2 || p.w < 4 {
		return nil
	}
	v := p.view()
	out := make([]string, 0, p.h)
	out = append(out, v.titleLine())
	out = v.bodyLines(out)
	return append(out, v.footLine())
}

// Item returns the place of the cursor in the drawn pane.
func (p *Pane) Item() kit.Item {
	it := p.window().Item(p.env.Borders.Side(), 1)
	if it.Y < it.From || it.Y >= it.To { // the sentence of a list without rows
		return kit.Item{X: it.X, Y: min(1+p.count()-p.win.Top+1, p.h-1)}
	}
	return it
}

func (p *Pane) view() *view {
	v := &view{
		list: &p.list, look: &p.look, env: p.env, listing: &p.listing, field: p.typing.inRow(),
		id: p.id, tabs: p.tabs, w: p.w, h: p.h, focus: p.focus, other: p.other, now: p.env.Now(),
		cut: p.env.Cut.In(p.place, model.MarkCut), copies: p.env.Cut.In(p.place, model.MarkCopy),
		differs: p.differs, expected: p.env.Expected.in(p.place), order: p.Order(),
	}
	v.here, v.elsewhere = p.Selected()
	return v
}

// bodyLines draws the list.
func (v *view) bodyLines(out []string) []string {
	left, right, _ := v.env.Frame().Sides()
	blank := strings.Repeat(" ", v.inner)
	cursor := v.line()
	note := v.note()
	n, count, off := v.win.Height, v.count(), v.parentRow()
	from := min(count-v.win.Top+1, n-len(note))
	for i := range n {
		at := v.win.Top + i
		row := blank
		switch {
		case at < count && at-off >= 0 && at == cursor && v.listed:
			row = v.cursorLine(at - off)
		case at < count && at-off >= 0:
			row = v.row(at - off)
		case at < off:
			row = v.parentLine(at == cursor)
		case from >= 0 && i >= from && i-from < len(note):
			row = note[i-from]
		}
		if left != "" {
			row = left + row + right
		}
		out = append(out, row)
	}
	return out
}
