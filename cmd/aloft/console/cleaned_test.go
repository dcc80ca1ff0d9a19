package console

import (
	"io"
	"strings"
	"testing"
)

func TestCleaned(t *testing.T) {
	var out strings.Builder
	c := NewCleaned(&out)
	for _, piece := range []string{"a\u202e", "b\tc\r\nd\x1b[", "31m\ne"} {
		if _, err := io.WriteString(c, piece); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if got, want := out.String(), "a\ufffdb\tc\nd\ufffd[31m\ne"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
