package edits

import "testing"

// The text around a place is cut where the service counts, or not shown.
func TestCutAt(t *testing.T) {
	for _, c := range []struct {
		text          string
		at            int64
		before, after string
	}{
		{"Nobody", 2, "No", "body"}, {"a😀b", 3, "a😀", "b"}, {"中文", 1, "中", "文"}, {"short", 9, "", ""}, {"[Image] x", 3, "", ""}, {"", 1, "", ""},
	} {
		if b, a := cutAt(c.text, c.at); b != c.before || a != c.after {
			t.Errorf("%q at %d: %q, %q", c.text, c.at, b, a)
		}
	}
}
