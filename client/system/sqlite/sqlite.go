// Package sqlite opens SQLite files: connections with prepared statements, and what
// SQLite's errors mean.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Mode is how a file is opened.
type Mode int

// The modes. Without a write-ahead log Read waits for writers.
const (
	Read      Mode = iota
	Write          // what is committed is on the disk
	WriteFast      // for tests: nothing is flushed to the disk
	ReadOnly       // the file, or its file system, cannot be written
	Frozen         // ReadOnly, and nobody else writes it either
)

// dsn is built by url.URL: with a # or ? in the folder's name, a concatenated one
// silently opens another file.
func dsn(path string, m Mode) string {
	q := url.Values{}
	switch m {
	case Read:
		q.Add("_pragma", "busy_timeout(5000)")
		q.Add("_pragma", "query_only(on)")
	case Write, WriteFast:
		q.Add("_pragma", "busy_timeout(5000)")
		q.Add("_pragma", "foreign_keys(on)")
		q.Set("_txlock", "immediate")
		q.Add("_pragma", map[Mode]string{Write: "synchronous(full)", WriteFast: "synchronous(off)"}[m])
	case Frozen:
		q.Set("immutable", "1")
		fallthrough
	case ReadOnly:
		q.Set("mode", "ro")
	}
	if path = filepath.ToSlash(path); filepath.VolumeName(path) != "" {
		path = "/" + path // a drive is a part of the path
	}
	u := url.URL{Scheme: "file", Path: path, RawQuery: q.Encode()}
	return u.String()
}

// DB opens the file for database/sql.
func DB(path string, m Mode) (*sql.DB, error) { return sql.Open("sqlite", dsn(path, m)) }

// New makes the file when it is missing, for its owner only: SQLite would make it
// readable for all, and gives the files beside it the same mode. An existing one is
// not opened, since closing it would release the locks that SQLite has on it in
// this process.
func New(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return f.Close()
}

// Link is one connection with its prepared statements, for one goroutine at a time.
//
// Contexts are never passed to the driver: it would start a goroutine per statement
// to interrupt it, and every statement is short.
type Link struct {
	db    *sql.DB // nil: its user closes it
	c     *sql.Conn
	stmts map[string]*sql.Stmt
}

// Open opens the file with a connection of its own.
func Open(path string, m Mode) (*Link, error) {
	db, err := DB(path, m)
	if err != nil {
		return nil, err
	}
	l, err := NewLink(db)
	if err != nil {
		_ = db.Close()
		return nil, err
	}
	l.db = db
	return l, nil
}

// NewLink takes a connection of an open file.
func NewLink(db *sql.DB) (*Link, error) {
	c, err := db.Conn(context.Background())
	if err != nil {
		return nil, err
	}
	return &Link{c: c, stmts: map[string]*sql.Stmt{}}, nil
}

// Close closes the connection; of nil it does nothing.
func (l *Link) Close() error {
	if l == nil {
		return nil
	}
	for _, st := range l.stmts {
		st.Close()
	}
	err := l.c.Close()
	if l.db != nil {
		err = errors.Join(err, l.db.Close())
	}
	return err
}

func (l *Link) prepared(query string) (*sql.Stmt, error) {
	if st, ok := l.stmts[query]; ok {
		return st, nil
	}
	st, err := l.c.PrepareContext(context.Background(), query)
	if err != nil {
		return nil, fmt.Errorf("%w in %q", err, query)
	}
	l.stmts[query] = st
	return st, nil
}

// Exec returns the number of rows changed and the last row id.
func (l *Link) Exec(query string, args ...any) (changed, id int64, err error) {
	st, err := l.prepared(query)
	if err != nil {
		return 0, 0, err
	}
	r, err := st.ExecContext(context.Background(), args...)
	if err != nil {
		return 0, 0, err
	}
	changed, _ = r.RowsAffected()
	id, _ = r.LastInsertId()
	return changed, id, nil
}

// Do is Exec without the numbers.
func (l *Link) Do(query string, args ...any) error {
	_, _, err := l.Exec(query, args...)
	return err
}

// Script runs several statements, once.
func (l *Link) Script(queries string) error {
	_, err := l.c.ExecContext(context.Background(), queries)
	return err
}

// Row scans the first row; found is false when there is none.
func (l *Link) Row(query string, args []any, into ...any) (found bool, err error) {
	st, err := l.prepared(query)
	if err != nil {
		return false, err
	}
	err = st.QueryRowContext(context.Background(), args...).Scan(into...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// Rows calls each for every row.
func (l *Link) Rows(query string, args []any, each func(scan func(...any) error) error) error {
	st, err := l.prepared(query)
	if err != nil {
		return err
	}
	rs, err := st.QueryContext(context.Background(), args...)
	if err != nil {
		return err
	}
	defer rs.Close()
	for rs.Next() {
		if err := each(rs.Scan); err != nil {
			return err
		}
	}
	return rs.Err()
}

// Transact runs f between begin and commit, which run BEGIN and COMMIT, and may try
// it again. When f returns an error, or panics, nothing is changed.
func (l *Link) Transact(begin, commit, f func() error) error {
	if err := begin(); err != nil {
		return err
	}
	done := false
	defer func() {
		if !done { // a failed COMMIT may have ended the transaction already
			_ = l.Do("ROLLBACK")
		}
	}()
	if err := f(); err != nil {
		return err
	}
	err := commit()
	done = err == nil
	return err
}

// Version is PRAGMA user_version, the version of the schema.
func (l *Link) Version() (v int, err error) {
	err = l.c.QueryRowContext(context.Background(), "PRAGMA user_version").Scan(&v)
	return v, err
}

// SetVersion sets it, in the transaction that changes the schema.
func (l *Link) SetVersion(v int) error { return l.Script(fmt.Sprintf("PRAGMA user_version = %d", v)) }

// SetJournal sets the journal mode and reports whether there is a write-ahead log
// now; some network file systems do not support it. Two processes that create the
// file at the same moment meet a lock here that SQLite does not wait for: it is
// tried again for as long as patience.
func (l *Link) SetJournal(mode string, patience time.Duration) (wal bool, err error) {
	for end := time.Now().Add(patience); ; {
		err := l.c.QueryRowContext(context.Background(), "PRAGMA journal_mode="+mode).Scan(&mode)
		if err == nil {
			return strings.EqualFold(mode, "wal"), nil
		}
		if !IsBusy(err) || time.Now().After(end) {
			return false, err
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// Code is the primary result code, 0 when the error is not SQLite's.
func Code(err error) int {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return e.Code() & 0xff
	}
	return 0
}

// IsBusy: another process or connection holds the lock.
func IsBusy(err error) bool {
	c := Code(err)
	return c == sqlite3.SQLITE_BUSY || c == sqlite3.SQLITE_LOCKED
}

// IsDamage: the file is not as SQLite has written it.
func IsDamage(err error) bool {
	c := Code(err)
	return c == sqlite3.SQLITE_CORRUPT || c == sqlite3.SQLITE_NOTADB
}

// NoRoom: the file beside the database that its processes share could not grow.
// SQLite has a separate code for that, and calls it an I/O error.
func NoRoom(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && e.Code() == sqlite3.SQLITE_IOERR_SHMSIZE
}
