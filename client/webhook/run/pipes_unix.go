//go:build unix

package run

import (
	"errors"
	"io"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// await waits for the rest of the output, at most so long.
func (p *pipes) await(wait time.Duration) {
	until := time.Now().Add(wait)
	for _, s := range p.outs {
		_ = s.r.SetReadDeadline(until)
	}
	p.wg.Wait()
}

// stream is one pipe that is read.
type stream struct {
	r     *os.File
	reply bool
}

// read forwards everything until the pipe is closed by all who have it, or until
// the deadline has passed and the data in the pipe was read.
func (s *stream) read(out *printed) {
	buf := make([]byte, capacity)
	for {
		n, err := s.r.Read(buf)
		out.add(buf[:n], s.reply)
		switch {
		case err == nil:
		case errors.Is(err, os.ErrDeadlineExceeded):
			s.rest(out, buf)
			return
		default:
			_ = s.r.Close()
			return
		}
	}
}

// rest forwards what is in the pipe without waiting for more. A Read after the deadline would not look at the pipe,
// and on a very busy machine a new deadline may pass as well.
func (s *stream) rest(out *printed, buf []byte) {
	_ = s.r.SetReadDeadline(time.Time{})
	conn, err := s.r.SyscallConn()
	if err != nil { // it is closed
		return
	}
	for late := 0; late < capacity; {
		n := 0
		if conn.Read(func(fd uintptr) bool {
			n, err = unix.Read(int(fd), buf)
			return true // even if it is empty
		}) != nil {
			return
		}
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case err == nil && n == 0: // no writer is left
			_ = s.r.Close()
			return
		case err != nil:
			late = capacity
		}
		out.add(buf[:max(n, 0)], s.reply)
		late += max(n, 0)
	}
	// The background child continues: a closed pipe would kill it.
	go func() {
		_, _ = io.Copy(io.Discard, s.r)
		_ = s.r.Close()
	}()
}
