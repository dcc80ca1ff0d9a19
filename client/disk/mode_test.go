package disk

import (
	"io/fs"
	"strings"
	"testing"

	"aloft/model"
)

// A mode is written as ls -l writes it.
func TestModeWords(t *testing.T) {
	for words, m := range map[string]fs.FileMode{
		"-rw-r--r--": 0o644, "drwxr-x--x": fs.ModeDir | 0o751, "lrwxrwxrwx": fs.ModeSymlink | 0o777, "prw-------": fs.ModeNamedPipe | 0o600,
		"srwxr-xr-x": fs.ModeSocket | 0o755, "crw-rw-rw-": fs.ModeDevice | fs.ModeCharDevice | 0o666, "brw-rw----": fs.ModeDevice | 0o660,
		"-rwsr-Sr-T": fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky | 0o744, "drwxrwxrwt": fs.ModeDir | fs.ModeSticky | 0o777, "-r-xr-sr-x": fs.ModeSetgid | 0o555,
	} {
		if got := modeWords(m); got != words {
			t.Errorf("%v: %s, not %s", m, got, words)
		}
	}
}

// A mode and a time are read as chmod and touch read them; what is left as it is is in neither of the two.
func TestWantedAttributes(t *testing.T) {
	const now = "4640@2026-01-02T03:04:05.6Z"
	s := &owned{}
	for words, want := range map[model.Policy][2]model.Policy{
		"644": {"0644", "4640"}, "0755": {"0755", "4640"}, "2755": {"2755", "4640"}, "rw-r-----": {"0640", "4640"}, "-rwxr-xr-x": {"0755", "4640"},
		"u+x": {"4740", "4640"}, "+x": {"4751", "4640"}, "go-rw,o=x": {"4601", "4640"}, "a=rx": {"4555", "4640"}, "ug=": {"4000", "4640"},
		"600@2026-03-04T05:06:07Z": {"0600@2026-03-04T05:06:07Z", now}, "@2026-01-02T03:04:05.6Z": {"@2026-01-02T03:04:05.6Z", "@2026-01-02T03:04:05.6Z"},
	} {
		set, was, err := s.Wanted(words, now)
		if err != nil || set != want[0] || was != want[1] {
			t.Errorf("%s: %s, was %s, %v", words, set, was, err)
		}
	}
	for _, words := range []model.Policy{"", "888", "17777", "rwxr-xr-", "rwxrwxrwxrwx", "u", "u+", "q+x", "u+q", "now", "@", "@tomorrow", "@644", "644@", "644 @now"} {
		if set, _, err := s.Wanted(words, now); err == nil && words != "u+" {
			t.Errorf("%q sets %s", words, set)
		}
	}
	for _, words := range []model.Policy{"@now", "@2026-03-04", "@2026-03-04 05:06", "@2026-03-04 05:06:07"} {
		if set, _, err := s.Wanted(words, now); err != nil || !strings.HasPrefix(string(set), "@20") {
			t.Errorf("%s sets %s, %v", words, set, err)
		}
	}
}
