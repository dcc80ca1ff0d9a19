package pane

import (
	"cmp"
	"slices"

	"aloft/model"
	"aloft/ui/keys"
)

// Selection is what an action applies to.
type Selection struct {
	Folder    model.Place   // the pane's folder
	Entries   []model.Entry // of this folder
	Elsewhere []model.Place // selected in other folders
	Marked    bool          // selected, not just under the cursor
	shared    map[string]bool
}

// Places returns the places of the selection.
func (s Selection) Places() []model.Place {
	out := make([]model.Place, 0, len(s.Entries)+len(s.Elsewhere))
	for i := range s.Entries {
		out = append(out, s.Folder.JoinEntry(&s.Entries[i], s.shared))
	}
	return append(out, s.Elsewhere...)
}

// Len returns the number of entries.
func (s Selection) Len() int { return len(s.Entries) + len(s.Elsewhere) }

// selected holds the selection: in the list and in folders shown before.
type selected struct {
	list      *list
	elsewhere model.Marks
	dragging  bool                   // a range follows the pointer
	differs   map[model.Key]struct{} // from the entry of that name in the other folder
	compared  model.Place            // the folder of the last comparison
}

// Selection returns the selected entries here and elsewhere, or else the entry under the cursor.
func (s *selected) Selection() Selection {
	r := s.list.rows
	out := Selection{Folder: s.list.place, Elsewhere: s.elsewhere.Places(model.MarkSelect), shared: r.Shared()}
	out.Entries = r.SelectedEntries()
	out.Marked = out.Len() > 0
	if !out.Marked {
		if e := r.Current(); e != nil {
			out.Entries = []model.Entry{*e}
		}
	}
	return out
}

// Selected returns the number of selected entries: here and in other folders.
func (s *selected) Selected() (here, elsewhere int) {
	_, elsewhere = s.elsewhere.Count(s.list.place, model.MarkSelect)
	return s.list.rows.SelectedCount(), elsewhere
}

// ClearSelection drops the selection here and elsewhere. After a comparison it also drops the other pane's.
func (p *Pane) ClearSelection() {
	if q := p.env.Peer(p.id); q != nil && !p.compared.IsZero() {
		q.uncompare()
	}
	p.uncompare()
	p.rows.ClearSelection()
	p.elsewhere.Drop(model.MarkSelect)
}

// leave stores the selection of the folder.
func (s *selected) leave() {
	if s.list.place.IsResults() {
		s.list.markHomes(&s.elsewhere, model.MarkSelect)
		return
	}
	s.elsewhere.Put(s.list.place, model.MarkSelect, s.list.rows.SelectedKeys())
	s.differs = nil
}

// back restores the selection of the folder.
func (s *selected) back() {
	if s.list.place.IsResults() {
		return // already selected in its folders
	}
	s.list.rows.SelectKeys(s.elsewhere.Keys(s.list.place, model.MarkSelect))
	s.elsewhere.Put(s.list.place, model.MarkSelect, nil)
}

// Gone drops moved, renamed or deleted entries from the selection.
func (s *selected) Gone(at model.Place) {
	s.elsewhere.Gone(at)
	if s.list.place.IsResults() {
		return // the row is removed or moves along
	}
	if !at.Parent().Equal(s.list.place) {
		return
	}
	if row, ok := s.list.rowOf(at.Last()); ok {
		s.list.rows.Select(row, false)
	}
}

// Refilter applies the filter again, when hidden names are to be shown, or others hidden. What is hidden is not selected,
// in no folder and no tab.
func (p *Pane) Refilter() {
	p.dotted = ""
	p.setFilter(p.Filter())
	p.unselectHidden(&p.elsewhere)
	for _, t := range p.hidden() {
		p.unselectHidden(&t.marked)
	}
}

// unselectHidden drops the selection of what its folder hides.
func (p *Pane) unselectHidden(marks *model.Marks) {
	for _, at := range marks.Folders(model.MarkSelect) {
		f := model.Filter{Dotless: HidesDots(at, cmp.Or(p.env.Dots, p.env.Hidden))}
		hides := func(k model.Key) bool { return f.Hides(k.Name) }
		marks.Put(at, model.MarkSelect, slices.DeleteFunc(marks.Keys(at, model.MarkSelect), hides))
	}
}

// SelectMatching selects or unselects by pattern and returns how many changed.
func (s *selected) SelectMatching(pattern string, on bool) int {
	return s.list.rows.SelectMatching(model.NewFilter(pattern), on)
}

// Drag selects from the row of the cursor, where the button was pressed, to the row at a height of the pane. Beyond
// the rows it scrolls.
func (s *selected) Drag(y int) {
	l := s.list
	at := l.under(y - 1)
	if at == l.line() {
		return
	}
	if !l.rows.Ranging() { // a range begun by a key continues
		s.dragging = true
		l.rows.StartRange()
	}
	l.follow(at)
}

// Drop ends the drag and keeps its selection.
func (s *selected) Drop() {
	if s.dragging {
		s.dragging = false
		s.list.rows.EndRange(true)
	}
}

// do carries out an action on the selection. It returns false for all others.
func (s *selected) do(a keys.Action) bool {
	l, r := s.list, s.list.rows
	switch a {
	case keys.Toggle:
		if r.Ranging() {
			r.EndRange(true)
		} else {
			r.Toggle(r.Cursor())
		}
		l.Move(1)
	case keys.ExtendDown:
		r.Select(r.Cursor(), true)
		l.Move(1)
		r.Select(r.Cursor(), true)
	case keys.ExtendUp:
		r.Select(r.Cursor(), true)
		l.Move(-1)
		r.Select(r.Cursor(), true)
	case keys.Range:
		if r.Ranging() {
			r.EndRange(true)
		} else {
			r.StartRange()
		}
	case keys.SelectAll:
		r.SelectAll()
	case keys.Invert:
		r.Invert()
	default:
		return false
	}
	return true
}

// MarkInto marks the selected entries, here and elsewhere, or the current one. It replaces earlier marks of that
// kind.
func (s *selected) MarkInto(marks *model.Marks, mark model.Mark) {
	marks.Drop(mark)
	r, at := s.list.rows, s.list.place
	here, elsewhere := s.Selected()
	if here+elsewhere == 0 && r.Current() != nil {
		if folder, k, ok := s.list.home(r.Cursor()); ok {
			marks.Put(folder, mark, []model.Key{k})
		}
	} else if at.IsResults() {
		s.list.markHomes(marks, mark)
	} else {
		marks.Put(at, mark, r.SelectedKeys())
	}
	for _, folder := range s.elsewhere.Folders(model.MarkSelect) {
		if !folder.Equal(at) {
			marks.Put(folder, mark, s.elsewhere.Keys(folder, model.MarkSelect))
		}
	}
}
