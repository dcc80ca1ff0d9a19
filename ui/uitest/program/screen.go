package program

import (
	"testing"
	"time"
)

// Screen is what the screen shows.
func (p *Program) Screen() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.term.String()
}

// Title is the title of the terminal's window.
func (p *Program) Title() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.term.Title()
}

// Until waits for a screen and returns how long it took.
func (p *Program) Until(tb testing.TB, limit time.Duration, what string, ok func(screen string) bool) time.Duration {
	tb.Helper()
	start, deadline := time.Now(), time.After(limit)
	for !ok(p.Screen()) {
		select {
		case <-p.news:
		case <-p.gone:
			tb.Fatalf("the program ended before %s:\n%s", what, p.Screen())
		case <-deadline:
			tb.Fatalf("no %s within %v:\n%s", what, limit, p.Screen())
		}
	}
	return time.Since(start)
}
