package pane

import (
	"cmp"
	"time"

	"aloft/model"
	"aloft/ui/kit"
)

// list holds the rows of the current folder, the cursor, and the scroll position. Line 0 is "..", if there is one.
type list struct {
	env    *Env
	place  model.Place
	rows   *model.Rows
	listed bool     // the rows belong to this folder
	win    kit.List // its cursor is that of the rows, see window
	find   model.Filter
	coming coming
	dotted string // a hidden entry that is shown because the cursor was sent to it
	gen    int    // incremented to redraw every row
}

// coming is where the cursor goes once the entry is listed: an entry that a job is creating or renaming, one
// requested before its folder was listed, or the end of a folder still being listed. Moving the cursor drops it.
type coming struct {
	step model.Step
	kind model.Kind // "" = any
	end  bool
}

// enter starts with another folder that is not listed yet.
func (l *list) enter(at model.Place) {
	*l = list{env: l.env, place: at, rows: model.NewRows(), win: kit.List{Height: l.win.Height}, gen: l.gen + 1}
	l.setFilter("")
}

// set takes a listing and keeps the cursor on its entry and line. first reports the folder's first listing.
func (l *list) set(s *model.Sorted) (first bool) {
	w := l.window()
	first = !l.listed
	l.rows.Set(s)
	if first {
		// Not earlier: without entries the cursor would go to ".." and stay there.
		l.rows.SetParentRow(l.parentRow() > 0)
	}
	l.listed = true
	l.gen++
	if first {
		l.reveal()
	} else {
		w.Keep(l.line(), l.count())
	}
	return first
}

// Place returns the place that the pane shows or is about to show.
func (l *list) Place() model.Place { return l.place }

// Rows returns the rows, for reading only.
func (l *list) Rows() *model.Rows { return l.rows }

// Current returns the entry under the cursor, or nil on "..".
func (l *list) Current() *model.Entry { return l.rows.Current() }

// Find returns the entry of a place, or nil if this pane does not list it.
func (l *list) Find(at model.Place) *model.Entry {
	if l.place.IsResults() {
		return l.findHit(at)
	}
	if at.IsRoot() || !at.Parent().Equal(l.place) {
		return nil
	}
	if row, ok := l.rowOf(at.Last()); ok {
		return l.rows.At(row)
	}
	return nil
}

// Has reports whether the folder is known to contain a folder of that name.
func (l *list) Has(name string) bool {
	_, ok := l.rows.Lookup(model.Key{Name: name, Kind: model.KindFolder})
	return ok
}

// ListedAt returns the time of the current listing, or zero.
func (l *list) ListedAt() time.Time {
	if !l.listed {
		return time.Time{}
	}
	return l.rows.Head().ListedAt
}

// Meet drops expected changes that the listing shows.
func (l *list) Meet() {
	if l.listed {
		l.env.Expected.met(l.rows.Sorted())
	}
}

// parentRow is 1 if the list begins with "..", else 0.
func (l *list) parentRow() int {
	if l.place.IsRoot() || l.place.IsResults() {
		return 0
	}
	return 1
}

// count returns the number of lines.
func (l *list) count() int { return l.rows.Len() + l.parentRow() }

// line returns the line of the cursor. Before the first listing it is "..".
func (l *list) line() int {
	if !l.listed {
		return 0
	}
	return l.rows.Cursor() + l.parentRow()
}

// window returns the window with the present rows and their cursor.
func (l *list) window() *kit.List {
	l.win.At, l.win.Len = l.line(), l.count()
	return &l.win
}

// reveal scrolls to the cursor.
func (l *list) reveal() { l.window().Reveal() }

// Move steps the cursor.
func (l *list) Move(by int) { l.step(by, false) }

// step moves the cursor, and with page the window.
func (l *list) step(by int, page bool) {
	l.coming = coming{}
	w := l.window()
	w.Step(by, page)
	l.hold(w.At)
}

// hold puts the cursor of the rows on a line.
func (l *list) hold(line int) { l.rows.MoveTo(line - l.parentRow()) }

// Wheel scrolls by lines.
func (l *list) Wheel(by int) {
	w := l.window()
	if w.Wheel(by); w.At != l.line() {
		l.hold(w.At)
	}
}

// under returns the line at a height of the view, or the one after the last.
func (l *list) under(y int) int {
	return max(0, min(l.win.Top+max(-1, min(y, l.win.Height)), l.count()-1))
}

// follow puts the cursor on the line under the pointer and scrolls no more than needed.
func (l *list) follow(line int) {
	l.coming = coming{}
	l.hold(line)
	l.window().Fit()
}

// Click puts the cursor on a visible line and reports whether it exists.
func (l *list) Click(line int) bool {
	if line < 0 || line >= l.count() {
		return false
	}
	l.follow(line)
	return true
}

// Want puts the cursor on a new entry as soon as place lists it.
func (l *list) Want(place model.Place, name string, kind model.Kind) {
	if place.Equal(l.place) {
		l.want(coming{step: model.Step{Name: name}, kind: kind})
	}
}

// want puts the cursor on an entry, now or when it is listed.
func (l *list) want(c coming) {
	l.coming = c
	if l.rows.Filter().Hides(c.step.Name) {
		l.dotted = c.step.Name
		l.setFilter(l.Filter())
	}
	l.meet()
}

// meet puts the cursor on the awaited entry once it is listed.
func (l *list) meet() {
	if l.coming.end {
		l.hold(l.count() - 1)
		l.reveal()
		return
	}
	if l.coming.step == (model.Step{}) {
		return
	}
	row, ok := 0, false
	if l.coming.kind == "" {
		row, ok = l.rowOf(l.coming.step)
	} else {
		row, ok = l.rows.Lookup(model.Key{Name: l.coming.step.Name, Kind: l.coming.kind})
	}
	if ok {
		l.rows.MoveTo(row)
		l.coming = coming{}
		l.reveal()
	}
}

// rowOf finds an entry by its name, or by its id if it is pinned.
func (l *list) rowOf(s model.Step) (int, bool) {
	if s.ID != "" {
		return l.rowWith(s.ID)
	}
	for _, k := range [...]model.Kind{model.KindFolder, model.KindFile, model.KindLink, model.KindSpace, model.KindDoc,
		model.KindSheet, model.KindSlide, model.KindForm, model.KindMind, model.KindFlowchart,
		model.KindSmartCanvas, model.KindSmartSheet, model.KindOther} {
		if row, ok := l.rows.Lookup(model.Key{Name: s.Name, Kind: k}); ok {
			return row, true
		}
	}
	return 0, false
}

// rowWith finds an entry by its id.
func (l *list) rowWith(id string) (int, bool) {
	for i := range l.rows.Len() {
		if l.rows.ID(i) == id {
			return i, true
		}
	}
	return 0, false
}

// PlaceOf returns the place of an entry of this folder.
func (l *list) PlaceOf(e *model.Entry) model.Place { return l.place.JoinEntry(e, l.rows.Shared()) }

// Filter returns the active filter, or "".
func (l *list) Filter() string { return l.rows.Filter().String() }

// Finding returns the text being searched for, or "".
func (l *list) Finding() string { return l.find.String() }

// FindsOther reports whether an entry other than the current one matches the search.
func (l *list) FindsOther(back bool) bool {
	row, ok := l.rows.Find(l.find, max(l.rows.Cursor(), -1), back)
	return ok && row != l.rows.Cursor()
}

// setFilter shows the matching entries and keeps the cursor's line.
func (l *list) setFilter(s string) {
	w := l.window()
	f := model.NewFilter(s).Fuzzy()
	f.Dotless, f.But = HidesDots(l.place, cmp.Or(l.env.Dots, l.env.Hidden)), l.dotted
	l.rows.SetFilter(f)
	w.Keep(l.line(), l.count())
	l.gen++
}

// HidesDots reports whether a place hides names that begin with a dot.
func HidesDots(at model.Place, setting string) bool {
	return !at.IsResults() && (setting == "hide" || setting != "show" && at.Scheme.Local())
}

// setFind highlights the text in the rows.
func (l *list) setFind(s string) {
	l.find = model.NewFilter(s)
	l.gen++
}

// findOn puts the cursor on the next match from a row.
func (l *list) findOn(from int, back bool) {
	if l.find.Empty() {
		return
	}
	if row, ok := l.rows.Find(l.find, max(from, -1), back); ok {
		l.rows.MoveTo(row)
		l.reveal()
	}
}

// findHit returns the entry of a place among the selected ones, or the current one.
func (l *list) findHit(at model.Place) *model.Entry {
	if e := l.rows.Current(); e != nil && l.PlaceOf(e).Equal(at) {
		return e
	}
	for _, e := range l.rows.SelectedEntries() {
		if l.PlaceOf(&e).Equal(at) {
			return &e
		}
	}
	return nil
}
