package term

import (
	"bytes"
	"io"
	"os"
	"runtime"
	"sync"
	"time"

	"aloft/model/lazy"
)

// patience is how long the end of the program waits for a terminal that does not read.
const patience = 5 * time.Second

// moves are the sequences by which the library would place and erase its view, hide the cursor while it does, and ask
// for keys in other forms. Consoles that do not know those underline what follows, or put the cursor elsewhere.
var moves = lazy.Regexp(`\x1b\[[0-9;]*[A-HJKd]|\x1b\[\?25l|\x1b\[[<>=?][0-9;]*[um]|[\r\n]`)

// output replaces the program's terminal. It accepts writes at once and passes them to the terminal in a goroutine,
// so that a terminal that does not read blocks nobody. Frames do not pile up, because the clock calls behind before
// it draws.
type output struct {
	to   io.Writer
	hold *hold
	send func(any) // to the update loop, from any goroutine

	mu     sync.Mutex
	cond   *sync.Cond
	queue  []byte
	busy   bool // the queue is being written
	wanted bool // a frame waits for that
	hidden bool // the cursor has a place and is invisible
	linear bool // the library draws nothing
	direct bool // writers wait until it is written
	ended  bool // the program ends
	closed bool
}

// ownOutput is an output with the file of this process's terminal for callers that need it: raw mode, size, terminal
// check.
type ownOutput struct {
	*os.File
	*output
}

func (o ownOutput) Write(b []byte) (int, error) { return o.output.Write(b) }

// writer is the output as the library gets it.
func (o *output) writer() io.Writer {
	if f, ok := o.to.(*os.File); ok {
		return ownOutput{f, o}
	}
	return o
}

func newOutput(to io.Writer, send func(any)) *output {
	o := &output{to: to, hold: newHold(), send: send}
	o.cond = sync.NewCond(&o.mu)
	go o.write()
	return o
}

// Write accepts the program's output. A mark in it blocks the library's loop, which wrote it.
func (o *output) Write(b []byte) (int, error) {
	rest, marked := cutMark(b)
	o.mu.Lock()
	if o.linear {
		rest = moves().ReplaceAll(rest, nil)
	}
	if o.hidden {
		rest = unseen(rest)
	}
	o.queue = append(o.queue, rest...)
	o.busy = o.busy || len(o.queue) > 0
	o.cond.Broadcast()
	if o.direct {
		o.drain()
	}
	o.mu.Unlock()
	if marked && o.hold.wait() {
		go o.send(holdMsg{})
	}
	return len(b), nil
}

// drain waits until everything is written, but not for ever at the end of the program. The lock is held.
func (o *output) drain() {
	late := false
	net := time.AfterFunc(patience, func() {
		o.mu.Lock()
		late = true
		o.mu.Unlock()
		o.cond.Broadcast()
	})
	defer net.Stop()
	for o.busy && !(late && o.ended) {
		o.cond.Wait()
	}
}

// behind reports whether the terminal has not taken the last frame. The update loop gets a message when it has.
func (o *output) behind() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.wanted = o.busy
	return o.busy
}

// write is the goroutine that writes to the terminal. Writes to a closed terminal are dropped; the program notices
// when it reads.
func (o *output) write() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for {
		for len(o.queue) == 0 {
			if o.closed {
				return
			}
			o.cond.Wait()
		}
		b := o.queue
		o.queue = nil
		o.mu.Unlock()
		_, _ = o.to.Write(b)
		o.mu.Lock()
		if len(o.queue) > 0 {
			continue
		}
		o.busy = false
		if o.wanted {
			o.wanted = false
			go o.send(frameMsg{})
		}
		o.cond.Broadcast()
	}
}

// handed says that the renderer has a view.
func (o *output) handed() {
	o.set(func() { o.direct = o.ended })
	o.hold.set(func() { o.hold.dirty, o.hold.open = true, false })
}

// letGo releases the loop until the next view.
func (o *output) letGo() { o.hold.set(func() { o.hold.open = true }) }

// handOver calls letGo and waits until everything is on the terminal before another program gets it.
func (o *output) handOver() {
	o.hide(false)
	o.set(func() { o.direct = true })
	o.letGo()
}

// end releases the loop for good.
func (o *output) end() {
	o.hide(false)
	o.set(func() { o.direct, o.ended = true, true })
	o.hold.set(func() { o.hold.over = true })
}

// close writes the rest.
func (o *output) close() {
	o.end()
	o.mu.Lock()
	defer o.mu.Unlock()
	o.drain()
	o.closed = true
	o.cond.Broadcast()
}

// Bare returns the terminal itself, so that a started program gets a terminal and not a pipe. It waits until the
// library's loop has ended.
func Bare[S any](stream S) S {
	switch s := any(stream).(type) {
	case ownOutput:
		awaitLoop()
		return any(s.File).(S)
	case *Input:
		awaitLoop()
		return any(s.File).(S)
	}
	return stream
}

// loop is the function of the library's render loop in a stack.
const loop = "bubbletea/v2.(*Program).startRenderer.func1"

// awaitLoop waits until the render loop has ended. The library does not: the last thing that the loop does is to stop
// the ticker, and when that came after a short program had ended, it stopped the ticker of the next loop, and nothing
// was drawn any more. Of another screen in this process the loop goes on, so it waits a second at most.
func awaitLoop() {
	stacks := make([]byte, 1<<20)
	for end := time.Now().Add(time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if !bytes.Contains(stacks[:runtime.Stack(stacks, true)], []byte(loop)) {
			return
		}
	}
}

func (o *output) set(change func()) {
	o.mu.Lock()
	change()
	o.mu.Unlock()
	o.cond.Broadcast()
}
