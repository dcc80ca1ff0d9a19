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
	"aloft/model"
)

// Files and folders of the store.
const (
	lockName  = "lock"
	ownerName = "owner.json"
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

// Held is the ownership of the store; the kernel releases its lock when the process
// dies.
type Held struct {
	dir string

	mu   sync.Mutex
	f    *os.File
	lost bool // another process is the owner
}

// Lock makes this process the owner of the store in dir, the webhook folder in the
// state folder, and creates that folder. durable.ErrHeld: another process is the
// owner.
func Lock(dir string) (*Held, error) {
	if err := known(dir); err != nil {
		return nil, err
	}
	if err := own(dir); err != nil {
		return nil, err
	}
	f, err := lockPath(filepath.Join(dir, lockName))
	if errors.Is(err, durable.ErrHeld) {
		h, _, _ := readHolder(dir)
		return nil, &client.Error{Kind: client.KindConflict, Op: op, What: "another instance (process %d) is the webhook receiver",
			Args: []any{h.PID},
			Hint: "it shows what it receives in every instance; end that one first to receive here", Err: err}
	}
	if err != nil {
		return nil, folderError(dir, err)
	}
	h := &Held{dir: dir, f: f}
	// The state of an earlier owner is out of date.
	if err := h.Announce(Holder{PID: os.Getpid(), State: model.HookOff}); err != nil {
		_ = h.Close()
		return nil, err
	}
	return h, nil
}

// lockPath locks the lock file at the path.
func lockPath(path string) (*os.File, error) {
	return durable.LockNow(func() (*os.File, error) { return durable.Open(path, os.O_RDWR|os.O_CREATE, 0o600) })
}

// lockHeld reports whether some process holds the lock.
func lockHeld(path string) (bool, error) {
	f, err := durable.Open(path, os.O_RDONLY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer f.Close()
	return durable.Held(f)
}

// own makes the folder, for this user only.
func own(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return folderError(dir, err)
	}
	st, err := os.Stat(dir)
	if err == nil && st.Mode().Perm() != 0o700 {
		err = os.Chmod(dir, 0o700)
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

// Keep takes the lock again when its file or the folder was removed, since
// otherwise another process would become an owner beside this one. again: it did,
// and the published state is lost. durable.ErrHeld: another process was quicker,
// and is the owner.
func (h *Held) Keep() (again bool, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	path := filepath.Join(h.dir, lockName)
	if h.lost || durable.Named(h.f, path) {
		return false, nil
	}
	if err := own(h.dir); err != nil {
		return false, err
	}
	f, err := lockPath(path)
	if h.lost = errors.Is(err, durable.ErrHeld); h.lost {
		return false, err
	}
	if err != nil {
		return false, folderError(h.dir, err)
	}
	old := h.f
	h.f = f
	return true, old.Close()
}

// there reports whether others find its lock.
func (h *Held) there() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return durable.Named(h.f, filepath.Join(h.dir, lockName))
}

// Announce publishes the state, for Owner.
func (h *Held) Announce(w Holder) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.lost {
		return nil // the other process publishes
	}
	b, err := json.Marshal(w)
	if err == nil {
		err = durable.Replace(filepath.Join(h.dir, ownerName), b, false)
	}
	if err != nil {
		return folderError(h.dir, err)
	}
	return nil
}

// Close lets another process become the owner.
func (h *Held) Close() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.f.Close()
}

// Owner returns the state last published, and whether the owner is running.
func Owner(dir string) (h Holder, alive bool, err error) {
	alive, err = lockHeld(filepath.Join(dir, lockName))
	if err != nil {
		return Holder{}, false, folderError(dir, err)
	}
	h, _, err = readHolder(dir)
	return h, alive, err
}

// readHolder reads the owner file. An owner that has just started, or garbage:
// none.
func readHolder(dir string) (h Holder, ok bool, err error) {
	b, err := durable.ReadFile(filepath.Join(dir, ownerName))
	if errors.Is(err, fs.ErrNotExist) {
		return Holder{}, false, nil
	}
	if err != nil {
		return Holder{}, false, folderError(dir, err)
	}
	if json.Unmarshal(b, &h) != nil {
		return Holder{}, false, nil
	}
	h.Since = h.Since.UTC() // a zone of another process would make a Holder that equals none
	return h, true, nil
}
