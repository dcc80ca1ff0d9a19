package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"aloft/client/durable"
	"aloft/client/durable/sqlite"
	"aloft/model/text"
)

// Recovered is the result of Recover.
type Recovered struct {
	Aside string // folder with the unchanged damaged database
	Saved []Saved
}

// Saved is how much of an area is in the new database.
type Saved struct {
	Area text.Text
	Rows int
	// Lost is the least number of lost rows: unreadable ones are counted only if an index still has them.
	Lost int
}

// Recover replaces a damaged database by a new one, with everything in it that can
// be read. The old one is kept unchanged in a folder beside it, which can be set as
// ALOFT_DATA_HOME. What has lost its folder is in one called "recovered". Other
// processes cannot write meanwhile, and then find that the database is another one.
func Recover(ctx context.Context, dir string, now time.Time) (Recovered, error) {
	path := filepath.Join(dir, fileName)
	out := Recovered{}
	if _, err := os.Stat(path); err != nil {
		return out, Say(err, path)
	}
	if err := newer(path); err != nil {
		return out, Say(err, path)
	}
	release, err := hold(path)
	if err != nil {
		return out, Say(err, path)
	}
	defer release()
	noCopy := func(err error) (Recovered, error) {
		return out, &Error{What: "The damaged database cannot be set aside in %s: %s; nothing was changed.", Args: []any{out.Aside, err.Error()},
			Hint: text.BoxFullHint, Err: err}
	}
	if out.Aside, err = makeFolder(filepath.Join(dir, "damaged-"+now.Format("20060102-150405"))); err != nil {
		return noCopy(err)
	}
	if err := setAside(dir, out.Aside); err != nil {
		_ = os.RemoveAll(out.Aside)
		return noCopy(err)
	}
	fresh := filepath.Join(out.Aside, "new")
	if err := out.rebuild(ctx, fresh); err != nil {
		_ = os.RemoveAll(out.Aside) // the database is unchanged
		return out, Say(err, path)
	}
	// The old log is removed first: SQLite would take it for the new file's.
	for _, end := range []string{"-wal", "-shm"} {
		if err := os.Remove(path + end); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return out, Say(err, path)
		}
	}
	err = os.Rename(filepath.Join(fresh, fileName), path)
	return out, Say(errors.Join(err, os.RemoveAll(fresh), durable.SyncDir(dir)), path)
}

// newer is ErrNewer of a database that only a newer program knows: it is not damaged, and what is saved here would
// lose what is new in it.
func newer(path string) error {
	l, err := openLink(path, sqlite.Read)
	if err == nil {
		_, err = l.known()
		_ = l.Close()
	}
	if errors.Is(err, ErrNewer) {
		return err
	}
	return nil
}

// hold keeps other processes from writing, if the database can be locked.
func hold(path string) (release func(), err error) {
	db, err := sqlite.DB(path, sqlite.WriteFast)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if _, err = db.Exec("BEGIN IMMEDIATE"); sqlite.IsBusy(err) {
		return nil, errors.Join(err, db.Close())
	}
	return func() { _ = db.Close() }, nil
}

// makeFolder makes a folder of that name, with a number while the name is taken:
// two copies may be set aside in one second, and both are kept.
func makeFolder(name string) (string, error) {
	made := name
	for n := 2; ; n++ {
		err := os.Mkdir(made, 0o700)
		if !errors.Is(err, fs.ErrExist) {
			return made, err
		}
		made = name + "-" + strconv.Itoa(n)
	}
}

// setAside gives the database's files and its blobs a second name where nothing changes or removes them.
func setAside(dir, aside string) error {
	for _, end := range []string{"", "-wal"} {
		// A copy: SQLite writes into the file it has open.
		err := copyFile(filepath.Join(dir, fileName+end), filepath.Join(aside, fileName+end))
		if err != nil && !(end != "" && errors.Is(err, fs.ErrNotExist)) {
			return err
		}
	}
	blobs, err := os.ReadDir(filepath.Join(dir, blobsDir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = os.Mkdir(filepath.Join(aside, blobsDir), 0o700)
	}
	for _, b := range blobs {
		from, to := filepath.Join(dir, blobsDir, b.Name()), filepath.Join(aside, blobsDir, b.Name())
		if err == nil && b.Type().IsRegular() {
			if err = os.Link(from, to); err != nil {
				err = copyFile(from, to)
			}
		}
	}
	return err
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Sync(), out.Close())
}

// rebuild makes a new database from the readable rows.
func (r *Recovered) rebuild(ctx context.Context, fresh string) error {
	// It reads a copy, since SQLite merges a log into its file.
	if err := os.Mkdir(fresh, 0o700); err != nil {
		return err
	}
	source := filepath.Join(fresh, "old.db")
	for _, end := range []string{"", "-wal"} {
		err := copyFile(filepath.Join(r.Aside, fileName+end), source+end)
		if err != nil && !(end != "" && errors.Is(err, fs.ErrNotExist)) {
			return err
		}
	}
	s, err := Open(Options{Dir: fresh})
	if err != nil {
		return err
	}
	err = s.Update(ctx, func(l *Link) error {
		old, err := openDamaged(source, l)
		if err != nil {
			return err
		}
		defer old.Close()
		// References are consistent only at the end, in the same transaction.
		if err := l.Do("PRAGMA defer_foreign_keys = on"); err != nil {
			return err
		}
		for _, a := range areas() {
			saved := Saved{Area: a.name}
			for _, t := range a.tables {
				if t == "session" || t == "token" {
					continue // new ones are made
				}
				rows, holes, err := l.salvage(ctx, old, t)
				if err != nil {
					return err
				}
				if holes > 0 {
					holes = max(holes, known(old, t)-rows)
				}
				saved.Rows, saved.Lost = saved.Rows+rows, saved.Lost+holes
			}
			r.Saved = append(r.Saved, saved)
		}
		return l.mend(old, func(table string, rows int) {
			for i, a := range areas() {
				if slices.Contains(a.tables, table) {
					r.Saved[i].Rows, r.Saved[i].Lost = r.Saved[i].Rows-rows, r.Saved[i].Lost+rows
				}
			}
		})
	})
	return errors.Join(err, s.Close())
}

// planted is how many rows of the table every new database has, which are not
// saved.
func planted(table string) int {
	switch table {
	case "node", "page":
		return 2
	}
	return 0
}

// known is how many rows to be saved a damaged table had, if an index has them;
// otherwise 0.
func known(old *Link, table string) (n int) {
	if old.count(table, &n) != nil {
		return 0
	}
	return n - planted(table)
}

// salvage copies the rows of a table that can be read and that fit. holes are
// ranges that cannot be read, and rows that fit nowhere.
func (l *Link) salvage(ctx context.Context, old *Link, table string) (saved, holes int, err error) {
	columns, err := l.columns(table)
	if err != nil {
		return 0, 0, err
	}
	if older, err := old.columns(table); err == nil && len(older) > 0 { // it may be of an older version
		columns = slices.DeleteFunc(columns, func(name string) bool { return !slices.Contains(older, name) })
	}
	list := strings.Join(columns, ", ")
	insert := fmt.Sprintf("INTO %s(%s) VALUES(?%s)", table, list, strings.Repeat(", ?", len(columns)-1))
	query := fmt.Sprintf("SELECT rowid, %s FROM %s WHERE rowid > ?1 ORDER BY rowid", list, table)
	ordered, after := true, int64(-1<<62)
	switch table {
	case "meta":
		insert, query, ordered = "OR REPLACE "+insert, fmt.Sprintf("SELECT 0, %s FROM %s WHERE ?1 = ?1", list, table), false
	case "docimage", "upload", "loose": // as meta, they have no row ids
		query, ordered = fmt.Sprintf("SELECT 0, %s FROM %s WHERE ?1 = ?1", list, table), false
	}
	if n := planted(table); n > 0 {
		after = int64(n)
	}
	insert = "INSERT " + insert
	for {
		if err := ctx.Err(); err != nil {
			return saved, holes, err
		}
		copied, unfit, last, err := l.copyRows(ctx, old, query, insert, len(columns), after)
		saved, holes = saved+copied, holes+unfit
		var full *writeError
		switch {
		case err == nil:
			return saved, holes, nil
		case errors.As(err, &full):
			return saved, holes, full.err
		}
		holes++
		if !ordered {
			return saved, holes, nil
		}
		next, found := beyond(old, table, columns, max(last, after))
		if !found {
			return saved, holes, nil
		}
		after = max(next-1, last, after+1) // it ends, whatever is read
	}
}

// writeError is an error of the new database, not of the damaged one.
type writeError struct{ err error }

func (e *writeError) Error() string { return e.err.Error() }

// copyRows copies rows up to the first unreadable one; last is the one before it. unfit are rows that the new
// database rejects.
func (l *Link) copyRows(ctx context.Context, old *Link, query, insert string, columns int, after int64) (copied, unfit int, last int64, err error) {
	last = after
	values, into := make([]any, columns), make([]any, columns+1)
	into[0] = &last
	for i := range values {
		into[i+1] = &values[i]
	}
	err = old.Rows(query, []any{after}, func(scan func(...any) error) error {
		if err := errors.Join(ctx.Err(), scan(into...)); err != nil {
			return err
		}
		switch err := l.Do(insert, values...); {
		case err == nil:
			copied++
		case sqlite.Code(err) == codeConstraint || sqlite.Code(err) == codeMismatch:
			unfit++
		default:
			return &writeError{err}
		}
		return nil
	})
	return copied, unfit, last, err
}

// beyond finds the first row behind a damaged range.
func beyond(old *Link, table string, columns []string, last int64) (row int64, found bool) {
	into := make([]any, len(columns)+1)
	for i := range into {
		into[i] = new(any)
	}
	into[0] = new(int64)
	query := fmt.Sprintf("SELECT rowid, %s FROM %s WHERE rowid >= ? ORDER BY rowid LIMIT 1", strings.Join(columns, ", "), table)
	at := func(from int64) (row int64, err error) { // 0 and no error behind the last row
		if found, err := old.Row(query, []any{from}, into...); !found {
			return 0, err
		}
		return *into[0].(*int64), nil
	}
	last = max(last, 0)
	step := int64(1)
	for ; ; step *= 2 {
		if step > 1<<40 {
			return 0, false
		}
		if _, err := at(last + step); err == nil {
			break
		}
	}
	near := sort.Search(int(step), func(i int) bool {
		_, err := at(last + 1 + int64(i))
		return err == nil
	})
	row, err := at(last + 1 + int64(near))
	return row, err == nil && row != 0
}

func (l *Link) columns(table string) (names []string, err error) {
	err = l.Rows("SELECT name FROM pragma_table_info(?)", []any{table}, func(scan func(...any) error) error {
		var n string
		err := scan(&n)
		names = append(names, n)
		return err
	})
	return names, err
}
