package secret

import (
	"cmp"
	"context"
	"iter"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/secret/paste"
	"aloft/model"
	"aloft/model/text"
)

// Services that have a credential: a drive's is a cookie header, which answers
// renew; a document service's is a token, one line that does not change, and so are
// that of the open platform for its images, the address of a platform for a webhook's
// messages, the secret of a webhook's route, the password of the server where machines meet, and those of all other
// services.
const (
	Drive        = "drive"
	Docs         = "docs"
	OpenPlatform = "open"
	HookPlatform = "platform"
	HookRoute    = "route"
	Gate         = "gate"
)

// Options of a Store.
type Options struct {
	Account string
	Service string // a service of an account, OpenPlatform, HookPlatform, HookRoute or Gate
	// Dir is the folder of our own secret files; "" = nothing can be stored.
	Dir string
	// Spare returns the folders for a session when Dir cannot be written, the best
	// one first, and creates them if asked to; nil = there are none.
	Spare func(make bool) iter.Seq[string]
	// EnvName is the variable of this credential, such as ALOFT_WORK_DRIVE_COOKIE.
	EnvName string
	// Command is the configured credential command.
	Command  []string
	Explicit *Explicit // nil = none
	Getenv   func(string) string
	Unsetenv func(string) error
	// Keyring is nil for the operating system's.
	Keyring Keyring
	// Scrub gets every value that was read. May be nil.
	Scrub *Scrubber
	// Warn, when set, gets errors that a person should know and that fail nothing.
	Warn func(error)
	Now  func() time.Time // nil = time.Now
	// Limit for a credential command; 0 = 10 s.
	Limit time.Duration
}

// Explicit is a credential source given for this run only; at most one is set.
type Explicit struct {
	File    string
	HasFD   bool
	FD      int
	Command []string

	mu   sync.Mutex
	kept Secret // what was read of a file or a descriptor
}

// Kept is what was read of a file or a descriptor: a pipe can be read only once, and a file
// may be gone when another process goes on with the run.
func (e *Explicit) Kept() Secret {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.kept
}

// Keep sets what counts as read.
func (e *Explicit) Keep(v Secret) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.kept = v
}

// Store finds the credential of one account's service, and stores the cookies that
// the service renews: the user's own secret may be read-only, so renewed cookies
// are in a file of ours that overrides it.
type Store struct {
	o Options

	mu      sync.Mutex
	base    Secret // the user's own part
	from    model.Sentence
	have    bool
	session overlay
	adrift  bool   // the session could not be stored
	kept    Secret // from the environment
	warned  bool
	told    bool // that it ends soon
	trial   bool // in memory only, until it is known to be valid
}

// Open returns a Store. Nothing is read before the first Cookie, except the
// environment variable: it is removed from the environment at once, so that no
// child can see it.
func Open(o Options) *Store {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Getenv == nil {
		o.Getenv = func(string) string { return "" }
	}
	if o.Keyring == nil {
		o.Keyring = systemKeyring{}
	}
	o.Limit = cmp.Or(o.Limit, 10*time.Second)
	s := &Store{o: o}
	if o.EnvName != "" {
		if v := o.Getenv(o.EnvName); v != "" {
			s.kept = New(v)
			if o.Unsetenv != nil {
				_ = o.Unsetenv(o.EnvName)
			}
			o.Scrub.Add(v)
		}
	}
	return s
}

// Cookie is the current value of the cookie header.
func (s *Store) Cookie(ctx context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.have {
		if err := s.read(ctx); err != nil {
			return "", err
		}
	}
	return s.header(), nil
}

// Token is the credential of a document service.
func (s *Store) Token(ctx context.Context) (string, error) { return s.Cookie(ctx) }

// Reload reads everything again: another process may have renewed it.
func (s *Store) Reload(ctx context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.trial {
		return s.header(), nil
	}
	if err := s.read(ctx); err != nil {
		return "", err
	}
	return s.header(), nil
}

// Where reads the credential if that has not been done, and returns its source.
func (s *Store) Where(ctx context.Context) (model.Sentence, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.have {
		if err := s.read(ctx); err != nil {
			return model.Say("none"), err
		}
	}
	return s.from, nil
}

// soon is how long before its end a credential's end is told.
const soon = 5 * 24 * time.Hour

// Ends is when the credential ends, zero when nobody says: the service with the cookie
// of the login, or the token itself. Nothing is read.
func (s *Store) Ends() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ends()
}

func (s *Store) ends() time.Time {
	if s.o.Service == Drive {
		return s.session.over(s.base)[paste.LoginCookie].Until
	}
	return paste.TokenEnd(s.base.Reveal())
}

// warnOfEnd says once that the credential ends in the next days.
func (s *Store) warnOfEnd() {
	at, now := s.ends(), s.o.Now()
	if s.told || at.IsZero() || at.Sub(now) > soon || !now.Before(at) {
		return
	}
	s.told = true
	e := s.fail(text.SecretEnds, s.o.Account, at.Local().Format("2006-01-02 15:04"))
	e.Kind = client.KindLocal
	s.warn(e)
}

func (s *Store) header() string {
	if s.o.Service != Drive {
		return s.base.Reveal()
	}
	h := merge(s.base.Reveal(), s.session.over(s.base), s.o.Now())
	s.o.Scrub.Add(h)
	return h
}

// read finds the user's secret and what overrides it.
func (s *Store) read(ctx context.Context) error {
	v, from, err := s.find(ctx)
	if err != nil {
		return err
	}
	clean, ok := oneLine(v)
	if !ok {
		e := s.fail(text.SecretBad, from)
		if clean == "" {
			e.What = text.SecretEmpty
		}
		return e
	}
	s.base, s.from, s.have = New(clean), from, true
	s.o.Scrub.Add(clean)
	s.session = s.present()
	s.warnOfEnd()
	return nil
}

// fail is an error of the kind that needs a login; it never contains a value.
func (s *Store) fail(t text.Text, args ...any) *client.Error {
	e := client.Errorf(client.KindAuth, "login", model.Place{Account: s.o.Account, Scheme: model.Scheme(s.o.Service)}, t, args...)
	e.Hint, e.HintArgs = text.Typed(text.LoginHint), []any{s.o.Account}
	switch s.o.Service {
	case Drive:
	case OpenPlatform:
		e.Hint = "set accounts.%s.docs.open_credential_command in config.toml"
	case HookPlatform, HookRoute:
		e.Hint = text.Typed(text.HookLoginHint)
	case Gate:
		e.Hint = "set gate_credential_command of the account %s in config.toml"
	default:
		e.HintArgs = []any{s.o.Account + " --" + s.o.Service}
	}
	return e
}

func (s *Store) none() error {
	switch s.o.Service {
	case Drive:
		return s.fail("no session is stored for the account %s", s.o.Account)
	case Docs, OpenPlatform:
		return s.fail("no token of the document service is stored for the account %s", s.o.Account)
	case Gate:
		return s.fail("the account %s has no password for the gate's Redis server", s.o.Account)
	case HookPlatform:
		return s.fail("no address is stored for the platform %s", s.o.Account)
	case HookRoute:
		return s.fail("no secret is stored for the route %s", s.o.Account)
	}
	return s.fail("no credential is stored for %s of the account %s", s.o.Service, s.o.Account)
}

func (s *Store) warn(err error) {
	if s.o.Warn != nil {
		s.o.Warn(err)
	}
}
