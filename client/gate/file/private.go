package file

import (
	"io"
	"sync"

	"aloft/client/gate/state"
	"aloft/client/holder"
)

// Private is a host whose files are visible to this process only.
type Private struct{ Host }

// Open makes a file in memory.
func (Private) Open(string) (File, error) { return &privateFile{}, nil }

type privateFile struct {
	mu sync.Mutex
	b  [state.Size]byte
	n  int
}

func (*privateFile) TryLock() (bool, error)       { return true, nil } // the store lets one in at a time
func (*privateFile) Unlock() error                { return nil }
func (*privateFile) Current() bool                { return true }
func (*privateFile) Aside() error                 { return nil }
func (*privateFile) Stuck() (holder.Holder, bool) { return holder.Holder{}, false }
func (*privateFile) Close() error                 { return nil }

func (f *privateFile) ReadAt(p []byte, off int64) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := copy(p, f.b[min(int(off), f.n):f.n])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func (f *privateFile) WriteAt(p []byte, off int64) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if off >= state.Size { // the holder, which nobody else could read
		return len(p), nil
	}
	n := copy(f.b[off:], p)
	f.n = max(f.n, int(off)+n)
	return n, nil
}
