package embedded

import (
	"context"
	"net/http"
	"sync"
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

	onStep func(name string) // tests: told where an import or export has come to
}

// Service is the drive and the documents in a box. Several may be open on one data folder, in
// one process or in many.
type Service struct {
	o      Options
	db     *store
	ids    ids
	secret []byte
	stop   chan struct{} // closed by Close: whoever waits gives up
	calls  sync.WaitGroup

	mu     sync.Mutex // never held while waiting for anything
	closed bool
	cookie string
	dead   bool // Faults.Expire struck; until the next login
	chance *chance
	last   time.Time
	count  Counters
	docs   docsState
	bytes  transferring
	paper  editing
}

// Open opens the database in the data folder, and makes it when it is new.
// Errors are of type *Error and have words for a person.
func Open(ctx context.Context, o Options) (*Service, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	db, err := openStore(o.Dir, o.Fast)
	if err != nil {
		return nil, err
	}
	s := &Service{o: o, db: db, stop: make(chan struct{}), chance: newChance(o.Faults.Seed)}
	s.count.LeastGap = -1
	s.docs = docsState{chance: newChance(o.Faults.Seed), sessions: map[string]bool{}}
	s.docs.count.LeastGap = -1
	s.bytes = newTransferring(o.Faults.Seed)
	if err := s.begin(ctx); err != nil {
		s.bytes.end()
		db.close()
		return nil, sayStorage(err, db.path)
	}
	s.goOn()
	return s, nil
}

// begin reads the secret, decides once about the sample, and takes the session
// that the last opener left, so that processes of one person share it.
func (s *Service) begin(ctx context.Context) error {
	var fresh, decided, session, created, turn int64
	var pus string
	err := s.db.view(ctx, func(l *link) (err error) {
		if _, err = l.row("SELECT v FROM meta WHERE k = 'secret'", nil, &s.secret); err != nil {
			return err
		}
		if fresh, err = l.meta("fresh"); err != nil {
			return err
		}
		if decided, err = l.meta(metaDocuments); err != nil {
			return err
		}
		if s.bytes.left, err = l.dueTransfer(s.now().UnixNano()); err != nil {
			return err
		}
		_, err = l.row("SELECT id, pus, created, turn FROM session ORDER BY id LIMIT 1", nil, &session, &pus, &created, &turn)
		return err
	})
	if err != nil {
		return err
	}
	if s.ids, err = newIDs(s.secret); err != nil {
		return err
	}
	if s.db.why == nil && (fresh == 1 || decided == 0) {
		err := s.db.update(ctx, func(l *link) error {
			if err := l.decidePages(s.o.Sample, s.now()); err != nil {
				return err
			}
			changed, _, err := l.exec("UPDATE meta SET v = 0 WHERE k = 'fresh' AND v = 1")
			if err != nil || changed == 0 || !s.o.Sample {
				return err
			}
			return l.plant(sample(s.now()), s.now())
		})
		if err != nil {
			return err
		}
	}
	if session == 0 || s.expired(created, s.now()) {
		_, err := s.Login(ctx)
		return err
	}
	s.cookie = cookieLogin + "=" + pus + "; " + cookieTurn + "=" + s.turnValue(session, turn)
	return nil
}

func (s *Service) now() time.Time {
	if s.o.Now != nil {
		return s.o.Now()
	}
	return time.Now()
}

// update is a write transaction; ctx only bounds the wait for its turn.
func (s *Service) update(ctx context.Context, f func(*link) error) error {
	return s.db.update(ctx, f)
}

// Cookie is a valid session cookie, as a header value.
func (s *Service) Cookie() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cookie
}

// Handler answers the drive's paths and those of the document half.
func (s *Service) Handler() http.Handler { return http.HandlerFunc(s.serve) }

// Notice is a line about the storage that the person should see, "" when all is well.
func (s *Service) Notice() string {
	if !s.db.wal {
		return string(text.Text("The data folder's file system has no shared memory: the local drive is slower here, and one program at a time should use it."))
	}
	return ""
}

// Path of the database file.
func (s *Service) Path() string { return s.db.path }

// Reset puts the drive and the documents back to the sample. Everything else in
// them, the recycle bins too, is lost; sessions and tokens stay.
func (s *Service) Reset(ctx context.Context) error {
	err := s.update(ctx, func(l *link) error {
		for _, q := range []string{
			"DELETE FROM lag", "DELETE FROM task", "DELETE FROM bin",
			"DELETE FROM node WHERE tree = 0 AND seq > 2",
		} {
			if err := l.do(q); err != nil {
				return err
			}
		}
		if err := l.nextEpoch(); err != nil {
			return err
		}
		if err := l.resetPages(s.now()); err != nil {
			return err
		}
		return l.plant(sample(s.now()), s.now())
	})
	s.forgetDocs()
	return sayStorage(err, s.db.path)
}

// Close lets running requests end, those that only wait for a delay at once,
// and joins everything the service has started. It may be called twice.
func (s *Service) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	s.mu.Unlock()
	close(s.stop)
	s.bytes.end()
	s.calls.Wait()
	s.lastSnapshots()
	return sayStorage(s.db.close(), s.db.path)
}

// enter counts a request in; false when the service is closed.
func (s *Service) enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.calls.Add(1)
	return true
}

// wait for a delay of the service's own clock speed; false when the request or
// the service ended first.
func (s *Service) wait(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
	case <-s.stop:
	}
	return false
}
