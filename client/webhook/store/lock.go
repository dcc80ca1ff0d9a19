package store

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/durable"
	"aloft/client/durable/sqlite"
	"aloft/model"
)

// Files and folders of the store. The kernel releases the lock of a process that dies.
const (
	lockName  = "lock"       // the owner has it
	heirsName = "heirs"      // who waits to be the next owner shares it
	ownerName = "owner.json" // of a program of before
	outName   = "out"
)

const op = "webhook"

// format of the store; see durable.Newer.
const format = 2

// known refuses a store that a newer program has written.
func known(dir string) error {
	if durable.Newer(dir, format) {
		return client.Newer(op, dir, client.StateHome)
	}
	return nil
}

// Holder is the published state of the owner.
type Holder struct {
	PID     int             `json:"pid"`
	State   model.HookState `json:"state"`
	Address string          `json:"address,omitempty"`
	URL     string          `json:"url,omitempty"`
	Instead int             `json:"instead_of,omitempty"` // the configured port, when it is another user's
	Why     model.Sentence  `json:"why,omitzero"`
	Open    bool            `json:"open,omitempty"`
	Since   time.Time       `json:"since,omitzero"`
	Token   time.Time       `json:"token_read,omitzero"` // when it read the token
	Program string          `json:"program,omitempty"`
	At      string          `json:"at,omitempty"`   // its terminal, or its command
	Host    string          `json:"host,omitempty"` // the computer that it runs on
}

// lock is the ownership of the store in dir.
type lock struct {
	dir string

	mu   sync.Mutex
	f    *os.File
	lost bool // another process is the owner
}

// take makes this process the owner of the store in dir, and makes that folder. durable.ErrHeld: another process is
// the owner.
func take(dir string) (*lock, error) {
	if err := errors.Join(known(dir), own(dir)); err != nil {
		return nil, err
	}
	f, err := locked(filepath.Join(dir, lockName))
	if errors.Is(err, durable.ErrHeld) {
		h, _, _ := Owner(dir)
		return nil, &client.Error{Kind: client.KindConflict, Op: op, What: "another instance (process %d) is the webhook receiver",
			Args: []any{h.PID},
			Hint: "it shows what it receives in every instance; end that one first to receive here", Err: err}
	}
	if err != nil {
		return nil, folderError(dir, err)
	}
	return &lock{dir: dir, f: f}, nil
}

// locked is the locked file at the path.
func locked(path string) (*os.File, error) {
	return durable.LockNow(func() (*os.File, error) { return durable.Open(path, os.O_RDWR|os.O_CREATE, 0o600) })
}

// lives reports whether some process owns the store.
func lives(dir string) (bool, error) {
	f, err := durable.Open(filepath.Join(dir, lockName), os.O_RDONLY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, folderError(dir, err)
	}
	defer f.Close()
	return durable.Held(f)
}

// own makes the folder, for this user only.
func own(dir string) error {
	err := os.MkdirAll(dir, 0o700)
	if err == nil {
		var st os.FileInfo
		if st, err = os.Stat(dir); err == nil && st.Mode().Perm() != 0o700 {
			err = os.Chmod(dir, 0o700)
		}
	}
	if err != nil {
		return folderError(dir, err)
	}
	return nil
}

// Sweep removes what killed processes have left half written in the folder.
func Sweep(dir string) {
	if known(dir) != nil {
		return
	}
	durable.Sweep(dir, ".new-*")
}

func folderError(dir string, err error) error {
	e := &client.Error{Kind: client.KindLocal, Op: op, What: "the folder for webhook deliveries cannot be used: %s (%s)",
		Args: []any{dir, err}, Err: err}
	return e.InFolder(client.StateHome)
}

// keep takes the lock again when its file or the folder was removed; again: it did.
func (k *lock) keep() (again bool, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	path := filepath.Join(k.dir, lockName)
	if k.lost || durable.Named(k.f, path) {
		return false, nil
	}
	if err := own(k.dir); err != nil {
		return false, err
	}
	f, err := locked(path)
	if k.lost = errors.Is(err, durable.ErrHeld); k.lost {
		return false, err
	}
	if err != nil {
		return false, folderError(k.dir, err)
	}
	old := k.f
	k.f = f
	return true, old.Close()
}

// gone reports whether another process is the owner.
func (k *lock) gone() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.lost
}

func (k *lock) close() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.f.Close()
}

// Keep makes sure that others find the lock and the state when the folder was removed, since otherwise another process
// would become an owner beside this one. durable.ErrHeld: another process was quicker, and is the owner.
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
		data, _ := durable.ReadFile(filepath.Join(dir, ownerName))
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

// Await makes this process one that waits to be the owner, until the file is closed. It fails while an owner asks who
// waits.
func Await(dir string) (*os.File, error) {
	f, err := openHeirs(dir)
	if err != nil {
		return nil, err
	}
	got, err := durable.TryShare(f)
	if err == nil && !got {
		err = durable.ErrHeld
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
	free, err := durable.TryLock(f)
	return err == nil && !free
}

func openHeirs(dir string) (*os.File, error) {
	return durable.Open(filepath.Join(dir, heirsName), os.O_RDWR|os.O_CREATE, 0o600)
}
