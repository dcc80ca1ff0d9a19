package flow

import "time"

// NearGap is the distance under which two requests count as too close
// ("Limits" in the drive specification).
const NearGap = 500 * time.Millisecond

// RecommendedBatch is the largest filelist that the specification recommends;
// more is counted, and refused only in strict mode.
const RecommendedBatch = 30

// Arrival is one request as seen by the service.
type Arrival struct {
	N        int           // order number of the request at this service, from 1
	Time     time.Time     // when it arrived
	Gap      time.Duration // since the one before it; -1 for the first
	Method   string
	Path     string
	Tool     string // name of the tool of the document half, "" for the drive
	Mutation bool
	FIDs     []string // the fids it named: filelist, fid, pdir_fid, to_pdir_fid
	Batch    int      // length of its filelist
	Stale    bool     // one of the fids was no longer valid
	Status   int      // HTTP status of the answer; 0 when it was lost on purpose
	Code     int      // business code of the answer
	Fault    string   // name of the fault that struck, "" when none did
	Applied  int      // entries that were changed at once
	// Settled counts the pieces of deferred work that came due before this request.
	// Each began a new epoch: with Rotate on, fids that were looked up before it
	// are stale, which is not the client's mistake.
	Settled int
}

// Counters are sums since the service was opened.
type Counters struct {
	Requests       int
	Mutations      int
	Close          int           // requests less than 500 ms after the one before
	LeastGap       time.Duration // smallest gap seen; -1 before the second request
	StaleLists     int           // listings that named a stale fid
	StaleMutations int           // mutations that named a stale fid; they were refused
	Throttled      int           // answered 429
	Lost           int           // answers lost on purpose
	Async          int           // mutations that became tasks
	Late           int           // mutations whose work was deferred beyond their lost answer
	BigBatches     int           // more than 30 fids in one call
}
