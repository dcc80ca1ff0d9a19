package model

import "testing"

func TestNearest(t *testing.T) {
	known := []string{"theme", "borders", "mouse", "icons", "keys"}
	for s, want := range map[string]string{
		"them": "theme", "thmee": "theme", "boarders": "borders", "Keys": "keys",
		"zzzzzz": "", "": "", "mouze": "mouse", "iocns": "icons",
	} {
		if got := Nearest(s, known); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", s, got, want)
		}
	}
	if got := Nearest("cat", []string{"hat", "bat"}); got != "bat" {
		t.Errorf("among equals the first in order: %q", got)
	}
}

func TestSlips(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"theme", "theme", 0}, {"ab", "ba", 1},
		{"kitten", "sitting", 3}, {"文件", "文档", 1},
	} {
		if got := Slips(c.a, c.b); got != c.want || Slips(c.b, c.a) != c.want {
			t.Errorf("Slips(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
