package journal

import (
	"cmp"
	"hash/maphash"
	"slices"

	"aloft/model"
)

// Step is one effect on one entry. An item is one step, except a move under a new
// name: that is a rename in the source folder, then a move, or the other way round; and a
// folder for copies on their way, which is made first and deleted at the end. The
// plan has checked that both names are free where they are taken, so at no moment do two
// entries share a name (what a service does then is not specified), and each half can be
// verified by itself.
type Step struct {
	n      int // index in the job's steps
	Item   int // index in the plan's items
	Of     *model.Item
	Op     model.Op
	Parent model.Place // folder of the source; OpMakeFolder: where it will be
	Name   string      // name before; OpMakeFolder: the new folder's
	To     model.Place // the folder that it goes to, or its copy
	Rename string      // the new name, where it is not name
	// Pin is the entry's id where ids never change; Loose: its folder is not known.
	// Maker is the step that makes the entry, -1 = it exists already.
	// First is the step that brings the file of which its file is another name, -1 = none.
	Pin   string
	Loose bool
	Maker int
	First int
	// Once: after an unclear result it is never sent again.
	Once    bool
	Renamed bool // by an earlier step of the same item
	// Need must be done before this step, After must be settled, both by index.
	Need, After []int
}

// Source is where the entry was before; for a new folder where it will be.
func (s *Step) Source() model.Place {
	if s.Op.InBin() {
		return s.Parent.Join(BinMark).Join(s.Of.Record)
	}
	if s.Loose {
		return s.Parent.Loose(s.Pin)
	}
	return s.Parent.Join(s.Name)
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

// Back is where an entry of the bin comes back to; none where nobody knows.
func (s *Step) Back() (model.Place, bool) {
	if s.Op != model.OpRecover || s.Of.Former.IsZero() {
		return model.Place{}, false
	}
	return s.Of.Former.Join(TitleOf(s.Of)), true
}

// places are all places that the step touches, and the one that it is like.
func (s *Step) places() []model.Place {
	out := []model.Place{s.Source()}
	if at, ok := s.Back(); ok {
		out = append(out, at)
	} else if t, ok := s.Target(); ok && !s.Op.Row().NoSource {
		out = append(out, t)
	}
	if !s.Of.Like.IsZero() && !s.Op.Transfers() {
		out = append(out, s.Of.Like)
	}
	return out
}

// copies reports whether the step copies what is at the place, or in it.
func (s *Step) copies(at model.Place) bool {
	switch op := s.Op.Row(); {
	case op.Folder:
		return !s.Of.Like.IsZero() && s.Of.Like.Unpinned().Within(at.Unpinned())
	case s.Op.Transfers(), op.ToTarget() && op.Makes:
		return s.Source().Unpinned().Within(at.Unpinned())
	}
	return false
}

// Of returns the steps of a plan in an order in which they can be executed.
func Of(p *model.Plan) []Step {
	steps := make([]Step, 0, len(p.Items))
	add := func(i int, s Step) {
		it := &p.Items[i]
		s.Maker, s.First = -1, -1
		if s.Op != it.Op && it.Op.Row().Makes {
			s.Maker, s.Need = len(steps)-1, []int{len(steps) - 1}
		} else {
			s.Pin, s.Loose = it.Pin, it.Loose
		}
		s.n, s.Item, s.Of = len(steps), i, it
		steps = append(steps, s)
	}
	unused := unusedAsides(p.Items)
	for i := range p.Items {
		it := &p.Items[i]
		if !it.Goes() || unused[PlaceKey(it.Place())] {
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
			made := title
			if !p.Steady { // the copy has the original's name first
				made = it.Name
			}
			add(i, Step{Op: it.Op, Parent: it.Parent, Name: it.Name, To: it.Via, Rename: made})
			if made != title {
				add(i, Step{Op: model.OpRename, Parent: it.Via, Name: made, Rename: title})
			}
			add(i, Step{Op: model.OpMove, Parent: it.Via, Name: title, To: it.Target})
		case op.Ends == model.EndInTarget && it.Late:
			add(i, Step{Op: it.Op, Parent: it.Parent, Name: it.Name, To: it.Target, Rename: it.Name})
			add(i, Step{Op: model.OpRename, Parent: it.Target, Name: it.Name, Rename: TitleOf(it)})
		case op.Ends == model.EndInTarget:
			add(i, Step{Op: it.Op, Parent: it.Parent, Name: it.Name, To: it.Target, Rename: TitleOf(it)})
		case op.Titled:
			add(i, Step{Op: it.Op, Parent: it.Parent, Name: TitleOf(it)})
		default:
			add(i, Step{Op: it.Op, Parent: it.Parent, Name: it.Name})
		}
	}
	for i := range p.Items {
		if it := &p.Items[i]; it.Mode == model.ModeAside && it.Goes() && !unused[PlaceKey(it.Place())] {
			add(i, Step{Op: model.OpDelete, Parent: it.Parent, Name: it.Name})
			s := &steps[len(steps)-1]
			s.Maker, s.Need = -1, nil // all that was made in it comes first
		}
	}
	link(steps)
	return steps
}

// unusedAsides are the folders for copies on their way that no copy needs after all, by
// their PlaceKey.
func unusedAsides(items []model.Item) map[string]bool {
	unused := map[string]bool{}
	for i := range items {
		if items[i].Mode == model.ModeAside {
			unused[PlaceKey(items[i].Place())] = true
		}
	}
	for i := range items {
		if it := &items[i]; len(unused) > 0 && it.Goes() && !it.Via.IsZero() {
			delete(unused, PlaceKey(it.Via))
		}
	}
	return unused
}

// TitleOf is the name of the item after the job.
func TitleOf(it *model.Item) string {
	return cmp.Or(it.NewName, it.Name)
}

// link finds the dependencies of each step. A step needs an earlier one that makes
// what it works on or frees the name it takes; it only comes after an earlier one
// that touches the same tree in any other way.
func link(steps []Step) {
	seen, first := NewTouched(), map[string]int{}
	for i := range steps {
		s := &steps[i]
		if in := s.Of.Inode; in != "" && s.Op.Transfers() {
			if n, ok := first[in]; ok {
				s.First, s.After = n, append(s.After, n)
			} else {
				first[in] = i
			}
		}
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
	if at, ok := s.Back(); ok && at.Equal(earlier.Source()) {
		return true
	}
	if s.Op.Row().Deletes { // never before its copy is there, or its original is back
		at, back := earlier.Back()
		if earlier.copies(s.Source()) || back && !s.Of.Like.IsZero() && at.Unpinned().Within(s.Of.Like.Unpinned()) {
			return true
		}
	}
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

// Touched is a set of places, and of ids, with the steps that touch them. It knows both by
// their hashes: two that share one would only make steps wait for each other.
type Touched struct {
	seed  maphash.Seed
	at    map[uint64]int32 // the place itself: its newest touch
	under map[uint64]int32 // an ancestor of the place
	all   []touch          // from 1
}

// touch is a step that touches a place, and the touch before it, 0 = none.
type touch struct{ step, before int32 }

// NewTouched returns an empty set.
func NewTouched() *Touched {
	return &Touched{seed: maphash.MakeSeed(), at: map[uint64]int32{}, under: map[uint64]int32{}, all: make([]touch, 1)}
}

// id is the hash of an entry's id.
func (t *Touched) id(id string) uint64 { return maphash.String(t.seed, IDKey(id)) }

// way are the hashes of a place and the folders that it is in, from the root down: by
// names alone, and by its id where that is all that is known of it.
func (t *Touched) way(p model.Place) []uint64 {
	out := make([]uint64, 0, 1+len(p.Path))
	var h maphash.Hash
	h.SetSeed(t.seed)
	_, _ = h.WriteString(string(p.Scheme))
	out = append(out, h.Sum64())
	for _, s := range p.Path {
		name := s.Name
		if name == "" {
			name = IDKey(s.ID)
		}
		_ = h.WriteByte(0)
		_, _ = h.WriteString(name)
		out = append(out, h.Sum64())
	}
	return out
}

// note adds a touch, each step once in a row.
func (t *Touched) note(in map[uint64]int32, key uint64, n int) {
	before := in[key]
	if before > 0 && t.all[before].step == int32(n) {
		return
	}
	in[key] = int32(len(t.all))
	t.all = append(t.all, touch{int32(n), before})
}

// Add adds the places of a step.
func (t *Touched) Add(s *Step) {
	if s.Pin != "" {
		t.note(t.at, t.id(s.Pin), s.n)
	}
	for _, p := range s.places() {
		way := t.way(p)
		last := len(way) - 1
		t.note(t.at, way[last], s.n)
		for _, k := range way[:last] {
			t.note(t.under, k, s.n)
		}
	}
}

// meet returns the steps that touch a place of s, something in it, or a folder that
// it is in; each once, in order.
func (t *Touched) meet(s *Step) []int {
	var out []int
	add := func(n int32) {
		for ; n > 0; n = t.all[n].before {
			out = append(out, int(t.all[n].step))
		}
	}
	if s.Pin != "" {
		add(t.at[t.id(s.Pin)])
	}
	for _, p := range s.places() {
		way := t.way(p)
		add(t.under[way[len(way)-1]])
		for _, k := range way {
			add(t.at[k])
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Meets reports whether some step of the set touches what s touches.
func (t *Touched) Meets(s *Step) bool { return len(t.meet(s)) > 0 }

// BinMark is the name of the bin among the places that steps touch; no folder's
// name can have that byte.
const BinMark = "\x00bin"
