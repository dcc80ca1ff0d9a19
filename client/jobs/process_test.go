package jobs

import (
	"bytes"
	"errors"
	"net/http"
	"sync"
	"sync/atomic"

	"aloft/client/system"
)

// process is one process of a world, which can be killed at each of its boundaries: before
// and after a request, and before, in and after a write of a journal. From then on nothing
// that it does reaches the service or a journal, and its locks are free.
type process struct {
	spy  *spy
	dead atomic.Bool
	// left is the number of boundaries to the one where it is killed, 0 = none is.
	left   atomic.Int64
	once   sync.Once
	over   chan struct{}
	closed chan struct{} // the engine is closed
}

var errKilled = errors.New("the process was killed")

func newProcess(s *spy) *process {
	return &process{spy: s, over: make(chan struct{}), closed: make(chan struct{})}
}

// begun: the process works with the engine until it ends.
func (p *process) begun(e *Engine) {
	go func() {
		<-p.over
		_ = e.Close()
		close(p.closed)
	}()
}

// end ends the process in order, unless it was killed.
func (p *process) end() {
	p.once.Do(func() { close(p.over) })
	<-p.closed
}

// lives passes a boundary.
func (p *process) lives() bool {
	if p.dead.Load() {
		return false
	}
	if p.left.Load() == 0 || p.left.Add(-1) > 0 {
		return true
	}
	p.dead.Store(true)
	p.once.Do(func() { close(p.over) })
	return false
}

func (p *process) RoundTrip(r *http.Request) (*http.Response, error) {
	if !p.lives() {
		return nil, errKilled
	}
	res, err := p.spy.RoundTrip(r)
	if !p.lives() {
		if err == nil {
			_ = res.Body.Close()
		}
		return nil, errKilled
	}
	return res, err
}

// log is a journal of the process.
func (p *process) log(f system.LogFile) system.LogFile { return &processLog{LogFile: f, p: p} }

type processLog struct {
	system.LogFile
	p       *process
	written int // intents that are not durable yet
}

func (f *processLog) Write(b []byte) (int, error) {
	if !f.p.lives() {
		return 0, errKilled
	}
	if !f.p.lives() {
		n, _ := f.LogFile.Write(b[:len(b)/2])
		return n, errKilled
	}
	n, err := f.LogFile.Write(b)
	if err == nil {
		f.written += bytes.Count(b, []byte(`"t":"intent"`))
	}
	return n, err
}

func (f *processLog) Sync() error {
	if f.p.dead.Load() {
		return errKilled
	}
	err := f.LogFile.Sync()
	if err == nil && f.written > 0 {
		f.p.spy.announced(f.written)
		f.written = 0
	}
	if !f.p.lives() {
		return errKilled
	}
	return err
}

func (f *processLog) Truncate(size int64) error {
	if f.p.dead.Load() {
		return errKilled
	}
	return f.LogFile.Truncate(size)
}
