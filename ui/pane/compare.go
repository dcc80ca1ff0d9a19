package pane

import "aloft/model"

// Differences counts the differences between the folders of two panes.
type Differences struct {
	Here, There int // entries that only one of them has
	Differ      int // names that both have, with another kind, size or time
	Same        int // names without a known difference
	Hidden      int // entries that differ in a pane whose filter hides them
}

// Any reports whether the folders differ.
func (d Differences) Any() bool { return d.Here+d.There+d.Differ > 0 }

// Compare selects the differing entries of two panes and unselects everything else in their folders.
func Compare(here, there *Pane) Differences {
	var d Differences
	a, b := here.rows.Sorted(), there.rows.Sorted()
	byName := make(map[string][]int, b.Len())
	for i := range b.Len() {
		byName[b.Name(i)] = append(byName[b.Name(i)], i)
	}
	here.beginCompare()
	there.beginCompare()
	far := !here.place.Scheme.Local() || !there.place.Scheme.Local()
	pair := func(i, j int) {
		if a.At(i).Differs(b.At(j), far) == "" {
			d.Same++
			return
		}
		d.Differ++
		d.Hidden += here.pickDiffering(a.Key(i)) + there.pickDiffering(b.Key(j))
	}
	var alone []int
	for i := range a.Len() {
		twins := byName[a.Name(i)]
		if len(twins) == 0 {
			alone = append(alone, i)
			continue
		}
		pair(i, twins[0])
		byName[a.Name(i)] = twins[1:]
	}
	byForm := map[string]int{} // names that only b has
	for i := range b.Len() {
		if rest := byName[b.Name(i)]; len(rest) == 0 || rest[0] > i {
			continue
		}
		form := model.NameForm(b.Name(i), false)
		if _, twin := byForm[form]; twin {
			d.There++
			d.Hidden += there.pick(b.Key(i))
			continue
		}
		byForm[form] = i
	}
	for _, i := range alone {
		form := model.NameForm(a.Name(i), false)
		if j, ok := byForm[form]; ok {
			delete(byForm, form)
			pair(i, j)
			continue
		}
		d.Here++
		d.Hidden += here.pick(a.Key(i))
	}
	for _, j := range byForm {
		d.There++
		d.Hidden += there.pick(b.Key(j))
	}
	return d
}

// beginCompare drops what is selected in this folder.
func (s *selected) beginCompare() {
	s.uncompare()
	s.list.rows.ClearSelection()
	s.differs, s.compared = map[model.Key]struct{}{}, s.list.place
}

// uncompare drops what is selected in the folder that was compared.
func (s *selected) uncompare() {
	switch {
	case s.compared.IsZero():
	case s.compared.Equal(s.list.place):
		s.list.rows.ClearSelection()
	default:
		s.elsewhere.Put(s.compared, model.MarkSelect, nil)
	}
	s.differs, s.compared = nil, model.Place{}
}

// pick selects an entry; hidden is 1 when the filter hides it.
func (s *selected) pick(k model.Key) (hidden int) {
	row, ok := s.list.rows.Lookup(k)
	if !ok {
		return 1
	}
	s.list.rows.Select(row, true)
	return 0
}

func (s *selected) pickDiffering(k model.Key) (hidden int) {
	s.differs[k] = struct{}{}
	return s.pick(k)
}
