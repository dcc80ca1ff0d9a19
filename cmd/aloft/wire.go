package main

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"path/filepath"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/config"
	"aloft/client/disk"
	"aloft/client/drive"
	"aloft/client/embedded"
	"aloft/client/gate"
	"aloft/client/secret"
	"aloft/model"
	"aloft/model/text"
)

// localURL is what requests to the embedded service are addressed to; only the
// in-process transport resolves it.
const localURL = "http://aloft.local"

// localPage is the page size on the embedded service, where a page costs
// nothing but memory.
const localPage = 1000

// sources builds the source of a place when it is first asked for.
type sources struct {
	a    *app
	disk client.Source

	mu    sync.Mutex
	drive map[string]*account
	local *localService
}

var _ client.Sources = (*sources)(nil)

// account is one account as it is wired.
type account struct {
	gate   *gate.Gate
	source *drive.Source
	store  *secret.Store // nil for the embedded one
}

// sources are the sources of this run.
func (a *app) sources() *sources {
	if a.src == nil {
		a.src = &sources{a: a, disk: disk.New(), drive: map[string]*account{}, local: newLocal(a)}
	}
	return a.src
}

// Accounts are the configured accounts, the current one first.
func (s *sources) Accounts() []string { return s.a.cfg.Names() }

// For finds the source of a place.
func (s *sources) For(p model.Place) (client.Source, error) {
	switch p.Scheme {
	case model.SchemeDisk:
		return s.disk, nil
	case model.SchemeDrive:
		acc, err := s.account(p.Account)
		if err != nil {
			return nil, err
		}
		return acc.source, nil
	}
	e := client.Errorf(client.KindUnsupported, "open", p, text.CliNoScheme, string(p.Scheme))
	e.Hint = text.CliHintPlaces
	return nil, e
}

// account opens the drive of an account; "" is the current one.
func (s *sources) account(name string) (*account, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	cfg := s.a.cfg
	// The current account's places have no account in them.
	shown := name
	if name == "" {
		name = cfg.Account
	}
	if name == cfg.Account {
		shown = ""
	}
	if acc := s.drive[name]; acc != nil {
		return acc, nil
	}
	acc, err := s.open(name, shown)
	if err != nil {
		return nil, err
	}
	s.drive[name] = acc
	return acc, nil
}

func (s *sources) open(name, shown string) (*account, error) {
	a := s.a
	if name == config.Local {
		g, err := s.gate(localURL+"\n"+name+"\n"+a.dirs.Data, name, 0, gate.RoundTripperWire(s.local))
		if err != nil {
			return nil, err
		}
		src := drive.New(drive.Options{Account: shown, Name: name, BaseURL: localURL, PageSize: localPage, Gate: g, Cookies: s.local, Warn: a.warnLater})
		return &account{gate: g, source: src}, nil
	}
	settings, err := a.driveOf(name)
	if err != nil {
		return nil, err
	}
	base, err := url.Parse(settings.BaseURL)
	if err != nil {
		return nil, client.Errorf(client.KindInvalid, "config", model.Place{}, text.CliBadURL, settings.BaseURL)
	}
	hardenProcess()
	g, err := s.gate(settings.BaseURL+"\n"+name, name, settings.Gap, gate.HTTPWire(base))
	if err != nil {
		return nil, err
	}
	store := a.store(name, settings)
	src := drive.New(drive.Options{
		Account: shown, Name: name, BaseURL: settings.BaseURL, Origin: settings.WebOrigin, PR: settings.PR,
		PageSize: settings.PageSize, Batch: settings.Batch, Gate: g, Cookies: store, Warn: a.warnLater,
	})
	return &account{gate: g, source: src, store: store}, nil
}

// gate opens the gate of an account. Its state is shared by all processes of
// the user, so without a state folder there is no safe way to send.
func (s *sources) gate(id, name string, gap time.Duration, w gate.Wire) (*gate.Gate, error) {
	if s.a.dirs.State == "" {
		return nil, s.a.dirsErr
	}
	if err := config.Make(s.a.dirs.State); err != nil {
		return nil, err
	}
	return gate.Open(gate.Options{
		Dir: filepath.Join(s.a.dirs.State, "gate"), Name: id, Gap: gap, Wire: w, Observe: s.a.logGate(name),
	})
}

// driveOf are the drive settings of a remote account.
func (a *app) driveOf(name string) (*config.Drive, error) {
	acc := a.cfg.Accounts[name]
	if acc == nil {
		e := client.Errorf(client.KindNotFound, "open", model.Place{}, text.CliNoAccount, name)
		e.Hint = text.HintConfigAccount
		return nil, e
	}
	if acc.Drive == nil {
		return nil, client.Errorf(client.KindUnsupported, "open", model.Place{}, text.CliNoDrive, name)
	}
	return acc.Drive, nil
}

// store is where the credential of a remote account comes from.
func (a *app) store(name string, d *config.Drive) *secret.Store {
	dir := ""
	if a.dirs.Data != "" {
		dir = filepath.Join(a.dirs.Data, "secrets")
	}
	o := secret.Options{
		Account: name, Service: "drive", Dir: dir, EnvName: config.EnvName(name) + "DRIVE_COOKIE",
		Command: d.CredentialCommand, Getenv: a.env, Scrub: a.scrub, Warn: a.warnLater,
	}
	// The flags are about the account that the command works on.
	if name == a.cfg.Account {
		o.Explicit = a.explicit()
	}
	return secret.Open(o)
}

// Gap is the present gap of an account.
func (s *sources) Gap(name string) time.Duration {
	acc, err := s.account(name)
	if err != nil {
		return config.MinGap
	}
	return acc.gate.Gap()
}

// Close ends every account that was opened.
func (s *sources) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for _, acc := range s.drive {
		errs = append(errs, acc.gate.Close())
	}
	errs = append(errs, s.local.Close())
	return errors.Join(errs...)
}

// localService is the embedded service, opened by the first request or ahead of
// it by warm. It is the wire and the credential of the local account.
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
		if err := config.Make(a.dirs.Data); err != nil {
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
	return s.Transport().RoundTrip(r)
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
	var e *embedded.Error
	if !errors.As(err, &e) {
		return err
	}
	return &client.Error{Kind: client.KindLocal, Op: "open", What: e.What, Args: e.Args, Hint: e.Hint, Err: err}
}
