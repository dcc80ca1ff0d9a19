package model

import (
	"testing"

	"github.com/charmbracelet/x/ansi"

	"aloft/client/clienttest/procs"
)

func TestApart(t *testing.T) {
	for s, want := range map[string]string{
		"plain.txt":        "plain.txt",
		"👨‍👩‍👧 family.txt": "👨👩👧 family.txt",
		"👍🏽 ok":            "👍   ok",
		"❤️ heart 1️⃣":     "❤ heart 1⃣",
		"🏳️‍🌈🏼":            "🏳🌈  ",
		"🏼 alone":          "🏼 alone",
		"क्\u200dष \u200d": "क्\u200dष \u200d", // letters join as they are written
		"a\xff\u200d👧\xff": "a\xff👧\xff",
		"会议\ufe0f":         "会议",
	} {
		got := Apart(s)
		if got != want {
			t.Errorf("%q instead of %q", got, want)
		}
		if a, b := ansi.StringWidthWc(got), ansi.StringWidthWc(want); a != b {
			t.Errorf("%q is %d wide instead of %d", got, a, b)
		}
	}
	for _, s := range []string{"👨‍👩‍👧 family.txt", "👍🏽 ok", "❤️ heart 1️⃣", "🏳️‍🌈🏼", "🇩🇪"} {
		got := Apart(s)
		if a, b := (Ruler{Wc: true}).Width(got), (Ruler{Wc: true}).Width(s); a != b {
			t.Errorf("%q is %d wide instead of %d", got, a, b)
		}
		if a, b := (Ruler{}).Width(got), (Ruler{Wc: true}).Width(s); a != b {
			t.Errorf("%q is %d wide on a terminal that joins, instead of %d", got, a, b)
		}
	}
}

func init() { procs.CollectLate() }
