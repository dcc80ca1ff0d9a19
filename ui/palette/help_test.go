package palette

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"aloft/themes"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/uitest/golden"
)

func helpEnv(m *keys.Map) *dialog.Env {
	return &dialog.Env{Keys: m, Styles: &themes.Styles{Glyphs: themes.ASCIIGlyphs()}}
}

func shown(d dialog.Dialog, w, h int) string {
	d.SetSize(w, h)
	return ansi.Strip(strings.Join(d.View().Lines, "\n")) + "\n"
}

func helpTyping(d dialog.Dialog, s string) {
	if s != "" {
		s = "/" + s
	}
	for _, r := range s {
		d.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

func TestHelpGoldens(t *testing.T) {
	for _, c := range []struct {
		name    string
		context keys.Context
		typed   string
		w, h    int
	}{
		{"pane-80x24", keys.InPane, "", 80, 24},
		{"pane-120x40", keys.InPane, "", 120, 40},
		{"pane-50x16", keys.InPane, "", 50, 16},
		{"pane-40x10", keys.InPane, "", 40, 10},
		{"find-ctrl-d", keys.InPane, "Ctrl-D", 80, 24},
		{"find-folder", keys.InPane, "folder", 80, 24},
		{"conflict", keys.InConflict, "", 80, 24},
	} {
		d := Help(helpEnv(keys.Default()), c.context)
		helpTyping(d, c.typed)
		golden.Check(t, "help/"+c.name+".txt", shown(d, c.w, c.h))
	}
}

// Everything that has a key is in the help, and nothing that has none.
func TestIsDrawnFromTheKeys(t *testing.T) {
	m, problems := keys.Parse("", "k", []byte("[pane]\ndelete = []\nmove = ['f12']\n"))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	d := Help(helpEnv(m), keys.InPane)
	all := ""
	for range 40 {
		all += shown(d, 70, 24)
		d.Update(tea.KeyPressMsg{Code: tea.KeyPgDown})
	}
	for _, doc := range m.Docs(keys.InPane) {
		if has := strings.Contains(all, string(doc.Title)); has != (len(m.Keys(doc.ID)) > 0) && doc.ID != keys.Delete {
			t.Errorf("%s: in the help %v", doc.ID, has)
		}
	}
	if strings.Contains(all, "F8") || !strings.Contains(all, "F12") {
		t.Error("the keys are not the map's")
	}
}

func TestFindsByKeyAndWord(t *testing.T) {
	for typed, want := range map[string]string{"gg": "first entry", "F2": "rename", "bookmark": "bookmarks", "zd": "dry run"} {
		d := Help(helpEnv(keys.Default()), keys.InPane)
		helpTyping(d, typed)
		if s := shown(d, 80, 24); !strings.Contains(s, want) {
			t.Errorf("%q does not find %q:\n%s", typed, want, s)
		}
	}
}

func TestKeysOfTheHelp(t *testing.T) {
	key := func(d dialog.Dialog, r rune) bool {
		m := tea.KeyPressMsg{Code: r}
		if r > ' ' && r < 0x7f {
			m.Text = string(r)
		}
		_, open := d.Update(m)
		return open
	}
	for _, r := range []rune{'q', '?', tea.KeyEscape, tea.KeyEnter} {
		if key(Help(helpEnv(keys.Default()), keys.InPane), r) {
			t.Errorf("%q does not close it", r)
		}
	}
	d := Help(helpEnv(keys.Default()), keys.InPane)
	helpTyping(d, "quit")
	if !strings.Contains(shown(d, 80, 24), "search: quit") || d.Context() != keys.InInput {
		t.Fatal(shown(d, 80, 24))
	}
	if !key(d, tea.KeyEscape) || d.Context() != keys.InHelp || strings.Contains(shown(d, 80, 24), "search: quit") {
		t.Fatal("the first Esc ends the search")
	}
	if key(d, tea.KeyEscape) {
		t.Fatal("the second Esc closes the help")
	}
}

// What acts here stands first and motion last, in three columns where there is room; nothing is cut, and the search
// stays.
func TestHelpStandsInColumns(t *testing.T) {
	for _, c := range []struct{ w, h, columns int }{{50, 16, 1}, {80, 24, 2}, {120, 40, 3}, {200, 50, 3}} {
		d := Help(helpEnv(keys.Default()), keys.InPane)
		first := shown(d, c.w, c.h)
		if at := strings.Index(first, "Changing"); at < 0 || at > strings.Index(first+"Selecting", "Selecting") {
			t.Errorf("%d: what changes is not first:\n%s", c.w, first)
		}
		if strings.Contains(first, "half a page") && c.w < 200 {
			t.Errorf("%d: motion is on the first page:\n%s", c.w, first)
		}
		if n := strings.Count(strings.Split(first, "\n")[5], "  "); c.columns > 1 && n < 2*c.columns {
			t.Errorf("%d: %q", c.w, strings.Split(first, "\n")[5])
		}
		if c.columns == 1 {
			continue
		}
		at := func() (x, y int) {
			for y, row := range strings.Split(shown(d, c.w, c.h), "\n")[1:] {
				if x := strings.Index(row, ">"); x >= 0 && y > 0 {
					return x, y
				}
			}
			return -1, -1
		}
		x, y := at()
		for _, code := range []rune{tea.KeyRight, tea.KeyLeft} {
			d.Update(tea.KeyPressMsg{Code: code})
			if nx, ny := at(); (nx > x+20) != (code == tea.KeyRight) || ny != y {
				t.Errorf("%d: from %d,%d to %d,%d", c.w, x, y, nx, ny)
			}
		}
		d.Update(tea.KeyPressMsg{Code: tea.KeyEnd})
		if s := shown(d, c.w, c.h); !strings.Contains(s, "page up") {
			t.Errorf("%d: motion is not last:\n%s", c.w, s)
		}
		typing(d, "/half a page")
		if s := shown(d, c.w, c.h); !strings.Contains(s, "half a page down") || strings.Contains(s, "bookmarks") {
			t.Errorf("%d: the search:\n%s", c.w, s)
		}
	}
}
