package embedded

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"sync"
	"time"

	"aloft/client/embedded/docs"
	"aloft/client/embedded/drive"
	"aloft/client/embedded/flow"
	"aloft/client/embedded/pages"
	"aloft/client/embedded/store"
	"aloft/model/text"
)

// DocsPath is the endpoint of the document half's tools. As public clients show, they are MCP over
// streamable HTTP, one message per POST.
const DocsPath = "/mcp"

// OpenImagesPath is the open platform's upload of images ("Editing tools" in the specification of the doc tools).
const OpenImagesPath = "/openapi/resources/v2/images"

// Options configure a service.
type Options struct {
	Dir    string           // data folder, with the database file
	Now    func() time.Time // nil = time.Now
	Faults flow.Faults      // of tests; nil = none
	Strict time.Duration    // 429 for a request closer than this to the one before, unless Faults say another
	Sample bool             // add the sample to a new database
	Fast   bool             // tests: no fsync

	Writing sync.Locker                               // locked while this process holds the database's lock; may be nil
	Holder  func(pid int) (name string, stopped bool) // names a process of this machine; may be nil

	onStep     func(name string) // tests: called at each step of an import or export
	noLog      bool              // tests: as on a file system without shared memory
	cacheUnits int               // tests: bound of the documents in memory, in positions
}

// Service is a drive and documents. Several may be open on one data folder, in one
// process or in many.
type Service struct {
	o         Options
	db        *store.DB
	life      *flow.Lifetime
	drive     *drive.Service
	pages     *pages.Store
	word      *docs.Word
	transfers *docs.Transfers
	blobs     *docs.Server
	docs      *docs.Service
	objects   *drive.Bucket
	around    http.HandlerFunc // route, with what a lab does to requests and answers
}

// Open opens the database in the data folder, and creates it if missing. Errors are
// of type *Error, with a message for a person.
func Open(ctx context.Context, o Options) (*Service, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s, err := openOnce(ctx, o)
	if store.Damaged(err) { // it is marked now, and set aside
		s, err = openOnce(ctx, o)
	}
	return s, err
}

func openOnce(ctx context.Context, o Options) (*Service, error) {
	db, err := store.Open(store.Options{Dir: o.Dir, Now: o.Now, Fast: o.Fast, OnStep: o.onStep, NoLog: o.noLog, Writing: o.Writing, Holder: o.Holder})
	if err != nil {
		return nil, err
	}
	s := &Service{o: o, db: db, life: flow.NewLifetime()}
	if err := s.begin(ctx); err != nil {
		_ = s.life.End(closeLimit, db.Close)
		return nil, store.Say(err, db.Path())
	}
	return s, nil
}

// begin builds the parts, adds the sample once, and continues the last opener's work.
func (s *Service) begin(ctx context.Context) error {
	first, err := s.db.First(ctx)
	if err != nil {
		return err
	}
	s.put(first)
	if err := s.sample(ctx, first); err != nil {
		return err
	}
	if err := s.drive.TakeSession(ctx); err != nil {
		return err
	}
	if err := s.drive.EndOld(ctx); err != nil {
		return err
	}
	return s.transfers.GoOn(ctx)
}

// put makes the parts.
func (s *Service) put(first store.First) {
	lab := flow.NewLab(s.o.Faults, s.life, s.db.Now, func(ctx context.Context) (string, error) { return s.drive.NewSession(ctx) })
	lab.Strict, lab.DocsStrict = cmp.Or(lab.Strict, s.o.Strict), cmp.Or(lab.DocsStrict, s.o.Strict)
	s.around = lab.Around(s.route)
	s.drive = drive.New(s.db, first.IDs, first.Secret, lab, s.life)
	s.objects = drive.NewBucket(s.db, first.Secret, s.life)
	s.pages = pages.New(s.db, first.IDs)
	s.word = docs.NewWord(s.pages, lab, first.Secret, s.life, s.o.cacheUnits)
	s.transfers = docs.NewTransfers(s.pages, s.word, first.Secret, lab, s.life)
	s.blobs = docs.NewServer(s.pages, first.Secret, s.life)
	s.docs = docs.New(s.pages, s.word, s.transfers, lab)
}

// sample adds the sample to a new database, or to one that is older than it.
func (s *Service) sample(ctx context.Context, first store.First) error {
	if s.db.ReadOnly() != nil || first.Drive && first.Documents {
		return nil
	}
	return s.pages.Update(ctx, func(l pages.Rows) error {
		if err := pages.DecideSample(l, s.o.Sample, s.db.Now()); err != nil {
			return err
		}
		ours, err := l.Decide()
		if err != nil || !ours || !s.o.Sample {
			return err
		}
		return drive.PlantSample(l.Link, s.db.Now())
	})
}

// Handler answers the drive's paths and those of the document half.
func (s *Service) Handler() http.Handler { return http.HandlerFunc(s.serve) }

// Transport answers requests in this process: exactly the same requests and answers
// as over a connection, but no port. The drive answers on the caller's goroutine;
// everything else streams in both directions.
func (s *Service) Transport() http.RoundTripper {
	return flow.NewTransport(s.serve, s.db.Path(), drive.Prefix)
}

// serve handles a request.
func (s *Service) serve(w http.ResponseWriter, r *http.Request) {
	if !s.life.Enter() {
		panic(http.ErrAbortHandler) // as if the server were gone
	}
	defer s.life.Leave()
	s.around(w, r)
}

// route passes a request to its part.
func (s *Service) route(w http.ResponseWriter, r *http.Request) {
	switch {
	case drive.IsBucket(r.URL.Path):
		s.objects.ServeHTTP(w, r)
	case drive.IsBytes(r.URL.Path):
		s.drive.ServeBytes(w, r)
	case docs.IsBytes(r.URL.Path):
		s.blobs.ServeHTTP(w, r)
	case r.URL.Path == DocsPath:
		s.docs.ServeHTTP(w, r)
	case r.URL.Path == OpenImagesPath:
		s.docs.ServeImages(w, r)
	default:
		s.drive.ServeHTTP(w, r)
	}
}

// Cookie is a valid session cookie of the drive, as a header value.
func (s *Service) Cookie() string { return s.drive.Cookie() }

// Login makes a new session and returns its cookie header value, which Cookie
// returns from now on.
func (s *Service) Login(ctx context.Context) (string, error) { return s.drive.Login(ctx) }

// Token returns a valid token of the document half for this process, or "" if the storage fails. Processes of one
// user share it.
func (s *Service) Token() string { return s.docs.Token() }

// NewToken makes a token, which Token returns from now on.
func (s *Service) NewToken(ctx context.Context) (string, error) { return s.docs.NewToken(ctx) }

// Plant adds entries to the drive directly, not over the wire, and makes missing parents. An existing folder is
// accepted; any other taken name is an error.
func (s *Service) Plant(ctx context.Context, items []drive.Item) error {
	return s.drive.Plant(ctx, items)
}

// Dump returns every entry of the drive in its real state and in order of creation: due work is done first, and lag
// hides nothing.
func (s *Service) Dump(ctx context.Context) ([]drive.Item, error) { return s.drive.Dump(ctx) }

// Bytes opens the bytes of a file of the drive by its Key in Dump.
func (s *Service) Bytes(ctx context.Context, key int64) (io.ReadSeekCloser, error) {
	return s.drive.Bytes(ctx, key)
}

// Pending returns how many pieces of accepted work of the drive are still to be done, and when all of it is due and
// listings have caught up.
func (s *Service) Pending(ctx context.Context) (n int, quiet time.Time, err error) {
	return s.drive.Pending(ctx)
}

// Check checks the whole database without changing it. A large one takes seconds.
func (s *Service) Check(ctx context.Context) ([]store.Finding, error) { return s.db.Check(ctx) }

// Notice returns a line about the storage for the user, or "".
func (s *Service) Notice() text.Text {
	if !s.db.Shared() {
		return "The data folder's file system has no shared memory. The local drive is slower there; use it with only one program at a time."
	}
	return ""
}

// Aside is the folder into which Open put a damaged database; "" = it was whole.
func (s *Service) Aside() string { return s.db.Aside() }

// Path of the database file.
func (s *Service) Path() string { return s.db.Path() }

// Reset resets the drive and the documents to the sample. Everything else, including the recycle bins, is lost;
// sessions and tokens stay.
func (s *Service) Reset(ctx context.Context) error {
	err := s.pages.Update(ctx, func(l pages.Rows) error {
		if err := drive.Reset(l.Link, s.db.Now()); err != nil {
			return err
		}
		return pages.ResetSample(l, s.db.Now())
	})
	s.word.Forget()
	return store.Say(err, s.db.Path())
}

// closeLimit is how long Close waits for a request whose file does not respond.
const closeLimit = 20 * time.Second

// Close waits for running requests, ends those that only wait for a delay, and
// waits for everything the service has started, within closeLimit. It may be called twice.
func (s *Service) Close() error {
	return s.life.End(closeLimit, func() error {
		s.word.LastSnapshots()
		return store.Say(s.db.Close(), s.db.Path())
	})
}
