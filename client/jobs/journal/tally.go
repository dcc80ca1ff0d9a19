package journal

import (
	"iter"
	"maps"
	"slices"

	"aloft/model"
)

// tally counts the steps and items of a job by what has become of them. Apply keeps
// it up to date: a turn of a large job must not look at all of its steps.
type tally struct {
	open, quarantined, unsettled, failed int // steps
	single                               int // open steps that need a call each
	first                                int // every step before it is final
	items                                Items
	bytes                                Bytes
	gone                                 map[string][]int // by folder: positions of entries that have left it, sorted
}

// leave notes that the entry of a step has left its folder (by 1), or has not (by -1).
func (t *tally) leave(s *Step, by int) {
	k := PlaceKey(s.Parent)
	at, _ := slices.BinarySearch(t.gone[k], s.Of.Pos)
	if by > 0 {
		t.gone[k] = slices.Insert(t.gone[k], at, s.Of.Pos)
	} else {
		t.gone[k] = slices.Delete(t.gone[k], at, at+1)
	}
}

// before is how many entries have left the step's folder from before its position.
func (t *tally) before(s *Step) int {
	n, _ := slices.BinarySearch(t.gone[PlaceKey(s.Parent)], s.Of.Pos)
	return n
}

// Items counts a plan's items by what has become of them. Those that are not Skipped
// have steps, and all others are among them.
type Items struct{ Steps, Skipped, Done, Failed, Unknown int }

// Bytes counts what the steps of transfers carry, in bytes, and their notes.
type Bytes struct {
	Done, All int64
	Notes     int
}

// Bytes of a step; one that is under way has Done 0.
func (g *Progress) Bytes(n int) (b Bytes) {
	s, st := &g.Steps[n], g.States[n]
	if !s.Op.Transfers() {
		return b
	}
	if s.Op != model.OpExport {
		b.All = max(s.Of.Print.Size, 0)
	}
	if c := st.Carry; c != nil {
		b.All, b.Notes = max(c.Size, b.All), len(c.Notes)
	}
	if st.State == model.ItemSkipped { // why
		b.Notes++
	}
	if st.State == model.ItemDone || s.Op == model.OpImport && st.Carry.Begun() || st.Carry != nil && st.Carry.Did == DidLoad {
		b.Done = b.All
	}
	return b
}

// countStep adds a step to the tally (by 1), or takes it out (by -1).
func (g *Progress) countStep(n, by int) {
	s, t := g.States[n], &g.tally
	switch {
	case !s.Final():
		t.open += by
		if !g.Steps[n].Op.Row().Batched {
			t.single += by
		}
	case s.State == model.ItemSkipped:
	case s.State != model.ItemDone:
		t.failed += by
	case g.Plan.PageSize > 0 && g.Steps[n].Op.Row().Leaves():
		t.leave(&g.Steps[n], by)
	}
	b := g.Bytes(n)
	t.bytes.Done += int64(by) * b.Done
	t.bytes.All += int64(by) * b.All
	t.bytes.Notes += by * b.Notes
	if s.Quarantined() {
		t.quarantined += by
	}
	if s.Unsettled() {
		t.unsettled += by
	}
}

// countItem is countStep for the item of some steps.
func (g *Progress) countItem(steps []int, by int) {
	t := &g.tally.items
	if len(steps) == 0 {
		t.Skipped += by
		return
	}
	t.Steps += by
	switch g.Item(steps).State {
	case model.ItemDone:
		t.Done += by
	case model.ItemFailed, model.ItemMissing, model.ItemConflict:
		t.Failed += by
	case model.ItemUnknown:
		t.Unknown += by
	case model.ItemSkipped:
		t.Steps -= by
		t.Skipped += by
	}
}

// recount counts everything.
func (g *Progress) recount() {
	g.tally = tally{gone: map[string][]int{}}
	for n := range g.States {
		g.countStep(n, 1)
	}
	for _, steps := range g.Parts {
		g.countItem(steps, 1)
	}
}

// change changes the states of steps. Those that share one share the new one, too: a large
// job has far fewer calls than steps.
func (g *Progress) change(f func(*State), steps ...int) {
	var old, now *State
	first := &g.tally.first
	for _, n := range steps {
		if old != g.States[n] {
			old = g.States[n]
			s := *old
			s.failures = maps.Clone(s.failures)
			f(&s)
			now = &s
		}
		parts := g.Parts[g.Steps[n].Item]
		g.countStep(n, -1)
		g.countItem(parts, -1)
		g.States[n] = now
		g.countStep(n, 1)
		g.countItem(parts, 1)
		*first = min(*first, n)
	}
	for *first < len(g.States) && g.States[*first].Final() {
		*first++
	}
}

// Unfinished returns the steps that are not final, in order.
func (g *Progress) Unfinished() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := g.tally.first; i < len(g.States); i++ {
			if !g.States[i].Final() && !yield(i) {
				return
			}
		}
	}
}

// Open is the number of steps that are not final.
func (g *Progress) Open() int { return g.tally.open }

// Single is the number of open steps that need a call each.
func (g *Progress) Single() int { return g.tally.single }

// Quarantined returns the steps that the Verifier has, in order.
func (g *Progress) Quarantined() iter.Seq[int] {
	return func(yield func(int) bool) {
		if g.tally.quarantined == 0 {
			return
		}
		for i := range g.Unfinished() {
			if g.States[i].Quarantined() && !yield(i) {
				return
			}
		}
	}
}

// Failures is the number of steps that ended without being done.
func (g *Progress) Failures() int { return g.tally.failed }

// Counts returns the numbers of the plan's items by state.
func (g *Progress) Counts() Items { return g.tally.items }

// AllBytes is the sum of the Bytes of all steps.
func (g *Progress) AllBytes() Bytes { return g.tally.bytes }
