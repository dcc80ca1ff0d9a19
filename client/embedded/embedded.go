package embedded

import (
	"context"
	"net/http"
	"time"

	"aloft/model/text"
)

// Options say how a service is opened.
type Options struct {
	Dir     string           // data folder; the database file lives in it
	Now     func() time.Time // nil = time.Now
	Faults  Faults           // friction switches; the zero value has none
	Sample  bool             // put the believable sample into a new database
	Observe func(Arrival)    // told of each request once it is done, before its answer leaves
	Fast    bool             // tests: no waiting for the disk

	onStep     func(name string) // tests: told where an import or export has come to
	noLog      bool              // tests: as on a file system without shared memory
	cacheUnits int               // tests: bound of the documents in memory, in positions
}

// Service is the drive and the documents in a box. Several may be open on one data folder, in
// one process or in many.
type Service struct {
	o         Options
	db        *store
	life      *lifetime
	drive     *driveService
	pages     *pageStore
	word      *wordService
	transfers *transferService
	blobs     *blobServer
	docs      *docsService
}

// Open opens the database in the data folder, and makes it when it is new.
// Errors are of type *Error and have words for a person.
func Open(ctx context.Context, o Options) (*Service, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	db, err := openStore(StoreOptions{Dir: o.Dir, Now: o.Now, Fast: o.Fast, OnStep: o.onStep, NoLog: o.noLog})
	if err != nil {
		return nil, err
	}
	s := &Service{o: o, db: db, life: newLifetime()}
	if err := s.begin(ctx); err != nil {
		s.life.end()
		db.close()
		return nil, sayStorage(err, db.place())
	}
	return s, nil
}

// begin puts the parts together, decides once about the sample, and goes on with what
// the last opener left.
func (s *Service) begin(ctx context.Context) error {
	first, err := s.db.first(ctx)
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
	return s.transfers.GoOn(ctx)
}

// put makes the parts.
func (s *Service) put(first First) {
	f := &s.o.Faults
	bytes, chance := newLinks(first.Secret, &f.Blobs), newChance(f.Seed)
	s.drive = newDrive(s.db, first.IDs, first.Secret, f, s.life, s.o.Observe)
	s.pages = newPages(s.db, first.IDs)
	s.word = newWord(s.pages, &f.Docs, bytes, s.life, s.o.cacheUnits)
	s.transfers = newTransfers(s.pages, s.word, bytes, &f.Blobs, chance, s.life)
	s.blobs = newBlobs(s.pages, bytes, &f.Blobs, chance, s.life)
	s.docs = newDocs(s.pages, s.word, s.transfers, &f.Docs, f.Seed, s.life, s.o.Observe)
}

// sample puts the sample into a new database, or into one that is older than it.
func (s *Service) sample(ctx context.Context, first First) error {
	if s.db.readOnly() != nil || first.Drive && first.Documents {
		return nil
	}
	return s.pages.update(ctx, func(l rows) error {
		if err := decidePages(l, s.o.Sample, s.db.now()); err != nil {
			return err
		}
		ours, err := l.decide()
		if err != nil || !ours || !s.o.Sample {
			return err
		}
		return plantSample(l.link, s.db.now())
	})
}

// ParseFaults reads the NAME[=VALUE] words of `aloft serve --fault`. Errors
// are of type *Error.
func ParseFaults(specs []string) (Faults, error) {
	var tools []string
	for _, t := range Tools() {
		tools = append(tools, t.name)
	}
	return parseFaults(specs, tools)
}

// Handler answers the drive's paths and those of the document half.
func (s *Service) Handler() http.Handler { return http.HandlerFunc(s.serve) }

// Transport answers requests in this process: the very same requests and answers as
// over a connection, but no port. What the drive is asked is answered on the caller's
// goroutine; everything else streams in both directions.
func (s *Service) Transport() http.RoundTripper {
	return newTransport(s.serve, s.db.place(), prefix)
}

// serve gives a request to the part that answers it.
func (s *Service) serve(w http.ResponseWriter, r *http.Request) {
	if !s.life.enter() {
		panic(http.ErrAbortHandler) // as a server that has gone away
	}
	defer s.life.leave()
	switch {
	case isBlobPath(r.URL.Path):
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

// Login makes a new session and gives its cookie header value; Cookie gives it
// too from now on.
func (s *Service) Login(ctx context.Context) (string, error) { return s.drive.Login(ctx) }

// Token is a valid token of the document half for use in this process, "" when
// the storage fails. Processes of one person share it.
func (s *Service) Token() string { return s.docs.Token() }

// NewToken makes a token; Token gives it too from now on.
func (s *Service) NewToken(ctx context.Context) (string, error) { return s.docs.NewToken(ctx) }

// Counters are the sums of the drive's requests since Open.
func (s *Service) Counters() Counters { return s.drive.Counters() }

// DocCounters are those of the document half's calls.
func (s *Service) DocCounters() Counters { return s.docs.Counters() }

// Plant puts entries into the drive past the wire, making missing parents.
// A folder that is there already is no failure; any other taken name is.
func (s *Service) Plant(ctx context.Context, items []Item) error { return s.drive.Plant(ctx, items) }

// Dump gives every entry of the drive as it truly is now: work that is due is
// done first, lag hides nothing. The order is that of the entries' making.
func (s *Service) Dump(ctx context.Context) ([]Item, error) { return s.drive.Dump(ctx) }

// Pending tells how many pieces of acknowledged or late work of the drive are still
// to be done, and when all of it is due and listings lag no more.
func (s *Service) Pending(ctx context.Context) (n int, quiet time.Time, err error) {
	return s.drive.Pending(ctx)
}

// Check looks through the whole database and changes nothing; of a large one it takes
// seconds.
func (s *Service) Check(ctx context.Context) ([]Fault, error) { return s.db.Check(ctx) }

// Notice is a line about the storage that the person should see, "" when all is well.
func (s *Service) Notice() string {
	if !s.db.shared() {
		return string(text.Text("The data folder's file system has no shared memory: the local drive is slower here, and one program at a time should use it."))
	}
	return ""
}

// Path of the database file.
func (s *Service) Path() string { return s.db.place() }

// Reset puts the drive and the documents back to the sample. Everything else in
// them, the recycle bins too, is lost; sessions and tokens stay.
func (s *Service) Reset(ctx context.Context) error {
	err := s.pages.update(ctx, func(l rows) error {
		if err := resetDrive(l.link, s.db.now()); err != nil {
			return err
		}
		return resetPages(l, s.db.now())
	})
	s.word.Forget()
	return sayStorage(err, s.db.place())
}

// Close lets running requests end, those that only wait for a delay at once,
// and joins everything the service has started. It may be called twice.
func (s *Service) Close() error {
	if !s.life.end() {
		return nil
	}
	s.word.LastSnapshots()
	return sayStorage(s.db.close(), s.db.place())
}
