package store

// The two pages that every database has: the home, with a person's own files below
// it, and the parent of deleted pages.
const (
	HomeSeq    = 1
	PageBinSeq = 2
)

// documentTables have the document half. Pages have a table of their own: several
// in a folder may have the same title, a page of any kind may have pages under it,
// and a search reads only titles, not the drive's names between them.
//
// leaf puts folders first; sortkey is computed in Go. space is the seq of the space
// a page is in, a space's own for itself, 0 for the home. binned is when the page
// was deleted, alone or with one above it: a search need not walk up. seq is never
// reused. Times are milliseconds of the Unix clock.
const documentTables = `
CREATE TABLE page(
	seq     INTEGER PRIMARY KEY AUTOINCREMENT,
	space   INTEGER NOT NULL DEFAULT 0,
	parent  INTEGER REFERENCES page(seq) ON DELETE CASCADE, -- NULL: the two above, and spaces
	leaf    INTEGER NOT NULL,
	sortkey BLOB NOT NULL,
	title   TEXT NOT NULL,
	fold    TEXT NOT NULL,
	kind    TEXT NOT NULL,               -- file_type of the specification, or a suffix
	policy  INTEGER NOT NULL DEFAULT 0,
	owner   TEXT NOT NULL DEFAULT '',
	creator TEXT NOT NULL DEFAULT '',
	editor  TEXT NOT NULL DEFAULT '',
	created INTEGER NOT NULL,
	updated INTEGER NOT NULL,
	binned  INTEGER NOT NULL DEFAULT 0,
	kids    INTEGER NOT NULL DEFAULT 0,
	link    TEXT NOT NULL DEFAULT '',    -- of a link: where it leads
	note    TEXT NOT NULL DEFAULT '',    -- description of a link or a space
	blob    TEXT NOT NULL DEFAULT '',    -- hash of its bytes, '' = none yet
	size    INTEGER NOT NULL DEFAULT 0,  -- of its bytes
	suffix  TEXT NOT NULL DEFAULT ''     -- of its bytes: docx, pdf, …
);
CREATE INDEX page_order ON page(parent, leaf, sortkey, seq);
CREATE INDEX page_search ON page(binned, fold, seq);
CREATE INDEX page_blob ON page(blob) WHERE blob <> '';
CREATE INDEX page_space ON page(space, seq) WHERE space <> 0;

CREATE TRIGGER page_in AFTER INSERT ON page WHEN new.parent IS NOT NULL BEGIN
	UPDATE page SET kids = kids + 1 WHERE seq = new.parent;
END;
CREATE TRIGGER page_out AFTER DELETE ON page WHEN old.parent IS NOT NULL BEGIN
	UPDATE page SET kids = kids - 1 WHERE seq = old.parent;
END;
CREATE TRIGGER page_over AFTER UPDATE OF parent ON page WHEN old.parent IS NOT new.parent BEGIN
	UPDATE page SET kids = kids - 1 WHERE seq = old.parent;
	UPDATE page SET kids = kids + 1 WHERE seq = new.parent;
END;

INSERT INTO page(seq, leaf, sortkey, title, fold, kind, created, updated) VALUES(1, 0, x'', '', '', 'folder', 0, 0);
INSERT INTO page(seq, leaf, sortkey, title, fold, kind, created, updated, binned) VALUES(2, 0, x'', '', '', 'folder', 0, 0, 1);

-- The text of smart documents, beside the row that each change touches.
CREATE TABLE prose(
	page INTEGER PRIMARY KEY REFERENCES page(seq) ON DELETE CASCADE,
	body TEXT NOT NULL
);

-- One deleted page, with all below it, and where it was.
CREATE TABLE pagebin(
	record  INTEGER PRIMARY KEY AUTOINCREMENT,
	page    INTEGER NOT NULL REFERENCES page(seq) ON DELETE CASCADE,
	origin  INTEGER NOT NULL,
	deleted INTEGER NOT NULL
);
CREATE INDEX pagebin_page ON pagebin(page);

-- The recent list. at is in nanoseconds.
CREATE TABLE viewed(
	page INTEGER PRIMARY KEY REFERENCES page(seq) ON DELETE CASCADE,
	at   INTEGER NOT NULL
);
CREATE INDEX viewed_at ON viewed(at);

-- Tokens of the document half; times are nanoseconds.
CREATE TABLE token(
	id      INTEGER PRIMARY KEY AUTOINCREMENT,
	value   TEXT NOT NULL UNIQUE,
	created INTEGER NOT NULL,
	expires INTEGER NOT NULL
);
`
