package store

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"aloft/client"
	"aloft/client/system"
	"aloft/client/system/sqlite"
)

// take makes this process the owner of the store in dir, and makes that folder. system.ErrHeld: another process is
// the owner.
func take(dir string) (*lock, error) {
	if err := errors.Join(known(dir), own(dir)); err != nil {
		return nil, err
	}
	f, err := locked(filepath.Join(dir, lockName))
	if errors.Is(err, system.ErrHeld) {
		h, _, _ := Owner(dir)
		return nil, &client.Error{Kind: client.KindConflict, Op: op, What: "another instance (process %d) is the webhook receiver",
			Args: []any{h.PID},
			Hint: "every open aloft shows its deliveries; to receive here, end that instance first", Err: err}
	}
	if err != nil {
		return nil, folderError(dir, err)
	}
	return &lock{dir: dir, f: f}, nil
}

// Keep makes sure that others find the lock and the state when the folder was removed, since otherwise another process
// would become an owner beside this one. system.ErrHeld: another process was quicker, and is the owner.
func (s *Store) Keep() error {
	again, err := s.held.keep()
	if again {
		h, _ := s.Owner()
		err = errors.Join(err, s.Announce(h))
	}
	return err
}

// Announce publishes the state, for Owner.
func (s *Store) Announce(h Holder) error {
	if s.held.gone() {
		return nil // the other process publishes
	}
	s.mu.Lock()
	s.holder = h
	s.mu.Unlock()
	err := s.w.update(func(l *sqlite.Link) error { return l.Do("UPDATE meta SET owner = ?, rev = rev + 1", encoded(h)) })
	if err != nil {
		return folderError(s.dir, err)
	}
	return nil
}

// Owner returns the state last published, and whether the owner is running.
func Owner(dir string) (h Holder, alive bool, err error) {
	if alive, err = lives(dir); err != nil {
		return h, false, err
	}
	b := &db{dir: dir}
	words := ""
	err = b.use(func(l *sqlite.Link) (err error) {
		_, err = l.Row("SELECT owner FROM meta", nil, &words)
		return err
	})
	_ = b.close()
	if errors.Is(err, fs.ErrNotExist) { // a program of before may be the owner
		data, _ := system.ReadFile(filepath.Join(dir, ownerName))
		words, err = string(data), nil
	}
	if err != nil {
		return h, alive, dbError(dir, err)
	}
	return holder(words), alive, nil
}

// holder reads a published state; garbage, or nothing yet: none.
func holder(words string) (h Holder) {
	if json.Unmarshal([]byte(words), &h) != nil {
		return Holder{}
	}
	h.Since = h.Since.UTC() // a zone of another process would make a Holder that equals none
	return h
}

// Owner is the state that the owner last published, and whether it is running.
func (s *Store) Owner() (h Holder, alive bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.holder, s.alive
}

// Await makes this process one that waits to be the owner, until the file is closed. It fails while an owner asks who
// waits.
func Await(dir string) (*os.File, error) {
	if err := known(dir); err != nil {
		return nil, err
	}
	f, err := openHeirs(dir)
	if err != nil {
		return nil, err
	}
	got, err := system.TryShare(f)
	if err == nil && !got {
		err = system.ErrHeld
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}

// Awaited reports whether some process waits to be the owner.
func (s *Store) Awaited() bool {
	if s.held.gone() {
		return false
	}
	f, err := openHeirs(s.dir)
	if err != nil {
		return false
	}
	defer f.Close()
	free, err := system.TryLock(f)
	return err == nil && !free
}

func openHeirs(dir string) (*os.File, error) {
	return system.Open(filepath.Join(dir, heirsName), os.O_RDWR|os.O_CREATE, 0o600)
}
