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

// View draws it: h lines, each w cells wide.
func (r *Reader) View() []string {
	if r.doc == nil || r.w < 4 || r.h < 3 {
		return nil
	}
	g := &r.geo
	outline, txt := r.shows()
	rows, lines := []string(nil), []string(nil)
	if outline {
		rows = r.outlineLines(g.outline.Dx(), g.outline.Dy())
	}
	if txt {
		lines = r.textLines(g.text.Dx(), g.text.Dy())
	}
	left, right, mid := r.sides()
	out := make([]string, 0, r.h)
	out = append(out, r.topRule())
	for y := 1; y < r.h-1; y++ {
		var b strings.Builder
		b.WriteString(left)
		switch {
		case y == g.title:
			b.WriteString(r.titleLine(g.outline.Dx()))
		case y == g.facts:
			b.WriteString(r.paint.meta.On(r.env.Ruler.Fit(" "+r.env.Ruler.TruncateEnd(r.facts(), g.outline.Dx()-1), g.outline.Dx())))
		case y == g.divider:
			b.WriteString(r.divider(g.outline.Dx()))
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
	return append(out, r.bottomRule())
}

// sides are the signs at the sides and between outline and text.
func (r *Reader) sides() (left, right, mid string) {
	g := &r.env.Styles.Glyphs
	if r.env.Boxed {
		left, right = r.paint.border.On(g.Left), r.paint.border.On(g.Right)
	}
	mid = r.paint.border.On(g.Left)
	if r.env.Bare {
		mid = " "
	}
	return left, right, mid
}

// rule draws a horizontal line of a width with words in it, on the left or on the
// right.
func (r *Reader) rule(width int, lead, fill, end, words string, paint kit.Paint, right bool) string {
	ruler := r.env.Ruler
	room := width - ruler.Width(lead) - ruler.Width(end)
	if words != "" {
		words = " " + ruler.TruncateEnd(words, max(0, room-3)) + " "
	}
	rest := max(0, room-ruler.Width(words))
	if right {
		return r.paint.border.On(lead+strings.Repeat(fill, max(0, rest))) + paint.On(words) + r.paint.border.On(end)
	}
	return r.paint.border.On(lead) + paint.On(words) + r.paint.border.On(strings.Repeat(fill, rest)+end)
}

// frame are the signs of the upper or the lower line.
func (r *Reader) frame(low bool) (lead, fill, cross, end string) {
	g := &r.env.Styles.Glyphs
	lead, fill, cross, end = g.Top, g.Top, g.Top, g.Top
	switch {
	case r.env.Bare:
		return " ", " ", " ", " "
	case low:
		lead, fill, cross, end = g.Bottom, g.Bottom, g.Bottom, g.Bottom
	}
	if g.Left == "│" && g.Top == "─" {
		if cross = "┬"; low {
			cross = "┴"
		}
	}
	if r.env.Boxed {
		lead, end = g.TopLeft, g.TopRight
		if low {
			lead, end = g.BottomLeft, g.BottomRight
		}
	}
	return lead, fill, cross, end
}

func (r *Reader) topRule() string {
	lead, fill, cross, end := r.frame(false)
	c := r.env.Text
	on, off := r.paint.title, r.paint.title
	if r.focus {
		if on = r.paint.titleFocus; r.onText && r.geo.rule >= 0 {
			on, off = off, on
		}
	}
	name := "3 " + c.Say("outline")
	if r.full {
		name = "3 " + model.Clean(r.doc.entry.Name)
	}
	if r.geo.rule < 0 {
		if _, txt := r.shows(); txt && r.full {
			name += "  " + r.sectionName()
		}
		return r.rule(r.w, lead, fill, end, name, on, false)
	}
	return r.rule(r.geo.rule, lead, fill, "", name, on, false) +
		r.rule(r.w-r.geo.rule, cross, fill, end, r.sectionName(), off, false)
}

func (r *Reader) bottomRule() string {
	lead, fill, cross, end := r.frame(true)
	count, where := r.count(), r.where()
	if r.geo.rule < 0 {
		words := count
		if _, txt := r.shows(); txt && where != "" && (r.full || r.w > 30) {
			words = where + "  " + count
		}
		if r.full {
			words += "  " + r.switchHint()
		}
		return r.rule(r.w, lead, fill, end, words, r.paint.count, true)
	}
	return r.rule(r.geo.rule, lead, fill, fill, count, r.paint.count, true) +
		r.rule(r.w-r.geo.rule, cross, fill, end, where, r.paint.count, true)
}

// switchHint names the part that does not show, and the key to it.
func (r *Reader) switchHint() string {
	to := text.Text("%s: text")
	if r.onText {
		to = "%s: outline"
	}
	return r.env.Text.Say(to, r.key(keys.OtherPane))
}

// count is which of the headings the cursor is on.
func (r *Reader) count() string {
	d := r.doc
	switch {
	case len(d.heads) == 0:
		return ""
	case len(r.find.spots) > 0:
		return r.env.Text.Say("match %d/%d", r.find.at+1, len(r.find.spots))
	case !r.filter.Empty():
		return r.env.Text.Say("%d/%d of %d", min(r.cursor+1, len(r.rows)), len(r.rows), len(d.heads))
	}
	return strconv.Itoa(d.at+1) + "/" + strconv.Itoa(len(d.heads))
}

// where is the range of the section in positions, and how far the text is scrolled.
func (r *Reader) where() string {
	d := r.doc
	if d.at >= len(d.heads) {
		return ""
	}
	var parts []string
	if n := d.heads[d.at].node; n != nil && !d.outline.Loose {
		parts = append(parts, r.env.Text.Say("#%d-%d", n.TitleStart, max(n.ContentEnd, n.TitleEnd)))
	}
	if p := r.page(); p != nil && len(p.groups) > 0 {
		if end := p.last(r.geo.text.Dy()); (point{}).before(end) {
			at := p.clamp(d.scroll, r.geo.text.Dy())
			parts = append(parts, strconv.Itoa(100*at.group/max(1, end.group))+"%")
		}
	}
	return strings.Join(parts, "  ")
}

// sectionName is the heading under the cursor, and what is special about its text.
func (r *Reader) sectionName() string {
	d, c := r.doc, r.env.Text
	s := ""
	if d.at < len(d.heads) {
		s = r.label(&d.heads[d.at])
	}
	switch b := d.body; {
	case b == nil:
	case b.previews:
		s += " " + c.Say("(beginnings of paragraphs)")
	case d.at < len(b.texts) && b.texts[d.at].cut:
		s += " " + c.Say("(cut short)")
	default:
		if p := r.page(); p != nil && p.final {
			s += " " + c.Say("(as it was written)")
		}
	}
	return s
}

// label is number and title of a heading; a title that brings its own number has
// no second one.
func (r *Reader) label(h *heading) string {
	switch {
	case h.node == nil && len(r.doc.heads) == 1:
		return r.env.Text.Say(text.ReaderNoTitle)
	case h.node == nil:
		return r.env.Text.Say("(before the first heading)")
	case h.title == "":
		return r.env.Text.Say(text.ReaderNoTitle)
	case h.number == "" || h.title[0] >= '0' && h.title[0] <= '9':
		return h.title
	}
	return h.number + " " + h.title
}

func (r *Reader) titleLine(width int) string {
	ruler := r.env.Ruler
	tail := ""
	if o := r.doc.outline; o != nil && o.Version != 0 {
		tail = " " + r.env.Text.Say(text.ReaderVersionShort, o.Version)
	}
	kind := "  " + kit.KindName(r.env.Text, r.doc.entry.Kind) + tail
	room := max(0, width-1-ruler.Width(kind))
	name := ruler.Fit(model.Clean(r.doc.entry.Name), room)
	return " " + r.paint.heading[0].On(name) + r.paint.meta.On(ruler.Fit(kind, width-1-room))
}

func (r *Reader) divider(width int) string {
	_, fill, _, _ := r.frame(false)
	on := r.paint.title
	if r.focus && r.onText {
		on = r.paint.titleFocus
	}
	return r.rule(width, fill, fill, "", r.sectionName(), on, false)
}

// facts are what is counted of the document.
func (r *Reader) facts() string {
	d, c := r.doc, r.env.Text
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
	switch old := r.env.Now().Sub(d.readAt); {
	case r.full && d.outline.Version != 0:
		parts = append(parts, c.Say(text.ReaderVersionShort, d.outline.Version))
	case !r.full && old >= time.Minute:
		parts = append(parts, age(c, old))
	}
	return strings.Join(parts, "  ")
}
