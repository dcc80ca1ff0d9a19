package model

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// EstimateItems estimates what it costs to run the items that go: the calls of
// Batches, and before each the listings of its chains. An item that gets another name
// costs a rename, and a copy made elsewhere first a move.
func EstimateItems(items []Item, p Pricing) Estimate {
	if p.Steady {
		return steadyEstimate(items, p)
	}
	if slices.ContainsFunc(items, func(it Item) bool { return it.Op.Transfers() }) {
		return carryEstimate(items, p)
	}
	batches := probed(items, Batches(items, p.Batch))
	pages := itemPages(items, batches, p.PageSize)
	var e Estimate
	first, renames := 0, false
	for n, b := range batches {
		e.Calls++
		if it := &items[b.Items[0]]; it.Mode == ModeAside { // it is deleted at the end
			e.Calls++
			e.Lookups += len(it.Parent.Path) + 1
		}
		looks := lookups(items, b, pages, p.Later)
		if e.Lookups += looks; n == 0 && !b.Op.InBin() && !renames {
			first = looks
		}
		if !b.Op.Row().ToTarget() {
			continue
		}
		for _, i := range b.Items {
			it := &items[i]
			if it.NewName != "" && it.NewName != it.Name {
				e.Calls++
				in := it.renamedIn()
				e.Lookups += len(in.Path) + 1
				if !renames && b.Op.Row().Moves && !it.Late {
					first, renames = len(in.Path)+1, true // it comes before all moves
				}
			}
			if !it.Via.IsZero() {
				e.Calls++
				e.Lookups += len(it.Via.Path) + 1
			}
		}
	}
	if p.Handed {
		e.Lookups -= first
	}
	e.Audit = p.Audit
	e.Requests = e.Calls + e.Lookups + e.Audit
	e.Time = time.Duration(e.Requests) * p.Gap
	return e
}

// renamedIn is the folder in which an item on its way to its target gets its new name.
func (i *Item) renamedIn() Place {
	switch {
	case !i.Via.IsZero():
		return i.Via
	case i.Late:
		return i.Target
	}
	return i.Parent
}

// probed takes two entries out of the first call with some of several folders: they go first, to see whether the
// service takes them in one call.
func probed(items []Item, batches []Batch) []Batch {
	for n, b := range batches {
		other := slices.IndexFunc(b.Items, func(i int) bool { return !items[i].Parent.Equal(items[b.Items[0]].Parent) })
		if other < 0 || len(b.Items) == 2 {
			continue
		}
		probe, rest := b, b
		probe.Items, rest.Items = []int{b.Items[0], b.Items[other]}, slices.Concat(b.Items[1:other], b.Items[other+1:])
		return slices.Concat(batches[:n], []Batch{probe, rest}, batches[n+1:])
	}
	return batches
}

// carryEstimate is the cost of files that are carried as they are. Each upload lists its folder, and
// the ways to those that were just made; downloads list a folder once.
func carryEstimate(items []Item, p Pricing) Estimate {
	e, chain, many, made := Estimate{Audit: p.Audit}, chainSet{}, map[Op]int{}, map[string]bool{}
	var changed, filled Place // of the source that is not as the plan has listed it, before files go and then
	folders, looked := 0, map[string]bool{}
	var names placeNames
	upload := func(to Place) {
		filled = to
		e.Lookups++
		for k := names.of(to); made[k]; k = to.String() { // it was not listed yet
			delete(made, k)
			e.Lookups++
			to = to.Parent()
		}
	}
	for i := range items {
		it := &items[i]
		op := it.Op.Row()
		switch {
		case !it.Goes() || op.Carries == CarriesNothing && it.Parent.Scheme.Local():
			continue
		case op.Deletes, op.ToTarget(): // in one call with others
			if many[it.Op]++; many[it.Op]%max(p.Batch, 1) == 1 || p.Batch <= 1 {
				if e.Calls++; many[it.Op] > 1 {
					changed = it.Parent
				}
			}
			if it.Copied != "" && !filled.IsZero() {
				changed = filled
			}
			if k := names.of(it.Parent); !p.Handed || !changed.IsZero() && changed.SameSource(it.Parent) {
				chain.add(it.Parent.Path, len(it.Parent.Path))
			} else if !looked[k] { // the folders above it are as the plan has listed them
				looked[k] = true
				e.Lookups++
			}
		case op.Folder:
			made[it.Place().String()] = true
			if folders++; folders > 1 || !p.Handed { // they go first
				e.Lookups += len(it.Parent.Path)
			}
			changed = it.Parent
			e.Calls++
		case op.Carries == CarriesAcross && it.Target.Scheme.Local():
		case op.Carries == CarriesIn, op.Carries == CarriesAcross:
			upload(it.Target)
		case p.Handed: // the plan has listed it
		default:
			chain.add(it.Parent.Path, len(it.Parent.Path))
		}
		switch local := it.Parent.Scheme.Local() && it.Target.Scheme.Local(); {
		case op.Carries == CarriesNothing:
		case local: // no requests
			e.Bytes += max(it.Print.Size, 0)
		default:
			e.Calls += cmp.Or(it.Calls, op.Calls)
			e.Bytes += max(it.Print.Size, 0)
		}
	}
	e.Lookups += len(chain.next)
	e.Requests = e.Calls + e.Lookups + e.Audit
	e.Time = time.Duration(e.Requests) * p.Gap
	return e
}

// sumsAtOnce is of how many files a drive tells the MD5s in one call.
const sumsAtOnce = 30

// AuditFrom: a job of fewer items has no audit; what became of each call is seen.
const AuditFrom = 31

// Audited reports whether the folders of the job are listed once more at its end, to see
// whether everything is where it should be.
func (p *Plan) Audited() bool {
	if p.NoAudit || p.Scheme.Local() || p.Op.Row().Ends == EndUnchanged || p.Op.Row().Carries == CarriesOut {
		return false
	}
	n := 0
	for i := range p.Items {
		if p.Items[i].Goes() {
			n++
		}
	}
	return n >= AuditFrom
}

// proven reports whether what the item brings to a drive is compared with a listing right after.
func (i *Item) proven() bool {
	return i.Target.Scheme == SchemeDrive && (i.Op == OpCopy || i.Op.Transfers())
}

// auditListings counts the pages that are listed to see what became of the calls: without the audit
// of the folders to which something is brought, with it of all that items come from and go to, as
// they will be then, and the first one of each folder above them. A copied folder is compared with
// its original, and each file with its MD5 before its original goes.
func (p *Plan) auditListings() int {
	audited, inside, sums, own := p.Audited(), 0, map[string]int{}, Place{Account: p.Account, Scheme: p.Scheme}
	entries := map[string]int{} // by how much each folder grows
	chain, folders := chainSet{}, map[int]struct{}{}
	var names placeNames
	folder := func(at Place, by int) {
		k := names.of(at)
		if _, ok := entries[k]; !ok {
			folders[chain.add(at.Path, len(at.Path))] = struct{}{}
		}
		entries[k] += by
	}
	n := 0
	for i := range p.Items {
		it := &p.Items[i]
		op := it.Op.Row()
		if !it.Goes() || !audited && !it.proven() {
			continue
		}
		if it.Op == OpCopy && it.Kind.Container() && it.proven() {
			inside += 2
			folder(it.Parent, 0)
		}
		if it.proven() && p.Op == OpRelocate {
			sums[names.of(it.Target)]++
		}
		if audited && op.FreesName() && !it.Loose && it.Parent.SameSource(own) {
			by := 0
			if op.Leaves() {
				by = -1
			}
			folder(it.Parent, by)
		}
		switch {
		case op.InBin && !it.Former.IsZero():
			folder(it.Former, 1)
		case op.Ends == EndInTarget:
			folder(it.Target, 1)
		case op.Makes:
			folder(it.Parent, 1)
		}
	}
	for _, f := range p.Sizes {
		if k := f.Folder.String(); p.PageSize > 0 && !p.Op.InBin() {
			if by, ok := entries[k]; ok {
				entries[k] = by + f.Entries
			}
		}
	}
	for _, all := range entries {
		n++
		if p.PageSize > 0 && all > p.PageSize {
			n += (all - 1) / p.PageSize
		}
	}
	if p.Op.InBin() {
		n++ // the bin itself
	}
	for _, files := range sums {
		inside += (files + sumsAtOnce - 1) / sumsAtOnce
	}
	if n += inside; audited {
		n += max(0, len(chain.next)-len(folders))
	}
	return n
}

// Limits of a job whose folders are listed right after its end, so that all that shows them has seen what it has done.
const (
	ShownFolders = 3
	ShownCalls   = 3
	ShownEntries = 200 // of one of them
)

// looksAfter counts the folders that are listed right after the end of a small job, without those that are compared.
func (p *Plan) looksAfter() int {
	if p.Audited() || p.Scheme.Local() || p.Op.InBin() || p.Op.Transfers() || p.Estimate.Calls > ShownCalls {
		return 0
	}
	folders := map[string]int{} // by how much each grows
	compared := map[string]bool{}
	for i := range p.Items {
		it := &p.Items[i]
		op := it.Op.Row()
		if !it.Goes() || op.Undo == UndoNever {
			continue
		}
		if it.proven() {
			compared[it.Target.String()] = true
		}
		if k := it.Parent.String(); !it.Loose && op.FreesName() {
			folders[k]--
		} else if !it.Loose && op.NoSource {
			folders[k] += 0
		}
		if at, ok := it.After(); ok && !it.proven() {
			folders[at.Parent().String()]++
		}
	}
	maps.DeleteFunc(folders, func(k string, _ int) bool { return compared[k] })
	again := chainSet{}
	for _, f := range p.Sizes {
		switch by, ok := folders[f.Folder.String()]; {
		case ok && f.Entries > ShownEntries:
			return 0
		case ok && p.Steady && f.Entries+by == 0: // that it is empty is believed on a walk from the root
			again.add(f.Folder.Path, len(f.Folder.Path))
		}
	}
	if len(folders) > ShownFolders {
		return 0
	}
	return len(folders) + len(again.next)
}

// lookups counts the pages that must be listed before a call: of each folder on the ways to
// its sources and to its target those with the next folder, of each source those with the items.
func lookups(items []Item, b Batch, pages []int32, later map[string]int) int {
	if b.Op.Row().Folder {
		return len(items[b.Items[0]].Parent.Path)
	}
	chain := chainSet{}
	type page struct {
		folder int
		page   int32
	}
	seen := map[page]struct{}{}
	way := func(to Place) (folder int) {
		for i := range to.Path {
			seen[page{folder, int32(max(0, later[laterKey(later, to, i+1)]-1))}] = struct{}{}
			folder = chain.add(to.Path, i+1)
		}
		return folder
	}
	last, lastFolder := Place{}, -1
	for _, i := range b.Items {
		it := &items[i]
		if lastFolder < 0 || !last.Equal(it.Parent) {
			last, lastFolder = it.Parent, way(it.Parent)
		}
		seen[page{lastFolder, pages[i]}] = struct{}{}
	}
	if b.Op.Row().ToTarget() {
		way(b.Target)
	}
	return len(seen)
}

// laterKey is the key of the folder of the first n steps of a place in Plan.Later.
func laterKey(later map[string]int, p Place, n int) string {
	if len(later) == 0 {
		return ""
	}
	return Place{Scheme: p.Scheme, Path: p.Path[:n]}.String()
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
			for _, i := range b.Items {
				if items[i].PageHint > 1 {
					pages[i] = int32(items[i].Pos / size)
				}
			}
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

// Route is the way by which an item gets to its target.
type Route string

const (
	RouteService  Route = "service"  // the service does it; no byte passes this machine
	RouteDisk     Route = "disk"     // this machine's file system does it
	RouteUpload   Route = "upload"   // from this machine to a service
	RouteDownload Route = "download" // from a service to this machine
	RouteSpool    Route = "spool"    // from one service to another, through this machine's spool
)

// Route is the item's, "" when it goes nowhere.
func (i Item) Route() Route {
	if i.Target.IsZero() {
		return ""
	}
	switch here, there := i.Parent.Scheme.Local(), i.Target.Scheme.Local(); {
	case here && there:
		return RouteDisk
	case !i.Op.Transfers():
		return RouteService
	case here:
		return RouteUpload
	case there:
		return RouteDownload
	}
	return RouteSpool
}
