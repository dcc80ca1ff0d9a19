package store

import (
	"context"
	"crypto/rand"
)

// The two nodes that every database has. The drive's top entries are under root;
// deleted ones under bin.
const (
	RootSeq = 1
	BinSeq  = 2
)

// migrations bring a database from PRAGMA user_version = index to index + 1. They
// are never changed after a release, only added to.
//
// node has the entries of the drive (tree 0); documents have tables of their own,
// see documentTables. All ordering columns ascend, so that one index scan gives a
// page: isfile puts folders first, sortkey is computed in Go. slot is 0 for the
// first entry of a name in a folder; in the bin, and where a switch allows equal
// names, it tells them apart. seq is never reused, so that an old fid can never
// name something else.
var migrations = [...]string{`
CREATE TABLE meta(k TEXT PRIMARY KEY, v ANY NOT NULL) WITHOUT ROWID;

CREATE TABLE node(
	seq     INTEGER PRIMARY KEY AUTOINCREMENT,
	tree    INTEGER NOT NULL DEFAULT 0,
	parent  INTEGER REFERENCES node(seq) ON DELETE CASCADE,
	isfile  INTEGER NOT NULL,
	sortkey BLOB NOT NULL,
	name    TEXT NOT NULL,
	slot    INTEGER NOT NULL DEFAULT 0,
	fold    TEXT NOT NULL,
	mime    TEXT NOT NULL DEFAULT '',
	size    INTEGER NOT NULL DEFAULT 0,
	created INTEGER NOT NULL,
	updated INTEGER NOT NULL,
	kids    INTEGER NOT NULL DEFAULT 0,
	moves   INTEGER NOT NULL DEFAULT 0,
	renames INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX node_name ON node(parent, name, slot);
CREATE INDEX node_order ON node(parent, isfile, sortkey, seq);
CREATE INDEX node_time ON node(parent, isfile, updated, seq);

-- A folder knows how many entries it holds without counting them.
CREATE TRIGGER node_in AFTER INSERT ON node WHEN new.parent IS NOT NULL BEGIN
	UPDATE node SET kids = kids + 1 WHERE seq = new.parent;
END;
CREATE TRIGGER node_out AFTER DELETE ON node WHEN old.parent IS NOT NULL BEGIN
	UPDATE node SET kids = kids - 1 WHERE seq = old.parent;
END;
CREATE TRIGGER node_over AFTER UPDATE OF parent ON node WHEN old.parent IS NOT new.parent BEGIN
	UPDATE node SET kids = kids - 1 WHERE seq = old.parent;
	UPDATE node SET kids = kids + 1 WHERE seq = new.parent;
END;

-- One deleted entry, with all it holds, and where it was.
CREATE TABLE bin(
	record  INTEGER PRIMARY KEY AUTOINCREMENT,
	node    INTEGER NOT NULL REFERENCES node(seq) ON DELETE CASCADE,
	origin  INTEGER NOT NULL,
	path    TEXT NOT NULL,
	deleted INTEGER NOT NULL
);
CREATE INDEX bin_node ON bin(node);

-- Work that is acknowledged and not yet done. Who looks after "due" does it.
CREATE TABLE task(
	seq     INTEGER PRIMARY KEY AUTOINCREMENT,
	id      TEXT NOT NULL UNIQUE,
	kind    TEXT NOT NULL,
	hidden  INTEGER NOT NULL DEFAULT 0, -- 1: late work of a lost request
	created INTEGER NOT NULL,           -- times are nanoseconds of the Unix clock
	due     INTEGER NOT NULL,
	done    INTEGER NOT NULL DEFAULT 0,
	fail    INTEGER NOT NULL DEFAULT 0,
	stuck   INTEGER NOT NULL DEFAULT 0,
	code    INTEGER NOT NULL DEFAULT 0,
	message TEXT NOT NULL DEFAULT '',
	body    TEXT NOT NULL
);
CREATE INDEX task_due ON task(done, due, seq);

-- What listings show otherwise than it is, for a while: ghost 0 hides a node,
-- ghost 1 shows a node where, and as, it was.
CREATE TABLE lag(
	parent  INTEGER NOT NULL,
	node    INTEGER NOT NULL REFERENCES node(seq) ON DELETE CASCADE,
	ghost   INTEGER NOT NULL,
	until   INTEGER NOT NULL,
	isfile  INTEGER NOT NULL,
	sortkey BLOB NOT NULL,
	name    TEXT NOT NULL,
	updated INTEGER NOT NULL
);
CREATE INDEX lag_parent ON lag(parent, ghost);
CREATE INDEX lag_node ON lag(node);
CREATE INDEX lag_until ON lag(until);

CREATE TABLE session(
	id      INTEGER PRIMARY KEY AUTOINCREMENT,
	pus     TEXT NOT NULL UNIQUE,
	created INTEGER NOT NULL,
	turn    INTEGER NOT NULL DEFAULT 1, -- generation of __puus
	turned  INTEGER NOT NULL
);
`, documentTables, transferTables, editTables, partTable, byteTables + shareTable}

// migrate brings the schema up to date, whichever process comes first.
func (l *Link) migrate(k *lock) error {
	version, err := l.known()
	if err != nil || version == len(migrations) {
		return err
	}
	return l.transact(true, k, func(l *Link) error {
		version, err := l.known() // another process may have been quicker
		if err != nil {
			return err
		}
		for ; version < len(migrations); version++ {
			if err := l.Script(migrations[version]); err != nil {
				return err
			}
			if version == 0 {
				if err := l.firstRows(); err != nil {
					return err
				}
			}
		}
		return l.SetVersion(len(migrations))
	})
}

// known is the version of the schema. It refuses one of a newer program.
func (l *Link) known() (version int, err error) {
	if version, err = l.Version(); err == nil && version > len(migrations) {
		err = ErrNewer
	}
	return version, err
}

// firstRows adds the rows of every new database. fresh is 1 until it is decided
// whether this database gets the sample.
func (l *Link) firstRows() error {
	secret := make([]byte, 32)
	rand.Read(secret)
	for _, m := range []struct {
		k string
		v any
	}{{"secret", secret}, {"epoch", 1}, {"fresh", 1}} {
		if err := l.Do("INSERT INTO meta(k, v) VALUES(?, ?)", m.k, m.v); err != nil {
			return err
		}
	}
	for _, seq := range []int{RootSeq, BinSeq} {
		err := l.Do("INSERT INTO node(seq, isfile, sortkey, name, fold, created, updated) VALUES(?, 0, x'', '', '', 0, 0)", seq)
		if err != nil {
			return err
		}
	}
	return nil
}

// Meta reads one number of the meta table.
func (l *Link) Meta(k string) (v int64, err error) {
	_, err = l.Row("SELECT v FROM meta WHERE k = ?", []any{k}, &v)
	return v, err
}

// NextEpoch begins a new epoch: in it every fid is another one.
func (l *Link) NextEpoch() error {
	return l.Do("UPDATE meta SET v = v + 1 WHERE k = 'epoch'")
}

// Decide returns true once: to the caller that decides whether this database gets
// the sample.
func (l *Link) Decide() (ours bool, err error) {
	n, _, err := l.Exec("UPDATE meta SET v = 0 WHERE k = 'fresh' AND v = 1")
	return n == 1, err
}

// DecideDocuments returns true once: to the caller that decides whether this
// database, a new one or one made before there were any, gets the documents of the
// sample.
func (l *Link) DecideDocuments() (ours bool, err error) {
	n, _, err := l.Exec("INSERT INTO meta(k, v) VALUES(?, 1) ON CONFLICT(k) DO NOTHING", metaDocuments)
	return n == 1, err
}

// metaDocuments is 1 once that is decided.
const metaDocuments = "documents"

// First is what the first opener of a database must know.
type First struct {
	Secret    []byte
	IDs       IDs
	Drive     bool // it is decided whether the drive gets the sample
	Documents bool // it is decided whether the documents get the sample
}

// First reads it.
func (s *DB) First(ctx context.Context) (f First, err error) {
	var fresh, decided int64
	err = s.View(ctx, func(l *Link) (err error) {
		if _, err = l.Row("SELECT v FROM meta WHERE k = 'secret'", nil, &f.Secret); err != nil {
			return err
		}
		if fresh, err = l.Meta("fresh"); err != nil {
			return err
		}
		decided, err = l.Meta(metaDocuments)
		return err
	})
	if err != nil {
		return f, err
	}
	f.Drive, f.Documents = fresh != 1, decided != 0
	f.IDs, err = newIDs(f.Secret)
	return f, err
}
