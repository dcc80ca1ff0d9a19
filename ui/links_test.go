package ui_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/ui"
	"aloft/ui/uitest"
)

const linkedNotes = notes + `
See [the *plan*](https://example.com/plan), [the garden](#garden) and [mail](mailto:ann@example.com).

![the roof](https://files.example/roof.png?sig=secret)
`

// Links are listed at every size, and open what they lead to: an address, a heading.
func TestLinksOfADocument(t *testing.T) {
	for _, size := range []struct{ w, h int }{{50, 16}, {80, 24}, {120, 40}, {200, 60}} {
		name := func(s string) string { return fmt.Sprintf("links-%dx%d-%s", size.w, size.h, s) }
		t.Run(name(""), func(t *testing.T) {
			reading(t, size.w, size.h, func(_ *ui.Deps, l *library) {
				l.Write(l.id["Notes"], linkedNotes)
			}, func(d *uitest.Driver, _ *library) {
				to(d, "Notes")
				d.Send(tea.KeyPressMsg{Code: tea.KeyF3})
				d.Pass(time.Second)
				d.Keys("L")
				d.Want(name("listed"))
				d.Keys("enter")
				d.Want(name("address"))
				d.Keys("esc", "L", "j", "enter")
				d.Want(name("heading"))
				d.Keys("L", "j", "j", "enter")
				d.Has("this is not a web address: mailto:ann")
				d.Keys("q")
				to(d, "季度")
				d.Send(tea.KeyPressMsg{Code: tea.KeyF3})
				d.Pass(time.Second)
				d.Keys("L")
				d.Want(name("none"))
			})
		})
	}
}

// The section that is read goes to the terminal's clipboard.
func TestCopyingASection(t *testing.T) {
	reading(t, 80, 24, nil, func(d *uitest.Driver, _ *library) {
		to(d, "Notes")
		d.Send(tea.KeyPressMsg{Code: tea.KeyF3})
		d.Pass(time.Second)
		d.Keys("]", "Y", "s")
		d.Has("copied as Markdown: 9 lines")
		if got := strings.Join(d.Copy, "|"); !strings.HasPrefix(got, "# Kitchen\n\nThe **sink** is old") || !strings.Contains(got, "## Stove") || strings.Contains(got, "Garden") {
			t.Errorf("copied %q", got)
		}
	})
}
