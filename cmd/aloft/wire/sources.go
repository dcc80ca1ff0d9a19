// Package wire opens what commands work on: drives, documents, this disk, jobs and
// edits, each on first use.
package wire

import (
	"errors"
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
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/model"
	"aloft/model/text"
)

// Sources opens the source of a place on first use.
type Sources struct {
	Local *Local
	// Lasting: the process runs for long and shows what a service has no tool for, so it asks
	// that itself at its start.
	Lasting bool

	session *session.Session
	waits   *console.WaitLines
	disk    client.Source

	mu   sync.Mutex
	open map[serviceKey]service
}

// serviceKey names a service of an account.
type serviceKey struct {
	scheme  model.Scheme
	account string
}

// service is one service of one account as it is wired.
type service interface {
	gateway() *gate.Gate
	source(model.Scheme) client.Source
	close() error
}

// openers open the services of an account (model.Services); they send nothing. shown is
// the account in places, "" = the current one.
var openers = map[model.Scheme]func(s *Sources, name, shown string) (service, error){
	model.SchemeDrive: (*Sources).openDrive,
	model.SchemeDocs:  (*Sources).openDocs,
}

// New opens nothing.
func New(s *session.Session, waits *console.WaitLines) *Sources {
	return &Sources{session: s, waits: waits, disk: disk.New(), open: map[serviceKey]service{}, Local: newLocal(s)}
}

// localURL is the address of the embedded service in requests; only the in-process
// transport resolves it.
const localURL = "http://aloft.local"

// localPage is the page size on the embedded service, where a page costs
// nothing but memory.
const localPage = 1000

// requestTime is the timeout of one request.
const requestTime = 15 * time.Second

var _ client.Sources = (*Sources)(nil)

// Drive is the wired drive of one account.
type Drive struct {
	Gate   *gate.Gate
	Source *drive.Source
	Store  *secret.Store // nil for the embedded one
}

func (d *Drive) gateway() *gate.Gate               { return d.Gate }
func (d *Drive) source(model.Scheme) client.Source { return d.Source }
func (d *Drive) close() error                      { return d.Gate.Close() }

// Accounts are the configured accounts, the current one first.
func (s *Sources) Accounts() []string { return s.session.Config.Names() }

// For finds the source of a place.
func (s *Sources) For(p model.Place) (client.Source, error) {
	src, _, err := s.find(p)
	return src, err
}

// find opens the source of a place; what is on this machine has no gate.
func (s *Sources) find(p model.Place) (client.Source, *gate.Gate, error) {
	if p.Scheme.Local() {
		return s.disk, nil, nil
	}
	o, err := s.service(p.Scheme.Service(), p.Account)
	if err != nil {
		return nil, nil, err
	}
	return o.source(p.Scheme), o.gateway(), nil
}

// service opens a service of an account; "" is the current one.
func (s *Sources) service(of model.Scheme, account string) (service, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	name, shown := s.named(account)
	k := serviceKey{of, name}
	if o := s.open[k]; o != nil {
		return o, nil
	}
	open := openers[of]
	if open == nil {
		e := client.Errorf(client.KindUnsupported, "open", model.Place{}, "%s: places are not offered by this version", string(of))
		e.Hint = text.CliHintPlaces
		return nil, e
	}
	o, err := open(s, name, shown)
	if err != nil {
		return nil, err
	}
	s.open[k] = o
	return o, nil
}

// Drive opens the drive of an account; "" is the current one.
func (s *Sources) Drive(account string) (*Drive, error) {
	o, err := s.service(model.SchemeDrive, account)
	if err != nil {
		return nil, err
	}
	return o.(*Drive), nil
}

// named returns the full name of an account, and its name in places: those of the
// current account have none.
func (s *Sources) named(account string) (name, shown string) {
	if current := s.session.Config.Account; account == "" || account == current {
		return current, ""
	}
	return account, account
}

func (s *Sources) openDrive(name, shown string) (service, error) {
	if name == config.Local {
		g, err := s.gate(model.Place{Account: name, Scheme: model.SchemeDrive}, text.CliTheDrive, 0, gate.RoundTripperWire(s.Local))
		if err != nil {
			return nil, err
		}
		src := drive.New(drive.Options{Account: shown, Name: name, BaseURL: localURL, PageSize: localPage, Gate: g, Cookies: s.Local, Warn: s.session.Con.WarnLater, Scale: s.session.Scale})
		return &Drive{Gate: g, Source: src}, nil
	}
	settings, err := s.session.DriveOf(name)
	if err != nil {
		return nil, err
	}
	base, err := url.Parse(settings.BaseURL)
	if err != nil {
		return nil, client.Errorf(client.KindInvalid, "config", model.Place{}, text.CliBadURL, settings.BaseURL)
	}
	session.HardenProcess()
	g, err := s.gate(model.Place{Account: name, Scheme: model.SchemeDrive}, text.CliTheDrive, settings.Gap, gate.HTTPWire(base))
	if err != nil {
		return nil, err
	}
	s.session.WarnOfPlain(name, settings.BaseURL)
	store := s.session.Store(name, model.SchemeDrive)
	src := drive.New(drive.Options{
		Account: shown, Name: name, BaseURL: settings.BaseURL, Origin: settings.WebOrigin, PR: settings.PR,
		PageSize: settings.PageSize, Batch: settings.Batch, Gate: g, Cookies: store, Warn: s.session.Con.WarnLater,
		Scale: s.session.Scale,
	})
	return &Drive{Gate: g, Source: src, Store: store}, nil
}

// gateName identifies the service that a place's account is on. Accounts that may be
// the same count as one: two names with the same address share the gate and the
// unsettled jobs, since no answer of a service says whose the account is.
func (s *Sources) gateName(root model.Place) string {
	name, _ := s.named(root.Account)
	of := root.Scheme.Service()
	if name == config.Local {
		name = s.session.Dirs.Data
	} else if s.session.Config.Has(name, of) {
		name = address(s.session.Config.Accounts[name].Address(of))
	}
	return string(of) + "\n" + name
}

// address is a URL without the parts that do not identify the service.
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

// gate opens the gate of an account. Its state is shared by all processes of the
// user, so without a state folder there is no safe way to send; with a read-only
// one, reading is possible.
func (s *Sources) gate(root model.Place, who text.Text, gap time.Duration, w gate.Wire) (*gate.Gate, error) {
	if s.session.Dirs.State == "" {
		return nil, s.session.DirsErr
	}
	return gate.Open(gate.Options{
		Dir: filepath.Join(s.session.Dirs.State, "gate"), Name: s.gateName(root), Gap: gap, Wire: w, Command: s.session.Command, Observe: s.session.LogGate(root.Account),
		Waits: s.waits.Waits, Who: who,
		Scale: s.session.Scale, Timeout: requestTime, Spare: config.Spare(s.session.Con.Env, true),
	})
}

// Gap is the present gap between two requests to a source.
func (s *Sources) Gap(root model.Place) time.Duration {
	if _, g, err := s.find(root); err == nil && g != nil {
		return g.Gap()
	}
	return config.MinGap
}

// Close closes every account that was opened.
func (s *Sources) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for _, o := range s.open {
		errs = append(errs, o.close())
	}
	errs = append(errs, s.Local.Close())
	return errors.Join(errs...)
}
