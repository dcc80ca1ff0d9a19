package dialog

import (
	"maps"
	"slices"
	"strings"

	"aloft/model"
	"aloft/model/text"
)

// FormPreview is what a form will do with its values, as far as they are typed.
type FormPreview struct {
	Summary string // raw
	Wrong   bool   // it needs to be noticed
	Rows    []FormChange
}

// FormChange is one thing that changes: what it was and what it will be, raw.
type FormChange struct {
	Old, New string
	Note     string // what is to be said about it
	Wrong    bool   // it cannot be so
}

// preview is the part of a form that shows what it will do.
type preview struct {
	of   func(FormValues) FormPreview
	made FormValues // what now is of
	now  FormPreview
	top  int // the first change that shows
}

// leastPreview are the rows that the fields leave free: the summary and two changes.
const leastPreview = 3

// shownChanges is how many changes show in so many rows: one is the summary, and one
// is empty where there is room.
func shownChanges(rows int) int {
	if rows > 2*leastPreview {
		rows--
	}
	return max(rows-1, 0)
}

// tallest is the height that the preview wants.
func (p *preview) tallest() int {
	if p == nil {
		return 0
	}
	return max(2+len(p.now.Rows), leastPreview)
}

// refresh makes the preview of the values that the form has now.
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

// showWrong scrolls to the first change that cannot be so, else to the first.
func (d *form) showWrong() {
	p := d.preview
	room := shownChanges(d.arrange().preview)
	wrong := slices.IndexFunc(p.now.Rows, func(c FormChange) bool { return c.Wrong })
	p.top = max(0, wrong-room+1)
}

// scrollPreview moves the preview.
func (d *form) scrollPreview(by int) {
	p := d.preview
	p.top = max(0, min(p.top+by, len(p.now.Rows)-shownChanges(d.arrange().preview)))
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
	out = append(out, line{role, model.Clean(p.now.Summary)})
	to := min(p.top+shownChanges(rows), len(p.now.Rows))
	for _, c := range p.now.Rows[min(p.top, to):to] {
		out = append(out, changeLine(d.env, c, width))
	}
	return out
}

// changeLine draws what one thing was and will be.
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
