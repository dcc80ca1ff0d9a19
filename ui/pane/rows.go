package pane

import (
	"strings"
	"time"

	"aloft/model"
	"aloft/ui/input"
	"aloft/ui/kit"
)

// view is the input of one drawing of the pane. Drawing changes nothing but the
// cached rows.
type view struct {
	*list
	*look
	env     *Env
	listing *listing
	field   *input.Model // the name that is typed in the row of the cursor, nil when none is
	id      ID
	w, h    int
	focus   bool
	other   string
	now     time.Time
	// What is marked in this folder, to be moved and to be copied.
	cut, copies map[model.Key]struct{}
	expected    expectedNames // what jobs have done to this folder
	// How many are selected: here, and in other folders.
	here, elsewhere int
}

// View draws the pane: h lines, each w cells wide.
func (p *Pane) View() []string {
	if p.h < 2 || p.w < 4 {
		return nil
	}
	v := p.view()
	out := make([]string, 0, p.h)
	out = append(out, v.titleLine())
	out = v.bodyLines(out)
	return append(out, v.footLine())
}

func (p *Pane) view() *view {
	v := &view{
		list: &p.list, look: &p.look, env: p.env, listing: &p.listing, field: p.typing.inRow(),
		id: p.id, w: p.w, h: p.h, focus: p.focus, other: p.other, now: p.env.Now(),
		cut: p.env.Cut.In(p.place, model.MarkCut), copies: p.env.Cut.In(p.place, model.MarkCopy),
		expected: p.env.Expected.in(p.place),
	}
	v.here, v.elsewhere = p.Selected()
	return v
}

// bodyLines draws the list.
func (v *view) bodyLines(out []string) []string {
	left, right, _ := v.env.Frame().Sides()
	blank := strings.Repeat(" ", v.inner)
	cursor := v.line()
	note := v.note()
	n, count, off := v.lines, v.count(), v.parentRow()
	from := min(count-v.top+1, n-len(note))
	for i := range n {
		at := v.top + i
		row := blank
		switch {
		case at < count && at-off >= 0 && at == cursor && v.listed:
			row = v.cursorLine(at - off)
		case at < count && at-off >= 0:
			row = v.row(at - off)
		case at < off:
			row = v.parentLine(at == cursor)
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

// row is a row without the cursor, from the cache when it is there.
func (v *view) row(i int) string {
	mark := v.mark(i)
	return v.drawn.Get(v.rowKey(i, mark), func() string { return v.drawRow(i, mark) })
}

func (v *view) rowKey(i int, mark string) kit.RowKey {
	return kit.RowKey{Index: i, Width: v.inner, Mark: mark, Theme: v.env.Styles.Gen, All: v.list.gen + v.look.gen}
}

// mark is the character in the second column of the gutter.
func (v *view) mark(i int) string {
	g := &v.env.Styles.Glyphs
	switch {
	case v.rows.Selected(i):
		return g.Selected
	case v.cut != nil && has(v.cut, v.rows.Key(i)):
		return g.Cut
	case v.copies != nil && has(v.copies, v.rows.Key(i)):
		return g.Copy
	case v.listing.stale && v.listing.err != nil || v.expected.gone(v.rows.Key(i).Name, v.rows.ID(i)):
		return g.Stale
	}
	return " "
}

func has(set map[model.Key]struct{}, k model.Key) bool { _, ok := set[k]; return ok }

// name of an entry, as wide as its column.
func (v *view) name(e *model.Entry) string {
	r, width := v.env.Ruler, v.look.name()
	shown := model.CleanName(e.Name)
	if v.rows.Shared()[e.Name] {
		shown += " " + kit.IDTail(e.ID) // else nobody could distinguish them
	}
	switch {
	case e.Enterable():
		return r.Fit(r.Truncate(shown, width-1)+"/", width)
	case e.Kind == model.KindLink && !v.rows.Head().Steady: // on a disk
		return r.Fit(r.Truncate(shown, width-1)+"@", width)
	}
	return r.Fit(shown, width)
}

// parts are the texts of a row: the name, and the other columns.
func (v *view) parts(i int) (name, meta string, e *model.Entry) {
	e = v.rows.At(i)
	var b strings.Builder
	for c := range v.columns {
		col := &v.columns[c]
		switch width := v.widths[c]; {
		case col.width == 0:
			name = col.cell(v, e)
		case width > 0:
			b.WriteString(v.env.Ruler.FitRight(col.cell(v, e), width))
		}
	}
	return name, b.String(), e
}

// told is the entry with what is known of its kind beyond its listing.
func (v *view) told(e *model.Entry) *model.Entry {
	if e.Kind == model.KindOther && v.env.Told != nil {
		if full := v.env.Told(e.ID); full != nil {
			return full
		}
	}
	return e
}

func (v *view) drawRow(i int, mark string) string {
	name, meta, e := v.parts(i)
	g := &v.env.Styles.Glyphs
	paint := v.paint.kind(v.told(e).Kind)
	switch mark {
	case g.Selected:
		return v.paint.selected.On(" "+mark+name) + v.paint.meta.On(meta)
	case g.Cut:
		return v.paint.cut.On(" "+mark+name) + v.paint.meta.On(meta)
	case g.Copy:
		return v.paint.copied.On(" "+mark+name) + v.paint.meta.On(meta)
	case g.Stale:
		paint = v.paint.stale
	}
	if from, to, ok := v.matched(name); ok {
		name = paint.On(name[:from]) + v.paint.match.On(name[from:to]) + paint.On(name[to:])
	} else {
		name = paint.On(name)
	}
	return " " + mark + name + v.paint.meta.On(meta)
}

// matched is where the shown name has the text being searched for.
func (v *view) matched(name string) (from, to int, ok bool) {
	if v.find.Empty() {
		return 0, 0, false
	}
	want := v.find.String()
	from = strings.Index(strings.ToLower(name), strings.ToLower(want))
	to = from + len(want)
	// Where lower case has another length the place is unknown.
	if from < 0 || to > len(name) || !strings.EqualFold(name[from:to], want) {
		return 0, 0, false
	}
	return from, to, true
}

// cursorLine is the row of the cursor: drawn afresh where the cursor moves, cached
// in the pane where it does not.
func (v *view) cursorLine(i int) string {
	mark := v.mark(i)
	if v.focus {
		return v.cursorRow(i, mark)
	}
	return v.drawn.Get(v.rowKey(i, ">"+mark), func() string { return v.cursorRow(i, mark) })
}

// cursorRow is drawn afresh: reversed with the keys' focus, underlined without.
func (v *view) cursorRow(i int, mark string) string {
	name, meta, _ := v.parts(i)
	g := &v.env.Styles.Glyphs
	if v.field != nil {
		field, _ := v.field.View()
		return g.Cursor + mark + field + v.paint.meta.On(meta)
	}
	return v.cursorPaint().On(g.Cursor + mark + name + meta)
}

func (v *view) cursorPaint() kit.Paint {
	if v.focus {
		return v.paint.cursor
	}
	return v.paint.blurred
}

func (v *view) parentLine(cursor bool) string {
	g := &v.env.Styles.Glyphs
	row := v.env.Ruler.Fit("  ..", v.inner)
	if !cursor {
		return v.paint.folder.On(row)
	}
	return v.cursorPaint().On(g.Cursor + row[1:])
}
