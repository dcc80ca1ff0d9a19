package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/system/sqlite"
	"aloft/model"
)

// schema of the database. Whatever changes in it gets the number of its transaction, rev, by which readers find it.
// A row of a delivery has it, and what only the details show, as JSON.
const schema = `
CREATE TABLE meta (rev INTEGER NOT NULL, owner TEXT NOT NULL);
INSERT INTO meta VALUES (0, '');
CREATE TABLE delivery (
	id TEXT PRIMARY KEY, rev INTEGER NOT NULL, state TEXT NOT NULL, ended INTEGER NOT NULL, hidden INTEGER NOT NULL DEFAULT 0,
	key TEXT NOT NULL DEFAULT '', row TEXT NOT NULL, request TEXT NOT NULL DEFAULT '{}', ran TEXT NOT NULL DEFAULT '',
	pid INTEGER NOT NULL DEFAULT 0, start TEXT NOT NULL DEFAULT '');
CREATE INDEX delivery_rev ON delivery (rev);
CREATE INDEX delivery_key ON delivery (key) WHERE key <> '';
CREATE INDEX delivery_live ON delivery (id) WHERE ended = 0;
CREATE TABLE part (id TEXT NOT NULL, kind TEXT NOT NULL, n INTEGER NOT NULL, data BLOB NOT NULL);
CREATE INDEX part_id ON part (id, kind, n);
CREATE TABLE talk (session TEXT PRIMARY KEY, rev INTEGER NOT NULL, project TEXT NOT NULL, messages INTEGER NOT NULL DEFAULT 0, last TEXT NOT NULL DEFAULT '{}');
CREATE TABLE agent (session TEXT NOT NULL, project TEXT NOT NULL, id TEXT NOT NULL, turns INTEGER NOT NULL, PRIMARY KEY (session, project));
CREATE TABLE message (n INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL, line TEXT NOT NULL);
CREATE INDEX message_session ON message (session, n);
CREATE INDEX message_delivery ON message (json_extract(line, '$.Delivery'));
CREATE TABLE wish (n INTEGER PRIMARY KEY AUTOINCREMENT, wish TEXT NOT NULL);
`

const dbName = "webhook.db"

// db is a connection to the database, opened again when the file was removed or replaced.
type db struct {
	dir    string
	writes bool
	fast   bool // tests: nothing is flushed

	mu   sync.Mutex
	link *sqlite.Link
	file os.FileInfo
	gen  int // counts the files that were opened
	over bool
}

func (b *db) path() string { return filepath.Join(b.dir, dbName) }

// use runs f with the connection. Where nothing may be written a missing file is fs.ErrNotExist.
func (b *db) use(f func(*sqlite.Link) error) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.over {
		return closedError()
	}
	if b.link == nil || !b.named() {
		_ = b.shut()
		if err := b.open(); err != nil {
			return err
		}
	}
	return f(b.link)
}

// named reports whether the open file is the one that others find.
func (b *db) named() bool {
	st, err := os.Stat(b.path())
	return err == nil && os.SameFile(st, b.file)
}

// open opens the file. The lock is held.
func (b *db) open() error {
	mode := sqlite.Read
	if b.writes {
		if mode = sqlite.Write; b.fast {
			mode = sqlite.WriteFast
		}
		if err := own(b.dir); err != nil {
			return err
		}
		if err := sqlite.New(b.path()); err != nil {
			return err
		}
	}
	st, err := os.Stat(b.path())
	if err != nil {
		return err
	}
	l, err := sqlite.Open(b.path(), mode)
	if err != nil {
		return err
	}
	v, err := l.Version()
	if err == nil && v < format {
		if !b.writes {
			err = fs.ErrNotExist // it is just being made
		} else {
			err = b.make(l)
		}
	}
	if err != nil {
		_ = l.Close()
		return err
	}
	b.link, b.file = l, st
	b.gen++
	return nil
}

// make makes the tables, with what an older program has left.
func (b *db) make(l *sqlite.Link) error {
	// Where there can be no log beside the file, as on some network file systems, readers wait for the writer.
	if err := l.Script("PRAGMA auto_vacuum = INCREMENTAL"); err != nil {
		return err
	}
	if _, err := l.SetJournal("WAL", 5*time.Second); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(b.dir, "format"), []byte("2\n"), 0o600); err != nil { // see system.Newer
		return err
	}
	err := transact(l, func() error {
		if v, err := l.Version(); err != nil || v == format { // another process was quicker
			return err
		}
		if err := l.Script(schema); err != nil {
			return err
		}
		if err := earlier(l, b.dir); err != nil {
			return err
		}
		return l.SetVersion(format)
	})
	if err == nil {
		forget(b.dir)
	}
	return err
}

func transact(l *sqlite.Link, f func() error) error {
	return l.Transact(func() error { return l.Do("BEGIN IMMEDIATE") }, func() error { return l.Do("COMMIT") }, f)
}

func (b *db) shut() error {
	err := b.link.Close()
	b.link = nil
	return err
}

func (b *db) close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.over = true
	return b.shut()
}

// update is a transaction. What was committed into a file that nobody finds any more is done again in another one.
func (b *db) update(f func(l *sqlite.Link) error) error {
	for range 3 {
		found := false
		err := b.use(func(l *sqlite.Link) error {
			err := transact(l, func() error { return f(l) })
			found = err != nil || b.named()
			return err
		})
		if found || err != nil {
			return err
		}
	}
	return errAway
}

var errAway = errors.New("the folder was taken away")

// lastSign is when the database was last written to.
func (b *db) lastSign() (at time.Time) {
	for _, end := range []string{"", "-wal"} {
		if st, err := os.Stat(b.path() + end); err == nil && st.ModTime().After(at) {
			at = st.ModTime()
		}
	}
	return at
}

// dbError says what is wrong with the database.
func dbError(dir string, err error) error {
	if sqlite.IsDamage(err) {
		return &client.Error{Kind: client.KindLocal, Op: op, What: "the database of deliveries is damaged: %s", Args: []any{filepath.Join(dir, dbName)},
			Hint: "move it away; aloft makes a new one at the next start", Err: err}
	}
	return folderError(dir, err)
}

func closedError() error {
	return client.Errorf(client.KindLocal, op, model.Place{}, "the webhook receiver is closing")
}
