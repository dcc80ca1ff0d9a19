package console

import (
	"sync"
	"time"

	"aloft/client"
)

// WaitLines shows what is waited for, on standard error or on the screen.
type WaitLines struct {
	con   *Console
	Waits *client.Waits
	Board *client.WaitBoard // of the screen

	mu    sync.Mutex
	last  string
	read  time.Time     // when the progress of a listing was last shown
	every time.Duration // the least time until it is shown again
}

// NewWaitLines shows waits on the console.
func NewWaitLines(con *Console) *WaitLines {
	l := &WaitLines{con: con, Board: client.NewWaitBoard()}
	l.Waits = client.NewWaits(l.Tell)
	return l
}

// A listing of minutes is reported at longer and longer intervals.
const (
	minReads = 2 * time.Second
	maxReads = 30 * time.Second
)

// Tell shows a wait, unless it was shown just now.
func (l *WaitLines) Tell(w client.Waiting) {
	if l.con.OnScreen {
		l.Board.Tell(w)
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	line := w.Say(l.con.Catalogue)
	if w.Over || line == l.last {
		return
	}
	if w.Read {
		if time.Since(l.read) < l.every {
			return
		}
		l.read, l.every = time.Now(), min(max(minReads, 2*l.every), maxReads)
	}
	l.last = line
	l.con.ProgressClear()
	l.con.WarnLine(line)
}
