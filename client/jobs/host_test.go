package jobs

import (
	"io"
	"math/rand/v2"
	"sync"
	"time"

	"aloft/client/gate/file"
	gatestate "aloft/client/gate/state"
	"aloft/client/system"
)

// host is a machine in memory, as the gate needs it.
type host struct {
	mu    sync.Mutex
	rnd   *rand.Rand
	base  time.Time
	files map[string]*hostFile
}

type hostFile struct {
	h       *host
	content []byte
	held    bool
}

func newHost(seed uint64) *host {
	return &host{rnd: rand.New(rand.NewPCG(seed, 7)), base: time.Now().Add(-time.Hour), files: map[string]*hostFile{}}
}

func (h *host) Now() time.Duration           { return time.Since(h.base) }
func (h *host) Identity() gatestate.Identity { return gatestate.Identity{1} }
func (h *host) Pid() uint32                  { return 1 }
func (h *host) Rand() uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.rnd.Uint64()
}

func (h *host) Look(path string) (file.File, error) { return h.Open(path) }

func (h *host) Open(path string) (file.File, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.files[path] == nil {
		h.files[path] = &hostFile{h: h}
	}
	return &handle{f: h.files[path]}, nil
}

// handle is one open file; a lock belongs to it.
type handle struct {
	f    *hostFile
	mine bool
}

func (o *handle) TryLock() (bool, error) {
	o.f.h.mu.Lock()
	defer o.f.h.mu.Unlock()
	if o.f.held {
		return false, nil
	}
	o.f.held, o.mine = true, true
	return true, nil
}

func (o *handle) Unlock() error {
	o.f.h.mu.Lock()
	defer o.f.h.mu.Unlock()
	if o.mine {
		o.f.held, o.mine = false, false
	}
	return nil
}

func (o *handle) Current() bool                { return true }
func (o *handle) Aside() error                 { return nil }
func (o *handle) Stuck() (system.Holder, bool) { return system.Holder{}, false }

func (o *handle) ReadAt(p []byte, off int64) (int, error) {
	o.f.h.mu.Lock()
	defer o.f.h.mu.Unlock()
	n := copy(p, o.f.content[min(int(off), len(o.f.content)):])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func (o *handle) WriteAt(p []byte, off int64) (int, error) {
	o.f.h.mu.Lock()
	defer o.f.h.mu.Unlock()
	if need := int(off) + len(p); need > len(o.f.content) {
		o.f.content = append(o.f.content, make([]byte, need-len(o.f.content))...)
	}
	return copy(o.f.content[off:], p), nil
}

func (o *handle) Close() error { return o.Unlock() }
