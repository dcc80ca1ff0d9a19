package term

import (
	"io"
	"os"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
)

// Input reads the terminal of this process in whole sequences.
type Input struct {
	*os.File
	keyboard
}

// NewInput reads a terminal. Send receives keys that only a timeout tells from the beginning of a sequence. gone is
// called when the terminal can no longer be read.
func NewInput(in io.Reader, send func(tea.Msg), gone func()) io.Reader {
	if f, ok := in.(*os.File); ok {
		return &Input{f, keyboard{from: in, send: send, gone: gone}}
	}
	return &keyboard{from: in, send: send, gone: gone}
}

func (i *Input) Read(b []byte) (int, error) { return i.keyboard.Read(b) }

// keyboard joins the sequences it reads.
type keyboard struct {
	from io.Reader
	send func(tea.Msg)
	gone func()

	mu    sync.Mutex
	seq   Sequences
	timer *time.Timer
}

// Read returns nothing for the beginning of a sequence: the reader waits for more and can be cancelled meanwhile.
func (k *keyboard) Read(b []byte) (int, error) {
	in := make([]byte, max(1, len(b)/8)) // whole sequences may be longer than the bytes that complete them
	n, err := k.from.Read(in)
	if err != nil {
		k.gone()
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	now := time.Now()
	k.expire(now)
	out := copy(b, k.seq.Feed(in[:n], now))
	k.wait(now)
	return out, err
}

// wait gives up an unfinished sequence in time. The lock is held.
func (k *keyboard) wait(now time.Time) {
	at, ok := k.seq.Due()
	switch {
	case !ok && k.timer != nil:
		k.timer.Stop()
	case ok && k.timer == nil:
		k.timer = time.AfterFunc(at.Sub(now), k.late)
	case ok:
		k.timer.Reset(at.Sub(now))
	}
}

// late runs on the timer. A read may have moved the time meanwhile.
func (k *keyboard) late() {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := time.Now()
	k.expire(now)
	k.wait(now)
}

// expire sends the keys that have waited long enough. The lock is held, so that they come before later ones.
func (k *keyboard) expire(now time.Time) {
	var decoder uv.EventDecoder
	for _, key := range k.seq.Expire(now) {
		if _, e := decoder.Decode(key); e != nil {
			if press, ok := e.(uv.KeyPressEvent); ok {
				k.send(tea.KeyPressMsg(press))
			}
		}
	}
}
