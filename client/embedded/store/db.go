// Package store keeps the state of the embedded service on disk: one SQLite file,
// and beside it files of bytes, named by their hash. It has the schema of all
// parts, checks for damage and saves what can be read of a damaged file.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	_ "modernc.org/sqlite"
)

// fileName of the database in the data folder.
const fileName = "aloft.db"

// readers is the number of read-only connections, opened when first needed.
const readers = 4

// DB is the database file: one connection that writes, some that read.
//
// Each request borrows a connection from a channel and executes BEGIN and COMMIT
// itself. database/sql's own Tx would do the same with a goroutine and a lock per
// transaction; and a goroutine that waits for a channel is durably blocked in a
// testing/synctest bubble, while one that waits for a mutex is not.
//
// Contexts are never passed to the driver: it would start a goroutine per statement
// to interrupt it, and every statement here is short.
type DB struct {
	path    string
	file    os.FileInfo // the file at the path when it was opened
	write   *sql.DB
	read    *sql.DB
	writer  chan *Link // holds one link while nobody writes
	readers chan *Link // holds free links
	unopen  chan *Link // holds a nil for each that may still be opened
	closed  chan struct{}
	wal     bool
	why     error // why nothing can be written; nil when it can
	lock    lock
	o       Options
}

// Options configure a database.
type Options struct {
	Dir    string            // data folder, with the database file
	Now    func() time.Time  // nil = time.Now
	Fast   bool              // tests: no fsync
	NoLog  bool              // tests: no write-ahead log, as on a file system without shared memory
	OnStep func(name string) // tests: called at each step of some work; may be nil
	// Writing is locked while this process holds the database's lock; nil = nothing is.
	Writing sync.Locker
	// Holder names the process of this machine with the pid, and says whether it is stopped.
	Holder func(pid int) (name string, stopped bool)
}

// journal is the journal mode to set.
func (o Options) journal() string {
	if o.NoLog {
		return "DELETE"
	}
	return "WAL"
}

// Now is the time of the service's clock.
func (s *DB) Now() time.Time {
	if s.o.Now != nil {
		return s.o.Now()
	}
	return time.Now()
}

// Step calls Options.OnStep: a test may end the process there.
func (s *DB) Step(name string) {
	if s.o.OnStep != nil {
		s.o.OnStep(name)
	}
}

// dsn is built by url.URL: with a # or ? in the folder's name, a concatenated one
// silently opens another file.
func dsn(path string, write, fast bool) string {
	q := url.Values{}
	q.Add("_pragma", "busy_timeout(5000)")
	q.Add("_pragma", "foreign_keys(on)")
	if write {
		q.Set("_txlock", "immediate")
		if fast {
			q.Add("_pragma", "synchronous(off)")
		} else {
			q.Add("_pragma", "synchronous(full)")
		}
	} else {
		q.Add("_pragma", "query_only(on)")
	}
	u := url.URL{Scheme: "file", Path: path, RawQuery: q.Encode()}
	return u.String()
}

// Open opens the database, for reading only where it cannot be written.
func Open(o Options) (*DB, error) {
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, fileName)
	s, err := openWriting(dir, path, o)
	if err != nil {
		s, err = OpenReading(path, err)
	}
	if err != nil {
		return nil, err
	}
	s.o = o
	return s, nil
}

func openWriting(dir, path string, o Options) (s *DB, err error) {
	if err := prepareDir(dir, path); err != nil {
		return nil, err
	}
	s = &DB{path: path, lock: newLock(path, o.Writing, o.Holder), writer: make(chan *Link, 1), readers: make(chan *Link, readers), unopen: make(chan *Link, readers), closed: make(chan struct{})}
	if s.write, err = sql.Open("sqlite", dsn(path, true, o.Fast)); err != nil {
		return nil, Say(err, path)
	}
	s.write.SetMaxOpenConns(1)
	if s.read, err = sql.Open("sqlite", dsn(path, false, o.Fast)); err != nil {
		s.write.Close()
		return nil, Say(err, path)
	}
	s.read.SetMaxOpenConns(readers)
	w, err := newLink(s.write)
	if err == nil {
		s.wal, err = w.setWAL(o.journal())
		s.lock.wal = s.wal
	}
	if err == nil {
		err = w.migrate(&s.lock)
	}
	if err == nil {
		err = w.impatient()
	}
	if err != nil {
		w.close()
		s.write.Close()
		s.read.Close()
		return nil, Say(err, path)
	}
	if s.file, err = os.Stat(path); err != nil {
		s.write.Close()
		s.read.Close()
		return nil, Say(err, path)
	}
	s.writer <- w
	for range readers {
		s.unopen <- nil
	}
	return s, nil
}

// prepareDir makes the folder, and the file with permissions for its owner only:
// SQLite would make it readable for all, and gives the files beside it the same
// mode.
func prepareDir(dir, path string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return Say(err, dir)
	}
	if err := ownedByUs(dir); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return Say(err, path)
	}
	return f.Close()
}

// Path of the database file.
func (s *DB) Path() string { return s.path }

// ReadOnly is why nothing can be written; nil when it can.
func (s *DB) ReadOnly() error { return s.why }

// Shared reports whether the database has a write-ahead log, so that processes can
// read while one writes.
func (s *DB) Shared() bool { return s.wal }

// Close waits for links in use; later requests for one fail.
func (s *DB) Close() error {
	var errs []error
	close(s.closed)
	if s.why != nil {
		return nil
	}
	w := <-s.writer
	for range readers {
		select {
		case l := <-s.readers:
			errs = append(errs, l.close())
		case <-s.unopen:
		}
	}
	errs = append(errs, s.read.Close())
	// The writer is closed last, so that SQLite merges the log into the file.
	errs = append(errs, w.close(), s.write.Close())
	return errors.Join(errs...)
}

func (l *Link) close() error {
	if l == nil {
		return nil
	}
	for _, st := range l.stmts {
		st.Close()
	}
	return l.c.Close()
}

// setWAL reports whether the write-ahead log could be set; some network file
// systems do not support it. Two processes that create the file at the same moment
// meet a lock here that SQLite does not wait for.
func (l *Link) setWAL(mode string) (bool, error) {
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

// Update runs f in a transaction that holds the write lock from its start. When f
// returns an error, the transaction has changed nothing.
func (s *DB) Update(ctx context.Context, f func(*Link) error) error {
	if s.why != nil {
		note(ctx, true, s.why)
		return s.why
	}
	var l *Link
	select {
	case l = <-s.writer:
	case <-s.closed:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { s.writer <- l }()
	return s.transact(ctx, l, true, f)
}

// View runs f on one consistent state of the database.
func (s *DB) View(ctx context.Context, f func(*Link) error) error {
	if s.why != nil {
		return s.look(ctx, f)
	}
	l, err := s.reader(ctx)
	if err != nil {
		return err
	}
	defer func() { s.readers <- l }()
	return s.transact(ctx, l, false, f)
}

func (s *DB) transact(ctx context.Context, l *Link, writes bool, f func(*Link) error) error {
	err := l.transact(writes, &s.lock, func(l *Link) error {
		if err := s.present(); err != nil { // once the lock is held: whoever replaces the file holds it too
			return err
		}
		return f(l)
	})
	note(ctx, writes, err)
	return err
}

// reader borrows a link. Another one is opened only when all open ones are in use:
// it reads the whole schema first, which takes milliseconds.
func (s *DB) reader(ctx context.Context) (*Link, error) {
	select {
	case <-s.closed:
		return nil, ErrClosed
	case l := <-s.readers:
		return l, nil
	default:
	}
	select {
	case l := <-s.readers:
		return l, nil
	case <-s.unopen:
	case <-s.closed:
		return nil, ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	l, err := newLink(s.read)
	if err != nil {
		s.unopen <- nil
	}
	return l, err
}

// impatient makes the driver give up a lock within milliseconds, so that begin
// tries again soon. SQLite's own busy handler tries less and less often, up to ten
// times a second: beside a busy process that took a second where this takes
// milliseconds.
func (l *Link) impatient() error {
	var ms int
	_, err := l.Row("PRAGMA busy_timeout = 2", nil, &ms)
	return err
}

// transact runs f in a transaction. One that writes holds the database's lock from its start to
// its end, and waits for nothing else meanwhile.
func (l *Link) transact(writes bool, k *lock, f func(*Link) error) (err error) {
	begin, open := "BEGIN", func() {}
	if writes {
		begin, open = "BEGIN IMMEDIATE", k.leave
	}
	if err := k.patiently(func() error {
		if writes {
			k.enter()
		}
		err := l.Do(begin)
		if err != nil {
			open()
		}
		return err
	}); err != nil {
		return err
	}
	defer open()
	done := false
	defer func() {
		if !done { // an error or a panic of f
			// A failed COMMIT may have ended the transaction already.
			_ = l.Do("ROLLBACK")
		}
	}()
	if err := f(l); err != nil {
		return err
	}
	if err := k.patiently(func() error { return l.Do("COMMIT") }); err != nil {
		return err
	}
	done = true
	return nil
}
