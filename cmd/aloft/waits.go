package main

import (
	"sync"

	"aloft/client"
)

// waitLines says on standard error, or to the screen, what is waited for.
type waitLines struct {
	a     *app
	waits *client.Waits
	board *client.WaitBoard // of the screen

	mu   sync.Mutex
	last string
}

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
	l.last = line
	l.a.progressClear()
	l.a.warnLine(line)
}
