package run

import (
	"bytes"
	"cmp"
	"os"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"aloft/client"
)

// maxFile bounds the file of an output when the command sets no bound.
const maxFile = 1 << 30

// tellEvery is the time between two calls of Grown.
const tellEvery = 100 * time.Millisecond

// printed stores a command's output: its beginning and end in memory, and all of it in a file. Its memory does not
// grow with the output.
type printed struct {
	mu      sync.Mutex
	head    []byte
	settled bool // head begins with something other than white space
	most    int  // of head
	tail    ring
	after   int64 // bytes after head
	size    int64

	reply    []byte
	maxReply int
	replyCut bool

	file    *os.File
	fileErr error
	maxFile int64

	grown func(int64)
	timer *time.Timer // nil: Grown need not be called
	done  bool
}

func newPrinted(c Command) *printed {
	o := &printed{most: c.Head, tail: ring{most: c.Tail}, maxReply: c.Reply, maxFile: c.MaxFile, grown: c.Grown}
	o.maxFile = cmp.Or(o.maxFile, maxFile)
	if c.File != "" {
		f, err := os.OpenFile(c.File, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
		if err != nil {
			o.fileErr = fileError(err)
		} else {
			o.file = f
		}
	}
	return o
}

func fileError(err error) error {
	return fail(client.KindLocal, err, "the file with the full output could not be written (%s)", "make room on the disk; beginning and end of the output are kept", reason(err))
}

// add adds the next part of the output.
func (o *printed) add(p []byte, reply bool) {
	if len(p) == 0 {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.toFile(p)
	o.size += int64(len(p))
	if reply {
		n := min(len(p), o.maxReply-len(o.reply))
		o.reply = append(o.reply, p[:n]...)
		o.replyCut = o.replyCut || n < len(p)
	}
	rest := o.toHead(p)
	o.after += int64(len(rest))
	o.tail.add(rest)
	if o.grown != nil && o.timer == nil {
		o.timer = time.AfterFunc(tellEvery, o.tell)
	}
}

// toHead fills the head, and returns the rest.
func (o *printed) toHead(p []byte) []byte {
	for len(p) > 0 && len(o.head) < o.most {
		n := min(len(p), o.most-len(o.head))
		o.head = append(o.head, p[:n]...)
		p = p[n:]
		if !o.settled {
			from := bytes.TrimLeftFunc(o.head, unicode.IsSpace)
			o.head = o.head[:copy(o.head, from)]
			// An incomplete character may still become white space.
			o.settled = utf8.FullRune(o.head)
		}
	}
	return p
}

func (o *printed) toFile(p []byte) {
	if o.file == nil || o.fileErr != nil {
		return
	}
	n := min(int64(len(p)), o.maxFile-o.size)
	if _, err := o.file.Write(p[:n]); err != nil {
		o.fileErr = fileError(err)
	} else if n < int64(len(p)) {
		o.fileErr = fail(client.KindLocal, nil, "only the first %d {byte|bytes} of the output are kept in its file", "", o.maxFile)
	}
}

// tell is called by the timer; the lock prevents a call of Grown after close.
func (o *printed) tell() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.timer = nil
	if !o.done {
		o.grown(o.size)
	}
}

// close fills in the result.
func (o *printed) close(res *Result) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.done = true
	if o.timer != nil {
		o.timer.Stop()
	}
	if o.file != nil {
		if err := o.file.Close(); err != nil && o.fileErr == nil {
			o.fileErr = fileError(err)
		}
	}
	res.Head, res.Tail = o.head, o.tail.bytes()
	res.Between = o.after - int64(len(res.Tail))
	res.Size, res.Reply, res.ReplyCut, res.FileErr = o.size, o.reply, o.replyCut, o.fileErr
	return o.fileErr
}

// ring stores the last bytes that were added.
type ring struct {
	most int
	buf  []byte // full: the oldest byte is at next
	next int
}

func (r *ring) add(p []byte) {
	if len(p) > r.most {
		p = p[len(p)-r.most:]
	}
	n := min(len(p), r.most-len(r.buf))
	r.buf = append(r.buf, p[:n]...)
	for p = p[n:]; len(p) > 0; {
		n := copy(r.buf[r.next:], p)
		p = p[n:]
		r.next = (r.next + n) % r.most
	}
}

func (r *ring) bytes() []byte {
	return append(r.buf[r.next:len(r.buf):len(r.buf)], r.buf[:r.next]...)
}
