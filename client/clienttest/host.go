package clienttest

import (
	"io"
	"io/fs"
	"net/http"
	"sync"
	"syscall"
	"testing"
	"time"

	"aloft/client/gate"
	"aloft/client/gate/file"
	"aloft/client/gate/state"
	"aloft/client/system"
)

// Host is a machine in memory for the gate: a bubble of synctest fakes neither the
// boot clock nor a file lock. Copies with another Process are other processes of
// the same machine.
type Host struct {
	Process uint32
	start   time.Time
	files   *sync.Map
}

// NewHost is a machine that has just been started, and its first process.
func NewHost() Host { return Host{Process: 1, start: time.Now(), files: &sync.Map{}} }

// Now is the time since the machine was started.
func (h Host) Now() time.Duration { return time.Hour + time.Since(h.start) }

// Identity is the same for all processes.
func (h Host) Identity() state.Identity { return state.Identity{1} }

// Pid is that of the process.
func (h Host) Pid() uint32 { return h.Process }

// Rand differs for each process.
func (h Host) Rand() uint64 { return uint64(h.Process) << 20 }

// Open opens a file, and creates it if missing.
func (h Host) Open(path string) (file.File, error) {
	f, _ := h.files.LoadOrStore(path, &hostFile{})
	return f.(*hostFile), nil
}

// Look opens an existing file.
func (h Host) Look(path string) (file.File, error) {
	if f, ok := h.files.Load(path); ok {
		return f.(*hostFile), nil
	}
	return nil, fs.ErrNotExist
}

// SealedGate is a gate whose state folder cannot be written: nothing can be changed
// through it.
func SealedGate(t testing.TB, rt http.RoundTripper) *gate.Gate {
	t.Helper()
	g, err := gate.Open(gate.Options{Dir: "/state", Name: t.Name(), Wire: gate.RoundTripperWire(rt), Host: sealed{NewHost()}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = g.Close() })
	return g
}

// sealed is a machine with a disk that takes nothing.
type sealed struct{ Host }

func (sealed) Open(string) (file.File, error) { return nil, syscall.EROFS }

// hostFile is a file that nobody deletes.
type hostFile struct {
	mu     sync.Mutex
	locked bool
	data   []byte
}

func (f *hostFile) TryLock() (bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	was := f.locked
	f.locked = true
	return !was, nil
}

func (f *hostFile) Unlock() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.locked = false
	return nil
}

func (f *hostFile) Current() bool                { return true }
func (f *hostFile) Aside() error                 { return nil }
func (f *hostFile) Stuck() (system.Holder, bool) { return system.Holder{}, false }
func (f *hostFile) Close() error                 { return nil }

func (f *hostFile) ReadAt(p []byte, off int64) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := copy(p, f.data[min(off, int64(len(f.data))):])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func (f *hostFile) WriteAt(p []byte, off int64) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if need := off + int64(len(p)) - int64(len(f.data)); need > 0 {
		f.data = append(f.data, make([]byte, need)...)
	}
	return copy(f.data[off:], p), nil
}
