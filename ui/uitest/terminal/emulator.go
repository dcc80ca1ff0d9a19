package terminal

import (
	"bytes"
	"encoding/base64"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/hinshun/vt10x"
)

// filler is the second cell of a wide character: the emulator gives every character
// one cell, so what is wide is followed by one of these.
const filler = '\ue000'

// emulator is a terminal that shows what a program writes. Reading from it passes
// on what is new and draws it: after the first frame only changed cells are sent,
// so the stream itself says little.
type emulator struct {
	from io.Reader
	term vt10x.Terminal
	rest []byte // the beginning of a character, or of an escape sequence
	orders
}

// orders are the sequences to the terminal that do not draw (OSC): clipboard,
// notifications.
type orders struct {
	came []byte // what may still become one
	all  []string
}

// order is one of them: its number and the rest.
var order = regexp.MustCompile("\x1b\\]([0-9]+;[^\x07\x1b]*)(?:\x07|\x1b\\\\)")

// take finds them in the output of a program.
func (o *orders) take(p []byte) {
	o.came = append(o.came, p...)
	for at := order.FindSubmatchIndex(o.came); at != nil; at = order.FindSubmatchIndex(o.came) {
		o.all = append(o.all, string(o.came[at[2]:at[3]]))
		o.came = o.came[at[1]:]
	}
	if i := bytes.LastIndex(o.came, []byte("\x1b]")); i >= 0 {
		o.came = o.came[i:]
	} else {
		o.came = o.came[max(0, len(o.came)-1):]
	}
}

// clipboard is its last content (OSC 52).
func (o *orders) clipboard() string {
	for _, s := range slices.Backward(o.all) {
		if code, ok := strings.CutPrefix(s, "52;c;"); ok {
			if text, err := base64.StdEncoding.DecodeString(code); err == nil {
				return string(text)
			}
		}
	}
	return ""
}

func newEmulator(from io.Reader, w, h int) *emulator {
	return &emulator{from: from, term: vt10x.New(vt10x.WithSize(w, h))}
}

func (e *emulator) Read(p []byte) (int, error) {
	n, err := e.from.Read(p)
	e.take(p[:n])
	e.draw(p[:n])
	return n, err
}

func (e *emulator) draw(p []byte) {
	data := append(e.rest, p...)
	var out []byte
	for len(data) > 0 {
		if !utf8.FullRune(data) {
			break
		}
		r, size := utf8.DecodeRune(data)
		w := ansi.StringWidthWc(string(r))
		if r < utf8.RuneSelf || w > 0 {
			out = append(out, data[:size]...)
		}
		if r == '\n' { // the program takes its output for a terminal that does this itself
			out = append(out[:len(out)-1], '\r', '\n')
		}
		if w == 2 {
			out = utf8.AppendRune(out, filler)
		}
		data = data[size:]
	}
	e.rest = append([]byte(nil), data...)
	_, _ = e.term.Write(out)
}

// ids differ from run to run, and ages with the speed of the machine.
var (
	ids  = regexp.MustCompile(`\bid +[^ ]+|│[0-9a-f]{4}$`) // also what a dialog leaves of one
	ages = regexp.MustCompile(` +(just listed|listed under a minute ago)`)
)

// text is what is shown, without trailing spaces.
func (e *emulator) text() string {
	lines := strings.Split(strings.TrimRight(e.term.String(), "\n"), "\n")
	for i, l := range lines {
		l = strings.TrimRight(strings.ReplaceAll(l, string(filler), ""), " ")
		l = ids.ReplaceAllStringFunc(l, func(s string) string {
			shown := []rune(s)
			known := 1 // the border
			if shown[0] == 'i' {
				known = len("id ")
			}
			return string(shown[:known]) + strings.Repeat("x", len(shown)-known)
		})
		lines[i] = strings.TrimRight(ages.ReplaceAllString(l, ""), " ")
	}
	return strings.Join(lines, "\n") + "\n"
}
