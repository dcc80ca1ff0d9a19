package run

import (
	"strings"
	"testing"
	"time"
)

func TestAJobRunsAndEnds(t *testing.T) {
	c := Command{Argv: []string{"cmd", "/c", "echo hello& exit 3"}, Limit: time.Minute, Head: 100, Tail: 100}
	r := Run(t.Context(), c)
	if r.Err != nil || r.Exit != 3 || strings.TrimSpace(string(r.Head)) != "hello" || r.Children != nil {
		t.Errorf("%+v", r)
	}
}

// The limit ends what the command has started, too.
func TestAJobEndsAtItsLimit(t *testing.T) {
	began := time.Now()
	r := Run(t.Context(), Command{Argv: []string{"cmd", "/c", "cmd /c pause < con"}, Limit: 300 * time.Millisecond})
	if !r.TimedOut || time.Since(began) > 10*time.Second {
		t.Errorf("%+v after %v", r, time.Since(began))
	}
	if r.Children != nil {
		<-r.Children.Done
	}
}

func TestNoSuchProgram(t *testing.T) {
	if r := Run(t.Context(), Command{Argv: []string{"no-such-program"}}); r.Err == nil {
		t.Errorf("%+v", r)
	}
}
