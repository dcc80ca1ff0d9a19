package disk

import (
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// Whatever a title is: the name is accepted by every disk, and is in its folder.
func FuzzSafeName(f *testing.F) {
	for _, s := range []string{"Plan", "..", "a/b\\c", " .x. ", "con.txt", "\x00", "a\u202eb", strings.Repeat("漢", 90) + ".docx", strings.Repeat("a", 300), strings.Repeat(". ", 200), "\xff", "COM1", strings.Repeat("a", 254) + " b", "x." + strings.Repeat("y", 40),
		"Con. 0", "nul.tar.gz", "aux .txt", "lpt²", "con" + strings.Repeat(" ", 300) + "x", "con" + strings.Repeat(" ", 300) + "x.md", "con." + strings.Repeat("y", 251), strings.Repeat("a", 253) + "\u00a0b"} {
		f.Add(s)
	}
	s := New()
	hidden := func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }
	f.Fuzz(func(t *testing.T, title string) {
		name := s.SafeName(title)
		if err := s.CheckName(name); err != nil || filepath.Base(name) != name || strings.ContainsFunc(name, hidden) || strings.ContainsAny(name, `\:*?"<>|`) || strings.HasPrefix(name, ".") {
			t.Errorf("%q becomes %q (%v)", title, name, err)
		}
		if strings.TrimRight(name, ". ") != name || device(name) != "" {
			t.Errorf("%q becomes %q, which not every system takes", title, name)
		}
		if again := s.SafeName(name); again != name {
			t.Errorf("%q becomes %q, and that %q", title, name, again)
		}
	})
}
