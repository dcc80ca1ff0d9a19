//go:build unix

package trash

import (
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestParse(t *testing.T) {
	at := time.Date(2004, 8, 31, 22, 32, 8, 0, time.Local)
	for s, want := range map[string]Item{
		"[Trash Info]\nPath=foo/bar\nDeletionDate=2004-08-31T22:32:08\n":                       {Path: "/top/foo/bar", Deleted: at},
		"[Trash Info]\r\nDeletionDate=2004-08-31T22:32:08\r\nPath=/a%20b\r\n":                  {Path: "/a b", Deleted: at},
		"[Trash Info]\nX=1\nPath=/a\nPath=/b\nDeletionDate=2004-08-31T22:32:08\nDeletionDate=": {Path: "/a", Deleted: at},
		"[Trash Info]\nPath=/50%\nDeletionDate=yesterday":                                      {Path: "/50%"},
		"[Trash Info]\nPath=../out\nDeletionDate=2004-08-31T22:32:08":                          {Deleted: at},
		"[Trash Info]\nPath=a/../../out":                                                       {},
		"[Trash Info]\nPath=/a%00b":                                                            {},
		"[Trash Info]\nPath=/":                                                                 {},
		"[Trash Info]\nPath=.":                                                                 {},
		"[Trash Info]\nPath=/a%zz%4":                                                           {Path: "/a%zz%4"},
		"[Trash Info]\nPath=/x/../y//z/":                                                       {Path: "/y/z"},
		"":                                                                                     {},
	} {
		path, deleted := parse(s)
		if path = (bin{top: "/top"}).resolve(path); path != want.Path || !deleted.Equal(want.Deleted) {
			t.Errorf("%q: %q %v", s, path, deleted)
		}
	}
	if got := (bin{}).resolve("a"); got != "" {
		t.Errorf("%q: nobody says to what it is relative", got)
	}
}

// Whatever a description holds, it leads to an absolute path or nowhere; and what is written
// is read again.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"[Trash Info]\nPath=foo/bar\nDeletionDate=2004-08-31T22:32:08\n", "Path=%", "Path=%2", "Path=%2e%2e/%2e%2e", "=\n=", "Path=\nPath=/x", "\x00\xff", "DeletionDate=9999999-01-01"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		path, _ := parse(s)
		for _, b := range []bin{{}, {top: "/top"}} {
			got := b.resolve(path)
			if got != "" && (!filepath.IsAbs(got) || filepath.Clean(got) != got || strings.Contains(got, "\x00")) {
				t.Errorf("%q leads to %q", s, got)
			}
			if !strings.HasPrefix(path, "/") && got != "" && !within(got, "/top") {
				t.Errorf("%q leads out, to %q", s, got)
			}
		}
		if back, _ := parse("Path=" + encode(s) + "\n"); back != s {
			t.Errorf("%q becomes %q", s, back)
		}
	})
}
