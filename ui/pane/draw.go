package pane

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/themes"
	"aloft/ui/kit"
)

// paints are the styles of this pane, ready to be put around text.
type paints struct {
	text, folder, doc, sheet, slide, other, meta kit.Paint
	cursor, blurred                              kit.Paint
	selected, cut, copied, stale, match          kit.Paint
	border, title, titleFocus, count             kit.Paint
	note, bad                                    kit.Paint
}

func newPaints(s *themes.Styles) paints {
	n := kit.NewPaint
	return paints{
		text: n(s.RowText), folder: n(s.RowFolder), doc: n(s.RowDoc), sheet: n(s.RowSheet),
		slide: n(s.RowSlide), other: n(s.RowOther), meta: n(s.RowMeta),
		cursor: n(s.RowCursor), blurred: n(s.RowCursorUnfocused),
		selected: n(s.RowSelected), cut: n(s.RowCut), copied: n(s.RowCopy),
		stale: n(s.RowStale), match: n(s.RowMatch),
		border: n(s.PaneBorder), title: n(s.PaneTitle), titleFocus: n(s.PaneTitleFocus),
		count: n(s.PaneCount), note: n(s.StatusHint), bad: n(s.StatusError),
	}
}

func (p *paints) kind(k model.Kind) kit.Paint {
	switch k {
	case model.KindFolder, model.KindSpace:
		return p.folder
	case model.KindDoc, model.KindSmartCanvas:
		return p.doc
	case model.KindSheet, model.KindSmartSheet:
		return p.sheet
	case model.KindSlide:
		return p.slide
	case model.KindFile:
		return p.text
	}
	return p.other
}

// View draws the pane: h lines, each w cells wide.
func (p *Pane) View() []string {
	if p.h < 2 || p.w < 4 {
		return nil
	}
	out := make([]string, 0, p.h)
	out = append(out, p.viewTitle())
	out = p.viewRows(out)
	return append(out, p.viewFoot())
}

func (p *Pane) viewRows(out []string) []string {
	left, right := "", ""
	if p.env.Boxed {
		g := &p.env.Styles.Glyphs
		left, right = p.paint.border.On(g.Left), p.paint.border.On(g.Right)
	}
	blank := strings.Repeat(" ", p.cols.inner)
	cursor, now := p.line(), p.env.Now()
	note := p.note()
	cut := p.env.Cut.In(p.place, model.MarkCut)
	p.copies = p.env.Cut.In(p.place, model.MarkCopy)
	n, count, off := p.lines(), p.count(), p.parentRow()
	from := min(count-p.top+1, n-len(note))
	for i := range n {
		at := p.top + i
		row := blank
		switch {
		case at < count && at-off >= 0 && at == cursor && p.state.listed:
			row = p.cursorLine(at-off, cut, now)
		case at < count && at-off >= 0:
			row = p.row(at-off, cut, now)
		case at < off:
			row = p.parentLine(at == cursor)
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

// row gives a row that has not the cursor, from the cache when it is there.
func (p *Pane) row(i int, cut map[model.Key]struct{}, now time.Time) string {
	mark := p.mark(i, cut)
	k := kit.RowKey{Index: i, Width: p.cols.inner, Mark: mark, Theme: p.env.Styles.Gen, All: p.gen}
	return p.drawn.Get(k, func() string { return p.drawRow(i, mark, now) })
}

// mark is the sign in the second column of the gutter.
func (p *Pane) mark(i int, cut map[model.Key]struct{}) string {
	g := &p.env.Styles.Glyphs
	switch {
	case p.rows.Selected(i):
		return g.Selected
	case cut != nil && has(cut, p.rows.Key(i)):
		return g.Cut
	case p.copies != nil && has(p.copies, p.rows.Key(i)):
		return g.Copy
	case p.state.stale && p.state.err != nil || p.env.Expected.gone(p.place, p.rows.At(i)):
		return g.Stale
	}
	return " "
}

func has(set map[model.Key]struct{}, k model.Key) bool { _, ok := set[k]; return ok }

// parts are the texts of a row, each as wide as its column.
func (p *Pane) parts(i int, now time.Time) (name, meta string, e *model.Entry) {
	e = p.rows.At(i)
	r := p.env.Ruler
	shown := model.CleanName(e.Name)
	if p.rows.Shared()[e.Name] {
		shown += " " + kit.IDTail(e.ID) // else nobody could tell which is which
	}
	if e.Enterable() {
		name = r.Fit(r.Truncate(shown, p.cols.name-1)+"/", p.cols.name)
	} else {
		name = r.Fit(shown, p.cols.name)
	}
	var b strings.Builder
	if p.cols.size > 0 {
		b.WriteString(r.FitRight(Size(e.Size), p.cols.size))
	}
	if p.cols.kind > 0 {
		b.WriteString(r.FitRight(kit.TypeWord(p.env.Text, p.told(e)), p.cols.kind))
	}
	if p.cols.time > 0 {
		b.WriteString(r.FitRight(p.when(e.Modified, now), p.cols.time))
	}
	return name, b.String(), e
}

// told is the entry with what was learned of its kind beyond its listing.
func (p *Pane) told(e *model.Entry) *model.Entry {
	if e.Kind == model.KindOther && p.env.Told != nil {
		if full := p.env.Told(e.ID); full != nil {
			return full
		}
	}
	return e
}

func (p *Pane) drawRow(i int, mark string, now time.Time) string {
	name, meta, e := p.parts(i, now)
	g := &p.env.Styles.Glyphs
	paint := p.paint.kind(p.told(e).Kind)
	switch mark {
	case g.Selected:
		return p.paint.selected.On(" "+mark+name) + p.paint.meta.On(meta)
	case g.Cut:
		return p.paint.cut.On(" "+mark+name) + p.paint.meta.On(meta)
	case g.Copy:
		return p.paint.copied.On(" "+mark+name) + p.paint.meta.On(meta)
	case g.Stale:
		paint = p.paint.stale
	}
	if from, to, ok := p.matched(name); ok {
		name = paint.On(name[:from]) + p.paint.match.On(name[from:to]) + paint.On(name[to:])
	} else {
		name = paint.On(name)
	}
	return " " + mark + name + p.paint.meta.On(meta)
}

// matched is where the name that is shown has what is being looked for.
func (p *Pane) matched(name string) (from, to int, ok bool) {
	if p.find.Empty() {
		return 0, 0, false
	}
	want := p.find.String()
	from = strings.Index(strings.ToLower(name), strings.ToLower(want))
	to = from + len(want)
	// Where lower case is of another length the place cannot be told.
	if from < 0 || to > len(name) || !strings.EqualFold(name[from:to], want) {
		return 0, 0, false
	}
	return from, to, true
}

// cursorLine is the row of the cursor: drawn afresh where the cursor moves, kept
// in the pane where it stands.
func (p *Pane) cursorLine(i int, cut map[model.Key]struct{}, now time.Time) string {
	if p.focus {
		return p.cursorRow(i, cut, now)
	}
	k := kit.RowKey{Index: i, Width: p.cols.inner, Mark: ">" + p.mark(i, cut), Theme: p.env.Styles.Gen, All: p.gen}
	return p.drawn.Get(k, func() string { return p.cursorRow(i, cut, now) })
}

// cursorRow is drawn afresh: reversed with the keys' focus, underlined without.
func (p *Pane) cursorRow(i int, cut map[model.Key]struct{}, now time.Time) string {
	name, meta, _ := p.parts(i, now)
	g := &p.env.Styles.Glyphs
	if p.typing.what == renaming {
		field, _ := p.renameField()
		return g.Cursor + p.mark(i, cut) + field + p.paint.meta.On(meta)
	}
	return p.cursorPaint().On(g.Cursor + p.mark(i, cut) + name + meta)
}

func (p *Pane) cursorPaint() kit.Paint {
	if p.focus {
		return p.paint.cursor
	}
	return p.paint.blurred
}

func (p *Pane) renameField() (string, int) {
	p.typing.field.SetWidth(p.cols.name)
	return p.typing.field.View()
}

func (p *Pane) parentLine(cursor bool) string {
	g := &p.env.Styles.Glyphs
	row := p.env.Ruler.Fit("  ..", p.cols.inner)
	if !cursor {
		return p.paint.folder.On(row)
	}
	return p.cursorPaint().On(g.Cursor + row[1:])
}

// Cursor is where the terminal's cursor belongs, from the pane's upper left
// corner; nil when nothing is typed in the list.
func (p *Pane) Cursor() *tea.Position {
	if p.typing.what != renaming {
		return nil
	}
	_, x := p.renameField()
	return &tea.Position{X: p.sides()/2 + gutter + x, Y: 1 + p.line() - p.top}
}

// At is the line of the list at a point of the pane, -1 when there is none.
func (p *Pane) At(x, y int) int {
	line := p.top + y - 1
	if y < 1 || y > p.lines() || line >= p.count() || x < 0 || x >= p.w {
		return -1
	}
	return line
}

// Click puts the cursor on a line; it reports whether there is one.
func (p *Pane) Click(line int) bool {
	if line < 0 || line >= p.count() {
		return false
	}
	p.rows.MoveTo(line - p.parentRow())
	p.reveal()
	return true
}

// Wheel scrolls by lines; the cursor follows only when it would leave the view.
func (p *Pane) Wheel(by int) {
	n := p.lines()
	p.top = max(0, min(p.top+by, p.count()-n))
	switch at := p.line(); {
	case at < p.top:
		p.rows.MoveTo(p.top - p.parentRow())
	case at >= p.top+n:
		p.rows.MoveTo(p.top + n - 1 - p.parentRow())
	}
}
