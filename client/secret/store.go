package secret

import (
	"context"
	"net/http"
)

// Options of a Store.
type Options struct {
	Account string
	Service string // drive or docs
	Dir     string // folder of our own secret files
	Command []string
}

// Store finds the credential of one account's service, and keeps what the
// service re-sets of it.
type Store struct{ opt Options }

// Open makes a store. Nothing is read before the first Cookie.
func Open(opt Options) *Store { return &Store{opt: opt} }

// Cookie is the current value of the cookie header.
func (s *Store) Cookie(ctx context.Context) (string, error) { return "", nil }

// Reload reads everything anew: a sister process may have renewed it.
func (s *Store) Reload(ctx context.Context) (string, error) { return s.Cookie(ctx) }

// Rotate merges what an answer has re-set, and stores it.
func (s *Store) Rotate(ctx context.Context, set []*http.Cookie) error { return nil }
