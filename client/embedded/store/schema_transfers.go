package store

// transferTables have the imports and exports: their input, their progress, their
// current owner and the end of its lease, and their result. The state of a task at
// any moment follows from its row and the time, so that processes share it and
// another one goes on where one died. Times are nanoseconds of the Unix clock.
const transferTables = `
CREATE TABLE transfer(
	seq      INTEGER PRIMARY KEY AUTOINCREMENT,
	id       TEXT NOT NULL UNIQUE,
	other    TEXT NOT NULL DEFAULT '',   -- another id that async_import has answered
	kind     TEXT NOT NULL,              -- import, export
	state    TEXT NOT NULL,
	made     INTEGER NOT NULL,
	begun    INTEGER NOT NULL DEFAULT 0,
	due      INTEGER NOT NULL DEFAULT 0, -- not complete before
	name     TEXT NOT NULL,              -- import: of the file; export: title of the page
	size     INTEGER NOT NULL DEFAULT 0,
	md5      TEXT NOT NULL DEFAULT '',
	filekey  TEXT NOT NULL DEFAULT '',
	pagekind TEXT NOT NULL DEFAULT '',
	page     INTEGER NOT NULL DEFAULT 0, -- import: what it became; export: what it was made of
	input    TEXT NOT NULL DEFAULT '',   -- hash of the bytes it began with
	output   TEXT NOT NULL DEFAULT '',   -- hash of the bytes it made
	suffix   TEXT NOT NULL DEFAULT '',   -- of the output, without a dot
	outsize  INTEGER NOT NULL DEFAULT 0,
	owner    TEXT NOT NULL DEFAULT '',
	lease    INTEGER NOT NULL DEFAULT 0, -- the owner is alive until then at least
	tries    INTEGER NOT NULL DEFAULT 0,
	done     INTEGER NOT NULL DEFAULT 0, -- bytes of size that have been worked through
	fail     INTEGER NOT NULL DEFAULT 0, -- switches that struck when it began
	stuck    INTEGER NOT NULL DEFAULT 0,
	error    TEXT NOT NULL DEFAULT '',
	warnings TEXT NOT NULL DEFAULT ''    -- JSON list
);
CREATE UNIQUE INDEX transfer_key ON transfer(filekey) WHERE filekey <> '';
CREATE UNIQUE INDEX transfer_other ON transfer(other) WHERE other <> '';
CREATE INDEX transfer_work ON transfer(state, due);
CREATE INDEX transfer_input ON transfer(input) WHERE input <> '';
CREATE INDEX transfer_output ON transfer(output) WHERE output <> '';
`
