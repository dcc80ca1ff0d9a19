package run

import (
	"os"
	"testing"
)

// A command that leaves nothing is reported with its end: there is no time between
// the two in which a slow supervisor would look like a background child.
func TestEndsWithNothingLeft(t *testing.T) {
	o, err := prepare(Command{Argv: []string{"sh", "-c", "sleep 0; exit 3"}, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	var all Supervisors
	l, err := all.start([]*os.File{null, null, null}, o)
	if err != nil {
		t.Fatal(err)
	}
	if w := <-l.words; !w.Ended || !w.Clear || w.Left != 0 {
		t.Errorf("%+v", w)
	}
	l.process.end()
	for w := range l.words {
		t.Errorf("and after it %+v", w)
	}
}
