package wire

import (
	"context"
	"errors"
	"net/http"
	"sync"

	"aloft/client"
	"aloft/client/embedded"
	"aloft/client/embedded/store"
	"aloft/client/system"
	"aloft/cmd/aloft/session"
	"aloft/model"
	"aloft/model/text"
)

// Local is the embedded service, opened by the first request or by Warm before it.
// It is the wire of the local account and the credential of its drive.
type Local struct {
	session *session.Session
	open    func() (*embedded.Service, error)

	mu     sync.Mutex
	used   bool
	closed bool
	ended  chan struct{}
	// writing is held for reading while the database's lock is.
	writing sync.RWMutex
}

func newLocal(s *session.Session) *Local {
	l := &Local{session: s, ended: make(chan struct{})}
	l.open = sync.OnceValues(func() (*embedded.Service, error) {
		if err := s.MakeData(); err != nil {
			return nil, err
		}
		l.suspend()
		e, err := embedded.Open(context.Background(), embedded.Options{Dir: s.Dirs.Data, Sample: true, Writing: l.writing.RLocker(), Holder: func(pid int) (string, bool) {
			h := system.HolderOf(pid)
			return h.String(), h.State() == system.Stopped
		}})
		if err == nil && e.Aside() != "" {
			s.WarnOnScreen(client.Errorf(client.KindLocal, "open", model.Place{}, text.BoxAside, e.Aside()))
		}
		return e, Storage(err)
	})
	return l
}

// Service opens the service and returns it.
func (l *Local) Service() (*embedded.Service, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return nil, context.Canceled
	}
	l.used = true
	return l.open()
}

// RoundTrip answers a request in this process.
func (l *Local) RoundTrip(r *http.Request) (*http.Response, error) {
	s, err := l.Service()
	if err != nil {
		return nil, err
	}
	w, err := s.Transport().RoundTrip(r)
	return w, Storage(err)
}

// Cookie of a session that the service made for this process.
func (l *Local) Cookie(context.Context) (string, error) {
	s, err := l.Service()
	if err != nil {
		return "", err
	}
	c := s.Cookie()
	l.session.Con.Scrub.Add(c)
	return c, nil
}

// Reload makes a new session, in case the old one has ended.
func (l *Local) Reload(ctx context.Context) (string, error) {
	s, err := l.Service()
	if err != nil {
		return "", err
	}
	c, err := s.Login(ctx)
	l.session.Con.Scrub.Add(c)
	return c, Storage(err)
}

// Rotate: the service itself knows the newest cookie.
func (l *Local) Rotate(context.Context, []*http.Cookie) error { return nil }

// localToken is the credential of the local account's documents.
type localToken struct{ *Local }

// Token that the service takes from this process.
func (l localToken) Token(ctx context.Context) (string, error) {
	s, err := l.Service()
	if err != nil {
		return "", err
	}
	t := s.Token()
	if t == "" { // the storage failed, and the next request says why
		return l.Reload(ctx)
	}
	l.session.Con.Scrub.Add(t)
	return t, nil
}

// Reload makes a new token: the one that Token gives was refused.
func (l localToken) Reload(ctx context.Context) (string, error) {
	s, err := l.Service()
	if err != nil {
		return "", err
	}
	t, err := s.NewToken(ctx)
	l.session.Con.Scrub.Add(t)
	return t, Storage(err)
}

// Close ends the service if it was opened.
func (l *Local) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.used || l.closed {
		return nil
	}
	l.closed = true
	defer close(l.ended)
	s, err := l.open()
	if err != nil {
		return nil // it was reported when it was needed
	}
	return Storage(s.Close())
}

// Warm opens the service in the background.
func (l *Local) Warm() {
	go func() { _, _ = l.Service() }()
}

// Storage turns a failure of the embedded service's own storage into an error of
// the client layer: the service does not know its clients.
func Storage(err error) error {
	var e *store.Error
	if !errors.As(err, &e) {
		return err
	}
	return &client.Error{Kind: client.KindLocal, Op: "open", What: e.What, Args: e.Args, Hint: e.Hint, HintArgs: e.HintArgs, Err: err}
}
