package run

import (
	"os"
	"strings"
	"testing"
	"time"
)

// Where the machine is so busy that the reader comes after the deadline, what was printed
// is read all the same; what a background child prints after that is not waited for.
func TestTheReaderComesTooLate(t *testing.T) {
	for name, c := range map[string]struct {
		printed      string
		closed, held bool
	}{
		"ended":           {"no tty\n", true, false},
		"a child has it":  {"no tty\n", false, true},
		"nothing printed": {"", true, false},
		"silent child":    {"", false, true},
		"a full pipe":     {strings.Repeat("x", capacity), false, true},
	} {
		t.Run(name, func(t *testing.T) {
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer w.Close()
			if _, err := w.WriteString(c.printed); err != nil {
				t.Fatal(err)
			}
			if c.closed {
				_ = w.Close()
			}
			s, out := &stream{r: r}, newPrinted(Command{Head: 2 * capacity})
			if err := r.SetReadDeadline(time.Now().Add(-time.Second)); err != nil {
				t.Fatal(err)
			}
			s.read(out)
			var res Result
			_ = out.close(&res)
			if string(res.Head) != c.printed || s.held != c.held {
				t.Errorf("%d bytes were read of %d, held %v", len(res.Head), len(c.printed), s.held)
			}
		})
	}
}
