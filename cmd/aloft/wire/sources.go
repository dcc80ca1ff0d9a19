// Package wire opens what commands work on: drives, documents, this disk, jobs and
// edits, each on first use.
package wire

import (
	"context"
	"errors"
	"net"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/archive"
	"aloft/client/config"
	"aloft/client/disk"
	"aloft/client/docs"
	"aloft/client/drive"
	"aloft/client/gate"
	"aloft/client/gate/redis"
	"aloft/client/secret"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/model"
	"aloft/model/text"
)

// Sources opens the source of a place on first use.
type Sources struct {
	Local *Local
	Disk  *disk.Source // of this machine
	// Lasting: the process runs for long and shows what a service has no tool for, so it asks
	// that itself at its start.
	Lasting bool

	session *session.Session
	waits   *console.WaitLines

	mu   sync.Mutex
	open map[serviceKey]*Service
	// packed are the trees of the archives, by where these are.
	packed map[client.Writer]*archive.Source
	// passwords of the servers where machines meet, from the environment, by account.
	passwords map[string]*secret.Store
}

// serviceKey names a service of an account.
type serviceKey struct {
	scheme  model.Scheme
	account string
}

// Service is one service of one account as it is wired.
type Service struct {
	Gate  *gate.Gate    // never nil: account status and doctor read its gap
	Far   *redis.Server // where the gate meets those of other machines; nil = nowhere
	Store *secret.Store // nil for the embedded one
	Hosts []string      // that get the credential; "*." stands for all of a domain
	// Probe asks the service whether the credential is valid.
	Probe func(context.Context) error
	// Try asks the service whether it takes the credential of another store.
	Try func(context.Context, *secret.Store) error
	// Code asks the service for a QR code to sign in by; nil: it has none.
	Code func(context.Context) (secret.Code, error)
	// Tools asks which tools the service offers; nil: that is not the question.
	Tools  func(context.Context) ([]docs.Tool, error)
	source func(model.Scheme) client.Writer
	close  func() error
}

// Kind is a kind of service that an account can have: how it is opened, and its words.
type Kind struct {
	Scheme model.Scheme
	// open sends nothing. shown is the account in places, "" = the current one.
	open func(s *Sources, name, shown string) (*Service, error)

	Name, Check, Credential text.Text // a line about it, about its gate, about its credential
	// Signing in: the question, where a person finds the answer, what is said when it is
	// stored, what it is called, and the flag for it alone.
	Ask, Where, Stored, What, Only text.Text
	// On the screen: where a person finds the answer, step by step, what to do if the service does
	// not take it, what stands before its address, and an example of that.
	Steps   []text.Text
	Again   text.Text
	Short   text.Text
	Address string
}

// kinds are the rows of model.Services.
var kinds = []Kind{
	{
		Scheme: model.SchemeDrive, open: (*Sources).openDrive,
		Name: "drive", Check: "gate", Credential: text.CliRowCredential,
		Ask: "Cookie of %s (it is not shown):",
		Where: `The cookie of the drive:
  1. Sign in to the drive in a browser.
  2. Open the developer tools (F12), choose Network, and reload the page.
  3. Right-click a request to the drive: Copy, Copy as cURL (bash or cmd).
     Or click it, and copy the value of the request header Cookie.
  4. Paste it here, and press Enter. The lines of a cookies.txt also work: end
     them with an empty line.`,
		Steps: []text.Text{
			"1. In a browser sign in: %s",
			"2. Press F12, choose Network, reload the page.",
			"3. Right-click a drive request: Copy as cURL.",
			"4. Paste it below. A cookies.txt also works.",
		},
		Again: "Sign in again in the browser, then copy from a newer request.",
		Short: "Drive", Address: "https://drive.example",
		Stored: "the session of %s is stored (%s)", What: "the cookie of the drive", Only: "only the drive's cookie",
	},
	{
		Scheme: model.SchemeDocs, open: (*Sources).openDocs,
		Name: text.CliCheckDocs, Check: text.CliCheckDocs, Credential: "token",
		Ask:   "Document token of %s (it is not shown):",
		Where: "The token of the document service is in its settings for MCP or open access. A new token replaces an expired one.",
		Steps: []text.Text{
			"1. Sign in on the web page of the documents.",
			"2. Copy the token from its MCP or open-access settings.",
			"3. Paste it below. It is for %s",
		},
		Again: "Copy it again: there may be a newer token.",
		Short: "Documents", Address: "https://docs.example/mcp",
		Stored: "the document token of %s is stored (%s)", What: "the token of the document service", Only: "only the token of the document service",
	},
}

// Kinds are the kinds of services, in the order in which they are offered.
func Kinds() []Kind { return slices.Clone(kinds) }

// New opens nothing.
func New(s *session.Session, waits *console.WaitLines) *Sources {
	return &Sources{session: s, waits: waits, Disk: disk.New(), open: map[serviceKey]*Service{}, packed: map[client.Writer]*archive.Source{}, passwords: map[string]*secret.Store{}, Local: newLocal(s)}
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

// Accounts are the configured accounts, the current one first.
func (s *Sources) Accounts() []string { return s.session.Names() }

// For finds what reads at a place.
func (s *Sources) For(p model.Place) (client.Source, error) {
	src, _, err := s.find(p)
	if err != nil {
		return nil, err
	}
	return src.Reading(), nil
}

// Writing are the sources with what changes them, for the engines alone.
func (s *Sources) Writing() client.Sources { return writing{s} }

type writing struct{ *Sources }

func (w writing) For(p model.Place) (client.Source, error) {
	src, _, err := w.find(p)
	return src, err
}

// find opens the source of a place; what is on this machine has no gate.
func (s *Sources) find(p model.Place) (client.Writer, *gate.Gate, error) {
	if p.Scheme.Packed() {
		src, g, err := s.find(p.Outside().Root())
		if err != nil {
			return nil, nil, err
		}
		return s.archives(src), g, nil
	}
	if p.Scheme.Local() {
		return s.Disk, nil, nil
	}
	o, err := s.Service(p.Scheme.Service(), p.Account)
	if err != nil {
		return nil, nil, err
	}
	return o.source(p.Scheme), o.Gate, nil
}

// archives is the tree of the archives of a source.
func (s *Sources) archives(of client.Writer) client.Writer {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.packed[of] == nil {
		s.packed[of] = archive.New(of.(archive.Files), s.session.ArchiveDir())
	}
	return s.packed[of]
}

// Service opens a service of an account; "" is the current one. It sends nothing.
func (s *Sources) Service(of model.Scheme, account string) (*Service, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	name, shown := s.named(account)
	k := serviceKey{of, name}
	if o := s.open[k]; o != nil {
		return o, nil
	}
	i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Scheme == of })
	if i < 0 {
		return nil, client.Errorf(client.KindUnsupported, "open", model.Place{}, "%s: this version does not support such places", string(of)).
			Hinted(text.CliHintPlaces)
	}
	o, err := kinds[i].open(s, name, shown)
	if err != nil {
		return nil, err
	}
	s.open[k] = o
	return o, nil
}

// named returns the full name of an account, and its name in places: those of the
// current account have none.
func (s *Sources) named(account string) (name, shown string) {
	if current := s.session.Config.Account; account == "" || account == current {
		return current, ""
	}
	return account, account
}

func (s *Sources) openDrive(name, shown string) (*Service, error) {
	if name == config.Local {
		g, err := s.gate(model.Place{Account: name, Scheme: model.SchemeDrive}, text.CliTheDrive, 0, nil, gate.RoundTripperWire(s.Local))
		if err != nil {
			return nil, err
		}
		o := drive.Options{Account: shown, Name: name, BaseURL: localURL, PageSize: localPage, Prompt: true, Gate: g, Cookies: s.Local, Warn: s.session.Con.WarnLater, May: s.may, Scale: s.session.Scale,
			// There is no network between: more ranges at a time would only cost memory.
			Content: drive.CarrierOptions{Bytes: s.Local, Connections: 2, Range: 2 << 20}}
		return wiredDrive(g, nil, nil, o), nil
	}
	acc, err := s.session.Having(name, model.SchemeDrive)
	if err != nil {
		return nil, err
	}
	settings := acc.Drive
	base, err := url.Parse(settings.BaseURL)
	if err != nil {
		return nil, client.Errorf(client.KindInvalid, "config", model.Place{}, text.CliBadURL, settings.BaseURL)
	}
	session.HardenProcess()
	far, err := s.far(name, settings.Gate)
	if err != nil {
		return nil, err
	}
	g, err := s.gate(model.Place{Account: name, Scheme: model.SchemeDrive}, text.CliTheDrive, settings.Gap, far, gate.HTTPWire(base))
	if err != nil {
		return nil, err
	}
	s.session.WarnOfPlain(name, settings.BaseURL)
	store := s.session.Store(name, model.SchemeDrive)
	o := drive.Options{
		Account: shown, Name: name, BaseURL: settings.BaseURL, Origin: settings.WebOrigin, PR: settings.PR,
		PageSize: settings.PageSize, Batch: settings.Batch, Gate: g, Cookies: store, Warn: s.session.Con.WarnLater, May: s.may,
		Hosts: settings.DownloadHosts, Scale: s.session.Scale,
		Content: drive.CarrierOptions{Connections: settings.Connections, Range: int64(settings.Range), Rate: int64(settings.Rate)},
	}
	of := wiredDrive(g, far, store, o)
	return of, s.scans(of, name, settings)
}

func wiredDrive(g *gate.Gate, far *redis.Server, store *secret.Store, o drive.Options) *Service {
	src := drive.New(o)
	return &Service{Gate: g, Far: far, Store: store, Hosts: src.Hosts(), Probe: src.Probe, source: func(model.Scheme) client.Writer { return src },
		Try: func(ctx context.Context, tried *secret.Store) error {
			o := o
			o.Cookies = tried
			src := drive.New(o)
			defer src.Close()
			return src.Probe(ctx)
		},
		close: func() error {
			src.Close()
			return g.Close()
		}}
}

// gateName identifies the service that a place's account is on. Accounts that may be
// the same count as one: two names with the same address share the gate and the
// unsettled jobs, since no answer of a service says whose the account is.
func (s *Sources) gateName(root model.Place) string {
	name, _ := s.named(root.Account)
	of := root.Scheme.Service()
	if name == config.Local {
		name = s.session.Dirs.Data
	} else if s.session.Has(name, of) {
		name = address(s.session.Account(name).Address(of))
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
// one, this process can read.
func (s *Sources) gate(root model.Place, who text.Text, gap time.Duration, far *redis.Server, w gate.Wire) (*gate.Gate, error) {
	if s.session.Dirs.State == "" {
		return nil, s.session.DirsErr
	}
	o := gate.Options{
		Dir: filepath.Join(s.session.Dirs.State, "gate"), Name: s.gateName(root), Gap: gap, Wire: w, Command: s.session.Command, Observe: s.session.LogGate(root.Account),
		Waits: s.waits.Waits, Who: who,
		Scale: s.session.Scale, Timeout: requestTime,
	}
	if far != nil {
		o.Far = far
	}
	g, err := gate.Open(o)
	if err == nil && gap > 0 && g.ReadOnly() != nil {
		if e := client.Errorf(client.KindLocal, "open", model.Place{}, "%s cannot be written: several aloft processes would keep no gap between their requests", s.session.Dirs.State); s.session.Hourly(s.session.Con.Explain(e)) {
			s.session.WarnOnScreen(e)
		}
	}
	return g, err
}

// Gap is the present gap between two requests to a source.
func (s *Sources) Gap(root model.Place) time.Duration {
	if _, g, err := s.find(root); err == nil && g != nil {
		return g.Gap()
	}
	return config.MinGap
}

// Slots counts the requests so far that shared the gap of the source, 0 = unknown.
func (s *Sources) Slots(root model.Place) int {
	if _, g, err := s.find(root); err == nil && g != nil {
		return g.Slots()
	}
	return 0
}

// Asked counts the requests that this process has sent so far.
func (s *Sources) Asked() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range s.open {
		n += o.Gate.Sent()
	}
	return n
}

// Close closes every account that was opened.
func (s *Sources) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for _, a := range s.packed {
		a.Close()
	}
	for _, o := range s.open {
		errs = append(errs, o.close())
	}
	errs = append(errs, s.Local.Close())
	return errors.Join(errs...)
}
