package store

// byteTables have the bytes of the drive's files. A content is what one upload sent:
// pieces in their order, each a file beside the database. Several entries may have
// one content. An entry without one has bytes that are made when they are read:
// "made" is their recipe, ” = the entry's own number.
//
// A piece's row has the state of the MD5 of everything up to its end, when the
// pieces before it had come: then the MD5 of a whole file costs no second reading.
// The files of deleted pieces are in loose until they are removed.
const byteTables = `
ALTER TABLE node ADD COLUMN content INTEGER NOT NULL DEFAULT 0;
ALTER TABLE node ADD COLUMN made TEXT NOT NULL DEFAULT '';
ALTER TABLE node ADD COLUMN md5 TEXT NOT NULL DEFAULT '';       -- hexadecimal, '' = not known yet
ALTER TABLE node ADD COLUMN lcreated INTEGER NOT NULL DEFAULT 0; -- times of the uploaded file, 0 = none was said
ALTER TABLE node ADD COLUMN lupdated INTEGER NOT NULL DEFAULT 0;
CREATE INDEX node_content ON node(content) WHERE content <> 0;

CREATE TABLE content(
	seq  INTEGER PRIMARY KEY AUTOINCREMENT,
	size INTEGER NOT NULL DEFAULT 0,
	md5  TEXT NOT NULL DEFAULT '',       -- '' while it is being sent
	sha1 TEXT NOT NULL DEFAULT ''        -- as its sender said
);
CREATE INDEX content_known ON content(md5, size) WHERE md5 <> '';

CREATE TABLE piece(
	seq     INTEGER PRIMARY KEY,
	content INTEGER NOT NULL REFERENCES content(seq) ON DELETE CASCADE,
	n       INTEGER NOT NULL,
	hash    TEXT NOT NULL,
	md5     TEXT NOT NULL,
	size    INTEGER NOT NULL,
	state   BLOB
);
CREATE UNIQUE INDEX piece_n ON piece(content, n);
CREATE INDEX piece_hash ON piece(hash);

CREATE TABLE loose(hash TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TRIGGER piece_out AFTER DELETE ON piece BEGIN
	INSERT OR IGNORE INTO loose(hash) VALUES(old.hash);
END;

-- An upload from its announcement on; node is the entry that it became, content
-- then 0. Times of the file are milliseconds, others nanoseconds.
CREATE TABLE incoming(
	seq     INTEGER PRIMARY KEY AUTOINCREMENT,
	id      TEXT NOT NULL UNIQUE,        -- task_id
	upload  TEXT NOT NULL,
	key     TEXT NOT NULL UNIQUE,
	parent  INTEGER NOT NULL,
	name    TEXT NOT NULL,
	mime    TEXT NOT NULL,
	size    INTEGER NOT NULL,
	created INTEGER NOT NULL,
	updated INTEGER NOT NULL,
	md5     TEXT NOT NULL DEFAULT '',    -- of the whole, as its sender said
	sha1    TEXT NOT NULL DEFAULT '',
	content INTEGER NOT NULL,
	used    INTEGER NOT NULL,            -- when it was last heard of
	node    INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX incoming_used ON incoming(used);
CREATE INDEX incoming_content ON incoming(content);

-- A content ends with the last row that refers to it.
CREATE TRIGGER node_content_out AFTER DELETE ON node WHEN old.content <> 0 BEGIN
	DELETE FROM content WHERE seq = old.content AND NOT EXISTS(SELECT 1 FROM node WHERE content = old.content)
		AND NOT EXISTS(SELECT 1 FROM incoming WHERE content = old.content);
END;
CREATE TRIGGER incoming_out AFTER DELETE ON incoming WHEN old.content <> 0 BEGIN
	DELETE FROM content WHERE seq = old.content AND NOT EXISTS(SELECT 1 FROM node WHERE content = old.content)
		AND NOT EXISTS(SELECT 1 FROM incoming WHERE content = old.content);
END;
CREATE TRIGGER incoming_over AFTER UPDATE OF content ON incoming WHEN old.content NOT IN (0, new.content) BEGIN
	DELETE FROM content WHERE seq = old.content AND NOT EXISTS(SELECT 1 FROM node WHERE content = old.content)
		AND NOT EXISTS(SELECT 1 FROM incoming WHERE content = old.content);
END;

-- The drive knows how much it holds without adding it up.
INSERT INTO meta(k, v) SELECT 'used', coalesce(sum(size), 0) FROM node;
CREATE TRIGGER node_size_in AFTER INSERT ON node WHEN new.size > 0 BEGIN
	UPDATE meta SET v = v + new.size WHERE k = 'used';
END;
CREATE TRIGGER node_size_out AFTER DELETE ON node WHEN old.size > 0 BEGIN
	UPDATE meta SET v = v - old.size WHERE k = 'used';
END;
`
