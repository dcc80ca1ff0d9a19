package dialog

import (
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/input"
	"aloft/ui/kit"
)

// formRows are the drawn rows of a form's fields.
type formRows struct {
	rows     []string
	notes    []string      // the texts without a value, clean
	from, to int           // rows of the focused field
	wrong    int           // of them, rows that say what is wrong
	cursor   *tea.Position // among the rows
	spots    []formSpot
}

// formLayout says which field rows are visible.
type formLayout struct {
	frame      *frame // empty, of the box's size
	body       formRows
	buttons    []string
	spots      []formSpot // of the buttons, among their rows
	rest       int        // rows below the fields
	gap        bool       // the first of them is empty
	from, room int
	preview    int // rows between the two
}

// tight screens have no empty rows.
func (d *form) tight() bool { return d.screenH < 14 }

// SetSize lays out the form for a screen of that size.
func (d *form) SetSize(width, height int) {
	d.screenW, d.screenH = width, height
	room := d.room(newFrame(d.env, wide, height, width, height).inner())
	for _, f := range d.fields {
		switch {
		case f.in != nil:
			f.in.SetWidth(room)
		case f.area != nil:
			f.area.in.SetWidth(room)
		}
	}
	if d.preview != nil {
		d.showWrong()
	}
	d.reveal()
}

// arrange finds the visible rows.
func (d *form) arrange() formLayout {
	f := newFrame(d.env, wide, d.screenH, d.screenW, d.screenH)
	l := formLayout{frame: f, body: d.rows(f.inner())}
	l.buttons, l.spots = d.buttonRows(f.inner())
	n := len(l.body.rows)
	tall := d.tall(n - l.body.wrong)
	l.rest = len(l.buttons) + 1 // the tip
	l.gap = !d.tight()
	if l.gap && n <= tall {
		l.rest++
	} else if l.gap { // what is wrong takes the place of the empty row
		l.gap, tall = false, max(tall+1, n)
	}
	f.h = max(min(max(tall, n)+d.preview.tallest()+l.rest+2, d.screenH), 3)
	l.room = max(f.h-2-l.rest, 1)
	if d.preview != nil {
		l.preview = max(l.room-n, min(leastPreview, l.room-1))
		l.room -= l.preview
	}
	more := l.body.to - l.body.from
	win := kit.List{At: l.body.from, Top: d.top, Len: n - more, More: more, Height: l.room}
	win.Fit()
	l.from = win.Top
	return l
}

// reveal scrolls to make the focused field visible.
func (d *form) reveal() { d.top = d.arrange().from }

// View draws the form.
func (d *form) View() Box {
	b, _ := d.draw()
	return b
}

// draw returns the box and its clickable parts.
func (d *form) draw() (Box, []formSpot) {
	l := d.arrange()
	f, body := l.frame, &l.body
	to := min(l.from+l.room, len(body.rows))
	var spots []formSpot
	f.said = append(f.said, body.notes...)
	for i := l.from; i < to; i++ {
		f.raw(body.rows[i])
	}
	for _, s := range body.spots {
		if s.at.Min.Y >= l.from && s.at.Min.Y < l.from+l.room {
			s.at = s.at.Add(image.Pt(2, 1-l.from))
			spots = append(spots, s)
		}
	}
	if c := body.cursor; c != nil && c.Y >= l.from && c.Y < l.from+l.room {
		f.cur = &tea.Position{X: c.X + 2, Y: c.Y - l.from + 1}
	}
	if d.preview != nil {
		said := append(f.said, model.Clean(d.preview.now.Summary))
		for _, row := range d.previewRows(f.inner(), l.preview) {
			if f.left() > l.rest {
				f.add(row)
			}
		}
		if d.at() != nil { // the changes are said once they have been typed
			f.said = said
		}
	}
	for f.left() > l.rest {
		f.add(line{})
	}
	if l.gap {
		f.add(line{})
	}
	for _, s := range l.spots {
		s.at = s.at.Add(image.Pt(2, len(f.rows)+1))
		if s.stop == d.focus {
			f.item = &tea.Position{X: s.at.Min.X, Y: s.at.Min.Y}
		}
		spots = append(spots, s)
	}
	for _, row := range l.buttons {
		if f.left() > 0 {
			f.raw(row)
		}
	}
	if f.left() > 0 {
		f.add(d.tip(f.inner()))
	}
	if f.item == nil {
		f.item = &tea.Position{X: 2, Y: body.from - l.from + 1}
	}
	f.now = d.now()
	more := ""
	if len(body.rows) > l.room {
		more = d.env.Text.Say(text.DlgLines, l.from+1, to, len(body.rows))
	} else if p := d.preview; p != nil && len(p.now.Rows) > shownChanges(l.preview) {
		more = d.env.Text.Say(text.DlgLines, p.top+1, min(p.top+shownChanges(l.preview), len(p.now.Rows)), len(p.now.Rows))
	}
	return f.box(d.title, more, foot(d.env)), spots
}

// tall returns the height of the box, which stays the same for any visible fields.
func (d *form) tall(now int) int {
	n, most := 0, 0 // the tallest of fields that replace each other
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

// column returns the width of the labels.
func (d *form) column() int {
	w := 0
	for _, f := range d.fields {
		w = max(w, d.env.Ruler.Width(f.Label))
	}
	return min(w, 14)
}

// indent is the width of the labels with the mark of the focused field before them.
func (d *form) indent() int {
	if d.screenW < 60 {
		return 2 + d.column() + 1
	}
	return 2 + d.column() + 2
}

// room returns the width beside the labels.
func (d *form) room(width int) int { return max(width-d.indent(), 4) }

// label draws what is before a row of a field.
func (d *form) label(s string, focused bool) string {
	r, mark, style := d.env.Ruler, "  ", d.env.Styles.RowMeta
	if focused {
		mark, style = d.env.Styles.Glyphs.Cursor+" ", d.env.Styles.InputPrompt
	}
	return style.Render(r.Fit(mark+r.TruncateEnd(s, d.column()), d.indent()))
}

// rows draws the fields.
func (d *form) rows(width int) formRows {
	var out formRows
	col, room := d.indent(), d.room(width)
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
			w, r := room, plain
			switch {
			case f.Wrong:
				r = warn
			case f.Label == "" && !f.Whole: // it explains the fields above
				r = dim
			}
			if f.Whole {
				w = width
			}
			out.notes = append(out.notes, model.Clean(f.Label+" "+f.Value))
			for _, s := range kit.Wrap(d.env.Ruler, model.Clean(f.Value), w) {
				rows = append(rows, d.text(r, s, w))
			}
		case FieldLine:
			s, x := f.in.View()
			if focused {
				out.cursor = &tea.Position{X: col + x, Y: begin}
			}
			rows = append(rows, s)
			if focused {
				rows = append(rows, d.completions(f, room)...)
				items, _ := f.in.Completions()
				out.notes = append(out.notes, items[:min(len(items), shownChoices)]...)
			}
		case FieldHidden:
			st, s := d.env.Styles, f.hidden.text()
			style := st.InputText
			if f.hidden.raw == "" {
				style = st.InputPlaceholder
			}
			rows = []string{input.Field(st, style, d.env.Ruler, s, room)}
			if focused {
				x := 0
				if f.hidden.raw != "" {
					x = min(d.env.Ruler.Width(s), room-1)
				}
				out.cursor = &tea.Position{X: col + x, Y: begin}
			}
		case FieldArea:
			var x, y int
			rows, x, y = f.area.view(room, focused)
			if focused {
				out.cursor = &tea.Position{X: col + x, Y: begin + y}
			}
		case FieldPick:
			for i := range f.Options {
				rows = append(rows, d.option(f, i, focused, room))
				out.spots = append(out.spots, formSpot{image.Rect(0, begin+i, width, begin+i+1), stop, i})
			}
		case FieldCycle:
			rows = d.cycle(f, focused, room)
		}
		if focused {
			rows = d.complain(&out, f, rows, room)
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
			switch {
			case f.Whole:
				out.rows = append(out.rows, r)
			case i == 0:
				out.rows = append(out.rows, d.label(f.Label, focused)+r)
			default:
				out.rows = append(out.rows, d.label("", false)+r)
			}
		}
	}
	return out
}

// complain adds what is wrong with the focused field below it, before its completions.
func (d *form) complain(out *formRows, f *asked, rows []string, room int) []string {
	why := d.complaint(f)
	if why == "" {
		return rows
	}
	out.notes = append(out.notes, why)
	at := len(rows)
	if f.Kind == FieldLine {
		at = 1
	}
	for _, s := range kit.Wrap(d.env.Ruler, why, room) {
		rows = slices.Insert(rows, at, d.text(warn, s, room))
		at++
		out.wrong++
	}
	return rows
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
	if o.Refused != "" {
		right = model.Clean(o.Refused)
	}
	return d.text(r, two(d.env, mark+model.Clean(o.Label), right, width), width)
}

// cycle draws the options side by side, or only the chosen one, in full, if they do not fit.
func (d *form) cycle(f *asked, focused bool, width int) []string {
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
			one := d.env.Text.Say("< %s >  %d of %d", model.Clean(f.Options[f.At].Label), f.At+1, len(f.Options))
			if ruler.Width(one) <= width {
				return []string{d.text(r, one, width)}
			}
			return model.Each(kit.Wrap(ruler, one, width), func(s string) string { return d.text(r, s, width) })
		}
		used += w
		b.WriteString(plain.style(d.env).Render(gap))
		b.WriteString(r.style(d.env).Render(s))
	}
	return []string{b.String() + plain.style(d.env).Render(strings.Repeat(" ", width-used))}
}

// shownChoices is the number of rows for completions.
const shownChoices = 3

// completions draws completions below the focused field.
func (d *form) completions(f *asked, width int) []string {
	if !f.Complete {
		return nil
	}
	out := make([]string, shownChoices)
	rows := append(completions(d.env, f.in, shownChoices, width), make([]line, shownChoices)...)
	for i := range out {
		out[i] = d.text(rows[i].role, rows[i].text, width)
	}
	return out
}

func (d *form) cancel() string { return text.Capital(d.env.Text.Say(text.DlgCancel)) }

// buttonRows draws Cancel and the actions of the form, and returns their cells and stops.
func (d *form) buttonRows(width int) (rows []string, spots []formSpot) {
	fields, n := len(d.stops()), len(d.buttons)
	faces := []face{{label: d.cancel()}}
	for _, b := range d.buttons {
		faces = append(faces, face{label: model.Clean(b.Label)})
	}
	// Cancel is drawn first, and is the last stop.
	focus := -1
	if d.focus >= fields {
		focus = (d.focus - fields + 1) % (n + 1)
	}
	rows, cells := buttonRows(d.env, faces, focus, width)
	for i, c := range cells {
		spots = append(spots, formSpot{c, fields + (i+n)%(n+1), -1})
	}
	return rows, spots
}
