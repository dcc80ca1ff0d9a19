package store

import (
	"context"
	"errors"
	"os"
	"time"

	"aloft/client/system/sqlite"
	"aloft/model/text"
)

// OpenReading opens a database that cannot be written; why is the error.
func OpenReading(path string, why error) (*DB, error) {
	var e *Error
	if !errors.As(why, &e) || e.What != text.BoxReadOnly && e.What != text.BoxFull {
		return nil, why
	}
	no := *e
	no.Err = errors.Join(ErrReading, e.Err)
	s := &DB{path: path, lock: newLock(path, nil, nil), why: &no, closed: make(chan struct{}), wal: true}
	var err error
	if s.file, err = os.Stat(path); err != nil {
		return nil, why
	}
	version, err := Read(context.Background(), s.look, (*Link).Version)
	switch {
	case version > len(migrations):
		return nil, Say(ErrNewer, path)
	case err != nil, version < len(migrations):
		return nil, why
	}
	return s, nil
}

// written detects whether a file was written meanwhile.
type written struct {
	size, log int64
	at        time.Time
}

func (s *DB) lastWritten() (written, error) {
	fi, err := os.Stat(s.path)
	if err != nil {
		return written{}, err
	}
	st := written{size: fi.Size(), at: fi.ModTime()}
	if log, err := os.Stat(s.path + "-wal"); err == nil {
		st.log = log.Size()
	}
	return st, nil
}

// look runs f on one state of a database that this process cannot write. With a log
// there is a file that its readers share; without one nobody writes, and SQLite is
// told that the file never changes (immutable), since it would otherwise have to
// create that file. That is true for one read only, so each has a link of its own.
func (s *DB) look(ctx context.Context, f func(*Link) error) error {
	select {
	case <-s.closed:
		return ErrClosed
	default:
	}
	before, err := s.lastWritten()
	if err != nil {
		return s.present()
	}
	mode := sqlite.ReadOnly
	if before.log == 0 {
		mode = sqlite.Frozen
	}
	l, err := openLink(s.path, mode)
	if err != nil {
		return err
	}
	defer l.Close()
	if err := s.transact(ctx, l, false, f); err != nil || before.log > 0 {
		return err
	}
	if after, err := s.lastWritten(); err != nil || after != before {
		return &Error{What: text.BoxBusy, Args: []any{s.path}, Hint: text.BoxBusyHint, Err: err}
	}
	return nil
}
