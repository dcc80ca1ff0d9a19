// Package step splits a plan into steps on single entries, in an order in which
// they can be executed, and says which steps touch the same places.
package step

import (
	"cmp"
	"slices"

	"aloft/model"
)

// Step is one effect on one entry. An item is one step, except a move under a new
// name: that is a rename in the source folder, then a move, or the other way round. The
// plan has checked that both names are free where they are taken, so at no moment do two
// entries share a name (what a service does then is not specified), and each half can be
// verified by itself.
type Step struct {
	n      int // index in the job's steps
	Item   int // index in the plan's items
	Op     model.Op
	Parent model.Place // folder of the source; OpMakeFolder: where it will be
	Name   string      // name before; OpMakeFolder: the new folder's
	To     model.Place // the folder that it goes to, or its copy
	Rename string      // the new name, where it is not name
	Mode   string
	Record string // of the recycle bin
	// Pin is the entry's id where ids never change; Loose: its folder is not known.
	// Maker is the step that makes the entry, -1 = it exists already.
	Pin   string
	Loose bool
	Maker int
	// Once: after an unclear result it is never sent again.
	Once    bool
	Renamed bool // by an earlier step of the same item
	New     *model.New
	Policy  model.Policy
	Kind    model.Kind
	Print   model.Fingerprint
	Pos     int
	// Need must be done before this step, After must be settled, both by index.
	Need, After []int
}

// Source is where the entry was before; for a new folder where it will be.
func (s *Step) Source() model.Place {
	if s.Op.InBin() {
		return s.Parent.Join(BinMark).Join(s.Record)
	}
	if s.Loose {
		return s.Parent.Loose(s.Pin)
	}
	return s.Parent.Join(s.Name)
}

// Makes: it makes a new entry, with its name in its folder.
func (s *Step) Makes() bool {
	return s.Op.Row().Makes
}

// Target is where the entry is when the step is done; none for a deletion.
func (s *Step) Target() (model.Place, bool) {
	name := cmp.Or(s.Rename, s.Name)
	switch s.Op.Row().Ends {
	case model.EndInTarget:
		return s.To.Join(name), true
	case model.EndInFolder:
		return s.Parent.Join(name), !s.Loose
	}
	return model.Place{}, false
}

// places are all places that the step touches.
func (s *Step) places() []model.Place {
	src := s.Source()
	if t, ok := s.Target(); ok && !s.Op.Row().NoSource {
		return []model.Place{src, t}
	}
	return []model.Place{src}
}

// Of returns the steps of a plan in an order in which they can be executed.
func Of(p *model.Plan) []Step {
	steps := make([]Step, 0, len(p.Items))
	add := func(i int, s Step) {
		it := &p.Items[i]
		s.Maker = -1
		if s.Op != it.Op && it.Op.Row().Makes {
			s.Maker, s.Need = len(steps)-1, []int{len(steps) - 1}
		} else {
			s.Pin, s.Loose = it.Pin, it.Loose
		}
		s.n, s.Item, s.Mode, s.Kind, s.Print, s.Pos, s.Record = len(steps), i, it.Mode, it.Kind, it.Print, it.Pos, it.Record
		s.New, s.Policy = it.New, it.Policy
		steps = append(steps, s)
	}
	for i := range p.Items {
		it := &p.Items[i]
		if it.Decision != model.DecideGo && it.Decision != model.DecideNumber {
			continue
		}
		switch op := it.Op.Row(); {
		case op.Moves:
			name, renames := it.Name, it.NewName != "" && it.NewName != it.Name
			if renames && !it.Late {
				add(i, Step{Op: model.OpRename, Parent: it.Parent, Name: it.Name, Rename: it.NewName})
				name = it.NewName
			}
			add(i, Step{Op: model.OpMove, Parent: it.Parent, Name: name, To: it.Target, Renamed: name != it.Name})
			if renames && it.Late {
				add(i, Step{Op: model.OpRename, Parent: it.Target, Name: it.Name, Rename: it.NewName})
			}
		case op.Renames:
			add(i, Step{Op: model.OpRename, Parent: it.Parent, Name: it.Name, Rename: it.NewName})
		case !it.Via.IsZero():
			title := TitleOf(it)
			add(i, Step{Op: it.Op, Parent: it.Parent, Name: it.Name, To: it.Via, Rename: title})
			add(i, Step{Op: model.OpMove, Parent: it.Via, Name: title, To: it.Target})
		case op.Ends == model.EndInTarget:
			add(i, Step{Op: it.Op, Parent: it.Parent, Name: it.Name, To: it.Target, Rename: TitleOf(it)})
		case op.Titled:
			add(i, Step{Op: it.Op, Parent: it.Parent, Name: TitleOf(it)})
		default:
			add(i, Step{Op: it.Op, Parent: it.Parent, Name: it.Name})
		}
	}
	link(steps)
	return steps
}

// TitleOf is the name of the item after the job.
func TitleOf(it *model.Item) string {
	if it.NewName != "" {
		return it.NewName
	}
	return it.Name
}

// link finds the dependencies of each step. A step needs an earlier one that makes
// what it works on or frees the name it takes; it only comes after an earlier one
// that touches the same tree in any other way.
func link(steps []Step) {
	seen := NewTouched()
	for i := range steps {
		s := &steps[i]
		for _, n := range seen.meet(s) {
			if slices.Contains(s.Need, n) || apart(s, &steps[n]) {
				continue
			}
			if needs(s, &steps[n]) {
				s.Need = append(s.Need, n)
			} else {
				s.After = append(s.After, n)
			}
		}
		seen.Add(s)
	}
}

// apart: two entries of one folder that share a name, or take each other's; where
// ids tell them apart, neither has to wait.
func apart(a, b *Step) bool {
	if a.Pin == "" || b.Pin == "" || a.Pin == b.Pin {
		return false
	}
	for _, p := range a.places() {
		for _, q := range b.places() {
			if p, q := p.Unpinned(), q.Unpinned(); !p.Equal(q) && (p.Within(q) || q.Within(p)) {
				return false
			}
		}
	}
	return true
}

func needs(s, earlier *Step) bool {
	t, ok := earlier.Target()
	if ok {
		if s.Source().Within(t) {
			return true
		}
		if st, ok := s.Target(); ok && st.Within(t) {
			return true
		}
	}
	st, ok := s.Target()
	return ok && !s.Op.Row().Folder && st.Equal(earlier.Source())
}

// Touched is a set of places, and of ids, with the steps that touch them.
type Touched struct {
	at    map[string][]int // the place itself
	under map[string][]int // an ancestor of the place
}

// NewTouched returns an empty set.
func NewTouched() *Touched {
	return &Touched{at: map[string][]int{}, under: map[string][]int{}}
}

// Add adds the places of a step.
func (t *Touched) Add(s *Step) {
	if s.Pin != "" {
		t.at[IDKey(s.Pin)] = append(t.at[IDKey(s.Pin)], s.n)
	}
	for _, p := range s.places() {
		p = p.Unpinned()
		t.at[PlaceKey(p)] = append(t.at[PlaceKey(p)], s.n)
		for q := p; !q.IsRoot(); {
			q = q.Parent()
			t.under[PlaceKey(q)] = append(t.under[PlaceKey(q)], s.n)
		}
	}
}

// meet returns the steps that touch a place of s, something in it, or a folder that
// it is in; each once, in order.
func (t *Touched) meet(s *Step) []int {
	var out []int
	if s.Pin != "" {
		out = append(out, t.at[IDKey(s.Pin)]...)
	}
	for _, p := range s.places() {
		p = p.Unpinned()
		out = append(out, t.under[PlaceKey(p)]...)
		for q := p; ; q = q.Parent() {
			out = append(out, t.at[PlaceKey(q)]...)
			if q.IsRoot() {
				break
			}
		}
	}
	return unique(out)
}

// Meets reports whether some step of the set touches what s touches.
func (t *Touched) Meets(s *Step) bool { return len(t.meet(s)) > 0 }

func unique(in []int) []int {
	slices.Sort(in)
	return slices.Compact(in)
}

// Key identifies a step in a log.
type Key struct {
	Item int
	Op   model.Op
}

// BinMark is the name of the bin among the places that steps touch; no folder's
// name can have that byte.
const BinMark = "\x00bin"
