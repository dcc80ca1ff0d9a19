package main

import (
	"context"
	"errors"
	"net/http"
	"sync"

	"aloft/client"
	"aloft/client/config"
	"aloft/client/embedded"
	"aloft/client/embedded/store"
)

// localService is the embedded service, opened by the first request or ahead of
// it by warm. It is the wire of the local account and the credential of its drive.
type localService struct {
	a    *app
	open func() (*embedded.Service, error)

	mu     sync.Mutex
	used   bool
	closed bool
}

func newLocal(a *app) *localService {
	l := &localService{a: a}
	l.open = sync.OnceValues(func() (*embedded.Service, error) {
		if a.dirs.Data == "" {
			return nil, a.dirsErr
		}
		if err := config.Make(a.dirs.Data, client.DataHome); err != nil {
			return nil, err
		}
		s, err := embedded.Open(context.Background(), embedded.Options{Dir: a.dirs.Data, Sample: true})
		return s, storage(err)
	})
	return l
}

func (l *localService) service() (*embedded.Service, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return nil, context.Canceled
	}
	l.used = true
	return l.open()
}

// RoundTrip answers a request in this process.
func (l *localService) RoundTrip(r *http.Request) (*http.Response, error) {
	s, err := l.service()
	if err != nil {
		return nil, err
	}
	w, err := s.Transport().RoundTrip(r)
	return w, storage(err)
}

// Cookie of a session that the service made for this process.
func (l *localService) Cookie(context.Context) (string, error) {
	s, err := l.service()
	if err != nil {
		return "", err
	}
	c := s.Cookie()
	l.a.scrub.Add(c)
	return c, nil
}

// Reload makes a new session, should the old one have ended.
func (l *localService) Reload(ctx context.Context) (string, error) {
	s, err := l.service()
	if err != nil {
		return "", err
	}
	c, err := s.Login(ctx)
	l.a.scrub.Add(c)
	return c, storage(err)
}

// Rotate: the service itself knows the newest cookie.
func (l *localService) Rotate(context.Context, []*http.Cookie) error { return nil }

// localToken is the credential of the local account's documents.
type localToken struct{ *localService }

// Token that the service takes from this process.
func (l localToken) Token(ctx context.Context) (string, error) {
	s, err := l.service()
	if err != nil {
		return "", err
	}
	t := s.Token()
	if t == "" { // the storage failed, and says at the next try why
		return l.Reload(ctx)
	}
	l.a.scrub.Add(t)
	return t, nil
}

// Reload makes a new token: the one that Token gives was refused.
func (l localToken) Reload(ctx context.Context) (string, error) {
	s, err := l.service()
	if err != nil {
		return "", err
	}
	t, err := s.NewToken(ctx)
	l.a.scrub.Add(t)
	return t, storage(err)
}

// Close ends the service if it was opened.
func (l *localService) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.used || l.closed {
		return nil
	}
	l.closed = true
	s, err := l.open()
	if err != nil {
		return nil // it was said when it was needed
	}
	return storage(s.Close())
}

// warm opens the service in the background.
func (l *localService) warm() {
	go func() { _, _ = l.service() }()
}

// storage turns a failure of the embedded service's own storage into an error
// of the client layer: the service knows none of its clients.
func storage(err error) error {
	var e *store.Error
	if !errors.As(err, &e) {
		return err
	}
	return &client.Error{Kind: client.KindLocal, Op: "open", What: e.What, Args: e.Args, Hint: e.Hint, Err: err}
}
