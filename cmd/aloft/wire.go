package main

import (
	"errors"
	"iter"
	"net"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/config"
	"aloft/client/disk"
	"aloft/client/drive"
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

// requestTime is what one exchange may take.
const requestTime = 15 * time.Second

// sources builds the source of a place when it is first asked for.
type sources struct {
	a    *app
	disk client.Source

	mu        sync.Mutex
	drives    map[string]*account
	documents map[string]*docAccount
	local     *localService
}

var _ client.Sources = (*sources)(nil)

// account is the drive of one account as it is wired.
type account struct {
	gate   *gate.Gate
	source *drive.Source
	store  *secret.Store // nil for the embedded one
}

// sources are the sources of this run.
func (a *app) sources() *sources {
	if a.src == nil {
		a.src = &sources{a: a, disk: disk.New(), drives: map[string]*account{}, documents: map[string]*docAccount{}, local: newLocal(a)}
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
	case model.SchemeDocs, model.SchemeSpace:
		acc, err := s.docs(p.Account)
		if err != nil {
			return nil, err
		}
		if p.Scheme == model.SchemeSpace {
			return acc.spaces, nil
		}
		return acc.home, nil
	}
	e := client.Errorf(client.KindUnsupported, "open", p, "%s: places are not offered by this version", string(p.Scheme))
	e.Hint = text.CliHintPlaces
	return nil, e
}

// account opens the drive of an account; "" is the current one.
func (s *sources) account(name string) (*account, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	name, shown := s.named(name)
	if acc := s.drives[name]; acc != nil {
		return acc, nil
	}
	acc, err := s.open(name, shown)
	if err != nil {
		return nil, err
	}
	s.drives[name] = acc
	return acc, nil
}

// named gives the full name of an account, and the one that its places show:
// those of the current account have none in them.
func (s *sources) named(account string) (name, shown string) {
	if current := s.a.cfg.Account; account == "" || account == current {
		return current, ""
	}
	return account, account
}

func (s *sources) open(name, shown string) (*account, error) {
	a := s.a
	if name == config.Local {
		g, err := s.gate(model.Place{Account: name, Scheme: model.SchemeDrive}, text.CliTheDrive, 0, gate.RoundTripperWire(s.local))
		if err != nil {
			return nil, err
		}
		src := drive.New(drive.Options{Account: shown, Name: name, BaseURL: localURL, PageSize: localPage, Gate: g, Cookies: s.local, Warn: a.warnLater, Scale: a.scale})
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
	g, err := s.gate(model.Place{Account: name, Scheme: model.SchemeDrive}, text.CliTheDrive, settings.Gap, gate.HTTPWire(base))
	if err != nil {
		return nil, err
	}
	a.warnOfPlain(name, settings.BaseURL)
	store := a.store(name, settings)
	src := drive.New(drive.Options{
		Account: shown, Name: name, BaseURL: settings.BaseURL, Origin: settings.WebOrigin, PR: settings.PR,
		PageSize: settings.PageSize, Batch: settings.Batch, Gate: g, Cookies: store, Warn: a.warnLater,
		Scale: a.scale,
	})
	return &account{gate: g, source: src, store: store}, nil
}

// service names the account of a place as its service knows it. What may be one
// account counts as one: two names with the same address share the gate and what
// jobs have not settled, since no answer of a service tells whose the account is.
func (s *sources) service(root model.Place) string {
	name, _ := s.named(root.Account)
	acc := s.a.cfg.Accounts[name]
	switch {
	case name == config.Local:
		name = s.a.dirs.Data
	case acc == nil:
	case root.Scheme == model.SchemeDrive && acc.Drive != nil:
		name = address(acc.Drive.BaseURL)
	case root.Scheme != model.SchemeDrive && acc.Docs != nil:
		name = address(acc.Docs.Endpoint)
	}
	if root.Scheme == model.SchemeDrive {
		return "drive\n" + name
	}
	return "docs\n" + name
}

// address is a URL without what does not tell two services apart.
func address(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return raw
	}
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	if port := u.Port(); port != "" && port != map[string]string{"http": "80", "https": "443"}[u.Scheme] {
		host = net.JoinHostPort(host, port)
	}
	return host + strings.TrimRight(u.Path, "/")
}

// gate opens the gate of an account. Its state is shared by all processes of
// the user, so without a state folder there is no safe way to send; with one that
// cannot be written what is there can still be read.
func (s *sources) gate(root model.Place, who text.Text, gap time.Duration, w gate.Wire) (*gate.Gate, error) {
	if s.a.dirs.State == "" {
		return nil, s.a.dirsErr
	}
	return gate.Open(gate.Options{
		Dir: filepath.Join(s.a.dirs.State, "gate"), Name: s.service(root), Gap: gap, Wire: w, Command: s.a.command, Observe: s.a.logGate(root.Account),
		Waits: s.a.waiting().waits, Who: who,
		Scale: s.a.scale, Timeout: requestTime, Spare: config.Spare(s.a.env, true),
	})
}

// driveOf are the drive settings of a remote account.
func (a *app) driveOf(name string) (*config.Drive, error) {
	acc, err := a.remote(name)
	if err != nil {
		return nil, err
	}
	if acc.Drive == nil {
		e := client.Errorf(client.KindUnsupported, "open", model.Place{}, "the account %s has no drive", name)
		e.Hint, e.HintArgs = "give accounts.%s.drive.base_url in config.toml", []any{name}
		return nil, e
	}
	return acc.Drive, nil
}

// remote are the settings of a remote account.
func (a *app) remote(name string) (*config.Account, error) {
	acc := a.cfg.Accounts[name]
	if acc == nil {
		e := client.Errorf(client.KindNotFound, "open", model.Place{}, "there is no account %s", name)
		e.Hint = text.HintConfigAccount
		return nil, e
	}
	return acc, nil
}

// store is where the credential of a remote drive comes from.
func (a *app) store(name string, d *config.Drive) *secret.Store {
	return a.credential(name, secret.Drive, "DRIVE_COOKIE", d.CredentialCommand)
}

func (a *app) credential(name, service, variable string, command []string) *secret.Store {
	o := secret.Options{
		Account: name, Service: service, Dir: a.secretDir(), EnvName: config.EnvName(name) + variable,
		Command: command, Getenv: a.env, Scrub: a.scrub, Warn: a.warnOfCredential,
		Spare: func(make bool) iter.Seq[string] { return config.Spare(a.env, make) },
	}
	// The flags are about one credential of the account that the command works on.
	if name == a.cfg.Account && service == a.credentialFor(name) {
		o.Explicit = a.explicit()
	}
	return secret.Open(o)
}

// secretDir is where credentials are stored in files, "" when no folder is known.
func (a *app) secretDir() string {
	if a.dirs.Data == "" {
		return ""
	}
	return filepath.Join(a.dirs.Data, "secrets")
}

// Gap is the present gap between two requests to a source.
func (s *sources) Gap(root model.Place) time.Duration {
	switch root.Scheme {
	case model.SchemeDrive:
		if acc, err := s.account(root.Account); err == nil {
			return acc.gate.Gap()
		}
	case model.SchemeDocs, model.SchemeSpace:
		if acc, err := s.docs(root.Account); err == nil {
			return acc.gate.Gap()
		}
	}
	return config.MinGap
}

// Close ends every account that was opened.
func (s *sources) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for _, acc := range s.drives {
		errs = append(errs, acc.gate.Close())
	}
	for _, acc := range s.documents {
		errs = append(errs, acc.service.Close(), acc.gate.Close())
	}
	errs = append(errs, s.local.Close())
	return errors.Join(errs...)
}
