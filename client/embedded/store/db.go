// Package store keeps the state of the embedded service on disk: one SQLite file,
// and beside it files of bytes, named by their hash. It has the schema of all
// parts, checks for damage and sets a damaged file aside. It knows which names are
// legal, their order, and their MIME type.
package store

import (
	"context"
	"errors"
	"os"
	"sync"
	"time"

	"aloft/client/system/sqlite"
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
type DB struct {
	path    string
	file    os.FileInfo // the file at the path when it was opened
	writer  chan *Link  // holds the link while nobody writes
	readers chan *Link  // holds free links
	unopen  chan *Link  // holds a nil for each that may still be opened
	closed  chan struct{}
	wal     bool
	flush   string // of the writer: what PRAGMA synchronous was set to last
	why     error  // why the database is read-only, or nil
	aside   string
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
	// Writing is locked while this process holds the database's lock; may be nil.
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

// mode of the connections that write.
func (o Options) mode() sqlite.Mode {
	if o.Fast {
		return sqlite.WriteFast
	}
	return sqlite.Write
}

func openWriting(dir, path string, o Options) (s *DB, err error) {
	if err := prepareDir(dir, path); err != nil {
		return nil, err
	}
	s = &DB{path: path, flush: "FULL", lock: newLock(path, o.Writing, o.Holder), writer: make(chan *Link, 1), readers: make(chan *Link, readers), unopen: make(chan *Link, readers), closed: make(chan struct{})}
	w, err := openLink(path, o.mode())
	if err != nil {
		return nil, Say(err, path)
	}
	// Setting the journal writes into the file. What else is wrong is said by what follows.
	if _, err = w.known(); !errors.Is(err, ErrNewer) {
		s.wal, err = w.SetJournal(o.journal(), patience)
		s.lock.wal = s.wal
	}
	if err == nil {
		err = w.migrate(&s.lock)
	}
	if err == nil {
		err = w.impatient()
	}
	if err == nil {
		s.file, err = os.Stat(path)
	}
	if err != nil {
		_ = w.Close()
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

// ReadOnly returns why nothing can be written, or nil.
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
			errs = append(errs, l.Close())
		case <-s.unopen:
		}
	}
	// The writer is closed last, so that SQLite merges the log into the file.
	return errors.Join(append(errs, w.Close())...)
}

// Update runs f in a transaction that holds the write lock from its start. An error of f rolls it back.
func (s *DB) Update(ctx context.Context, f func(*Link) error) error { return s.update(ctx, "FULL", f) }

// UpdateSoon is Update for what may be lost when the machine stops: the next Update takes it to the disk.
func (s *DB) UpdateSoon(ctx context.Context, f func(*Link) error) error {
	return s.update(ctx, "NORMAL", f)
}

func (s *DB) update(ctx context.Context, flush string, f func(*Link) error) error {
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
	if s.flush != flush && s.wal && !s.o.Fast { // without the log a loss of power could damage the file
		if err := l.Script("PRAGMA synchronous = " + flush); err != nil {
			return err
		}
		s.flush = flush
	}
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

// Read returns what f reads in a View of the database, of the pages or of the drive.
func Read[L, T any](ctx context.Context, view func(context.Context, func(L) error) error, f func(L) (T, error)) (v T, err error) {
	err = view(ctx, func(l L) (err error) {
		v, err = f(l)
		return err
	})
	return v, err
}

// Row is Link.Row on a state of its own.
func (s *DB) Row(ctx context.Context, query string, args []any, into ...any) (found bool, err error) {
	return Read(ctx, s.View, func(l *Link) (bool, error) { return l.Row(query, args, into...) })
}

func (s *DB) transact(ctx context.Context, l *Link, writes bool, f func(*Link) error) error {
	err := l.transact(writes, &s.lock, func(l *Link) error {
		if err := s.present(); err != nil { // once the lock is held: replacing the file needs it too
			return err
		}
		return f(l)
	})
	if sqlite.IsDamage(err) {
		mark(s.path)
	}
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
	l, err := openLink(s.path, sqlite.Read)
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
	begin, held := "BEGIN", false
	if writes {
		begin = "BEGIN IMMEDIATE"
	}
	leave := func() {
		if held {
			held = false
			k.leave()
		}
	}
	defer leave()
	return l.Transact(func() error {
		return k.patiently(func() error {
			if writes {
				k.enter()
				held = true
			}
			err := l.Do(begin)
			if err != nil {
				leave()
			}
			return err
		})
	}, func() error {
		return k.patiently(func() error { return l.Do("COMMIT") })
	}, func() error { return f(l) })
}
