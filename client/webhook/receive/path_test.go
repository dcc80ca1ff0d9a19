package receive

import (
	"strings"
	"testing"

	"aloft/client"
)

func TestCheckPath(t *testing.T) {
	for in, want := range map[string]string{
		"": "/hook", "/hook": "/hook", "hook": "/hook", "/hook/": "/hook", "hook/": "/hook", "/": "/",
		"/a/b": "/a/b", "/hä": "/hä", "/a%20b": "/a%20b", "/...": "/...", "/a.b": "/a.b",
	} {
		if got, err := CheckPath(in); err != nil || got != want {
			t.Errorf("%q: %q, %v; want %q", in, got, err, want)
		}
	}
	for in, want := range map[string]string{
		"/{id}": `'{'`, "/a}": `'}'`, "/a b": `' '`, " ": `' '`, "/a?b": `'?'`, "/a#b": `'#'`, "/a\n": `'\n'`, "/a\x00": `'\x00'`, "/a\\b": `'\\'`, "/\xff": "'\uFFFD'",
		"//": "two slashes", "/a//b": "two slashes", "/hook//": "two slashes",
		"/../a": "must not contain .. ", "/a/.": "must not contain . ",
	} {
		got, err := CheckPath(in)
		if got != "" || !client.Is(err, client.KindInvalid) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "webhook.path") {
			t.Errorf("%q: %q, %v; want %q", in, got, err, want)
		}
	}
}
