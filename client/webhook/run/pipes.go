package run

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"

	"aloft/client"
)

// pipes are the ends of a command's standard input and output that stay here.
// They are real pipes and not writers: os/exec would wait for everybody who
// holds them.
type pipes struct {
	in   *os.File // nil: standard input is empty
	outs []*stream
	give []*os.File // the ends of the process, closed here once it has them
	wg   sync.WaitGroup
}

// openPipes gives the command its standard input and output. Both outputs are
// one pipe, so that the order of what is printed is kept, unless the replies
// are wanted apart.
func openPipes(cmd *exec.Cmd, c Command) (*pipes, error) {
	p := &pipes{}
	open := func() (r, w *os.File, err error) {
		if r, w, err = os.Pipe(); err != nil {
			p.close()
			return nil, nil, fail(client.KindLocal, err, "no pipe could be opened (%s); nothing was run", "too many files are open; try again when other work has ended", reason(err))
		}
		return r, w, nil
	}
	if len(c.Stdin) > 0 {
		r, w, err := open()
		if err != nil {
			return nil, err
		}
		cmd.Stdin, p.in, p.give = r, w, append(p.give, r)
	}
	r, w, err := open()
	if err != nil {
		return nil, err
	}
	p.outs, p.give = append(p.outs, &stream{r: r, reply: c.Reply > 0}), append(p.give, w)
	cmd.Stdout, cmd.Stderr = w, w
	if c.Reply > 0 {
		r, w, err := open()
		if err != nil {
			return nil, err
		}
		p.outs, p.give = append(p.outs, &stream{r: r}), append(p.give, w)
		cmd.Stderr = w
	}
	return p, nil
}

// close gives everything back when the command did not start.
func (p *pipes) close() {
	for _, s := range p.outs {
		_ = s.r.Close()
	}
	for _, f := range p.give {
		_ = f.Close()
	}
	if p.in != nil {
		_ = p.in.Close()
	}
}

// started begins to write the input and to read the output.
func (p *pipes) started(out *printed, stdin []byte) {
	for _, f := range p.give {
		_ = f.Close()
	}
	if p.in != nil {
		go func() {
			// Who does not read its input is free not to.
			_, _ = p.in.Write(stdin)
			_ = p.in.Close()
		}()
	}
	for _, s := range p.outs {
		p.wg.Go(func() { s.read(out) })
	}
}

// end waits for the rest of the output, so long as somebody holds it at most
// for the time given, and reports whether somebody does.
func (p *pipes) end(wait time.Duration) (held bool) {
	if p.in != nil {
		_ = p.in.Close() // frees a writer whose reader has gone
	}
	until := time.Now().Add(wait)
	for _, s := range p.outs {
		_ = s.r.SetReadDeadline(until)
	}
	p.wg.Wait()
	for _, s := range p.outs {
		held = held || s.held
	}
	return held
}

// stream is one pipe that is read.
type stream struct {
	r     *os.File
	reply bool
	held  bool // the end of the wait came before the end of the output
}

// capacity is what a pipe holds at most, unless somebody made it larger: so much
// may have been printed before the command ended.
const capacity = 64 << 10

// moment is how long a pipe that has something is waited for.
const moment = 20 * time.Millisecond

// read hands everything on until the pipe is closed by all who have it, or
// until the deadline has passed and what the pipe held then was read.
func (s *stream) read(out *printed) {
	buf := make([]byte, capacity)
	late := 0 // bytes after the deadline
	for {
		n, err := s.r.Read(buf)
		out.add(buf[:n], s.reply)
		if s.held {
			late += n
		}
		switch {
		case err == nil && late < capacity:
			if s.held {
				_ = s.r.SetReadDeadline(time.Now().Add(moment))
			}
		case err == nil, s.held && errors.Is(err, os.ErrDeadlineExceeded):
			// The child in the background goes on: it would be killed by a closed pipe.
			_ = s.r.SetReadDeadline(time.Time{})
			go func() {
				_, _ = io.Copy(io.Discard, s.r)
				_ = s.r.Close()
			}()
			return
		case errors.Is(err, os.ErrDeadlineExceeded):
			s.held = true
			_ = s.r.SetReadDeadline(time.Now().Add(moment))
		default:
			s.held = false
			_ = s.r.Close()
			return
		}
	}
}
