package dispatch

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// "Limits" in "Cloud Drive Web API and Webhook Receiver": by characters, never inside one.
func TestCuts(t *testing.T) {
	family := "👨‍👩‍👧" // five code points, one grapheme cluster
	for _, c := range []struct {
		s    string
		n    int
		want string
		more bool
	}{
		{"", 3, "", false},
		{"abc", 3, "abc", false},
		{"abcd", 3, "abc", true},
		{"äöü", 3, "äöü", false},
		{"äöüß", 3, "äöü", true},
		{"ab" + family + "c", 4, "ab", true},
		{"ab" + family + "c", 7, "ab" + family, true},
		{"ab" + family, 7, "ab" + family, false},
		{"e\u0301e\u0301", 3, "e\u0301", true},
		{"a" + strings.Repeat("\u0301", 50), 10, "a" + strings.Repeat("\u0301", 9), true},
		{"\r\n\r\n", 3, "\r\n", true},
	} {
		if got, more := cut(c.s, c.n); got != c.want || more != c.more {
			t.Errorf("cut(%q, %d) = %q, %v", c.s, c.n, got, more)
		}
	}
}

func TestQuotes(t *testing.T) {
	if got := quoted(strings.Repeat("x", 60)); got != "`"+strings.Repeat("x", 60)+"`" {
		t.Errorf("60 characters: %q", got)
	}
	if got := quoted(strings.Repeat("ö", 61)); got != "`"+strings.Repeat("ö", 60)+"` ..." {
		t.Errorf("61 characters: %q", got)
	}
	if got := quoted("a\n\tb\x1b[31m"); got != "`a⏎ b\uFFFD[31m`" {
		t.Errorf("control characters: %q", got)
	}
	if got := block([]byte(" \n"+strings.Repeat("y", 3000)+"\n"), true); got != "```\n"+strings.Repeat("y", 3000)+"\n```" {
		t.Errorf("3000 characters: %q", got)
	}
	if got := block([]byte(strings.Repeat("y", 3001)), true); got != "```\n"+strings.Repeat("y", 3000)+"\n```\n..." {
		t.Errorf("3001 characters: %q", got)
	}
	if got := block([]byte("a ``` b"), true); got != "````\na ``` b\n````" {
		t.Errorf("a fence: %q", got)
	}
	if got := block([]byte("a\tb\x1b]0;x\x07\r\nc\xff"), true); got != "```\na\tb\uFFFD]0;x\uFFFD\nc\uFFFD\n```" {
		t.Errorf("control characters: %q", got)
	}
}

func FuzzCut(f *testing.F) {
	f.Add("ab👨‍👩‍👧c", 4)
	f.Add("e\u0301", 1)
	f.Fuzz(func(t *testing.T, s string, n int) {
		if n < 0 || !utf8.ValidString(s) {
			return
		}
		got, more := cut(s, n)
		if utf8.RuneCountInString(got) > n || !strings.HasPrefix(s, got) || more != (got != s) {
			t.Errorf("cut(%q, %d) = %q, %v", s, n, got, more)
		}
	})
}
