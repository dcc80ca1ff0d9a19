//go:build unix

package screen

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"aloft/client/clienttest/procs"
)

func TestWhichBrowser(t *testing.T) {
	for _, c := range []struct {
		name   string
		env    map[string]string
		system string
		want   [][]string
	}{
		{"nothing", nil, "linux", nil},
		{"a desktop", map[string]string{"DISPLAY": ":0"}, "linux", [][]string{{"xdg-open"}}},
		{"Wayland", map[string]string{"WAYLAND_DISPLAY": "w"}, "linux", [][]string{{"xdg-open"}}},
		{"a Mac", nil, "darwin", [][]string{{"open"}}},
		{"over SSH", map[string]string{"DISPLAY": ":10", "SSH_CONNECTION": "1"}, "linux", nil},
		{"a Mac over SSH", map[string]string{"SSH_TTY": "1"}, "darwin", nil},
		{"named", map[string]string{"BROWSER": "one --new %s : two", "SSH_TTY": "1"}, "linux", [][]string{{"one", "--new", "%s"}, {"two"}}},
		{"named as nothing", map[string]string{"BROWSER": " : "}, "linux", nil},
	} {
		if got := browsers(func(n string) string { return c.env[n] }, c.system); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// The address is one argument, whatever it holds.
func TestBrowse(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	script := filepath.Join(t.TempDir(), "browser")
	procs.Program(t, script, "#!/bin/sh\nprintf '%s|' \"$@\" >"+out+"\n")
	address := "https://docs.example/a b;touch x?$(id)&q='%s'"
	for _, c := range []struct {
		words []string
		want  string
	}{{[]string{script}, address + "|"}, {[]string{script, "--new=%s", "x"}, "--new=" + address + "|x|"}} {
		if err := browse(c.words, address); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(out); err != nil || string(got) != c.want {
			t.Errorf("%q, %v; want %q", got, err, c.want)
		}
	}
	for _, words := range [][]string{{"false"}, {"/does/not/exist"}} {
		if browse(words, address) == nil {
			t.Errorf("%q: no error", words)
		}
	}
}
