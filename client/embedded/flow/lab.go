package flow

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// NearGap is the distance under which two requests count as too close
// ("Limits" in the drive specification).
const NearGap = 500 * time.Millisecond

// RecommendedBatch is the largest filelist that the specification recommends;
// more is refused only in strict mode.
const RecommendedBatch = 30

// Faults are what tests put around a service and into it (client/clienttest/fault). The program that people install has
// none.
type Faults interface {
	// session makes a session of the drive, and returns its cookie header value.
	Lab(life *Lifetime, now func() time.Time, session func(context.Context) (cookie string, err error)) *Lab
}

// Lab is the faults of one service. What a request or an answer on its way can have is done by Around; the rest is what
// public sources leave open, or what a service does to its own data.
type Lab struct {
	Around  func(next http.HandlerFunc) http.HandlerFunc
	Strikes func(name string) bool                         // draws for a fault that strikes within a request
	Task    func() (fail, stuck bool, least time.Duration) // draws for an import or export that starts now

	Strict, DocsStrict time.Duration // 429 for a request closer than this to the one before

	// The drive half.
	Rotate       bool          // every mutation changes the fids of all entries, folders too
	Stale        string        // listing a stale fid answers: "" or "empty" (success, no entries), "error", "other" (another folder's entries)
	Lag          time.Duration // the longest that changed entries show their old state
	Dup          bool          // a taken name is allowed: folders may have a name twice
	Names        string        // "" or "escaped" (stored as given, escaped when listed), "raw" (as given both ways), "unescaped" (un-escaped when given)
	Batch        int           // largest filelist; 0 = 500
	ExpireAfter  time.Duration // sessions expire that long after login
	RotateCookie time.Duration // __puus is replaced that often; the old one is valid for CookieGrace
	CookieGrace  time.Duration // default 1 min
	LinkLife     time.Duration // how long signed links are valid; default 30 min, 6 h on the drive
	DownMax      int64         // largest file in bytes that can be downloaded; 0 = any
	Capacity     int64         // of the drive in bytes; 0 = 1 TiB

	// The document half.
	EmptyPage   bool // folder_list never says finish=true; pages past the end are empty
	IntStrings  bool // integers in answers are strings
	TimesMS     bool // times are in milliseconds
	BareURLs    bool // links have no scheme: //docs.…
	FileKey     bool // recent_online_file lists under "file"
	Wrapped     bool // query_file_info wraps its record in "file", an uploaded image's id is in "data"
	ImageWords  bool // the source of an image is a word
	Attachments bool // embedded images are attachments
	ContentCut  int  // get_content ends after that many characters
	Second      bool // arguments have other names (the second generation)
	Underscore  bool // tool names with _ for the dot
	Bare        bool // doc tools without their prefix: get_outline
	Missing     string
	TokenLife   time.Duration // default 90 days
	TaskID      string        // async_import answers "other": another task_id than pre_import, which becomes invalid; "none": no task_id
	MaxSize     int64         // largest import in bytes; default 2 GiB
}

// NewLab returns the lab of a service. f may be nil: nothing strikes.
func NewLab(f Faults, life *Lifetime, now func() time.Time, session func(context.Context) (cookie string, err error)) *Lab {
	if f != nil {
		return f.Lab(life, now, session)
	}
	return &Lab{Around: func(next http.HandlerFunc) http.HandlerFunc { return next }, Strikes: func(string) bool { return false },
		Task: func() (fail, stuck bool, least time.Duration) { return false, false, 0 }}
}

// Trial is one request of a lab: what the lab has drawn for it, and what the service tells of it.
type Trial struct {
	Late, Half, Async     bool // a mutation is done later, to its half, as a task
	TaskFail, Stuck       bool // its task changes nothing, never ends
	Stranger, ImageFail   bool // somebody else edits the document just before, an upload of an image fails
	Dead                  bool // the token has expired
	Lag, TaskTime, LateBy time.Duration
	Show                  int    // how listings show a change that lags
	Page                  int    // entries of a page of folder_list
	Refuse                error  // a business error in place of the work
	Carrier               string // field of business errors: http, rpc, business, payload, tool; "" = as the specification shows

	FIDs    []string // the fids it named: filelist, fid, pdir_fid, to_pdir_fid
	Batch   int      // length of its filelist
	Stale   bool     // one of the fids was no longer valid
	Code    int      // business code of the answer
	Fault   string   // name of the fault that struck
	Applied int      // entries that were changed at once
	// Settled counts the pieces of deferred work that came due before this request.
	// Each began a new epoch: with Rotate on, fids that were looked up before it
	// are stale, which is not the client's mistake.
	Settled int
}

type trialKey struct{}

// With returns a context with the trial of a request.
func (t *Trial) With(ctx context.Context) context.Context {
	return context.WithValue(ctx, trialKey{}, t)
}

// TrialOf returns the trial of a request, a new one outside of a lab.
func TrialOf(ctx context.Context) *Trial {
	if t, is := ctx.Value(trialKey{}).(*Trial); is {
		return t
	}
	return new(Trial)
}

// Pace knows when the last request came.
type Pace struct {
	mu   sync.Mutex
	last time.Time
}

// Early reports whether a request comes too soon after the last one; 0 = never.
func (p *Pace) Early(now time.Time, least time.Duration) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	gap := now.Sub(p.last)
	p.last = now
	return least > 0 && gap < least // requests at once may come here in another order than their times
}
