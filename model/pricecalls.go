package model

import (
	"cmp"
	"slices"
	"time"
)

// What a plan costs, and how its items go into calls. A call is preceded by the listings that give
// it fresh ids. They go from the root down to each source folder, where they are the pages with the
// items, and to the parent of the target. A call lists each folder once.

// Pricing is what the cost of a plan depends on beside its items.
type Pricing struct {
	Batch    int           // entries a call, at least 1
	PageSize int           // entries a page of a listing; 0 = all on one
	Gap      time.Duration // between two requests
	// Steady: ids never change, so a folder need not be listed before each call.
	Steady bool
	// Poll is the time between two polls of a task of the service.
	Poll time.Duration
	// Later as in Plan.
	Later map[string]int
	// Audit is how many listings the audit at the end makes.
	Audit int
	// Handed: what the plan has looked up serves the first call.
	Handed bool
}

// Batch is one call: the indices of its items in the plan. For a move or a copy all of
// them go to one target; their source folders may differ.
type Batch struct {
	Op     Op
	Target Place // of a move or copy
	Mode   string
	Items  []int
}

// Goes reports whether the item will be sent.
func (i *Item) Goes() bool {
	return i.Decision == DecideGo || i.Decision == DecideNumber || i.Decision == DecideReplace
}

// Batches packs the items that go into calls of at most size entries, in an order
// in which they may run: what needs an order (folders to make, renames) keeps that
// of the plan, one item a call; then moves target by target and deletions mode by
// mode. Of each folder full calls are cut first, in listing order, so that page by
// page the next items are always on the first page; the remainders share calls,
// largest first, each in the first one with room.
func Batches(items []Item, size int) []Batch {
	size = max(1, size)
	var out []Batch
	type groupID struct {
		op     Op
		target string
		mode   string
		last   bool // an original, after its copy
	}
	type group struct {
		batch   Batch
		folders map[string]int // index in parts
		parts   [][]int
	}
	groups := map[groupID]*group{}
	var order []*group
	var targets, folders placeNames
	for i := range items {
		it := &items[i]
		if !it.Goes() {
			continue
		}
		if !it.Op.Row().Batched {
			out = append(out, Batch{Op: it.Op, Items: []int{i}})
			continue
		}
		id := groupID{op: it.Op, mode: it.Mode, last: it.Copied != ""}
		if it.Op.Row().ToTarget() {
			id.target = targets.of(it.Target)
		}
		g := groups[id]
		if g == nil {
			g = &group{batch: Batch{Op: it.Op, Target: it.Target, Mode: it.Mode}, folders: map[string]int{}}
			groups[id], order = g, append(order, g)
		}
		folder := folders.of(it.Parent)
		n, ok := g.folders[folder]
		if !ok {
			n = len(g.parts)
			g.folders[folder] = n
			g.parts = append(g.parts, nil)
		}
		g.parts[n] = append(g.parts[n], i)
	}
	for _, g := range order {
		for _, items := range packParts(g.parts, size) {
			b := g.batch
			b.Items = items
			out = append(out, b)
		}
	}
	return out
}

// packParts cuts full calls of each part, then packs the remainders whole.
func packParts(parts [][]int, size int) [][]int {
	var calls, rests [][]int
	for _, part := range parts {
		for len(part) >= size {
			calls = append(calls, part[:size:size])
			part = part[size:]
		}
		if len(part) > 0 {
			rests = append(rests, part)
		}
	}
	slices.SortStableFunc(rests, func(a, b []int) int { return cmp.Compare(len(b), len(a)) })
	// open[n] are the calls with room for exactly n more, oldest first; so the
	// first fit is found without looking at all calls.
	open := make([][]int, size+1)
	for _, rest := range rests {
		best := -1
		for room := len(rest); room <= size; room++ {
			if len(open[room]) > 0 && (best < 0 || open[room][0] < open[best][0]) {
				best = room
			}
		}
		if best < 0 {
			calls = append(calls, slices.Clone(rest))
			room := size - len(rest)
			open[room] = append(open[room], len(calls)-1)
			continue
		}
		c := open[best][0]
		open[best] = open[best][1:]
		calls[c] = append(calls[c], rest...)
		room := best - len(rest)
		at, _ := slices.BinarySearch(open[room], c)
		open[room] = slices.Insert(open[room], at, c)
	}
	return calls
}

// placeNames keeps the written form of the last place, since places repeat.
type placeNames struct {
	last Place
	name string
}

func (n *placeNames) of(p Place) string {
	if n.name == "" || !n.last.Equal(p) {
		n.last, n.name = p, p.String()
	}
	return n.name
}
