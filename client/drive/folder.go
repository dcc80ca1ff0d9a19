package drive

import (
	"time"

	"aloft/model"
)

// Age limits, because other devices change the drive too: 5 s for a listing made for display, 60 s for a lookup of an
// operation, which its plan hands on to its calls. A walk drops it earlier to leave time for the operation.
const (
	takeOver = 5 * time.Second
	walkAge  = 40 * time.Second
	refAge   = 60 * time.Second
	// planAge is for display listings used in a plan, which is looked up again before it runs.
	planAge = time.Minute
)

// lookup is what something was listed for. It serves what the same operation does next, and no other one.
type lookup int

const (
	toShow lookup = iota // in a pane, or to see what a person means
	toPlan
	toChange // right before a change, or after it
)

// good is how long it serves a walk that is for something.
func (l lookup) good(w *walk, shown time.Duration) time.Duration {
	switch {
	case l == toShow && w.opt.Planning:
		return shown
	case l == toShow:
		return takeOver
	case l == toPlan && w.by == toChange, l == toChange && w.opt.After:
		return walkAge
	}
	return 0
}

// sheet is one page of a folder as received. It is immutable.
type sheet struct {
	entries []model.Entry
	ids     []string
	extent
	beyond  bool // past the window, so empty
	foreign bool // its entries belong to another folder
	by      lookup
	epoch   uint64
	at      time.Time
}

// folder is a folder found by a walk, with the pages read so far.
type folder struct {
	ref      model.Ref
	children int  // as stated by its parent's listing, or model.Unknown
	old      bool // ref is of another walk: valid for display only
	sure     bool // its doubtful first page was confirmed
	edge     int  // first page past the window, 0 = not reached
	pages    map[int]*sheet
	by       lookup
	was      *former // ref is of the time before a change of ours
}

// age is the time since the newest read of it.
func (f *folder) age() time.Duration {
	last := f.ref.At
	for _, sh := range f.pages {
		if sh.at.After(last) {
			last = sh.at
		}
	}
	return time.Since(last)
}

// fresh reports whether its parent's listing is of this walk or of the last seconds.
func (f *folder) fresh() bool { return !f.old || time.Since(f.ref.At) < takeOver }
