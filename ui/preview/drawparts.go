package preview

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// outlineLines draws the visible rows of the outline.
func (v *view) outlineLines(w, h int) []string {
	d := v.doc
	out := make([]string, 0, h)
	if note := v.outlineNote(); note != "" {
		return v.noteLines(out, note, w, h, d.err != nil)
	}
	for i := d.top; i < len(v.contents.rows) && len(out) < h; i++ {
		if i == v.contents.cursor {
			title, tail := v.rowText(i, w)
			line := title + tail
			if v.focus && !v.onText {
				out = append(out, v.paint.cursor.On(line))
			} else {
				out = append(out, v.paint.blurred.On(line))
			}
			continue
		}
		k := kit.RowKey{Index: v.contents.rows[i].head, Width: w, Theme: v.env.Styles.Gen, All: v.gen}
		if m := v.contents.rows[i].match; m >= 0 {
			k.Index = -1 - m
		}
		out = append(out, v.drawn.Get(k, func() string {
			title, tail := v.rowText(i, w)
			return v.rowPaint(i).On(title) + v.paint.position.On(tail)
		}))
	}
	blank := strings.Repeat(" ", max(0, w))
	for len(out) < h {
		out = append(out, blank)
	}
	return out
}

func (v *view) rowPaint(i int) kit.Paint {
	on := v.contents.rows[i]
	if on.match >= 0 {
		return v.paint.meta
	}
	return v.paint.headingOf(level(v.doc.heads[on.head].node))
}

// rowText returns a line of the outline: cursor, folding marker, number, title, and the number of matches.
func (v *view) rowText(i, w int) (title, tail string) {
	ruler, g := v.env.Ruler, &v.env.Styles.Glyphs
	on := v.contents.rows[i]
	h := &v.doc.heads[on.head]
	cursor := " "
	if i == v.contents.cursor {
		cursor = g.Cursor
	}
	depth := strings.Repeat("  ", min(h.depth, w/6))
	if on.match >= 0 {
		return ruler.Fit(cursor+depth+"    "+v.matchText(on.match, w-len(depth)-6), w), ""
	}
	sign := " "
	switch {
	case !v.doc.hasChildren(on.head) || !v.contents.filter.Empty():
	case v.doc.folded[on.head]:
		sign = g.Folded
	default:
		sign = g.Open
	}
	if n := v.contents.find.per[on.head]; n > 0 {
		tail = " (" + strconv.Itoa(n) + ")"
	}
	room := w - 4 - len(depth) - ruler.Width(tail)
	if room < 12 || tail == "" {
		return ruler.Fit(cursor+depth+sign+" "+ruler.TruncateEnd(v.text.label(h), w-3-len(depth)), w), ""
	}
	title = cursor + depth + sign + " " + ruler.Fit(ruler.TruncateEnd(v.text.label(h), room), room)
	return title, tail + " "
}

// matchText is the text around a match.
func (v *view) matchText(i, w int) string {
	m := &v.contents.find.matches.All[i]
	return m.Line(v.env.Ruler, v.contents.find.text, w)
}

// textLines draws the visible lines of the text.
func (v *view) textLines(w, h int) []string {
	out := make([]string, 0, h)
	note, bad := v.textNote()
	if note != "" {
		return v.noteLines(out, note, w, h, bad)
	}
	var picked selection
	selecting := v.text.Selecting()
	if selecting {
		picked = v.text.selected()
	}
	for at := v.text.first(); len(out) < h; {
		line := v.textLine(at)
		if selecting {
			line = v.pickedLine(line, at, &picked)
		}
		out = append(out, line+strings.Repeat(" ", max(0, w-1-v.text.paper().width)))
		next := v.text.step(at, 1)
		if next == at {
			break
		}
		at = next
	}
	blank := strings.Repeat(" ", max(0, w))
	for len(out) < h {
		out = append(out, blank)
	}
	return out
}

// textLine draws a row of the text. It marks matches and commented words; the latter also get a sign before the row.
func (v *view) textLine(at flowAt) string {
	p := v.text.pageOf(at.head, at.part)
	line := p.lines(at.spot.Line)[at.spot.Row]
	if i := at.spot.Line - len(p.title); !p.drawn && i >= 0 && i < len(p.groups) {
		line = v.paint.body.On(line)
	}
	line, sign := v.changed(line, p, at)
	for i, t := range v.doc.threadsIn(at.head) {
		if t.lost {
			if at.part == 0 && at.spot.Line == 0 {
				sign = v.remarkSign()
			}
			continue
		}
		part, ord := v.doc.partOf(t.spot, t.words)
		for _, m := range p.marks(t.words, at.spot) {
			if part != at.part || m.ord != ord {
				continue
			}
			paint := v.paint.remark
			if v.doc.remarks.at == i {
				paint = v.paint.cursor
			}
			line, sign = v.marked(line, m, paint), v.remarkSign()
		}
	}
	now := spot{-1, 0}
	if v.contents.find.at < len(v.contents.find.spots) {
		now = v.contents.find.spots[v.contents.find.at]
		if part, ord := v.doc.partOf(now, v.contents.find.text); part == at.part {
			now.ord = ord
		} else {
			now.head = -1
		}
	}
	for _, m := range p.marks(v.contents.find.text, at.spot) {
		paint := v.paint.match
		if at.head == now.head && m.ord == now.ord {
			paint = v.paint.cursor
		}
		line = v.marked(line, m, paint)
	}
	return sign + line
}

// threadsIn returns the comments in a section by number.
func (d *doc) threadsIn(head int) func(func(int, thread) bool) {
	return func(yield func(int, thread) bool) {
		if d.remarks == nil {
			return
		}
		all := d.remarks.threads
		for i := sort.Search(len(all), func(i int) bool { return all[i].head >= head }); i < len(all) && all[i].head == head; i++ {
			if !yield(i, all[i]) {
				return
			}
		}
	}
}

// remarkSign marks a row with commented words.
func (v *view) remarkSign() string {
	sign := "»"
	if v.env.Styles.Glyphs.Top != "─" {
		sign = ">"
	}
	return v.paint.remark.On(sign)
}

// marked styles a part of a row.
func (v *view) marked(line string, m mark, paint kit.Paint) string {
	part := ansi.Strip(ansi.Cut(line, m.from, m.to))
	return kit.Splice([]string{line}, []string{paint.On(part)}, m.from, 0, m.to-m.from, v.env.Ruler)[0]
}

// outlineNote replaces a missing outline.
func (v *view) outlineNote() string {
	d, c := v.doc, v.env.Text
	again := v.env.Keys.Key(keys.Refresh)
	switch {
	case d.err != nil && d.outline == nil:
		return model.Sentences(client.Sentence(d.err).In(c), c.Say(text.ReaderAgain, again))
	case d.outline == nil && d.load.slow:
		return c.Say("reading…")
	case d.outline == nil:
		return " "
	case len(d.heads) == 0:
		return c.Say("no headings")
	case len(v.contents.rows) == 0:
		return c.Say("no heading matches; Esc shows all")
	}
	return ""
}

// textNote replaces a missing text.
func (v *view) textNote() (note string, bad bool) {
	d, c := v.doc, v.env.Text
	again := v.env.Keys.Key(keys.Refresh)
	switch {
	case d.outline == nil:
		if _, o := v.shows(); o && v.full && v.geo.rule < 0 {
			return v.outlineNote(), d.err != nil
		}
		return " ", false
	case d.textErr != nil:
		return model.Sentences(client.Sentence(d.textErr).In(c), c.Say(text.ReaderAgain, again)), true
	case d.load.long:
		return c.Say("Long document: %s shows its text.", v.env.Keys.Key(keys.ViewOutline)), false
	case d.body == nil && d.load.slow:
		return c.Say("reading…"), false
	case d.body == nil:
		return " ", false
	}
	if len(d.heads) == 0 || len(d.heads) == 1 && strings.TrimSpace(d.parts(0)[0]) == "" {
		return c.Say("It is empty."), false
	}
	return "", false
}

// noteLines draws a sentence in place of a list or a text.
func (v *view) noteLines(out []string, note string, w, h int, bad bool) []string {
	paint := v.paint.meta
	if bad {
		paint = v.paint.bad
	}
	for _, line := range v.env.Ruler.Wrap(note, w-2) {
		if len(out) < h {
			out = append(out, paint.On(v.env.Ruler.Fit(" "+line, w)))
		}
	}
	for len(out) < h {
		out = append(out, strings.Repeat(" ", max(0, w)))
	}
	return out
}

// changed marks the tracked changes of a row; the sign stands before it.
func (v *view) changed(line string, p *page, at flowAt) (drawn, sign string) {
	sign = " "
	var gone []cut
	if i := at.spot.Line - len(p.title); i >= 0 && i < len(p.spans) && slices.ContainsFunc(p.spans[i], func(s span) bool { return s.unit == deleted }) {
		sign = v.changeSign()
	}
	for _, c := range v.doc.changesIn(at.head) {
		if c.gone != "" && p.drawn && c.ord >= 0 {
			continue
		}
		if c.lost {
			if at.part == 0 && at.spot.Line == 0 {
				sign = v.changeSign()
			}
			continue
		}
		part, ord := v.doc.partOf(c.spot, c.words)
		for _, m := range p.marks(c.words, at.spot) {
			if part != at.part || m.ord != ord {
				continue
			}
			switch said := squeeze(ansi.Strip(ansi.Cut(line, m.from, m.to))); {
			case c.gone == "":
				line = v.marked(line, m, v.paint.added)
			case c.before && !strings.HasPrefix(squeeze(c.words), said), !c.before && !strings.HasSuffix(squeeze(c.words), said):
				continue // the other end of them is in another row
			case c.before:
				gone = append(gone, cut{m.from, c.gone})
			default:
				if c.spaced && c.gone[0] != ' ' { // the space belongs to the words
					m.to++
				}
				if c.alone > 0 {
					c.gone = " " + c.gone
				}
				gone = append(gone, cut{m.to, c.gone})
			}
			sign = v.changeSign()
		}
	}
	slices.SortStableFunc(gone, func(a, b cut) int { return a.at - b.at })
	for _, c := range slices.Backward(gone) {
		line = v.withGone(line, c)
	}
	return line, sign
}

// cut is deleted text and the cell of a row that it stood before.
type cut struct {
	at   int
	gone string
}

// withGone puts deleted text into a row that is not rendered, as much as there is room for.
func (v *view) withGone(line string, c cut) string {
	ruler, gone := v.env.Ruler, strings.TrimSpace(c.gone)
	used := ruler.Width(strings.TrimRight(ansi.Strip(line), " "))
	lead, tail, _ := strings.Cut(c.gone, gone)
	width := v.text.paper().width
	room := width - used - 4 - len(lead+tail) // with the brackets
	if room < min(leastGone, ruler.Width(gone)) {
		return line
	}
	gone = lead + v.paint.gone.On("[-"+ruler.TruncateEnd(gone, room)+"-]") + tail
	return ansi.Truncate(ansi.Cut(line, 0, c.at)+gone+ansi.TruncateLeft(line, c.at, ""), width, "")
}

// changeSign marks a row with tracked changes.
func (v *view) changeSign() string {
	if v.env.Styles.Glyphs.Top != "─" {
		return v.paint.bar.On("|")
	}
	return v.paint.bar.On("│")
}

// pickedLine draws the selected part of a row; line has the sign before it.
func (v *view) pickedLine(line string, at flowAt, s *selection) string {
	if !s.reaches(at) {
		return line
	}
	all := v.text.cells(at)
	from, to, ok := s.cells(at, all)
	if !ok {
		return line
	}
	line = v.text.pick.rows.get(pickedRow{line, from, to}, func() string {
		return v.marked(line, mark{from: from + 1, to: to + 1}, v.paint.picked)
	})
	c := v.text.pick.to
	if at.before(c.flowAt) || c.flowAt.before(at) {
		return line
	}
	if to = c.col + 1; len(all) > 0 {
		to = all[here(c, all)].to
	}
	return v.marked(line, mark{from: c.col + 1, to: to + 1}, v.paint.caret)
}
