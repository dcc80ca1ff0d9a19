package ui_test

import (
	"fmt"
	"testing"
	"time"

	"aloft/model"
	"aloft/ui/uitest"
)

func TestDocumentScreens(t *testing.T) {
	for _, size := range []struct{ w, h int }{{80, 24}, {120, 40}, {50, 16}} {
		name := func(s string) string { return fmt.Sprintf("docs-%dx%d-%s", size.w, size.h, s) }
		t.Run(name(""), func(t *testing.T) {
			inLibrary(t, size.w, size.h, nil, func(d *uitest.Driver, l *library) {
				to(d, "mystery")
				d.Pass(time.Second)
				d.Want(name("home"))
				d.Keys("a")
				d.Want(name("new"))
				d.Keys("d")
				d.Type("Minutes of the meeting of the board in May")
				d.Want(name("title"))
				d.Keys("esc", "P")
				d.Want(name("permission"))
				d.Keys("esc", "I")
				d.Pass(time.Second)
				d.Want(name("info"))
				d.Keys("esc", "O")
				d.Want(name("link"))
				d.Keys("esc", "g", "r")
				d.Want(name("recent"))
				d.Keys("esc", "s")
				d.Type("Notes")
				d.Keys("enter")
				d.Want(name("search"))
				d.Keys("esc")
				to(d, "Notes")
				d.Keys("space", "space", "d")
				d.Want(name("delete"))
				d.Keys("esc", "e")
				d.Want(name("export-as"))
				l.engine.Step = 10 * time.Second
				l.engine.Size = func(model.Item) int64 { return 25 << 20 }
				l.engine.Notes = func(model.Item) []model.Sentence {
					return []model.Sentence{model.Say("2 footnotes"), model.Say("1 comment")}
				}
				d.Keys("m")
				d.Want(name("export-plan"))
				d.Keys("y")
				d.Pass(13 * time.Second)
				d.Want(name("export-progress"))
				d.Keys("w")
				d.Want(name("jobs"))
				d.Keys("w")
				d.Pass(20 * time.Second)
				d.Want(name("exported"))
				d.Keys("w", "enter")
				d.Pass(time.Second)
				d.Want(name("report"))
				d.Keys("esc", "w", "g", "s")
				d.Want(name("spaces"))
				to(d, "Handbook")
				d.Keys("l")
				to(d, "Welcome")
				d.Want(name("space"))
				d.Keys("d")
				d.Want(name("delete-page"))
				d.Keys("esc", "D")
				d.Want(name("delete-tree"))
				d.Keys("esc", "1")
				d.Keys("g", "m", "tab", "ctrl+a", "c")
				d.Pass(time.Second)
				d.Want(name("import-plan"))
				d.Keys("esc")
			})
		})
	}
}
