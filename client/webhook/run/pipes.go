package run

import (
	"os"
	"sync"
	"time"

	"aloft/client"
)

// pipes are our ends of a command's standard input and output.
type pipes struct {
	in    *os.File // nil: standard input is empty
	outs  []*stream
	files []*os.File // standard input and outputs of the command
	give  []*os.File // the same, each once: they are closed here once the command has them
	wg    sync.WaitGroup
}

// openPipes opens the command's standard input and output. Both outputs are one
// pipe, which keeps the order of what is printed, unless replies are separate.
func openPipes(c Command) (p *pipes, err error) {
	p = &pipes{}
	open := func() (r, w *os.File) {
		if err == nil {
			r, w, err = os.Pipe()
		}
		return r, w
	}
	var in, out *os.File
	if len(c.Stdin) > 0 {
		in, p.in = open()
	} else {
		in, err = os.Open(os.DevNull)
	}
	output := func(reply bool) *os.File {
		r, w := open()
		if err == nil {
			p.outs, p.give = append(p.outs, &stream{r: r, reply: reply}), append(p.give, w)
		}
		return w
	}
	if err == nil {
		p.give = append(p.give, in)
	}
	out = output(c.Reply > 0)
	p.files = []*os.File{in, out, out}
	if c.Reply > 0 {
		p.files[2] = output(false)
	}
	if err != nil {
		p.close()
		return nil, fail(client.KindLocal, err, "no pipe could be opened (%s); nothing was run", "too many files are open; try again when other work has ended", reason(err))
	}
	return p, nil
}

// close closes everything when the command did not start.
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

// started starts to write the input and to read the output.
func (p *pipes) started(out *printed, stdin []byte) {
	for _, f := range p.give {
		_ = f.Close()
	}
	if p.in != nil {
		go func() {
			// A command need not read its input.
			_, _ = p.in.Write(stdin)
			_ = p.in.Close()
		}()
	}
	for _, s := range p.outs {
		p.wg.Go(func() { s.read(out) })
	}
}

// end waits for the rest of the output, at most wait while a process holds the pipe.
func (p *pipes) end(wait time.Duration) {
	if p.in != nil {
		_ = p.in.Close() // unblocks a writer whose reader has ended
	}
	p.await(wait)
}

// capacity is the size of a pipe's buffer, unless somebody enlarged it: so much may
// have been printed before the command ended.
const capacity = 64 << 10
