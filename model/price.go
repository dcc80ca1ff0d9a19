package model

import "time"

// EstimateItems estimates what it costs to run the items that go: the calls of
// Batches, and before each the listings of its chains. An item that moves under
// another name costs a rename in its folder first.
func EstimateItems(items []Item, p Pricing) Estimate {
	if p.Steady {
		return steadyEstimate(items, p)
	}
	batches := Batches(items, p.Batch)
	pages := itemPages(items, batches, p.PageSize)
	var e Estimate
	for _, b := range batches {
		e.Calls++
		e.Lookups += lookups(items, b, pages)
		if !b.Op.Row().Moves {
			continue
		}
		for _, i := range b.Items {
			if it := &items[i]; it.NewName != "" && it.NewName != it.Name {
				e.Calls++
				e.Lookups += len(it.Parent.Path) + 1
			}
		}
	}
	e.Requests = e.Calls + e.Lookups
	e.Time = time.Duration(e.Requests) * p.Gap
	return e
}

// lookups counts the pages that must be listed before a call.
func lookups(items []Item, b Batch, pages []int32) int {
	if b.Op.Row().Folder {
		return len(items[b.Items[0]].Parent.Path)
	}
	chain := chainSet{}
	type page struct {
		folder int
		page   int32
	}
	seen := map[page]struct{}{}
	n := 0
	last, lastFolder := Place{}, -1
	for _, i := range b.Items {
		it := &items[i]
		if lastFolder < 0 || !last.Equal(it.Parent) {
			last, lastFolder = it.Parent, chain.add(it.Parent.Path, len(it.Parent.Path))
		}
		pg := page{lastFolder, pages[i]}
		if _, ok := seen[pg]; !ok {
			seen[pg] = struct{}{}
			n++
		}
	}
	// A source folder on the way to another one is listed once.
	sources := map[int]struct{}{}
	for pg := range seen {
		sources[pg.folder] = struct{}{}
	}
	if b.Op.Row().Moves && len(b.Target.Path) > 0 {
		chain.add(b.Target.Path, len(b.Target.Path)-1)
	}
	return n + len(chain.next) - len(sources)
}

// chainSet is a set of folders on the ways from the root, as a tree.
type chainSet struct {
	next map[chainStep]int
}

type chainStep struct {
	from int
	step Step
}

// add puts the root and the first n folders of the path into the set, and gives
// the number of the last.
func (c *chainSet) add(path []Step, n int) int {
	if c.next == nil {
		c.next = map[chainStep]int{{from: -1}: 0}
	}
	at := 0
	for _, s := range path[:n] {
		step := chainStep{at, s}
		to, ok := c.next[step]
		if !ok {
			to = len(c.next)
			c.next[step] = to
		}
		at = to
	}
	return at
}

// itemPages estimates on which page each item is at its turn: the page it was seen
// on, less what has left the folder by then.
func itemPages(items []Item, batches []Batch, size int) []int32 {
	pages := make([]int32, len(items))
	if size <= 0 {
		return pages
	}
	type folder struct {
		left   int // items of earlier calls
		page   int // page hint of the last item
		onPage int // items before it with the same hint
	}
	folders := map[string]*folder{}
	var names placeNames
	for _, b := range batches {
		if !b.Op.Row().Leaves() {
			continue
		}
		counts := map[*folder]int{}
		for _, i := range b.Items {
			it := &items[i]
			name := names.of(it.Parent)
			f := folders[name]
			if f == nil {
				f = &folder{}
				folders[name] = f
			}
			counts[f]++
			if it.PageHint <= 1 {
				continue // others only leave before it
			}
			if f.page != it.PageHint {
				f.page, f.onPage = it.PageHint, 0
			}
			at := (it.PageHint-1)*size + f.onPage
			f.onPage++
			if it.Pos/size+1 == it.PageHint {
				at = it.Pos
			}
			at -= f.left
			pages[i] = int32(max(0, at) / size)
		}
		for f, n := range counts {
			f.left += n
		}
	}
	return pages
}
