package embedded

import (
	"context"
	"net/http"
	"time"
)

// Options say how a service is opened.
type Options struct {
	Dir     string           // data folder; the database file lives in it
	Now     func() time.Time // nil = time.Now
	Faults  Faults           // friction switches; the zero value has none
	Sample  bool             // put the believable sample into a new database
	Observe func(Arrival)    // told of each request, before its answer leaves
	Fast    bool             // tests: no waiting for the disk
}

// Arrival is one request as the service met it.
type Arrival struct {
	N        int           // order number of the request at this service, from 1
	Time     time.Time     // when it came
	Gap      time.Duration // since the one before it; -1 for the first
	Method   string
	Path     string
	Mutation bool
	FIDs     []string // the fids it named: filelist, fid, pdir_fid, to_pdir_fid
	Batch    int      // length of its filelist
	Stale    bool     // one of the fids was no longer valid
	Status   int      // HTTP status of the answer; 0 when the answer was lost on purpose
	Code     int      // business code of the answer
	Fault    string   // name of the fault that struck, "" when none did
	Applied  int      // entries that were changed at once
}

// Service is the drive in a box.
type Service struct {
	o Options
}

// Open opens the database in the data folder, and makes it when it is new.
func Open(ctx context.Context, o Options) (*Service, error) { return &Service{o: o}, nil }

// Handler answers the drive's paths.
func (s *Service) Handler() http.Handler { return http.NotFoundHandler() }

// Transport answers requests in this process.
func (s *Service) Transport() http.RoundTripper { return http.DefaultTransport }

// Cookie is a valid session cookie, as a header value.
func (s *Service) Cookie() string { return "" }

// Login makes a new session and gives its cookie; Cookie gives it too from now on.
func (s *Service) Login(ctx context.Context) (string, error) { return "", nil }

// Reset puts the drive back to the sample. Everything else in it is lost.
func (s *Service) Reset(ctx context.Context) error { return nil }

// Close joins everything the service has started.
func (s *Service) Close() error { return nil }

// Notice is a line about the storage that the person should see, "" when all is well.
func (s *Service) Notice() string { return "" }

// Item is one entry as Plant takes and Dump gives it.
type Item struct {
	Path     []string // raw names from the root down
	Folder   bool
	Size     int64
	MIME     string
	Modified time.Time
	Key      int64 // Dump: never changes over the entry's whole life
	Moves    int   // Dump: how often a move has changed its folder
	Renames  int   // Dump: how often a rename has changed its name
	InBin    bool  // Dump: it is in the recycle bin; Path is then from the deleted entry down
}

// Plant puts entries into the drive past the wire, making missing parents.
func (s *Service) Plant(ctx context.Context, items []Item) error { return nil }

// Dump gives every entry of the drive as it truly is now, lag or not.
func (s *Service) Dump(ctx context.Context) ([]Item, error) { return nil, nil }

// Counters are sums since Open.
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
	Late           int           // mutations applied after their lost answer
	BigBatches     int           // more than 30 fids in one call
}

// Counters so far.
func (s *Service) Counters() Counters { return Counters{} }
