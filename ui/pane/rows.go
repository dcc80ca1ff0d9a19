package pane

import (
	"strings"
	"unicode/utf8"

	"aloft/model"
	"aloft/ui/kit"
)

// row draws a row without the cursor, cached if possible.
func (v *view) row(i int) string {
	mark := v.mark(i)
	return v.drawn.Get(v.rowKey(i, mark), func() string { return v.drawRow(i, mark) })
}

func (v *view) rowKey(i int, mark string) kit.RowKey {
	return kit.RowKey{Index: i, Width: v.inner, Mark: mark, Theme: v.env.Styles.Gen, All: v.list.gen + v.look.gen}
}

// mark returns the character in the second column of the gutter.
func (v *view) mark(i int) string {
	g := &v.env.Styles.Glyphs
	switch {
	case v.rows.Selected(i):
		if has(v.differs, v.rows.Key(i)) {
			return g.Differs
		}
		return g.Selected
	case v.place.IsResults():
		return v.hitMark(i)
	case v.cut != nil && has(v.cut, v.rows.Key(i)):
		return g.Cut
	case v.copies != nil && has(v.copies, v.rows.Key(i)):
		return g.Copy
	case v.listing.stale && v.listing.err != nil || v.expected.gone(v.rows.Key(i).Name, v.rows.ID(i)):
		return g.Stale
	}
	return " "
}

// hitMark returns the mark of an entry of a list of results, which may be marked in its folder.
func (v *view) hitMark(i int) string {
	g := &v.env.Styles.Glyphs
	folder, k, ok := v.list.home(i)
	switch {
	case !ok:
	case v.env.Cut.Has(folder, k, model.MarkCut):
		return g.Cut
	case v.env.Cut.Has(folder, k, model.MarkCopy):
		return g.Copy
	case v.env.Expected.in(folder).gone(k.Name, v.rows.ID(i)):
		return g.Stale
	}
	return " "
}

func has(set map[model.Key]struct{}, k model.Key) bool { _, ok := set[k]; return ok }

// name draws the name of an entry as wide as its column.
func (v *view) name(e *model.Entry) string {
	r, width := v.env.Ruler, v.look.name()
	shown := v.env.Icons.Of(kit.ClassOf(v.told(e)), r) + model.CleanName(e.Name)
	if v.rows.Shared()[e.Name] {
		shown += " " + kit.IDTail(e.ID) // otherwise they look the same
	}
	switch {
	case e.Enterable():
		return r.Fit(r.Truncate(shown, width-1)+"/", width)
	case e.Kind == model.KindLink && !v.rows.Head().Steady: // on a disk
		return r.Fit(r.Truncate(shown, width-1)+"@", width)
	}
	return r.Fit(shown, width)
}

// parts returns the texts of a row: the name and the other columns.
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
	b.WriteString(v.rest)
	return name, b.String(), e
}

// told returns the entry with everything known beyond its listing.
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
	paint := v.paint.class[kit.ClassOf(v.told(e))]
	side := " " + mark
	switch mark {
	case g.Selected, g.Differs:
		side = v.paint.selected.On(side)
	case g.Cut:
		side = v.paint.cut.On(side)
	case g.Copy:
		side = v.paint.copied.On(side)
	case g.Stale:
		paint = v.paint.stale
	}
	short := strings.TrimRight(name, " ") // its blanks are drawn with those of the columns, in one run
	return side + v.marked(short, paint) + v.paint.meta.On(name[len(short):]+meta)
}

// marked highlights the search text in a name.
func (v *view) marked(name string, paint kit.Paint) string {
	var b strings.Builder
	at := 0
	for _, s := range v.matches(name) {
		b.WriteString(paint.On(name[at:s.from]))
		b.WriteString(v.paint.match.On(name[s.from:s.to]))
		at = s.to
	}
	if at < len(name) || at == 0 {
		b.WriteString(paint.On(name[at:]))
	}
	return b.String()
}

// span is a part of a text, in bytes.
type span struct{ from, to int }

// matches returns the parts of a name that match the search, the filter, or the list of results.
func (v *view) matches(name string) []span {
	for _, want := range [...]string{v.find.String(), v.Filter(), v.env.Results[v.place.String()].Match} {
		if want == "" || strings.ContainsAny(want, "*?") {
			continue
		}
		from := strings.Index(strings.ToLower(name), strings.ToLower(want))
		// If lower case changes the length, the position is unknown.
		if to := from + len(want); from >= 0 && to <= len(name) && strings.EqualFold(name[from:to], want) {
			return []span{{from, to}}
		}
		if want == v.find.String() {
			return nil
		}
		return scattered(name, want)
	}
	return nil
}

// scattered finds the letters of a text in a name, in order, or returns nil.
func scattered(name, want string) []span {
	var out []span
	letters := []rune(want)
	for i, r := range name {
		if len(letters) == 0 {
			break
		}
		if !strings.EqualFold(string(r), string(letters[0])) {
			continue
		}
		letters = letters[1:]
		to := i + utf8.RuneLen(r)
		if n := len(out); n > 0 && out[n-1].to == i {
			out[n-1].to = to
			continue
		}
		out = append(out, span{i, to})
	}
	if len(letters) > 0 {
		return nil
	}
	return out
}

// cursorLine draws the row of the cursor: anew in the list where the cursor moves, cached in the other pane.
func (v *view) cursorLine(i int) string {
	mark := v.mark(i)
	if v.focus {
		return v.cursorRow(i, mark)
	}
	return v.drawn.Get(v.rowKey(i, ">"+mark), func() string { return v.cursorRow(i, mark) })
}

// cursorRow draws the row anew, in the colour of its kind on the ground of the cursor.
func (v *view) cursorRow(i int, mark string) string {
	name, meta, e := v.parts(i)
	g := &v.env.Styles.Glyphs
	if v.field != nil {
		field, _ := v.field.View()
		return g.Cursor + mark + field + v.paint.meta.On(meta)
	}
	return v.cursorPaint(kit.ClassOf(v.told(e))).On(g.Cursor + mark + name + meta)
}

func (v *view) cursorPaint(c kit.Class) kit.Paint {
	if v.focus {
		return v.paint.cursor[c]
	}
	return v.paint.blurred[c]
}

func (v *view) parentLine(cursor bool) string {
	g := &v.env.Styles.Glyphs
	row := v.env.Ruler.Fit("  ..", v.inner)
	if !cursor {
		return v.paint.class[kit.Folder].On(row)
	}
	return v.cursorPaint(kit.Folder).On(g.Cursor + row[1:])
}

// folder draws the folder of a result. Its end distinguishes it, so the beginning is cut.
func (v *view) folder(e *model.Entry) string {
	width, r := 0, v.env.Ruler
	for i := range v.columns {
		if v.columns[i].results {
			width = v.widths[i]
		}
	}
	said := ""
	if o := e.From; o != nil {
		folder, told := o.Told()
		switch {
		case told:
			said = model.Clean(folder.Unpinned().String())
		case e.Facts().Space != "":
			said = v.env.Text.Say("in a space")
		default:
			said = "?"
		}
	}
	return " " + r.Fit(r.TruncateStart(said, width-1), width-1)
}
