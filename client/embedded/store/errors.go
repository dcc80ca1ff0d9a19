package store

import (
	"errors"
	"io/fs"
	"os"

	sqlite3 "modernc.org/sqlite/lib"

	"aloft/client/system"
	"aloft/client/system/sqlite"
	"aloft/model/text"
)

// Error is an error of the service's storage, for people: What is the message, Hint what to do. The opener of the
// service turns it into an error of the client layer.
type Error struct {
	What     text.Text
	Args     []any
	Hint     text.Text
	HintArgs []any
	Err      error
}

// Error returns the English message with its hint.
func (e *Error) Error() string {
	var c *text.Catalogue
	s := c.Say(e.What, e.Args...)
	if e.Hint != "" {
		s = c.Say(text.ErrHint, s, c.Say(e.Hint, e.HintArgs...))
	}
	return s
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

var (
	ErrNewer    = errors.New("schema of a newer version")
	errStranger = errors.New("owned by another user")
	ErrClosed   = &Error{What: "The embedded service is closed."}
)

// Say turns an error of the disk or the database into a clear message.
func Say(err error, path string) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*Error](err); ok {
		return err
	}
	e := &Error{What: "The database %s cannot be used: %s.", Args: []any{path, err.Error()}, Err: err}
	code := sqlite.Code(err)
	switch {
	case errors.Is(err, ErrNewer):
		e.What, e.Args, e.Hint, e.HintArgs = text.NewerStore, e.Args[:1], text.NewerStoreHint, []any{"ALOFT_DATA_HOME"}
	case code == sqlite3.SQLITE_FULL, sqlite.NoRoom(err), system.Is(err, system.NoRoom):
		e.What, e.Hint, e.Args = text.BoxFull, "make room, then try again", e.Args[:1]
	case sqlite.IsDamage(err):
		e.What, e.Hint, e.Args = "The database %s is damaged.", "start aloft again: it sets the damaged one aside and makes a new one", e.Args[:1]
	case code == sqlite3.SQLITE_READONLY, code == sqlite3.SQLITE_PERM, code == sqlite3.SQLITE_CANTOPEN,
		errors.Is(err, fs.ErrPermission), system.Is(err, system.ReadOnly):
		e.What, e.Hint, e.Args = text.BoxReadOnly, text.BoxReadOnlyHint, e.Args[:1]
	case system.Is(err, system.NotFolder), errors.Is(err, fs.ErrExist):
		e.What, e.Hint, e.Args = "%s cannot be made: a file is in the way", text.BoxReadOnlyHint, e.Args[:1]
	case sqlite.IsBusy(err):
		e.What, e.Hint, e.Args = text.BoxBusy, text.BoxBusyHint, e.Args[:1]
	}
	return e
}

// DiskTrouble is the message for a disk that cannot be written.
func DiskTrouble(err error) (string, bool) {
	switch code := sqlite.Code(err); {
	case system.Is(err, system.NoRoom), code == sqlite3.SQLITE_FULL, sqlite.NoRoom(err):
		return text.BlobFull, true
	case errors.Is(err, fs.ErrPermission), system.Is(err, system.ReadOnly), code == sqlite3.SQLITE_READONLY:
		return "the service's disk cannot be written, nothing was changed", true
	}
	return "", false
}

// markEnd ends the name of an empty file beside the database: a process has met damage in it. The check of a whole
// database takes seconds, so a start makes it only then.
const markEnd = "-damaged"

func mark(path string) {
	if f, err := os.OpenFile(path+markEnd, os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
		_ = f.Close()
	}
}

// Damaged: the error says that the file is not as SQLite has written it.
func Damaged(err error) bool { return sqlite.IsDamage(err) }
