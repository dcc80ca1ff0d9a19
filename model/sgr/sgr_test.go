package sgr

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
	} {
		got, after := Line(c.line, c.state, strings.ToUpper)
		if got != c.want || after != c.after || After(c.line, c.state) != c.after {
			t.Errorf("%q after %q: %q and %q (%q) instead of %q and %q", c.line, c.state, got, after, After(c.line, c.state), c.want, c.after)
		}
	}
}
