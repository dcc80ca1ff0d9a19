package drive

import (
	"time"

	"aloft/model"
)

// Age limits, because other devices change the drive too: 5 s for a listing made for display, 60 s for a lookup of an
// operation. A walk drops it earlier to leave time for the operation.
const (
	takeOver = 5 * time.Second
	walkAge  = 40 * time.Second
	refAge   = 60 * time.Second
	// planAge is for display listings used in a plan, which is looked up again before it runs.
	planAge = time.Minute
)

// sheet is one page of a folder as received. It is immutable.
type sheet struct {
	entries []model.Entry
	ids     []string
	extent
	beyond  bool // past the window, so empty
	foreign bool // its entries belong to another folder
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
