package pane

import (
	"aloft/model"
	"aloft/ui/keys"
)

// Selection is what an action is about.
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

// Selection of the pane: what is selected here and elsewhere, or else the
// entry under the cursor.
func (p *Pane) Selection() Selection {
	s := Selection{Folder: p.place, Elsewhere: p.marks.Places(model.MarkSelect), shared: p.rows.Shared()}
	s.Entries = p.rows.SelectedEntries()
	s.Marked = s.Len() > 0
	if !s.Marked {
		if e := p.rows.Current(); e != nil {
			s.Entries = []model.Entry{*e}
		}
	}
	return s
}

// Selected counts what is selected: here, and in other folders.
func (p *Pane) Selected() (here, elsewhere int) {
	_, elsewhere = p.marks.Count(p.place, model.MarkSelect)
	return p.rows.SelectedCount(), elsewhere
}

// ClearSelection drops the selection here and elsewhere.
func (p *Pane) ClearSelection() {
	p.rows.ClearSelection()
	p.marks.Drop(model.MarkSelect)
}

// Gone takes what was moved, renamed or deleted out of the selection.
func (p *Pane) Gone(at model.Place) {
	p.marks.Gone(at)
	if !at.Parent().Equal(p.place) {
		return
	}
	if row, ok := p.rowOf(at.Last()); ok {
		p.rows.Select(row, false)
	}
}

// SelectMatching selects by pattern, or takes out; n is how many have changed.
func (p *Pane) SelectMatching(pattern string, on bool) int {
	return p.rows.SelectMatching(model.NewFilter(pattern), on)
}

func (p *Pane) doSelect(a keys.Action) bool {
	r := p.rows
	switch a {
	case keys.Toggle:
		if r.Ranging() {
			r.EndRange(true)
		} else {
			r.Toggle(r.Cursor())
		}
		p.Move(1)
	case keys.ExtendDown:
		r.Select(r.Cursor(), true)
		p.Move(1)
		r.Select(r.Cursor(), true)
	case keys.ExtendUp:
		r.Select(r.Cursor(), true)
		p.Move(-1)
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
	case keys.Back:
		return p.back()
	default:
		return false
	}
	return true
}

// back takes one step back: the range, the filter, the find, the selection, a
// listing that is awaited. It reports whether there was one.
func (p *Pane) back() bool {
	here, elsewhere := p.Selected()
	switch {
	case p.rows.Ranging():
		p.rows.EndRange(false)
	case p.state.loading && p.state.slow:
		p.stop()
		p.load.seq++ // its answer is not wanted any more
		if !p.state.listed {
			p.state.err = errStopped
		}
	case !p.rows.Filter().Empty():
		p.setFilter("")
	case !p.find.Empty():
		p.setFind("")
	case here+elsewhere > 0:
		p.ClearSelection()
	default:
		return false
	}
	return true
}

// MarkInto puts another mark on what is selected, here and elsewhere, or on the
// entry under the cursor; earlier marks of that kind are dropped.
func (p *Pane) MarkInto(marks *model.Marks, mark model.Mark) {
	marks.Drop(mark)
	ks := p.rows.SelectedKeys()
	if _, elsewhere := p.Selected(); len(ks) == 0 && elsewhere == 0 && p.rows.Current() != nil {
		ks = []model.Key{p.rows.Key(p.rows.Cursor())}
	}
	marks.Put(p.place, mark, ks)
	for _, folder := range p.marks.Folders(model.MarkSelect) {
		if !folder.Equal(p.place) {
			marks.Put(folder, mark, p.marks.Keys(folder, model.MarkSelect))
		}
	}
}
