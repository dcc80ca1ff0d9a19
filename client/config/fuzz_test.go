package config

import (
	"strings"
	"testing"

	"aloft/model"
)

// Whatever a file contains: settings that can be listed, or problems and warnings
// of one clean line each, at a line of the file.
func FuzzConfig(f *testing.F) {
	for _, s := range []string{
		"account = \"a\"\n[ui]\ntheme = \"x\"\nkeys = 3\n", "[accounts.a]\ndrive = \"https://a.example\"\n[accounts.a.docs]\nurl = 1\n", "[hook]\nport = 70000\n[[hook.projects]]\n", "[accounts]\na = 1\n", "x = [1,\n", "\xff",
		"[accounts.\"a\\u001b\"]\n", "[ui]\nmouse = \"maybe\"\n[ui]\n", "a.b.c = 1\na.b = 2\n", "[hook.projects.x]\ndir = \"\\u0000\"\ncommand = [\"a\", 1]\n", "account = \"nobody\"\n", "\"x\\u001b[2J\" = 1\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		l := &loader{c: Default(), o: Options{Env: func(string) string { return "" }}}
		l.c.File = "config.toml"
		said := func(s string) {
			if model.Clean(s) != s || strings.Contains(s, "%!") || s == "" {
				t.Errorf("%q", s)
			}
		}
		if err := l.parse(data); err != nil {
			said(err.Error())
			return
		}
		l.over()
		l.whole()
		for _, p := range l.problems {
			said(p.err.Error())
			if p.line < 0 {
				t.Errorf("%v is in line %d", p.err, p.line)
			}
		}
		for _, w := range l.warnings {
			said(w.Say(nil))
		}
		for _, row := range l.c.Rows() {
			if row.Key == "" {
				t.Errorf("%+v", row)
			}
		}
	})
}
