package store

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"aloft/client/system"
	"aloft/client/system/sqlite"
	"aloft/model/text"
)

// Open opens the database, read-only if it cannot be written.
func Open(o Options) (*DB, error) {
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, fileName)
	s, err := openWhole(dir, path, o)
	if err != nil {
		s, err = OpenReading(path, err)
	}
	if err != nil {
		return nil, err
	}
	s.o = o
	return s, nil
}

// Aside is the folder into which Open put a damaged database; "" = it was whole.
func (s *DB) Aside() string { return s.aside }

// openWhole opens the database for writing. A damaged one is set aside unchanged, and a new one takes its place.
func openWhole(dir, path string, o Options) (*DB, error) {
	// A marked one may be moved at this moment by another process: SQLite must not open it then.
	if _, err := os.Stat(path + markEnd); err != nil {
		s, err := openWriting(dir, path, o)
		if !sqlite.IsDamage(err) {
			return s, err
		}
		mark(path)
	}
	// One process decides; the next one finds the new database.
	until := time.Now().Add(patience)
	guard, err := system.Lock(func() (*os.File, error) { return system.Open(path+".guard", os.O_RDWR|os.O_CREATE, 0o600) }, func(*os.File) error {
		if time.Now().After(until) { // a stopped process must not keep everybody out
			return &Error{What: text.BoxBusy, Args: []any{path}, Hint: text.BoxBusyHint, Err: system.ErrHeld}
		}
		time.Sleep(lookEvery)
		return nil
	})
	if err != nil {
		return nil, Say(err, path)
	}
	defer guard.Close()
	s, err := openWriting(dir, path, o)
	if err == nil {
		var found []string
		if err = s.View(context.Background(), func(l *Link) (err error) { found, err = l.integrity(""); return err }); err == nil && len(found) == 0 {
			err = os.Remove(path + markEnd)
			if errors.Is(err, fs.ErrNotExist) {
				err = nil
			}
			return s, Say(err, path)
		}
		_ = s.Close()
	}
	if err != nil && !sqlite.IsDamage(err) {
		return nil, err
	}
	aside, err := setAside(dir, path)
	if err != nil {
		return nil, &Error{What: "The damaged database cannot be moved to %s: %s; nothing was changed.", Args: []any{aside, err.Error()},
			Hint: text.BoxReadOnlyHint, Err: err}
	}
	if s, err = openWriting(dir, path, o); err == nil {
		s.aside = aside
	}
	return s, err
}

// setAside moves the database with its blobs into a new folder. Other processes then find that theirs was replaced.
func setAside(dir, path string) (aside string, err error) {
	// Nobody writes meanwhile, if the file can still be locked.
	db, err := sqlite.DB(path, sqlite.WriteFast)
	if err != nil {
		return dir, err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err = db.Exec("BEGIN IMMEDIATE"); sqlite.IsBusy(err) {
		return dir, err
	}
	if aside, err = os.MkdirTemp(dir, "damaged-"+time.Now().Format("20060102-150405")+"-"); err != nil {
		return aside, err
	}
	// The database itself is last but for the mark: a start that is killed in between finishes it.
	for _, name := range []string{blobsDir, fileName + "-wal", fileName + "-shm", fileName, fileName + markEnd} {
		if err := os.Rename(filepath.Join(dir, name), filepath.Join(aside, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return aside, err
		}
	}
	return aside, system.SyncDir(dir)
}
