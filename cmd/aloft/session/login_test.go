package session

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
)

const (
	curl = "curl 'https://x/' \\\n  -H 'a: b' \\\n  -b 'k=v'\n"
	file = "# Netscape HTTP Cookie File\n\n.x\tTRUE\t/\tTRUE\t0\tk\tv\n#HttpOnly_.x\tTRUE\t/\tTRUE\t0\tl\tw\n"
)

// A cookie of several lines leaves the next line to the next credential.
func TestPastedLines(t *testing.T) {
	for _, first := range []string{"k=v\n", curl, file} {
		in := &lines{r: bufio.NewReader(strings.NewReader(first + "token\n"))}
		a, err := in.pasted(true)
		b, err2 := in.pasted(false)
		if a != first || b != "token\n" || err != nil || err2 != nil {
			t.Errorf("%q, %q, %v, %v", a, b, err, err2)
		}
	}
	in := &lines{r: bufio.NewReader(strings.NewReader(strings.TrimSuffix(file, "\n")))}
	if a, err := in.pasted(true); a+"\n" != file || err != nil && !errors.Is(err, io.EOF) {
		t.Errorf("%q, %v", a, err)
	}
	in = &lines{r: bufio.NewReader(strings.NewReader("curl x\ny\n"))}
	if a, _ := in.pasted(false); a != "curl x\n" {
		t.Errorf("a token: %q", a)
	}
}

// What a terminal without line editing sends.
func TestTyped(t *testing.T) {
	long := "k=" + strings.Repeat("v", 9000)
	for name, c := range map[string]struct {
		in, want, rest string
		err            error
	}{
		"a line":          {"k=v\rtoken\r", "k=v\n", "token\r", nil},
		"longer than 4 K": {long + "\r", long + "\n", "", nil},
		"curl":            {strings.ReplaceAll(curl, "\n", "\r") + "t\r", curl, "t\r", nil},
		"curl with CR LF": {strings.ReplaceAll(curl, "\n", "\r\n"), curl, "\n", nil},
		"a cookies.txt":   {strings.ReplaceAll(file, "\n", "\r") + "\rt\r", file + "\n", "t\r", nil},
		"mended":          {"k=vü\x7f\x08w\x15a=b\n", "a=b\n", "", nil},
		"one letter off":  {"k=vü\x7f\n", "k=v\n", "", nil},
		"Ctrl+D":          {"k=v\x04t", "k=v", "t", nil},
		"Ctrl+C":          {"k=v\x03t", "", "t", context.Canceled},
		"hung up":         {"k=v", "k=v", "", io.EOF},
	} {
		in := strings.NewReader(c.in)
		got, err := typed(in, true)
		rest, _ := io.ReadAll(in)
		if got != c.want || string(rest) != c.rest || !errors.Is(err, c.err) {
			t.Errorf("%s: %q, %q, %v", name, got, rest, err)
		}
	}
}
