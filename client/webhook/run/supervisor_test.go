package run

import (
	"os/exec"
	"testing"
)

// A command that leaves nothing is reported with its end: there is no time between
// the two in which a slow supervisor would look like a background child.
func TestEndsWithNothingLeft(t *testing.T) {
	o, err := prepare(Command{Argv: []string{"sh", "-c", "sleep 0; exit 3"}, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	l, err := startSupervisor(&exec.Cmd{}, o)
	if err != nil {
		t.Fatal(err)
	}
	if w := <-l.words; !w.Ended || !w.Clear || w.Left != 0 {
		t.Errorf("%+v", w)
	}
	for range l.words {
	}
	if err := l.orders.Close(); err != nil {
		t.Error(err)
	}
}
