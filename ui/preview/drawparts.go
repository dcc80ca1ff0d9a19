package preview

import (
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// outlineLines draws the rows of the outline that show.
func (r *Reader) outlineLines(w, h int) []string {
	d := r.doc
	out := make([]string, 0, h)
	if note := r.outlineNote(); note != "" {
		return r.noteLines(out, note, w, h, d.err != nil)
	}
	for i := d.top; i < len(r.rows) && len(out) < h; i++ {
		if i == r.cursor {
			line := r.rowText(i, w)
			if r.focus && !r.onText {
				out = append(out, r.paint.cursor.On(line))
			} else {
				out = append(out, r.paint.blurred.On(line))
			}
			continue
		}
		k := kit.RowKey{Index: r.rows[i].head, Width: w, Theme: r.env.Styles.Gen, All: r.gen}
		if m := r.rows[i].match; m >= 0 {
			k.Index = -1 - m
		}
		out = append(out, r.drawn.Get(k, func() string { return r.rowPaint(i).On(r.rowText(i, w)) }))
	}
	blank := strings.Repeat(" ", max(0, w))
	for len(out) < h {
		out = append(out, blank)
	}
	return out
}

func (r *Reader) rowPaint(i int) kit.Paint {
	on := r.rows[i]
	if on.match >= 0 {
		return r.paint.meta
	}
	switch level(r.doc.heads[on.head].node) {
	case model.LevelTitle, 1:
		return r.paint.heading[0]
	case 2:
		return r.paint.heading[1]
	case model.LevelBody:
		return r.paint.body
	}
	return r.paint.heading[2]
}

// rowText is a line of the outline: sign of the cursor, sign of folding, number,
// title, and the position or the number of matches.
func (r *Reader) rowText(i, w int) string {
	ruler, g := r.env.Ruler, &r.env.Styles.Glyphs
	on := r.rows[i]
	h := &r.doc.heads[on.head]
	cursor := " "
	if i == r.cursor {
		cursor = g.Cursor
	}
	depth := strings.Repeat("  ", min(h.depth, w/6))
	if on.match >= 0 {
		return ruler.Fit(cursor+depth+"    "+r.matchText(on.match, w-len(depth)-6), w)
	}
	sign := " "
	switch {
	case !r.doc.hasChildren(on.head) || !r.filter.Empty():
	case r.doc.folded[on.head]:
		sign = g.Folded
	default:
		sign = g.Open
	}
	tail := ""
	switch n := r.find.per[on.head]; {
	case n > 0:
		tail = " (" + strconv.Itoa(n) + ")"
	case h.node != nil && !r.doc.outline.Loose:
		tail = " #" + strconv.FormatInt(h.node.TitleStart, 10)
	}
	room := w - 4 - len(depth) - ruler.Width(tail)
	if room < 12 {
		tail, room = "", w-3-len(depth)
	}
	line := cursor + depth + sign + " " + ruler.Fit(ruler.TruncateEnd(r.label(h), room), room)
	return ruler.Fit(line+tail, w)
}

// matchText is the text around a match.
func (r *Reader) matchText(i, w int) string {
	m := &r.find.matches.All[i]
	return m.Line(r.env.Ruler, r.find.text, w)
}

// textLines draws the lines of the section that show.
func (r *Reader) textLines(w, h int) []string {
	d := r.doc
	out := make([]string, 0, h)
	note, bad := r.textNote()
	if note != "" {
		return r.noteLines(out, note, w, h, bad)
	}
	p := r.page()
	p.look(r.find.text)
	now := -1
	if r.find.at < len(r.find.spots) && r.find.spots[r.find.at].head == d.at {
		now = r.find.spots[r.find.at].ord
	}
	for at, more := p.clamp(d.scroll, h), 1; len(out) < h && more != 0; at, more = p.step(at, 1) {
		out = append(out, " "+r.textLine(p, at, now)+strings.Repeat(" ", max(0, w-1-p.width)))
	}
	blank := strings.Repeat(" ", max(0, w))
	for len(out) < h {
		out = append(out, blank)
	}
	return out
}

func (r *Reader) textLine(p *page, at point, now int) string {
	line := p.lines(at.group)[at.line]
	if !p.drawn {
		line = r.paint.body.On(line)
	}
	for _, m := range p.marks(at) {
		paint := r.paint.match
		if m.ord == now {
			paint = r.paint.cursor
		}
		part := ansi.Strip(ansi.Cut(line, m.from, m.to))
		line = kit.Splice([]string{line}, []string{paint.On(part)}, m.from, 0, m.to-m.from, r.env.Ruler)[0]
	}
	return line
}

// outlineNote is what stands where no outline is.
func (r *Reader) outlineNote() string {
	d, c := r.doc, r.env.Text
	again := r.key(keys.Refresh)
	switch {
	case d.err != nil && d.outline == nil:
		return r.sentence(d.err) + " " + c.Say(text.ReaderAgain, again)
	case d.outline == nil && d.load.slow:
		return c.Say("reading the outline…")
	case d.outline == nil:
		return " "
	case len(d.heads) == 0:
		return c.Say("no headings")
	case len(r.rows) == 0:
		return c.Say("no heading matches; Esc drops the filter")
	}
	return ""
}

// textNote is what stands where no text is.
func (r *Reader) textNote() (note string, bad bool) {
	d, c := r.doc, r.env.Text
	again := r.key(keys.Refresh)
	switch {
	case d.outline == nil:
		if _, o := r.shows(); o && r.full && r.geo.rule < 0 {
			return r.outlineNote(), d.err != nil
		}
		return " ", false
	case d.textErr != nil:
		return r.sentence(d.textErr) + " " + c.Say(text.ReaderAgain, again), true
	case d.load.long:
		return c.Say("A long document: %s reads its text.", r.key(keys.ViewOutline)), false
	case d.body == nil && d.load.slow:
		return c.Say("reading the text…"), false
	case d.body == nil:
		return " ", false
	}
	if p := r.page(); p != nil && strings.TrimSpace(r.source(d.at)) != "" {
		return "", false
	}
	if d.at < len(d.heads) && d.hasChildren(d.at) {
		next := &d.heads[d.at+1]
		return c.Say("No text of its own; the first heading in it is: %s", r.label(next)), false
	}
	if len(d.heads) <= 1 {
		return c.Say("The document is empty."), false
	}
	return c.Say("No text under this heading."), false
}

// noteLines draws a sentence instead of a list or a text.
func (r *Reader) noteLines(out []string, note string, w, h int, bad bool) []string {
	paint := r.paint.meta
	if bad {
		paint = r.paint.bad
	}
	for _, line := range strings.Split(ansi.Wrap(note, max(1, w-2), ""), "\n") {
		if len(out) < h {
			out = append(out, paint.On(r.env.Ruler.Fit(" "+line, w)))
		}
	}
	for len(out) < h {
		out = append(out, strings.Repeat(" ", max(0, w)))
	}
	return out
}
