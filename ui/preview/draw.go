package preview

import (
	"strconv"
	"strings"
	"time"

	"aloft/model"
	"aloft/model/text"
	"aloft/themes"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// paints are the styles, ready to be put around text.
type paints struct {
	heading                   [3]kit.Paint
	body, meta                kit.Paint
	cursor, blurred           kit.Paint
	border, title, titleFocus kit.Paint
	count, bad, match         kit.Paint
}

func newPaints(s *themes.Styles) paints {
	n := kit.NewPaint
	return paints{
		heading: [3]kit.Paint{n(s.PreviewHeading1), n(s.PreviewHeading2), n(s.PreviewHeading3)},
		body:    n(s.PreviewBody), meta: n(s.PreviewMeta),
		cursor: n(s.RowCursor), blurred: n(s.RowCursorUnfocused), border: n(s.PaneBorder),
		title: n(s.PaneTitle), titleFocus: n(s.PaneTitleFocus), count: n(s.PaneCount),
		bad: n(s.StatusError), match: n(s.RowMatch),
	}
}

// view is what one drawing of the reader is made of. Drawing changes nothing but
// what is kept of lines that were drawn.
type view struct {
	env *Env
	*shown
	*contents
	*textView
	paint *paints
	drawn *kit.Rows
	w, h  int
	focus bool
}

// View draws it: h lines, each w cells wide.
func (r *Reader) View() []string {
	if r.doc == nil || r.w < 4 || r.h < 3 {
		return nil
	}
	v := &view{
		env: r.env, shown: &r.shown, contents: &r.contents, textView: &r.textView,
		paint: &r.paint, drawn: &r.drawn, w: r.w, h: r.h, focus: r.focus,
	}
	return v.lines()
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
	left, right, mid := v.sides()
	out := make([]string, 0, v.h)
	out = append(out, v.topRule())
	for y := 1; y < v.h-1; y++ {
		var b strings.Builder
		b.WriteString(left)
		switch {
		case y == g.title:
			b.WriteString(v.titleLine(g.outline.Dx()))
		case y == g.facts:
			b.WriteString(v.paint.meta.On(v.env.Ruler.Fit(" "+v.env.Ruler.TruncateEnd(v.facts(), g.outline.Dx()-1), g.outline.Dx())))
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

// sides are the signs at the sides and between outline and text.
func (v *view) sides() (left, right, mid string) {
	g := &v.env.Styles.Glyphs
	if v.env.Boxed {
		left, right = v.paint.border.On(g.Left), v.paint.border.On(g.Right)
	}
	mid = v.paint.border.On(g.Left)
	if v.env.Bare {
		mid = " "
	}
	return left, right, mid
}

// rule draws a horizontal line of a width with words in it, on the left or on the
// right.
func (v *view) rule(width int, lead, fill, end, words string, paint kit.Paint, right bool) string {
	ruler := v.env.Ruler
	room := width - ruler.Width(lead) - ruler.Width(end)
	if words != "" {
		words = " " + ruler.TruncateEnd(words, max(0, room-3)) + " "
	}
	rest := max(0, room-ruler.Width(words))
	if right {
		return v.paint.border.On(lead+strings.Repeat(fill, max(0, rest))) + paint.On(words) + v.paint.border.On(end)
	}
	return v.paint.border.On(lead) + paint.On(words) + v.paint.border.On(strings.Repeat(fill, rest)+end)
}

// frame are the signs of the upper or the lower line.
func (v *view) frame(low bool) (lead, fill, cross, end string) {
	g := &v.env.Styles.Glyphs
	lead, fill, cross, end = g.Top, g.Top, g.Top, g.Top
	switch {
	case v.env.Bare:
		return " ", " ", " ", " "
	case low:
		lead, fill, cross, end = g.Bottom, g.Bottom, g.Bottom, g.Bottom
	}
	if g.Left == "│" && g.Top == "─" {
		if cross = "┬"; low {
			cross = "┴"
		}
	}
	if v.env.Boxed {
		lead, end = g.TopLeft, g.TopRight
		if low {
			lead, end = g.BottomLeft, g.BottomRight
		}
	}
	return lead, fill, cross, end
}

func (v *view) topRule() string {
	lead, fill, cross, end := v.frame(false)
	c := v.env.Text
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
			name += "  " + v.sectionName()
		}
		return v.rule(v.w, lead, fill, end, name, on, false)
	}
	return v.rule(v.geo.rule, lead, fill, "", name, on, false) +
		v.rule(v.w-v.geo.rule, cross, fill, end, v.sectionName(), off, false)
}

func (v *view) bottomRule() string {
	lead, fill, cross, end := v.frame(true)
	count, where := v.count(), v.where()
	if v.geo.rule < 0 {
		words := count
		if _, txt := v.shows(); txt && where != "" && (v.full || v.w > 30) {
			words = where + "  " + count
		}
		if v.full {
			words += "  " + v.switchHint()
		}
		return v.rule(v.w, lead, fill, end, words, v.paint.count, true)
	}
	return v.rule(v.geo.rule, lead, fill, fill, count, v.paint.count, true) +
		v.rule(v.w-v.geo.rule, cross, fill, end, where, v.paint.count, true)
}

// switchHint names the part that does not show, and the key to it.
func (v *view) switchHint() string {
	to := text.Text("%s: text")
	if v.onText {
		to = "%s: outline"
	}
	return v.env.Text.Say(to, v.env.Keys.Key(keys.OtherPane))
}

// count is which of the headings the cursor is on.
func (v *view) count() string {
	d := v.doc
	switch {
	case len(d.heads) == 0:
		return ""
	case len(v.find.spots) > 0:
		return v.env.Text.Say("match %d/%d", v.find.at+1, len(v.find.spots))
	case !v.filter.Empty():
		return v.env.Text.Say("%d/%d of %d", min(v.cursor+1, len(v.rows)), len(v.rows), len(d.heads))
	}
	return strconv.Itoa(d.at+1) + "/" + strconv.Itoa(len(d.heads))
}

// where is the range of the section in positions, and how far the text is scrolled.
func (v *view) where() string {
	d := v.doc
	if d.at >= len(d.heads) {
		return ""
	}
	var parts []string
	if n := d.heads[d.at].node; n != nil && !d.outline.Loose {
		parts = append(parts, v.env.Text.Say("#%d-%d", n.TitleStart, max(n.ContentEnd, n.TitleEnd)))
	}
	if p := v.page(); p != nil && len(p.groups) > 0 {
		if end := p.last(v.geo.text.Dy()); (point{}).before(end) {
			at := p.clamp(d.scroll, v.geo.text.Dy())
			parts = append(parts, strconv.Itoa(100*at.group/max(1, end.group))+"%")
		}
	}
	return strings.Join(parts, "  ")
}

// sectionName is the heading under the cursor, and what is special about its text.
func (v *view) sectionName() string {
	d, c := v.doc, v.env.Text
	s := ""
	if d.at < len(d.heads) {
		s = v.label(&d.heads[d.at])
	}
	switch b := d.body; {
	case b == nil:
	case b.previews:
		s += " " + c.Say("(beginnings of paragraphs)")
	case d.at < len(b.texts) && b.texts[d.at].cut:
		s += " " + c.Say("(cut short)")
	default:
		if p := v.page(); p != nil && p.final {
			s += " " + c.Say("(as it was written)")
		}
	}
	return s
}

// label is number and title of a heading; a title that brings its own number has
// no second one.
func (v *view) label(h *heading) string {
	switch {
	case h.node == nil && len(v.doc.heads) == 1:
		return v.env.Text.Say(text.ReaderNoTitle)
	case h.node == nil:
		return v.env.Text.Say("(before the first heading)")
	case h.title == "":
		return v.env.Text.Say(text.ReaderNoTitle)
	case h.number == "" || h.title[0] >= '0' && h.title[0] <= '9':
		return h.title
	}
	return h.number + " " + h.title
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
	_, fill, _, _ := v.frame(false)
	on := v.paint.title
	if v.focus && v.onText {
		on = v.paint.titleFocus
	}
	return v.rule(width, fill, fill, "", v.sectionName(), on, false)
}

// facts are what is counted of the document.
func (v *view) facts() string {
	d, c := v.doc, v.env.Text
	if d.outline == nil {
		return ""
	}
	var parts []string
	parts = append(parts, c.Say("%d {heading|headings}", d.titled))
	if b := d.body; b != nil {
		if b.tables > 0 {
			parts = append(parts, c.Say("%d {table|tables}", b.tables))
		}
		if b.images > 0 {
			parts = append(parts, c.Say("%d {image|images}", b.images))
		}
	}
	switch old := v.env.Now().Sub(d.readAt); {
	case v.full && d.outline.Version != 0:
		parts = append(parts, c.Say(text.ReaderVersionShort, d.outline.Version))
	case !v.full && old >= time.Minute:
		parts = append(parts, age(c, old))
	}
	return strings.Join(parts, "  ")
}
