package store

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	sqlite3 "modernc.org/sqlite/lib"

	"aloft/client/embedded/naming"
	"aloft/model/text"
)

const (
	codeConstraint = sqlite3.SQLITE_CONSTRAINT
	codeMismatch   = sqlite3.SQLITE_MISMATCH
)

// mend makes the saved rows consistent: rows without a folder go into a new one, references to lost rows are deleted
// and reported by gone, folders are counted again.
func (l *Link) mend(old *Link, gone func(table string, rows int)) error {
	for _, table := range []string{"node", "page", "bin", "task", "session", "pagebin", "token", "transfer", "content", "incoming", "share"} {
		// An id must never be used for something else.
		var seq int64
		if found, err := old.Row("SELECT seq FROM sqlite_sequence WHERE name = ?", []any{table}, &seq); found && err == nil {
			for _, q := range []string{
				"INSERT INTO sqlite_sequence(name, seq) SELECT ?1, ?2 WHERE NOT EXISTS(SELECT 1 FROM sqlite_sequence WHERE name = ?1)",
				"UPDATE sqlite_sequence SET seq = max(seq, ?2) WHERE name = ?1",
			} {
				if err := l.Do(q, table, seq); err != nil {
					return err
				}
			}
		}
	}
	err := errors.Join(
		l.adopt("node", "tree = 0 AND seq > 2", "p.isfile = 1", l.recoveredFolder),
		l.adopt("page", "seq > 2 AND NOT (parent IS NULL AND space = seq)", "0", l.recoveredPage),
		// Pages under the home belong to no space and are not deleted.
		l.Do(`WITH RECURSIVE home(seq) AS (SELECT 1 UNION SELECT c.seq FROM page c JOIN home ON c.parent = home.seq)
			UPDATE page SET space = 0, binned = 0 WHERE seq IN (SELECT seq FROM home) AND (space <> 0 OR binned <> 0)`),
	)
	if err != nil {
		return err
	}
	for { // others may refer to a row that is deleted
		type lost struct {
			table string
			row   sql.NullInt64
		}
		var all []lost
		err := l.Rows("PRAGMA foreign_key_check", nil, func(scan func(...any) error) error {
			var v lost
			var parent string
			var id int64
			err := scan(&v.table, &v.row, &parent, &id)
			all = append(all, v)
			return err
		})
		if err != nil || len(all) == 0 {
			break
		}
		for _, v := range all {
			query := fmt.Sprintf("DELETE FROM %s WHERE rowid = ?", v.table)
			args := []any{v.row.Int64}
			if !v.row.Valid { // docimage, which has no row ids
				query, args = "DELETE FROM docimage WHERE page NOT IN (SELECT seq FROM page)", nil
			}
			n, _, err := l.Exec(query, args...)
			if err != nil {
				return err
			}
			gone(v.table, int(n))
		}
	}
	for _, q := range []string{
		"DELETE FROM meta WHERE k = 'fresh'", "INSERT INTO meta(k, v) VALUES('fresh', 0)",
		"UPDATE node SET kids = (SELECT count(*) FROM node c WHERE c.parent = node.seq)",
		"UPDATE page SET kids = (SELECT count(*) FROM page c WHERE c.parent = page.seq)",
		"DELETE FROM lag",
		"DELETE FROM incoming WHERE node = 0 AND content NOT IN (SELECT seq FROM content)",
		"UPDATE meta SET v = (SELECT coalesce(sum(size), 0) FROM node) WHERE k = 'used'",
	} {
		if err := l.Do(q); err != nil {
			return err
		}
	}
	return l.NextEpoch()
}

// adopt moves unreachable rows into a new folder: their folder, or one above it, was lost or is a file.
func (l *Link) adopt(table, which, notFolder string, folder func() (int64, error)) error {
	var home int64
	missing := fmt.Sprintf("%s AND parent IS NOT NULL AND parent NOT IN (SELECT seq FROM %s)", which, table)
	var n int
	if _, err := l.Row(fmt.Sprintf("SELECT count(*) FROM %s WHERE %s", table, missing), nil, &n); err != nil {
		return err
	}
	if n > 0 { // all at once; names that clash are handled one by one below
		var err error
		if home, err = folder(); err != nil {
			return err
		}
		if err := l.Do(fmt.Sprintf("UPDATE OR IGNORE %s SET parent = ? WHERE %s", table, missing), home); err != nil {
			return err
		}
	}
	for {
		var seq int64
		found, err := l.Row(fmt.Sprintf(`WITH RECURSIVE up(seq) AS (
			SELECT seq FROM %[1]s WHERE NOT (%[2]s)
			UNION SELECT c.seq FROM %[1]s c JOIN up ON c.parent = up.seq JOIN %[1]s p ON p.seq = up.seq AND NOT (%[3]s)
		) SELECT seq FROM %[1]s WHERE %[2]s AND seq NOT IN (SELECT seq FROM up)
		ORDER BY (parent IN (SELECT seq FROM %[1]s)), seq LIMIT 1`, table, which, notFolder), nil, &seq)
		if err != nil || !found {
			return err
		}
		if home == 0 {
			if home, err = folder(); err != nil {
				return err
			}
		}
		if err := l.Do(fmt.Sprintf("UPDATE OR IGNORE %s SET parent = ? WHERE seq = ?", table), home, seq); err != nil {
			return err
		}
		var parent int64
		if _, err := l.Row(fmt.Sprintf("SELECT coalesce(parent, 0) FROM %s WHERE seq = ?", table), []any{seq}, &parent); err != nil {
			return err
		}
		if parent == home {
			continue
		}
		// The name is taken there: only the drive has such a rule.
		var name string
		if _, err := l.Row("SELECT name FROM node WHERE seq = ?", []any{seq}, &name); err != nil {
			return err
		}
		name = fmt.Sprintf("%d %s", seq, name)
		if err := l.Do("UPDATE node SET parent = ?, name = ?, sortkey = ?, fold = ? WHERE seq = ?", home, name, naming.SortKey(name), naming.Fold(name), seq); err != nil {
			return err
		}
	}
}

// recoveredName returns a name that is free in the folder.
func (l *Link) recoveredName(table, column string, parent int64) (string, error) {
	for n := 1; ; n++ {
		name := string(text.Text("recovered"))
		if n > 1 {
			name = fmt.Sprintf("%s %d", name, n)
		}
		var one int
		found, err := l.Row(fmt.Sprintf("SELECT 1 FROM %s WHERE parent = ? AND %s = ?", table, column), []any{parent, name}, &one)
		if err != nil || !found {
			return name, err
		}
	}
}

func (l *Link) recoveredFolder() (int64, error) {
	name, err := l.recoveredName("node", "name", RootSeq)
	if err != nil {
		return 0, err
	}
	never := time.Time{}.UnixMilli()
	_, seq, err := l.Exec("INSERT INTO node(parent, isfile, sortkey, name, fold, created, updated) VALUES(?, 0, ?, ?, ?, ?, ?)",
		RootSeq, naming.SortKey(name), name, naming.Fold(name), never, never)
	return seq, err
}

func (l *Link) recoveredPage() (int64, error) {
	name, err := l.recoveredName("page", "title", HomeSeq)
	if err != nil {
		return 0, err
	}
	_, seq, err := l.Exec("INSERT INTO page(parent, leaf, sortkey, title, fold, kind, created, updated) VALUES(?, 0, ?, ?, ?, 'folder', 0, 0)",
		HomeSeq, naming.SortKey(name), name, naming.Fold(name))
	return seq, err
}
