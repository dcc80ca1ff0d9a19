package model

import "time"

// Listing is the content of one folder as an answer gave it. It is never changed
// once made; a newer one replaces it.
type Listing struct {
	Place    Place
	Folder   Ref // the folder itself, as it was found by this listing's walk
	Entries  []Entry
	Complete bool      // false: more entries may exist, so absence proves nothing
	Cut      CutReason // why it is not complete
	Total    int       // as stated by the service, or Unknown
	ListedAt time.Time // when the first page was answered
	Epoch    uint64    // epoch of the account while it was made
	// Steady: ids of this source never change, and entries may share a name.
	Steady bool
}

// CutReason says why a listing is not complete.
type CutReason string

const (
	CutNone    CutReason = ""
	CutWindow  CutReason = "window"  // the service gives no entry beyond its window
	CutRepeat  CutReason = "repeat"  // a page came twice: the server ignores paging
	CutTotal   CutReason = "total"   // fewer entries came than the service stated
	CutChanged CutReason = "changed" // the folder changed while it was read
	CutLimit   CutReason = "limit"   // the limit of one listing was reached before its end
	CutPartial CutReason = "partial" // more pages are still being read
)
