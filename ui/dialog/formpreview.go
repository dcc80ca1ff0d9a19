package dialog

import (
	"maps"
	"slices"
	"strings"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/kit"
)

// FormPreview shows what a form will do with its current values.
type FormPreview struct {
	Summary string // raw
	Wrong   bool   // shown as a warning
	Rows    []FormChange
}

// FormChange is one change: before and after, raw.
type FormChange struct {
	Old, New string
	Note     string // a remark about it
	Wrong    bool   // not possible
}

// preview is the part of a form that shows its effect.
type preview struct {
	of   func(FormValues) FormPreview
	made FormValues // values that the preview was made for
	now  FormPreview
	top  int // first visible change
}

// leastPreview is the least height of the preview: the summary and two changes.
const leastPreview = 3

// shownChanges returns how many changes fit in that many rows: one is the summary, and one is empty if there is room.
func shownChanges(rows int) int {
	if rows > 2*leastPreview {
		rows--
	}
	return max(rows-1, 0)
}

// tallest returns the height that the preview wants.
func (p *preview) tallest() int {
	if p == nil {
		return 0
	}
	return max(2+len(p.now.Rows), leastPreview)
}

// refresh updates the preview for the current values.
func (d *form) refresh() {
	p := d.preview
	if p == nil {
		return
	}
	v := d.values()
	if maps.Equal(v.Text, p.made.Text) && maps.Equal(v.At, p.made.At) {
		return
	}
	p.made, p.now = v, p.of(v)
	d.showWrong()
}

// showWrong scrolls to the first impossible change, or else to the first one.
func (d *form) showWrong() {
	p := d.preview
	room := shownChanges(d.arrange().preview)
	wrong := slices.IndexFunc(p.now.Rows, func(c FormChange) bool { return c.Wrong })
	p.top = max(0, wrong-room+1)
}

// scrollPreview moves the preview.
func (d *form) scrollPreview(by int) {
	p := d.preview
	p.top = kit.Scroll(p.top, by, len(p.now.Rows), shownChanges(d.arrange().preview))
}

// pagePreview scrolls by a screenful of the preview.
func (d *form) pagePreview(down bool) {
	if d.preview == nil {
		return
	}
	by := max(shownChanges(d.arrange().preview)-1, 1)
	if !down {
		by = -by
	}
	d.scrollPreview(by)
}

// previewRows draws the preview in so many rows.
func (d *form) previewRows(width, rows int) []line {
	p := d.preview
	var out []line
	if shownChanges(rows) < rows-1 {
		out = append(out, line{})
	}
	role := strong
	if p.now.Wrong {
		role = warn
	}
	summary := wrap(d.env, role, model.Clean(p.now.Summary), width)
	if n := rows - len(out) - len(p.now.Rows); len(summary) > max(n, 1) {
		summary = []line{{role, model.Clean(p.now.Summary)}}
	}
	out = append(out, summary...)
	to := min(p.top+shownChanges(rows), len(p.now.Rows))
	for _, c := range p.now.Rows[min(p.top, to):to] {
		out = append(out, changeLine(d.env, c, width))
	}
	return out
}

// changeLine draws one change, before and after.
func changeLine(env *Env, c FormChange, width int) line {
	r := env.Ruler
	arrow := " " + env.Text.Say(text.PlanArrow) + " "
	mark, role := "  ", plain
	if c.Wrong {
		mark, role = "! ", warn
	}
	room := max((width-r.Width(mark+arrow))/2, 1)
	old := r.Fit(r.Truncate(model.Clean(c.Old), room), room)
	if c.New == "" {
		return line{dim, mark + old + strings.Repeat(" ", r.Width(arrow)) + model.Clean(c.Note)}
	}
	return line{role, mark + old + arrow + two(env, model.Clean(c.New), model.Clean(c.Note), width-r.Width(mark+arrow)-room)}
}
