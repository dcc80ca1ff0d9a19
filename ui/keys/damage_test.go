package keys

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// file is a map as somebody would write it.
func file(m *Map) string {
	var b strings.Builder
	in := Context("")
	for _, d := range m.docs {
		if c := d.ID.Context(); c != in {
			fmt.Fprintf(&b, "\n[%s]\n", c)
			in = c
		}
		_, name, _ := strings.Cut(string(d.ID), ".")
		fmt.Fprintf(&b, "%s = [\"%s\"]\n", name, strings.ReplaceAll(strings.Join(m.Keys(d.ID), `", "`), `\`, `\\`))
	}
	return b.String()
}

// A damaged key file is refused in clean lines, or it is valid: it never panics and
// never takes long.
func TestDamagedFiles(t *testing.T) {
	data := file(Default())
	pieces := []string{
		"[", "]", "\"", "'", "=", "\n", ".", ",", "{", "}", "#", "\x00", "\x1b[8m", "\xff", "\\u", "ctrl+", "+", "g g", "move", "[pane]",
		"'''", "\"\"\"", "1979-05-27", "inf", "中", "[[x]]", " ", "shift+a", "[]", "0x",
	}
	rapid.Check(t, func(t *rapid.T) {
		s := data
		for range rapid.IntRange(1, 6).Draw(t, "times") {
			i := rapid.IntRange(0, len(s)).Draw(t, "at")
			cut := min(rapid.IntRange(0, 12).Draw(t, "cut"), len(s)-i)
			s = s[:i] + rapid.SampledFrom(pieces).Draw(t, "piece") + s[i+cut:]
		}
		m, problems := Parse("", "k", []byte(s))
		for _, p := range problems {
			if strings.ContainsAny(p.Error(), "\x1b\n\r\x00") {
				t.Fatalf("raw problem %q", p.Error())
			}
			if p.Line < 0 || p.Line > strings.Count(s, "\n")+1 && p.File == "k" {
				t.Fatalf("line %d of %d", p.Line, strings.Count(s, "\n")+1)
			}
		}
		if len(problems) > 0 {
			return
		}
		for _, b := range m.Bindings() {
			c, _, _ := strings.Cut(string(b.Action), ".")
			if a, found := m.Lookup(Context(c), strings.Fields(b.Key)...); a != b.Action || found != Bound {
				t.Fatalf("%s on %q gives %s", b.Action, b.Key, a)
			}
		}
	})
}
