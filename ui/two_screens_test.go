package ui_test

import (
	"testing"
	"testing/synctest"
	"time"

	"aloft/model"
	"aloft/model/text"
	"aloft/themes"
	"aloft/ui/keys"
	"aloft/ui/uitest"
)

// side is a session with its own keys, theme, language and size.
type side struct {
	keys, theme, language string
	w, h                  int
	presses               []string
}

func (s side) open(t *testing.T) *uitest.Driver {
	t.Helper()
	tree := uitest.NewTree(model.SchemeDrive)
	tree.Add(time.Now(), "Folder/in it.txt", "a.txt", "b.txt", s.theme+".txt")
	deps, _ := uitest.Deps(t, tree)
	var errs [3]error
	deps.Keys, errs[0] = keys.Load(s.keys)
	deps.Theme, errs[1] = themes.Load(s.theme)
	deps.Text, errs[2] = text.Speaking(s.language)
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
	return uitest.New(t, deps, s.w, s.h)
}

// Two screens in one process show what each shows alone: nothing of a screen is global.
func TestTwoScreensInOneProcess(t *testing.T) {
	sides := [2]side{
		{"default", "dracula", "en", 80, 24, []string{"j", "space", "?", "esc", "enter", "/", "a", "esc", "tab", "4", "j", "esc", "z", "T", "j", "enter", "1", "i", "M", "enter"}},
		{"mc", "gruvbox-light", "en-XA", 120, 40, []string{"down", "down", "insert", "f1", "esc", "f9", "esc", "tab", "f5", "esc", "f8", "esc", "alt+t", "f7", "x", "esc", "up", "enter", "+", "esc"}},
	}
	synctest.Test(t, func(t *testing.T) {
		var alone [2][]string
		for i, s := range sides {
			d := s.open(t)
			for _, k := range s.presses {
				d.Keys(k)
				alone[i] = append(alone[i], d.App.View().Content)
			}
			d.Close()
		}
		both := [2]*uitest.Driver{sides[0].open(t), sides[1].open(t)}
		for n := range max(len(sides[0].presses), len(sides[1].presses)) {
			for i, s := range sides {
				if n >= len(s.presses) {
					continue
				}
				both[i].Keys(s.presses[n])
				if got := both[i].App.View().Content; got != alone[i][n] {
					t.Fatalf("screen %d after %q:\n%s\nalone:\n%s", i, s.presses[:n+1], both[i].Screen(), alone[i][n])
				}
			}
		}
		both[0].Close()
		both[1].Close()
	})
}
