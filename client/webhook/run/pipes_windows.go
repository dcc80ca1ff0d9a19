package run

import (
	"os"
	"sync"
	"time"
)

// await waits for the rest of the output, at most so long. Pipes have no deadlines here;
// they are read all the time, so what was printed by then is known.
func (p *pipes) await(wait time.Duration) {
	over := make(chan struct{})
	go func() {
		p.wg.Wait()
		close(over)
	}()
	select {
	case <-over:
	case <-time.After(wait):
	}
	for _, s := range p.outs {
		s.mu.Lock()
		s.late = true
		s.mu.Unlock()
	}
}

// stream is one pipe that is read.
type stream struct {
	r     *os.File
	reply bool

	mu   sync.Mutex
	late bool // nobody wants more
}

// read forwards everything until the pipe is closed by all who have it. It goes on
// reading when nobody wants more: a closed pipe would end a background child.
func (s *stream) read(out *printed) {
	buf := make([]byte, capacity)
	for {
		n, err := s.r.Read(buf)
		s.mu.Lock()
		if !s.late {
			out.add(buf[:n], s.reply)
		}
		s.mu.Unlock()
		if err != nil {
			_ = s.r.Close()
			return
		}
	}
}
