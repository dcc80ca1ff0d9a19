package pane

import (
	"aloft/model"
	"aloft/ui/keys"
)

// Selection is what an action applies to.
type Selection struct {
	Folder    model.Place   // the folder that the pane shows
	Entries   []model.Entry // of this folder
	Elsewhere []model.Place // selected in other folders
	Marked    bool          // they were selected, not just under the cursor
	shared    map[string]bool
}

// Places of everything in the selection.
func (s Selection) Places() []model.Place {
	out := make([]model.Place, 0, len(s.Entries)+len(s.Elsewhere))
	for i := range s.Entries {
		out = append(out, s.Folder.JoinEntry(&s.Entries[i], s.shared))
	}
	return append(out, s.Elsewhere...)
}

// Len is the number of entries.
func (s Selection) Len() int { return len(s.Entries) + len(s.Elsewhere) }

// selected is what is selected: in the list, and in folders that it showed before.
type selected struct {
	list      *list
	elsewhere model.Marks
	dragging  bool                   // a range follows the pointer
	differs   map[model.Key]struct{} // from the entry of that name in the folder it was compared with
	compared  model.Place            // the folder in which the last comparison has selected
}

// Selection is what is selected here and elsewhere, or else the entry under the cursor.
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

// Selected is how many are selected: here, and in other folders.
func (s *selected) Selected() (here, elsewhere int) {
	_, elsewhere = s.elsewhere.Count(s.list.place, model.MarkSelect)
	return s.list.rows.SelectedCount(), elsewhere
}

// ClearSelection drops the selection here and elsewhere, and with a comparison's what that has
// selected in the other pane.
func (p *Pane) ClearSelection() {
	if q := p.env.Peer(p.id); q != nil && !p.compared.IsZero() {
		q.uncompare()
	}
	p.uncompare()
	p.rows.ClearSelection()
	p.elsewhere.Drop(model.MarkSelect)
}

// leave keeps what is selected in the folder that is left.
func (s *selected) leave() {
	if s.list.place.IsResults() {
		s.list.markHomes(&s.elsewhere, model.MarkSelect)
		return
	}
	s.elsewhere.Put(s.list.place, model.MarkSelect, s.list.rows.SelectedKeys())
	s.differs = nil
}

// back restores what was selected when the folder was left.
func (s *selected) back() {
	if s.list.place.IsResults() {
		return // it is selected in its folders
	}
	s.list.rows.SelectKeys(s.elsewhere.Keys(s.list.place, model.MarkSelect))
	s.elsewhere.Put(s.list.place, model.MarkSelect, nil)
}

// Gone drops what was moved, renamed or deleted from the selection.
func (s *selected) Gone(at model.Place) {
	s.elsewhere.Gone(at)
	if s.list.place.IsResults() {
		return // the row goes, or follows
	}
	if !at.Parent().Equal(s.list.place) {
		return
	}
	if row, ok := s.list.rowOf(at.Last()); ok {
		s.list.rows.Select(row, false)
	}
}

// SelectMatching selects or deselects by pattern; n is how many have changed.
func (s *selected) SelectMatching(pattern string, on bool) int {
	return s.list.rows.SelectMatching(model.NewFilter(pattern), on)
}

// Drag selects from the row on which the pointer was pressed, where the cursor is, to the one
// at a height of the pane; beyond its rows it scrolls.
func (s *selected) Drag(y int) {
	l := s.list
	at := l.under(y - 1)
	if at == l.line() {
		return
	}
	if !l.rows.Ranging() { // a range that a key has begun goes on
		s.dragging = true
		l.rows.StartRange()
	}
	l.follow(at)
}

// Drop ends that; what was dragged over stays selected.
func (s *selected) Drop() {
	if s.dragging {
		s.dragging = false
		s.list.rows.EndRange(true)
	}
}

// do carries out an action on the selection; false for all others.
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

// MarkInto marks what is selected, here and elsewhere, or the entry under the
// cursor; earlier marks of that kind are dropped.
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
