package store

// shareTable has the share links of the drive. nodes are rows of node, as a JSON
// list. Times are milliseconds; expires 0 = never.
const shareTable = `
CREATE TABLE share(
	seq      INTEGER PRIMARY KEY AUTOINCREMENT,
	id       TEXT NOT NULL UNIQUE,
	pwd      TEXT NOT NULL UNIQUE,  -- what the link names it by
	title    TEXT NOT NULL,
	passcode TEXT NOT NULL DEFAULT '',
	kind     INTEGER NOT NULL,      -- url_type
	term     INTEGER NOT NULL,      -- expired_type
	created  INTEGER NOT NULL,
	expires  INTEGER NOT NULL,
	nodes    TEXT NOT NULL
);
`
