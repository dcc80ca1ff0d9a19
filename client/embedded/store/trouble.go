package store

import (
	"context"
	"errors"
	"os"
	"sync"

	"aloft/client/system/sqlite"
)

// errGone says that the path no longer names the open database.
var errGone = errors.New("removed or replaced")

// trouble stores the error of the storage that a request met, for a request made in
// this process: an error that no request can repair is not an answer of a service.
type trouble struct {
	mu    sync.Mutex
	err   error
	wrote bool // something of the request was committed
}

type troubleKey struct{}

// WithTrouble returns a context that stores the errors of the storage.
func WithTrouble(ctx context.Context) (context.Context, *trouble) {
	t := &trouble{}
	return context.WithValue(ctx, troubleKey{}, t), t
}

// note stores an error that only the user can repair, and that something was committed.
func note(ctx context.Context, writes bool, err error) {
	t, ok := ctx.Value(troubleKey{}).(*trouble)
	if !ok {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.wrote = t.wrote || writes && err == nil
	if sqlite.IsDamage(err) || errors.Is(err, errGone) || errors.Is(err, ErrReading) || errors.Is(err, errStopped) {
		t.err = err
	}
}

// Met is the error that the request met, as a message; nil when it has changed
// something before: then its answer counts.
func (t *trouble) Met(path string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.wrote {
		return nil
	}
	return Say(t.err, path)
}

// present checks that the open database is still the one at its path: writes to a removed file are silently lost.
func (s *DB) present() error {
	if st, err := os.Stat(s.path); err != nil || !os.SameFile(s.file, st) {
		return &Error{What: "The database %s was removed or replaced while this program used it; nothing was written.", Args: []any{s.path},
			Hint: "start aloft again; it makes a new database if there is none", Err: errGone}
	}
	return nil
}

// ErrReading: the database was opened for reading only.
var ErrReading = errors.New("opened for reading only")
