package console

import (
	"sync"
	"time"

	"aloft/client"
)

// WaitLines says on standard error, or to the screen, what is waited for.
type WaitLines struct {
	con   *Console
	Waits *client.Waits
	Board *client.WaitBoard // of the screen

	mu    sync.Mutex
	last  string
	read  time.Time     // when it was last said how far a folder is read
	every time.Duration // the least time until it is said again
}

// NewWaitLines is who is told what calls wait for.
func NewWaitLines(con *Console) *WaitLines {
	l := &WaitLines{con: con, Board: client.NewWaitBoard()}
	l.Waits = client.NewWaits(l.Tell)
	return l
}

// What reads on for minutes says so at longer and longer intervals.
const (
	leastReads = 2 * time.Second
	mostReads  = 30 * time.Second
)

// Tell says it, unless it was said just now.
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
		l.read, l.every = time.Now(), min(max(leastReads, 2*l.every), mostReads)
	}
	l.last = line
	l.con.ProgressClear()
	l.con.WarnLine(line)
}
