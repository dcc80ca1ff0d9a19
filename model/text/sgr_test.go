package text

import (
	"strings"
	"testing"
)

func TestLine(t *testing.T) {
	for _, c := range []struct{ line, state, want, after string }{
		{"plain", "", "PLAIN", ""},
		{"\x1b[31mred\x1b[m plain", "", "\x1b[31mRED\x1b[m PLAIN\x1b[m", ""},
		{"\x1b[1;38;5;8mgrey", "", "\x1b[1;38;5;8mGREY\x1b[m", "\x1b[1;38;5;8m"},
		{"next", "\x1b[31m", "\x1b[31mNEXT\x1b[m", "\x1b[31m"},
		{"\x1b[8mhidden\x1b[0;8mmore\x1b[38;2;1;2;3;8mtoo", "", "HIDDENMORETOO", ""},
		{"a\x1b[2Jb\x1b]52;c;eA==\x07c\x1bcd\x1b[3Xe", "", "ABCCDE", ""},
		{"\x1b[31", "", "", ""},
		{"a\x1b(B\x1b[mb", "", "A\x1b[mB\x1b[m", ""},
	} {
		got, after := SGRLine(c.line, c.state, strings.ToUpper)
		if got != c.want || after != c.after || SGRAfter(c.line, c.state) != c.after {
			t.Errorf("%q after %q: %q and %q (%q) instead of %q and %q", c.line, c.state, got, after, SGRAfter(c.line, c.state), c.want, c.after)
		}
	}
}

func TestStrip(t *testing.T) {
	for in, want := range map[string]string{
		"plain [31m\n": "plain [31m\n",
		"\x1b[1;31mred\x1b[0m and \x1b(B\x1b[m\x1b[38;2;1;2;3mmore\x1b[K\r\nnext": "red and more\r\nnext",
		"\x1b]0;title\x07a\x1b]8;;http://x\x1b\\b":                                "ab",
		"a\x1b]0;never closed\nb\x1b[31\nc\x1b":                                   "a\nb\nc",
	} {
		if got := StripSGR(in); got != want {
			t.Errorf("%q: %q instead of %q", in, got, want)
		}
	}
}

func TestHead(t *testing.T) {
	for _, c := range []struct {
		line string
		n    int
		want string
	}{
		{"short", 9, "short"},
		{"longer", 4, "long"},
		{"ab水", 4, "ab"},
		{"ab\x1b[31mcd", 5, "ab"},
		{"ab\x1b[31mcd", 8, "ab\x1b[31mc"},
		{"\x1b[31mcd", 3, "\x1b[31m"},
		{"\x1b]0;a title\x07cd", 3, "\x1b]0;a title\x07"},
	} {
		if got := SGRHead(c.line, c.n); got != c.want {
			t.Errorf("%d of %q: %q", c.n, c.line, got)
		}
	}
}
