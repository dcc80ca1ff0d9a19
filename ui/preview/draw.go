package preview

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// View draws the reader as h lines of w cells.
func (r *Reader) View() []string {
	if r.doc == nil || r.w < 4 || r.h < 3 {
		return nil
	}
	return viewOf(r).lines()
}

// Coming reports whether the outline is about to be there.
func (r *Reader) Coming() bool {
	return r.doc != nil && r.doc.outline == nil && r.doc.err == nil && !r.doc.load.slow
}

func viewOf(r *Reader) *view {
	return &view{
		env: r.env, shown: &r.shown, contents: &r.contents, text: &r.text,
		paint: &r.paint, drawn: &r.drawn, w: r.w, h: r.h, focus: r.focus,
	}
}

// Item returns the place of the current heading, or of the text if the keys scroll it.
func (r *Reader) Item() kit.Item {
	at := r.geo.text
	if !r.onText || at.Empty() {
		at = r.geo.outline
	}
	it := kit.Item{X: at.Min.X, Y: at.Min.Y}
	if d := r.doc; d != nil && !r.onText && viewOf(r).outlineNote() == "" {
		it.Y += r.contents.cursor - d.top
		it.From, it.To = at.Min.Y, min(at.Min.Y+len(r.contents.rows)-d.top, at.Max.Y)
	}
	return it
}

func (v *view) lines() []string {
	g := &v.geo
	outline, txt := v.shows()
	rows, lines := []string(nil), []string(nil)
	if outline {
		rows = v.outlineLines(g.outline.Dx(), g.outline.Dy())
	}
	if txt {
		lines = v.textLines(g.text.Dx(), g.text.Dy())
	}
	left, right, mid := v.env.Frame().Sides()
	out := make([]string, 0, v.h)
	out = append(out, v.topRule())
	for y := 1; y < v.h-1; y++ {
		var b strings.Builder
		b.WriteString(left)
		switch {
		case y == g.title:
			b.WriteString(v.titleLine(g.outline.Dx()))
		case y == g.facts:
			b.WriteString(v.paint.meta.On(v.env.Ruler.Fit(" "+v.env.Ruler.TruncateEnd(v.facts(g.outline.Dx()-2), g.outline.Dx()-1), g.outline.Dx())))
		case y == g.divider:
			b.WriteString(v.divider(g.outline.Dx()))
		case outline && y >= g.outline.Min.Y && y < g.outline.Max.Y:
			b.WriteString(rows[y-g.outline.Min.Y])
		case g.rule < 0 && txt && y >= g.text.Min.Y && y < g.text.Max.Y:
			b.WriteString(lines[y-g.text.Min.Y])
		}
		if g.rule >= 0 {
			b.WriteString(mid)
			b.WriteString(lines[y-g.text.Min.Y])
		}
		b.WriteString(right)
		out = append(out, b.String())
	}
	return append(out, v.bottomRule())
}

func (v *view) topRule() string {
	c, f := v.env.Text, v.env.Frame()
	e := f.Edge(false)
	on, off := v.paint.title, v.paint.title
	if v.focus {
		if on = v.paint.titleFocus; v.onText && v.geo.rule >= 0 {
			on, off = off, on
		}
	}
	name := "3 " + c.Say("outline")
	if v.full {
		name = "3 " + model.Clean(v.doc.entry.Name)
	}
	if v.geo.rule < 0 {
		if _, txt := v.shows(); txt && v.full {
			name = strings.TrimRight(name+"  "+v.sectionName(), " ")
		}
		return f.Rule(v.w, e, name, on, false)
	}
	left, right := e.Columns()
	return f.Rule(v.geo.rule, left, name, on, false) + f.Rule(v.w-v.geo.rule, right, v.sectionName(), off, false)
}

func (v *view) bottomRule() string {
	f := v.env.Frame()
	e := f.Edge(true)
	count, where := v.count(), v.where()
	if v.geo.rule < 0 {
		words := count
		if _, txt := v.shows(); txt && where != "" && (v.full || v.w > 30) {
			words = where + "  " + count
		}
		if v.full {
			words += "  " + v.switchHint()
		}
		return f.Rule(v.w, e, words, v.paint.count, true)
	}
	left, right := e.Columns()
	return f.Rule(v.geo.rule, left, count, v.paint.count, true) + f.Rule(v.w-v.geo.rule, right, where, v.paint.count, true)
}

// switchHint names the hidden part and its key.
func (v *view) switchHint() string {
	to := text.Text("%s: text")
	if v.onText {
		to = "%s: outline"
	}
	return v.env.Text.Say(to, v.env.Keys.Key(keys.OtherPane))
}

// count returns the number of the current heading and the total.
func (v *view) count() string {
	d := v.doc
	switch {
	case len(d.heads) == 0:
		return ""
	case v.text.Selecting():
		return v.env.Text.Say("text is selected")
	case len(v.contents.find.spots) > 0:
		return v.env.Text.Say("match %d/%d", v.contents.find.at+1, len(v.contents.find.spots))
	case !v.contents.filter.Empty():
		return v.env.Text.Say("%d/%d of %d", min(v.contents.cursor+1, len(v.contents.rows)), len(v.contents.rows), len(d.heads))
	}
	return strconv.Itoa(d.at+1) + "/" + strconv.Itoa(len(d.heads))
}

// where returns how far the text is scrolled.
func (v *view) where() string {
	if n, ok := v.text.percent(); ok {
		return strconv.Itoa(n) + "%"
	}
	return ""
}

// sectionName returns the current heading, unless the text below begins with it, and remarks about its text.
func (v *view) sectionName() string {
	d, c := v.doc, v.env.Text
	s, p := "", v.text.page()
	switch {
	case p != nil && v.text.first().spot.Line < len(p.title):
		if v.geo.rule >= 0 || v.geo.divider >= 0 { // it has its own border
			s = c.Say("text")
		}
	case d.at < len(d.heads):
		s = v.text.label(&d.heads[d.at])
	}
	switch b := d.body; {
	case b == nil:
	case b.previews:
		s += " " + c.Say("(beginnings of paragraphs)")
	case d.at < len(b.texts) && b.texts[d.at].cut:
		s += " " + c.Say("(cut short)")
	case p != nil && p.final:
		s += " " + c.Say("(as Markdown)")
	}
	return s
}

func (v *view) titleLine(width int) string {
	ruler := v.env.Ruler
	tail := ""
	if o := v.doc.outline; o != nil && o.Version != 0 {
		tail = " " + v.env.Text.Say(text.ReaderVersionShort, o.Version)
	}
	kind := "  " + kit.KindName(v.env.Text, v.doc.entry.Kind) + tail
	room := max(0, width-1-ruler.Width(kind))
	name := ruler.Fit(model.Clean(v.doc.entry.Name), room)
	return " " + v.paint.heading[0].On(name) + v.paint.meta.On(ruler.Fit(kind, width-1-room))
}

func (v *view) divider(width int) string {
	f := v.env.Frame()
	fill := f.Edge(false).Fill
	on := v.paint.title
	if v.focus && v.onText {
		on = v.paint.titleFocus
	}
	return f.Rule(width, kit.Edge{Lead: fill, Fill: fill}, v.sectionName(), on, false)
}

// facts returns the counts of the document that fit, and always its comments and its version.
func (v *view) facts(width int) string {
	d, c := v.doc, v.env.Text
	if d.outline == nil {
		return ""
	}
	counts, rest := []string{c.Say("%d {heading|headings}", d.titled)}, []string(nil)
	if b := d.body; b != nil {
		if b.tables > 0 {
			counts = append(counts, c.Say("%d {table|tables}", b.tables))
		}
		if b.images > 0 {
			counts = append(counts, c.Say("%d {image|images}", b.images))
		}
	}
	if d.remarks != nil && len(d.remarks.threads) > 0 {
		rest = append(rest, c.Say("%d {comment|comments}", len(d.remarks.threads)))
	}
	if d.remarks != nil && len(d.remarks.changes) > 0 {
		n := len(d.remarks.changes)
		for _, c := range d.remarks.changes {
			n += c.runs
		}
		rest = append(rest, c.Say("%d {tracked change|tracked changes}", n))
	}
	if age := kit.Aged(c, aged, d.readAt, v.env.Now()); !v.full && age != "" {
		rest = append(rest, age)
	} else if v.full && d.outline.Version != 0 {
		rest = append(rest, c.Say(text.ReaderVersionShort, d.outline.Version))
	}
	for {
		s := strings.Join(slices.Concat(counts, rest), "  ")
		if len(counts) == 0 || v.env.Ruler.Width(s) <= width {
			return s
		}
		counts = counts[:len(counts)-1]
	}
}

// view is the input of one drawing of the reader. Drawing changes only the line cache.
type view struct {
	env *Env
	*shown
	contents *contents
	text     *textView
	paint    *paints
	drawn    *kit.Rows
	w, h     int
	focus    bool
}

const aged text.Text = "read %s"

// State returns the state line while the reader covers the panes: version, age, search.
func (r *Reader) State(now time.Time) string {
	d, c := r.doc, r.env.Text
	if d == nil {
		return ""
	}
	var parts []string
	add := func(s string) { parts = append(parts, s) }
	if d.outline != nil && d.outline.Version != 0 {
		add(c.Say("version %d", d.outline.Version))
	}
	switch {
	case !d.done() && d.load.slow:
		add(c.Say("reading…"))
	case d.err != nil && d.outline != nil:
		add(c.Say("reload failed"))
	}
	if age := kit.Aged(c, aged, d.readAt, now); age != "" {
		add(age)
	}
	switch {
	case r.contents.find.asking:
		add(c.Say("looking for %s…", model.Clean(r.contents.find.text)))
	case len(r.contents.find.spots) > 0:
		add(c.Say(text.StateFind, model.Clean(r.contents.find.text)))
	}
	if !r.contents.filter.Empty() {
		add(c.Say(text.StateFilter, model.Clean(r.contents.filter.String())))
	}
	return strings.Join(parts, "   ")
}
