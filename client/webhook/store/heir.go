package store

import (
	"os"
	"path/filepath"

	"aloft/client/durable"
)

// heirsName is a file on which each process that waits to be the next owner has a shared lock; the kernel releases it
// when the process dies.
const heirsName = "heirs"

// Heir is a process that waits to be the owner.
type Heir struct{ f *os.File }

// Await makes this process an heir until Close. It fails while an owner asks who is one.
func Await(dir string) (*Heir, error) {
	if err := known(dir); err != nil {
		return nil, err
	}
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
	return &Heir{f}, nil
}

// Known reports whether an owner of the store in dir knows of it: not if the folder was removed.
func (h *Heir) Known(dir string) bool { return durable.Named(h.f, filepath.Join(dir, heirsName)) }

// Close ends the wait.
func (h *Heir) Close() error { return h.f.Close() }

// Awaited reports whether some process waits to be the owner.
func (h *Held) Awaited() bool {
	h.mu.Lock()
	lost := h.lost
	h.mu.Unlock()
	if lost {
		return false
	}
	f, err := openHeirs(h.dir)
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
