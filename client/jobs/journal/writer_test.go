package journal

import (
	"errors"
	"testing"

	"aloft/client/system"
)

func TestWhoWritesIsNamed(t *testing.T) {
	dir := t.TempDir()
	if by := WriterIn(dir); by != (system.Holder{}) {
		t.Errorf("nobody is %v", by)
	}
	w, _, err := Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	first, second := system.Holder{PID: 811, Command: "aloft mv"}, system.Holder{PID: 812, Command: "aloft rm"}
	for _, by := range []system.Holder{first, second} {
		if err := w.Append(Record{T: RecStart, By: &by}, Record{T: RecVerd}); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := Open(dir, nil); !errors.Is(err, ErrBusy) {
		t.Errorf("a second writer: %v", err)
	}
	if by := WriterIn(dir); by != second {
		t.Errorf("the writer is %v", by)
	}
}
