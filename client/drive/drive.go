// Package drive implements a Source for the drive's HTTP interface.
//
// The drive's ids change, so no id is stored for a later write. Each walk looks folders up from the root within one
// epoch of the Gate, and a write is sent only while that epoch is current.
// The bytes of files, ranges of downloads and signed parts of uploads, go to the storage servers and not to the API, so
// they take no slot of the Gate. A sign-in by a QR code that the app on a phone reads is as a public client does it.
package drive

import (
	"cmp"
	"context"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"aloft/client"
	"aloft/client/gate"
	"aloft/client/signed"
	"aloft/model"
)

// Options of a drive.
type Options struct {
	Account  string // name of the account in places; "" = the current one
	Name     string // name of the account in hints; "" = Account
	BaseURL  string // base of the paths /1/clouddrive/…
	Origin   string // web origin for the headers; "" = that of BaseURL
	PR       string // brand constant of the web client; "" = "ucpro"
	PageSize int    // entries requested per page; 0 = 100
	Batch    int    // largest number of ids in one call; 0 = 30, never more
	Prompt   bool   // the service runs in this process (client.Prompt)
	Gate     *gate.Gate
	Cookies  Cookies
	// Hosts are additional hosts that get the session with downloads, optionally with a port.
	Hosts []string
	// Content configures transfers; its Cookie and Drive are set here.
	Content CarrierOptions
	// Patience is how long to wait for a task to end; 0 = 45 s. After that, listings decide.
	Patience time.Duration
	// Scale multiplies the drive's pauses (polls, back-offs) but not its patience; 0 = 1.
	Scale float64
	// May, if set, refuses a change made outside a job before anything is sent.
	May func(op string, places ...model.Place) error
	// Warn, if set, receives errors that do not fail an operation, such as a session that could not be stored.
	Warn func(error)
}

// Source is the drive of one account. It is safe for concurrent use.
type Source struct {
	reader
	files
}

// reader is what of a Source only reads, and what it says of changes beforehand. Links to share entries are made and ended
// by it, too: no job does that.
type reader struct {
	o        Options
	login    login
	budget   gate.Budget
	memory   *memory
	spelling spelling
	known    atomic.Bool // a drive has answered at this address
	bytes    *Carrier
	links    [2]lookups // of files to download, by class
}

// Defaults and limits.
const (
	defaultPR       = "ucpro"
	defaultPageSize = 100
	maxPageSize     = 1000
	maxBatch        = 30 // "Limits" in the drive specification
	defaultPatience = 45 * time.Second
)

// New returns the source of an account. It sends nothing.
func New(o Options) *Source {
	o.BaseURL = strings.TrimRight(o.BaseURL, "/")
	if o.Origin == "" {
		if u, err := url.Parse(o.BaseURL); err == nil {
			o.Origin = u.Scheme + "://" + u.Host
		}
	}
	o.Origin = strings.TrimRight(o.Origin, "/")
	o.Name = cmp.Or(o.Name, o.Account)
	o.PR = cmp.Or(o.PR, defaultPR)
	if o.PageSize <= 0 {
		o.PageSize = defaultPageSize
	}
	o.PageSize = min(o.PageSize, maxPageSize)
	if o.Batch <= 0 || o.Batch > maxBatch {
		o.Batch = maxBatch
	}
	if o.Patience <= 0 {
		o.Patience = defaultPatience
	}
	if o.Scale <= 0 {
		o.Scale = 1
	}
	s := &Source{reader: reader{o: o, memory: newMemory()}}
	s.files = files{&s.reader}
	for class := range s.links {
		s.links[class].busy = make(chan struct{}, 1)
	}
	s.login.cookies = o.Cookies
	o.Content.Drive = signed.Service{Base: o.BaseURL, Origin: o.Origin, Named: o.Hosts}
	o.Content.Cookie = o.Cookies.Cookie
	s.o.Content = o.Content
	s.bytes = NewCarrier(o.Content)
	return s
}

// Hosts returns the hosts that get the session.
func (s *reader) Hosts() []string { return s.o.Content.Drive.Hosts() }

// Close closes idle connections to the download and upload servers.
func (s *reader) Close() { s.bytes.Close() }

// Prompt implements client.Prompt.
func (s *reader) Prompt() bool { return s.o.Prompt }

// Root returns the root of the drive.
func (s *reader) Root() model.Place {
	return model.Place{Account: s.o.Account, Scheme: model.SchemeDrive}
}

// Able reports why nothing can be changed. Reads are always possible.
func (s *reader) Able(op model.Op) error {
	if op == model.OpDownload {
		return nil
	}
	return s.o.Gate.ReadOnly()
}

// Turn waits until no other operation of the class runs on the account in any process of the user on this host.
func (s *Source) Turn(ctx context.Context, class client.Class) (release func(), err error) {
	return s.o.Gate.Operation(ctx, class)
}

// Fence runs f while nothing is being sent, see gate.Gate.
func (s *Source) Fence(ctx context.Context, f func() error) error { return s.o.Gate.Fence(ctx, f) }

// Errors for operations that a drive does not have.
var (
	_ client.Writer      = (*Source)(nil)
	_ client.Abler       = (*Source)(nil)
	_ client.FolderMaker = (*Source)(nil)
	_ client.Renamer     = (*Source)(nil)
	_ client.Mover       = (*Source)(nil)
	_ client.Copier      = (*Source)(nil)
	_ client.Deleter     = (*Source)(nil)
	_ client.Maker       = (*Source)(nil)
	_ client.Searcher    = (*Source)(nil)
	_ client.BinWriter   = (*Source)(nil)
	_ client.Prober      = (*Source)(nil)
	_ client.Locator     = (*Source)(nil)
	_ client.Turner      = (*Source)(nil)
	_ client.Fencer      = (*Source)(nil)
	_ client.Downloader  = (*Source)(nil)
	_ client.Uploader    = (*Source)(nil)
	_ client.LinkSharer  = (*Source)(nil)
)

// files holds the transfer methods of a Source.
type files struct{ s *reader }

// Reading is client.Writer.
func (s *Source) Reading() client.Source { return &s.reader }

// lookups finds files to download: the files of one folder cost one listing while the ids are fresh.
type lookups struct {
	busy chan struct{} // held during a lookup
	w    *walk
	at   time.Time
}
