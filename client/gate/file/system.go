package file

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"aloft/client/gate/state"
	"aloft/client/system"
)

// SystemHost is the real host.
func SystemHost() Host { return &systemHost{ident: digest(bootIdentity())} }

type systemHost struct{ ident state.Identity }

// digest hashes the names of the clock. Where they are not known the identity is
// random: every change of the sending process then costs a full gap, which is slow
// but safe.
func digest(words []string, known bool) state.Identity {
	h := sha256.New()
	for _, w := range words {
		h.Write([]byte(w))
		h.Write([]byte{0})
	}
	if !known {
		var b [16]byte
		_, _ = rand.Read(b[:]) // never fails, see crypto/rand
		h.Write(b[:])
	}
	return state.Identity(h.Sum(nil)[:16])
}

func (h *systemHost) Now() time.Duration       { return sinceBoot() }
func (h *systemHost) Identity() state.Identity { return h.ident }
func (h *systemHost) Pid() uint32              { return uint32(os.Getpid()) }

func (h *systemHost) Rand() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:])
	return binary.LittleEndian.Uint64(b[:])
}

func (h *systemHost) Open(path string) (File, error) {
	// For this user only. It may have been removed meanwhile.
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	f, err := openOwn(path)
	if err != nil {
		return nil, err
	}
	return &systemFile{f, path}, nil
}

// openOwn opens the file for writing. A file that cannot be written (read-only, of
// another owner, a link) is replaced: the folder is ours, and a process that has
// the old file open sees that the path names another one.
func openOwn(path string) (*os.File, error) {
	open := func() (*os.File, error) { return openRegular(path) }
	f, err := open()
	if err == nil {
		return f, nil
	}
	if !errors.Is(err, fs.ErrPermission) && !system.Is(err, system.Loop) && !errors.Is(err, syscall.ENXIO) {
		return nil, err
	}
	if st, e := os.Lstat(path); e != nil || st.IsDir() {
		return nil, err
	}
	if os.Remove(path) != nil {
		return nil, err
	}
	return open()
}

func openRegular(path string) (*os.File, error) {
	f, err := system.Open(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if st, err := f.Stat(); err != nil || !st.Mode().IsRegular() {
		_ = f.Close()
		return nil, errors.Join(err, syscall.ELOOP)
	}
	return f, nil
}

type systemFile struct {
	*os.File
	path string
}

func (f *systemFile) TryLock() (bool, error) { return system.TryLock(f.File) }
func (f *systemFile) Unlock() error          { return system.Unlock(f.File) }
func (f *systemFile) Current() bool          { return system.Named(f.File, f.path) }

// Aside is part of the name of a lock file that was put aside.
const Aside = ".held-"

// Aside: of several processes that find the same holder stopped only one renames,
// and none renames the new file.
func (f *systemFile) Aside() error {
	guard, err := system.Open(f.path+".guard", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer guard.Close()
	if got, _ := system.TryLock(guard); !got || !f.Current() { // another process is doing it, or has done it
		return nil
	}
	return system.Rename(f.path, f.path+Aside+rand.Text())
}

func (f *systemFile) Stuck() (system.Holder, bool) {
	all, _ := filepath.Glob(f.path + Aside + "*")
	for _, path := range all {
		old, err := system.Open(path, os.O_RDONLY, 0)
		if err != nil {
			continue
		}
		by := system.ReadHolder(old, HolderAt)
		held, _ := system.Held(old)
		_ = old.Close()
		if held {
			return by, true
		}
		_ = os.Remove(path)
	}
	return system.Holder{}, false
}

// Host is this machine as the gate needs it. Tests have one in memory, because
// testing/synctest fakes neither a file lock nor the boot clock.
type Host interface {
	state.Clock // Rand is for back-offs and first epochs
	// Identity names the clock: stamps of equal identities can be compared.
	Identity() state.Identity
	// Pid tells this process from the others.
	Pid() uint32
	// Open opens or creates a lock file, and its folder.
	Open(path string) (File, error)
}

// File is an open lock file with a few bytes of content.
type File interface {
	// TryLock takes the exclusive lock if it is free.
	TryLock() (bool, error)
	Unlock() error
	// Current: the path still names this file.
	Current() bool
	// Aside renames the file, so that the next Open makes a new one, unless the
	// path names another file already.
	Aside() error
	// Stuck reports whether a file that was put aside is still locked, by a process
	// that was stopped in the middle of sending, and its holder, if known. Files
	// that nobody locks any more are removed.
	Stuck() (system.Holder, bool)
	// ReadAt and WriteAt are as in package io.
	ReadAt(p []byte, off int64) (int, error)
	WriteAt(p []byte, off int64) (int, error)
	Close() error
}
