package model

import (
	"iter"
	"slices"
	"time"
)

// Plan is what will be done, made by listing only and executed unchanged.
type Plan struct {
	ID       string    `json:"id"`
	Account  string    `json:"account"`
	Scheme   Scheme    `json:"scheme"`
	Op       Op        `json:"op"`
	MadeAt   time.Time `json:"made_at"`
	Items    []Item    `json:"items"`
	Estimate Estimate  `json:"estimate"`
	// Bulk work waits for interactive requests.
	Bulk bool `json:"bulk,omitempty"`
	// PageSize is how many entries a page of the source's listings has; 0 = all.
	PageSize int `json:"page_size,omitempty"`
	// Later is the page of its parent's listing that each folder is on which is not on the
	// first one, by its place without the account: that page is listed on the way to it.
	Later map[string]int `json:"later,omitempty"`
	// Batch is the largest number of items for one call.
	Batch int `json:"batch,omitempty"`
	// Handed: this process has just looked up what the plan is about, which serves the first call. Asked is how many
	// requests it has sent until then.
	Handed bool `json:"-"`
	Asked  int  `json:"-"`
	// Gap is the time of a request that the estimate is made with.
	Gap time.Duration `json:"-"`
	// Listing is the time of a request while the plan was made, 0 = not measured.
	Listing time.Duration `json:"-"`
	// Steady: the ids of the source never change.
	Steady bool `json:"steady,omitempty"`
	// Poll is the time between two polls of a transfer's task.
	Poll time.Duration `json:"-"`
	// Empty is the source of a sync if it holds nothing, as a place does where nothing is mounted.
	Empty Place `json:"empty,omitzero"`
	// Apart are the further names of files that become files of their own, as the target has no hard links.
	Apart int `json:"apart,omitempty"`
	// Refused are the items that were asked for and cannot be done; the others
	// do not wait for them (only when the request was Partial).
	Refused []Refusal `json:"-"`
	// Unlisted are folders too large to be listed for this plan: only the service
	// knows whether the new names are free there, and refuses those that are not.
	Unlisted []Place `json:"unlisted,omitempty"`
	// Sizes are those of the folders that items come from or go to, as far as they were
	// listed for the plan; of the recycle bin it is the root's.
	Sizes []FolderSize `json:"-"`
	// Paused: its job waits until somebody resumes it.
	Paused bool `json:"paused,omitempty"`
	// Retries is the job whose failures it does again, "" = none.
	Retries string `json:"retries,omitempty"`
	// Free is how many bytes the target had free when the plan was made, 0 = not known.
	Free int64 `json:"-"`
	// Undo says whether the whole can be taken back: "yes", "bin" (from the recycle
	// bin), or "no".
	Undo string `json:"undo"`
	// Undoes is the job that it takes back, "" = none. Again: that one took another back,
	// so what that other one did is done again.
	Undoes string `json:"undoes,omitempty"`
	Again  bool   `json:"again,omitempty"`
	// NoAudit: the person does not want the audit at the end, see Audited.
	NoAudit bool    `json:"no_audit,omitempty"`
	Roots   []Place `json:"roots,omitempty"` // places of the disk that no link leads out of where files are read; none: links are followed
	Tops    []Place `json:"tops,omitempty"`  // places of the disk that the job writes beneath, and no link leads out of
}

// Needs is how many bytes the plan writes where it goes, as far as their sizes are known.
func (p *Plan) Needs() (n int64) {
	brought := map[string]bool{}
	for i := range p.Items {
		switch it := &p.Items[i]; {
		case !it.Op.Transfers() || it.Decision == DecideSkip || it.Inode != "" && (brought[it.Inode] || !it.Like.IsZero()):
		default:
			brought[it.Inode] = true
			n += max(it.Print.Size, 0)
		}
	}
	return n
}

// Changes are the places that the plan changes: where entries are made, changed or
// removed. An entry whose folder is not known counts as its source's root.
func (p *Plan) Changes() iter.Seq[Place] {
	return func(yield func(Place) bool) {
		for i := range p.Items {
			it := &p.Items[i]
			row := it.Op.Row()
			if it.Decision == DecideSkip {
				continue
			}
			at := it.Named()
			if it.Loose || at.IsZero() {
				at = it.Parent.Root()
			}
			// The original of a copy stays as it is.
			if copied := row.Ends == EndInTarget && !row.Moves; !copied && !yield(at) {
				return
			}
			if to, ok := it.After(); ok && !yield(to) {
				return
			}
		}
	}
}

// Deletes reports whether item i destroys an entry. One that goes to a recycle bin while
// there is a whole copy of it is not destroyed.
func (p *Plan) Deletes(i int) bool {
	it := &p.Items[i]
	return it.Goes() && it.Op.Row().Destroys() && (it.Copied != CopiedWhole || it.Mode != ModeBin)
}

// Refusal is why an item is not part of the plan that it was asked for.
type Refusal struct {
	Place Place
	To    Place // where it should have gone, where each has a place of its own
	Items int   // it is about so many items, 0 = one
	Err   error
}

// RefusedItems counts the items that are not part of the plan.
func (p *Plan) RefusedItems() (n int) {
	for i := range p.Refused {
		n += max(1, p.Refused[i].Items)
	}
	return n
}

// Estimate of a plan's cost.
type Estimate struct {
	Calls    int           `json:"calls"`           // mutations
	Lookups  int           `json:"lookups"`         // listings before them
	Audit    int           `json:"audit,omitempty"` // listings at the end, see Plan.Audited
	Requests int           `json:"requests"`        // all together
	Time     time.Duration `json:"time"`            // at the present gap
	// Bytes that a transfer carries, as far as known, or 0.
	Bytes int64 `json:"bytes,omitempty"`
}

// Decide settles an item that is in conflict: ConflictSkip leaves it where it
// is, ConflictNumber takes its free name, ConflictReplace and ConflictNewer that of the entry for
// which there is Room, ConflictAsk opens the question again, and ConflictStop skips it and every item after it that is not settled. The
// estimate becomes right again with Reprice, or when the plan is started.
func (p *Plan) Decide(i int, r ConflictRule) {
	switch it := &p.Items[i]; r {
	case ConflictSkip:
		it.leave(DecideSkip)
	case ConflictNumber:
		it.Decision, it.Why, it.NewName = DecideNumber, "", it.Free
	case ConflictReplace, ConflictNewer:
		switch why := it.NotNewer(it.Taken); {
		case it.Room == nil:
		case r == ConflictNewer && why != "":
			it.leave(DecideSkip)
			it.Why = why
		default:
			it.Decision, it.Why, it.NewName = DecideReplace, "", it.Taken.Name
		}
	case ConflictAsk:
		it.leave(DecideAsk)
	case ConflictStop:
		it.leave(DecideSkip)
		for k := i + 1; k < len(p.Items); k++ {
			if p.Items[k].Decision == DecideAsk {
				p.Items[k].leave(DecideSkip)
			}
		}
	}
}

// Means reports whether the item was asked for, by itself or with its folder: of a transfer others are folders to
// make, and what makes room.
func (p *Plan) Means(it *Item) bool {
	return it.Mode != ModeAside && (!p.Op.Transfers() || it.Op == p.Op || it.Op == OpCopy)
}

// Settled is the plan with what makes room before each item that replaces an entry.
func (p *Plan) Settled() *Plan {
	if !slices.ContainsFunc(p.Items, func(it Item) bool { return it.Decision == DecideReplace }) {
		return p
	}
	out := *p
	out.Items = make([]Item, 0, len(p.Items)+1)
	for _, it := range p.Items {
		if it.Decision == DecideReplace {
			out.Items = append(out.Items, *it.Room)
			it.Decision, it.Taken, it.Room, it.Free = DecideGo, nil, nil, ""
			if it.NewName == it.Name { // no way around
				it.Via, it.Late = Place{}, false
			}
		}
		out.Items = append(out.Items, it)
	}
	for i := range out.Items {
		out.Items[i].ID = i + 1
	}
	return &out
}

// NotePages fills in Later; page is where a folder was listed last, from 1, 0 = unknown.
func (p *Plan) NotePages(page func(Place) int) {
	p.Later = nil
	seen := map[string]bool{}
	note := func(at Place, names *placeNames) {
		for k := names.of(at); !at.IsRoot() && !seen[k]; k = at.String() {
			seen[k] = true
			if n := page(at); n > 1 {
				if p.Later == nil {
					p.Later = map[string]int{}
				}
				p.Later[Place{Scheme: at.Scheme, Path: at.Path}.String()] = n
			}
			at = at.Parent()
		}
	}
	var from, to placeNames
	for i := range p.Items {
		note(p.Items[i].Parent, &from)
		if p.Items[i].Op.Row().ToTarget() {
			note(p.Items[i].Target, &to)
		}
	}
}

// Reprice makes the estimate anew from what is decided now. What nobody has
// decided is not sent and costs nothing.
func (p *Plan) Reprice() {
	p.keepOriginals()
	if all := p.Settled(); all != p {
		all.Reprice()
		p.Estimate = all.Estimate
		return
	}
	p.Estimate = EstimateItems(p.Items, Pricing{Batch: p.Batch, PageSize: p.PageSize, Gap: p.Gap, Steady: p.Steady, Poll: p.Poll, Later: p.Later, Audit: p.auditListings(), Handed: p.Handed})
	if n := p.looksAfter(); n > 0 {
		p.Estimate.Audit += n
		p.Estimate.Requests += n
		p.Estimate.Time += time.Duration(n) * p.Gap
	}
}

// Undecided are the items that wait for a decision.
func (p *Plan) Undecided() []int {
	var out []int
	for i := range p.Items {
		if p.Items[i].Decision == DecideAsk {
			out = append(out, i)
		}
	}
	return out
}

// keepOriginals leaves out the deletion of each original of an OpRelocate that is not copied
// as a whole, as the decisions are now.
func (p *Plan) keepOriginals() {
	if p.Op != OpRelocate {
		return
	}
	kept := map[string]bool{} // what is not copied, and the folders that it is in
	for i := range p.Items {
		it := &p.Items[i]
		at := it.Place()
		switch {
		case it.Goes() || it.Why == WhyExists || it.Copied != "":
			continue
		case it.Op.Row().Folder:
			at = it.Like
		}
		for at = at.Unpinned(); !at.IsRoot() && !kept[at.String()]; at = at.Parent() {
			kept[at.String()] = true
		}
	}
	for i := range p.Items {
		it := &p.Items[i]
		if it.Copied == "" || it.Decision == DecideSkip && it.Why != WhyKept { // or its bin does not take it
			continue
		}
		it.Decision, it.Why = DecideGo, ""
		if kept[it.Place().Unpinned().String()] {
			it.Decision, it.Why = DecideSkip, WhyKept
		}
	}
}
