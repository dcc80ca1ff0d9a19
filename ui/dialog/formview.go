package dialog

import (
	"image"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
)

// formRows are the drawn rows of a form's fields.
type formRows struct {
	rows     []string
	from, to int           // the rows of the field with the focus
	cursor   *tea.Position // among the rows
	spots    []formSpot
}

// View draws the form. It notes which rows show and where one can click, and
// nothing else.
func (d *form) View(width, height int) Box {
	f := newFrame(d.env, wide, height, width, height)
	body := d.draw(f.inner())
	const low = 3 // an empty row, the buttons, the tip
	rest := low
	tight := height < 14
	if tight {
		rest--
	}
	f.h = max(min(d.tall(len(body.rows))+rest+2, height), 3)
	room := max(f.h-2-rest, 1)
	if body.to >= d.top+room {
		d.top = body.to - room + 1
	}
	d.top = max(0, min(d.top, body.from, len(body.rows)-room))
	d.spots = d.spots[:0]
	for i := d.top; i < min(d.top+room, len(body.rows)); i++ {
		f.raw(body.rows[i])
	}
	for _, s := range body.spots {
		if s.at.Min.Y >= d.top && s.at.Min.Y < d.top+room {
			s.at = s.at.Add(image.Pt(2, 1-d.top))
			d.spots = append(d.spots, s)
		}
	}
	if c := body.cursor; c != nil && c.Y >= d.top && c.Y < d.top+room {
		f.cur = &tea.Position{X: c.X + 2, Y: c.Y - d.top + 1}
	}
	for f.left() > rest {
		f.add(line{})
	}
	if !tight {
		f.add(line{})
	}
	d.buttons(f)
	if f.left() > 0 {
		f.add(d.tip(f.inner()))
	}
	more := ""
	if len(body.rows) > room {
		more = d.env.Text.Say(text.DlgLines, d.top+1, min(d.top+room, len(body.rows)), len(body.rows))
	}
	return f.box(d.title(), more, foot(d.env))
}

// tall is how many rows the box is made for: it keeps its size whichever fields
// show.
func (d *form) tall(now int) int {
	n, most := 0, 0 // most: of those that take each other's place
	for _, f := range d.fields {
		rows := 1
		switch {
		case f.Kind == FieldPick:
			rows = len(f.Options)
		case f.Kind == FieldArea:
			rows = f.Rows
		case f.Complete:
			rows += shownChoices
		}
		if f.When != nil {
			most = max(most, rows)
		} else {
			n += rows
		}
	}
	return max(n+most, now)
}

// column is the width of the labels.
func (d *form) column() int {
	w := 0
	for _, f := range d.fields {
		w = max(w, d.env.Ruler.Width(f.Label))
	}
	return min(w, 14)
}

func (d *form) draw(width int) formRows {
	var out formRows
	col := d.column() + 1
	room := max(width-col, 4)
	label := func(s string) string {
		return d.env.Styles.InputPrompt.Render(d.env.Ruler.Fit(d.env.Ruler.TruncateEnd(s, col-1), col))
	}
	stop := -1
	for _, f := range d.fields {
		if !d.shown(f) {
			continue
		}
		begin := len(out.rows)
		if f.asks() {
			stop++
		}
		focused := f.asks() && stop == d.focus
		var rows []string
		switch f.Kind {
		case FieldNote:
			for _, s := range wrapText(d.env, model.Clean(f.Value), room) {
				rows = append(rows, d.text(plain, s, room))
			}
		case FieldLine:
			f.in.SetWidth(room)
			s, x := f.in.View()
			if focused {
				out.cursor = &tea.Position{X: col + x, Y: begin}
			}
			rows = append(rows, s)
			if focused {
				rows = append(rows, d.completions(f, room)...)
			}
		case FieldArea:
			var x, y int
			rows, x, y = f.area.view(room, f.Rows, focused)
			if focused {
				out.cursor = &tea.Position{X: col + x, Y: begin + y}
			}
		case FieldPick:
			for i := range f.Options {
				rows = append(rows, d.option(f, i, focused, room))
				out.spots = append(out.spots, formSpot{image.Rect(0, begin+i, width, begin+i+1), stop, i})
			}
		case FieldCycle:
			rows = []string{d.cycle(f, focused, room)}
		}
		if focused {
			out.from, out.to = begin, begin+len(rows)-1
			if f.Kind == FieldPick {
				out.from, out.to = begin+f.At, begin+f.At
			}
			if f.Kind == FieldArea && out.cursor != nil {
				out.from, out.to = out.cursor.Y, out.cursor.Y
			}
		}
		if f.asks() && f.Kind != FieldPick {
			out.spots = append(out.spots, formSpot{image.Rect(0, begin, width, begin+len(rows)), stop, -1})
		}
		for i, r := range rows {
			if i == 0 {
				out.rows = append(out.rows, label(f.Label)+r)
			} else {
				out.rows = append(out.rows, label("")+r)
			}
		}
	}
	return out
}

// text is a row of clean text.
func (d *form) text(r role, s string, width int) string {
	return r.style(d.env).Render(d.env.Ruler.Fit(d.env.Ruler.TruncateEnd(s, width), width))
}

func (d *form) option(f *asked, i int, focused bool, width int) string {
	o := f.Options[i]
	mark, r := "( ) ", plain
	if i == f.At {
		mark = "(o) "
		if focused {
			r = cursor
		}
	} else if o.Refused != "" {
		r = dim
	}
	right := model.Clean(o.Right)
	if r := d.env.Ruler; o.Brief != "" && r.Width(mark+o.Label)+2+r.Width(right) > width {
		right = model.Clean(o.Brief)
	}
	if o.Refused != "" {
		right = model.Clean(o.Refused)
	}
	return d.text(r, two(d.env, mark+model.Clean(o.Label), right, width), width)
}

// cycle draws the options beside each other, or the one that is taken where they
// do not fit.
func (d *form) cycle(f *asked, focused bool, width int) string {
	ruler := d.env.Ruler
	var b strings.Builder
	used := 0
	for i, o := range f.Options {
		s, r := "( ) "+model.Clean(o.Label), plain
		if i == f.At {
			s = "(o) " + model.Clean(o.Label)
			if focused {
				r = cursor
			}
		}
		gap := ""
		if i > 0 {
			gap = "  "
		}
		w := ruler.Width(gap + s)
		if used+w > width {
			r := plain
			if focused {
				r = cursor
			}
			return d.text(r, d.env.Text.Say("< %s >  %d of %d", model.Clean(f.Options[f.At].Label), f.At+1, len(f.Options)), width)
		}
		used += w
		b.WriteString(plain.style(d.env).Render(gap))
		b.WriteString(r.style(d.env).Render(s))
	}
	return b.String() + plain.style(d.env).Render(strings.Repeat(" ", width-used))
}

// shownChoices are the rows for completions.
const shownChoices = 3

// completions under the field that is typed into.
func (d *form) completions(f *asked, width int) []string {
	if !f.Complete {
		return nil
	}
	items, at := f.in.Completions()
	var out []string
	const most = shownChoices
	from := max(0, min(at-most+1, len(items)-most))
	for i := from; i < min(from+most, len(items)); i++ {
		r := plain
		if i == at {
			r = cursor
		}
		out = append(out, d.text(r, d.env.Ruler.TruncateStart(model.Clean(items[i]), width), width))
	}
	for len(out) < most {
		out = append(out, d.text(plain, "", width))
	}
	return out
}

// buttons draws Cancel and what can be done with the form.
func (d *form) buttons(f *frame) {
	if f.left() == 0 {
		return
	}
	st, r := d.env.Styles, d.env.Ruler
	n := len(d.stops())
	labels := []string{d.env.Text.Say(text.DlgCancel)}
	for _, b := range d.opt.Buttons {
		labels = append(labels, model.Clean(b.Label))
	}
	between, all := "   ", 0
	for _, l := range labels {
		all += r.Width(l) + len("[  ]") + len(between)
	}
	if all > f.inner()+len(between) {
		between = " "
	}
	row, used := "", 0
	for i, l := range labels {
		stop := n + i - 1
		if i == 0 {
			stop = n + len(d.opt.Buttons)
		}
		s, style := "[ "+l+" ]", st.DialogButton
		if d.focus == stop {
			s, style = "[>"+l+"<]", st.DialogButtonFocus
		}
		gap := ""
		if i > 0 {
			gap = between
		}
		if used+r.Width(gap+s) > f.inner() {
			break
		}
		y := len(f.rows) + 1
		x := 2 + used + len(gap)
		d.spots = append(d.spots, formSpot{image.Rect(x, y, x+r.Width(s), y+1), stop, -1})
		row += st.DialogText.Render(gap) + style.Render(s)
		used += r.Width(gap + s)
	}
	f.raw(row + st.DialogText.Render(strings.Repeat(" ", max(f.inner()-used, 0))))
}
