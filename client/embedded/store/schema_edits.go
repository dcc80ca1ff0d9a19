package store

// editTables have the Word documents that were edited or opened. One without a row
// here is at version 1: its bytes, or a new document.
//
// The version is in a small row of its own: with the snapshot beside it an edit of
// a long document costs twenty times as much. What is stored of an edit is which
// blocks it replaced by which (engine.Change), so that the log can be read whatever
// the tools do by then. Times are nanoseconds of the Unix clock.
const editTables = `
CREATE TABLE doc(
	page    INTEGER PRIMARY KEY REFERENCES page(seq) ON DELETE CASCADE,
	version INTEGER NOT NULL,
	title   TEXT NOT NULL DEFAULT ''     -- of a new document's first paragraph, when the page was renamed or copied before
);

CREATE TABLE snap(
	seq     INTEGER PRIMARY KEY,
	page    INTEGER NOT NULL REFERENCES doc(page) ON DELETE CASCADE,
	version INTEGER NOT NULL,
	data    BLOB NOT NULL
);
CREATE UNIQUE INDEX snap_version ON snap(page, version);

CREATE TABLE edit(
	seq     INTEGER PRIMARY KEY,
	page    INTEGER NOT NULL REFERENCES doc(page) ON DELETE CASCADE,
	version INTEGER NOT NULL,            -- that it made
	tool    TEXT NOT NULL,
	at      INTEGER NOT NULL,
	ours    INTEGER NOT NULL,            -- 1: it came as a call, and can be taken back
	undone  INTEGER NOT NULL DEFAULT 0,  -- version that took it back
	size    INTEGER NOT NULL,
	body    BLOB NOT NULL
);
CREATE UNIQUE INDEX edit_version ON edit(page, version);

-- Images that a document, one of its snapshots or its log refers to.
CREATE TABLE docimage(
	page INTEGER NOT NULL REFERENCES page(seq) ON DELETE CASCADE,
	hash TEXT NOT NULL,
	PRIMARY KEY(page, hash)
) WITHOUT ROWID;
CREATE INDEX docimage_hash ON docimage(hash);

-- Images that wait for a document, for a day.
CREATE TABLE upload(
	id      TEXT PRIMARY KEY,
	hash    TEXT NOT NULL,
	name    TEXT NOT NULL,
	expires INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX upload_hash ON upload(hash);

-- An export of an edited document is of this version of it; 0: of its bytes.
ALTER TABLE transfer ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
`

// partTable has what of a long snapshot is behind the first part, which is in snap:
// SQLite and its driver have a value whole in memory, each several times.
const partTable = `
CREATE TABLE snappart(
	seq  INTEGER PRIMARY KEY,
	snap INTEGER NOT NULL REFERENCES snap(seq) ON DELETE CASCADE,
	n    INTEGER NOT NULL,
	data BLOB NOT NULL
);
CREATE UNIQUE INDEX snappart_n ON snappart(snap, n);
`
