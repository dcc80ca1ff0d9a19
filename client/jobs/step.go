package jobs

import (
	"cmp"
	"slices"

	"aloft/model"
)

// step is one effect on one entry. An item is one step, except a move under a
// new name: that is a rename in the source folder, then a move. The name is
// free in both folders by plan, so at no moment do two entries share a name,
// and each half can be verified by itself. (Moving first would put the entry
// beside its namesake, and what a service does then is not specified.)
type step struct {
	n      int // index in the job's steps
	item   int // index in the plan's items
	op     model.Op
	parent model.Place // folder of the source; OpMakeFolder: where it will be
	name   string      // name before; OpMakeFolder: the new folder's
	to     model.Place // the folder that it goes to, or its copy
	rename string      // the new name, where it is not name
	mode   string
	record string // of the recycle bin
	// pin is the entry's id where ids never change; loose: nobody has told where
	// it is. maker is the step that makes the entry, -1 = it is there already.
	pin   string
	loose bool
	maker int
	// once: an unclear outcome is never followed by a second call.
	once    bool
	renamed bool // by an earlier step of the same item
	made    *model.New
	policy  model.Policy
	kind    model.Kind
	print   model.Fingerprint
	pos     int
	// need must be done before this step, after must be settled, both by index.
	need, after []int
}

// source is where the entry is before; of a new folder where it will be.
func (s *step) source() model.Place {
	if s.op.InBin() {
		return s.parent.Join(binMark).Join(s.record)
	}
	if s.loose {
		return s.parent.Loose(s.pin)
	}
	return s.parent.Join(s.name)
}

// makes: an entry that was not there before, with its name in its folder.
func (s *step) makes() bool {
	return s.op.Row().Makes
}

// target is where the entry is when the step is done; none for a deletion.
func (s *step) target() (model.Place, bool) {
	name := cmp.Or(s.rename, s.name)
	switch s.op.Row().Ends {
	case model.EndInTarget:
		return s.to.Join(name), true
	case model.EndInFolder:
		return s.parent.Join(name), !s.loose
	}
	return model.Place{}, false
}

// places are all places that the step touches.
func (s *step) places() []model.Place {
	src := s.source()
	if t, ok := s.target(); ok && !s.op.Row().NoSource {
		return []model.Place{src, t}
	}
	return []model.Place{src}
}

// stepsOf gives the steps of a plan in an order in which they can be done.
func stepsOf(p *model.Plan) []step {
	steps := make([]step, 0, len(p.Items))
	add := func(i int, s step) {
		it := &p.Items[i]
		s.maker = -1
		if s.op != it.Op && it.Op.Row().Makes {
			s.maker, s.need = len(steps)-1, []int{len(steps) - 1}
		} else {
			s.pin, s.loose = it.Pin, it.Loose
		}
		s.n, s.item, s.mode, s.kind, s.print, s.pos, s.record = len(steps), i, it.Mode, it.Kind, it.Print, it.Pos, it.Record
		s.made, s.policy = it.New, it.Policy
		steps = append(steps, s)
	}
	for i := range p.Items {
		it := &p.Items[i]
		if it.Decision != model.DecideGo && it.Decision != model.DecideNumber {
			continue
		}
		switch op := it.Op.Row(); {
		case op.Moves:
			name := it.Name
			if it.NewName != "" && it.NewName != it.Name {
				add(i, step{op: model.OpRename, parent: it.Parent, name: it.Name, rename: it.NewName})
				name = it.NewName
			}
			add(i, step{op: model.OpMove, parent: it.Parent, name: name, to: it.Target, renamed: name != it.Name})
		case op.Renames:
			add(i, step{op: model.OpRename, parent: it.Parent, name: it.Name, rename: it.NewName})
		case !it.Via.IsZero():
			title := titleOf(it)
			add(i, step{op: it.Op, parent: it.Parent, name: it.Name, to: it.Via, rename: title})
			add(i, step{op: model.OpMove, parent: it.Via, name: title, to: it.Target})
		case op.Ends == model.EndInTarget:
			add(i, step{op: it.Op, parent: it.Parent, name: it.Name, to: it.Target, rename: titleOf(it)})
		case op.Titled:
			add(i, step{op: it.Op, parent: it.Parent, name: titleOf(it)})
		default:
			add(i, step{op: it.Op, parent: it.Parent, name: it.Name})
		}
	}
	link(steps)
	return steps
}

// titleOf is the name of the item when it is done.
func titleOf(it *model.Item) string {
	if it.NewName != "" {
		return it.NewName
	}
	return it.Name
}

// link finds what each step must wait for. A step needs an earlier one that
// makes what it works on or frees the name it takes; it only comes after an
// earlier one that touches the same tree in any other way.
func link(steps []step) {
	seen := newTouched()
	for i := range steps {
		s := &steps[i]
		for _, n := range seen.meet(s) {
			if slices.Contains(s.need, n) || apart(s, &steps[n]) {
				continue
			}
			if needs(s, &steps[n]) {
				s.need = append(s.need, n)
			} else {
				s.after = append(s.after, n)
			}
		}
		seen.add(s)
	}
}

// apart: two entries of one folder that share a name, or take each other's; where
// ids tell them from each other, neither has to wait.
func apart(a, b *step) bool {
	if a.pin == "" || b.pin == "" || a.pin == b.pin {
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

func needs(s, earlier *step) bool {
	t, ok := earlier.target()
	if ok {
		if s.source().Within(t) {
			return true
		}
		if st, ok := s.target(); ok && st.Within(t) {
			return true
		}
	}
	st, ok := s.target()
	return ok && !s.op.Row().Folder && st.Equal(earlier.source())
}

// touched is a set of places, and of ids, with the steps that touch them.
type touched struct {
	at    map[string][]int // the place itself
	under map[string][]int // an ancestor of the place
}

func newTouched() *touched {
	return &touched{at: map[string][]int{}, under: map[string][]int{}}
}

func (t *touched) add(s *step) {
	if s.pin != "" {
		t.at[idKey(s.pin)] = append(t.at[idKey(s.pin)], s.n)
	}
	for _, p := range s.places() {
		p = p.Unpinned()
		t.at[key(p)] = append(t.at[key(p)], s.n)
		for q := p; !q.IsRoot(); {
			q = q.Parent()
			t.under[key(q)] = append(t.under[key(q)], s.n)
		}
	}
}

// meet gives the steps that touch a place of s, something in it, or a folder
// that it is in; each once, in order.
func (t *touched) meet(s *step) []int {
	var out []int
	if s.pin != "" {
		out = append(out, t.at[idKey(s.pin)]...)
	}
	for _, p := range s.places() {
		p = p.Unpinned()
		out = append(out, t.under[key(p)]...)
		for q := p; ; q = q.Parent() {
			out = append(out, t.at[key(q)]...)
			if q.IsRoot() {
				break
			}
		}
	}
	return unique(out)
}

func (t *touched) meets(s *step) bool { return len(t.meet(s)) > 0 }

func unique(in []int) []int {
	slices.Sort(in)
	return slices.Compact(in)
}
