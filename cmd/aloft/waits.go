package main

import (
	"sync"
	"time"

	"aloft/client"
)

// waitLines says on standard error, or to the screen, what is waited for.
type waitLines struct {
	a     *app
	waits *client.Waits
	board *client.WaitBoard // of the screen

	mu    sync.Mutex
	last  string
	read  time.Time     // when it was last said how far a folder is read
	every time.Duration // the least time until it is said again
}

// What reads on for minutes says so at longer and longer intervals.
const (
	leastReads = 2 * time.Second
	mostReads  = 30 * time.Second
)

// waiting is who is told what calls wait for.
func (a *app) waiting() *waitLines {
	if a.waits == nil {
		a.waits = &waitLines{a: a, board: client.NewWaitBoard()}
		a.waits.waits = client.NewWaits(a.waits.tell)
	}
	return a.waits
}

func (l *waitLines) tell(w client.Waiting) {
	if l.a.onScreen {
		l.board.Tell(w)
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	line := w.Say(l.a.cat)
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
	l.a.progressClear()
	l.a.warnLine(line)
}
