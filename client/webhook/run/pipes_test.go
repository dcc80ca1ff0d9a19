//go:build unix

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
		printed string
		ended   bool // no child has the pipe
	}{
		"ended":           {"no tty\n", true},
		"a child has it":  {"no tty\n", false},
		"nothing printed": {"", true},
		"silent child":    {"", false},
		"a full pipe":     {strings.Repeat("x", capacity), false},
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
			if c.ended {
				_ = w.Close()
			}
			s, out := &stream{r: r}, newPrinted(Command{Head: 2 * capacity})
			if err := r.SetReadDeadline(time.Now().Add(-time.Second)); err != nil {
				t.Fatal(err)
			}
			s.read(out)
			var res Result
			_ = out.close(&res)
			if string(res.Head) != c.printed {
				t.Errorf("%d bytes were read of %d", len(res.Head), len(c.printed))
			}
		})
	}
}
