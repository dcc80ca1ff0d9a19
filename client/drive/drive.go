// Package drive speaks the drive's HTTP interface and shows it as a Source.
//
// Ids of the drive change, so nothing here keeps one for a later write: each
// walk looks its folders up from the root, in one epoch of the Gate, and a
// write is sent only while that epoch is still the current one.
package drive

import (
	"context"
	"net/http"
	"time"

	"aloft/client/gate"
	"aloft/model"
)

// Options of a drive.
type Options struct {
	Account  string // name of the account in places and hints
	BaseURL  string // paths /1/clouddrive/… are relative to it
	Origin   string // web origin for the headers; "" = that of BaseURL
	PR       string // brand constant of the web client; "" = "ucpro"
	PageSize int    // entries asked for per page; 0 = 100
	Batch    int    // largest number of ids in one call; 0 = 30, never more
	Gate     *gate.Gate
	Cookies  Cookies
	// Patience is how long the end of a task is waited for; 0 = 2 min.
	Patience time.Duration
	// Scale multiplies all waits of the drive (polls, back-offs, patience); 0 = 1.
	Scale float64
	// Warn, when set, is told what went wrong beside an operation without
	// failing it, such as a session that could not be stored.
	Warn func(error)
}

// Cookies is the account's credential.
type Cookies interface {
	// Cookie is the current value of the cookie header.
	Cookie(ctx context.Context) (string, error)
	// Reload reads everything anew: a sister process may have renewed it.
	Reload(ctx context.Context) (string, error)
	// Rotate merges and stores what an answer has re-set.
	Rotate(ctx context.Context, set []*http.Cookie) error
}

// Source is the drive of one account.
type Source struct {
	o Options
}

// New makes the source of an account; it sends nothing.
func New(o Options) *Source { return &Source{o: o} }

// Root of the drive.
func (s *Source) Root() model.Place {
	return model.Place{Account: s.o.Account, Scheme: model.SchemeDrive}
}
