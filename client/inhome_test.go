package client

import (
	"path/filepath"
	"testing"
)

func TestInHome(t *testing.T) {
	for path, want := range map[string]string{"~": "/home/me", "~/a b": "/home/me/a b", "~/": "/home/me", "~you/a": "~you/a", "/a/~": "/a/~", "a": "a", "": ""} {
		if got := InHome(path, "/home/me"); filepath.ToSlash(got) != want {
			t.Errorf("%q: %q, not %q", path, got, want)
		}
	}
	if got := InHome("~/a", ""); got != "~/a" {
		t.Errorf("without a home: %q", got)
	}
}
