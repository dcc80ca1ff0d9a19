package client_test

import (
	"strings"
	"testing"

	"aloft/client"
)

// The patterns of rsync(1) and of rclone.
func TestExcluding(t *testing.T) {
	for pattern, want := range map[string]string{
		"*.tmp":         "a.tmp d/b.tmp",
		"/*.tmp":        "a.tmp",
		"d":             "d/",
		"d/":            "d/",
		"/a.tmp/":       "",
		"d/*":           "d/b.tmp d/e/",
		"d/**":          "d/b.tmp d/e/ d/e/f.c",
		"**/f.c":        "d/e/f.c f.c",
		"e/f.c":         "d/e/f.c",
		"/e/f.c":        "",
		"?.c":           "d/e/f.c f.c",
		"[!f].tmp":      "a.tmp d/b.tmp",
		"{a,f}.{tmp,c}": "a.tmp d/e/f.c f.c",
		`\a.tmp`:        "a.tmp",
	} {
		excluded, err := client.Excluding([]string{strings.ReplaceAll(pattern, `\\`, `\`)})
		if err != nil {
			t.Error(pattern, err)
			continue
		}
		var got []string
		for _, path := range []string{"a.tmp", "d/", "d/b.tmp", "d/e/", "d/e/f.c", "f.c"} {
			if name, folder := strings.CutSuffix(path, "/"); excluded(name, folder) {
				got = append(got, path)
			}
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s: %q, want %q", pattern, s, want)
		}
	}
	for _, bad := range []string{"", "/", "[a", "{a"} {
		if _, err := client.Excluding([]string{bad}); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}
