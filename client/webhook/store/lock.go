package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/system"
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

// format of the store; see system.Newer.
const format = 2

// known refuses a store that a newer program has written.
func known(dir string) error {
	if system.Newer(dir, format) {
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

// locked is the locked file at the path.
func locked(path string) (*os.File, error) {
	return system.LockNow(func() (*os.File, error) { return system.Open(path, os.O_RDWR|os.O_CREATE, 0o600) })
}

// lives reports whether some process owns the store.
func lives(dir string) (bool, error) {
	f, err := system.Open(filepath.Join(dir, lockName), os.O_RDONLY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, folderError(dir, err)
	}
	defer f.Close()
	return system.Held(f)
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
	system.Sweep(dir, ".new-*")
}

func folderError(dir string, err error) error {
	e := &client.Error{Kind: client.KindLocal, Op: op, What: "%s cannot be used: %s",
		Args: []any{dir, err}, Err: err}
	return e.InFolder(client.StateHome)
}

// keep takes the lock again when its file or the folder was removed; again: it did.
func (k *lock) keep() (again bool, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	path := filepath.Join(k.dir, lockName)
	if k.lost || system.Named(k.f, path) {
		return false, nil
	}
	if err := own(k.dir); err != nil {
		return false, err
	}
	f, err := locked(path)
	if k.lost = errors.Is(err, system.ErrHeld); k.lost {
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
