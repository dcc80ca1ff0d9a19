package ui_test

import (
	"strings"
	"testing"
	"time"

	"aloft/model"
	"aloft/ui"
	"aloft/ui/keys"
	"aloft/ui/uitest"
)

// The reader goes to the next document of its list and to the one before, over what cannot be read, in each key map.
// q closes it; it ends the program when that was started to read the document.
func TestDocumentsOneAfterTheOther(t *testing.T) {
	for name, key := range map[string]struct{ next, prev string }{"default": {"ctrl+n", "ctrl+p"}, "mc": {"ctrl+f", "ctrl+b"}, "arrows": {"ctrl+n", "ctrl+p"}} {
		m, err := keys.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		reading(t, 80, 24, func(d *ui.Deps, _ *library) { d.Keys = m }, func(d *uitest.Driver, l *library) {
			press := func(k string) { d.Keys(k); d.Pass(time.Second) }
			for range 30 {
				d.Keys("up")
			}
			for i := 0; i < 30 && !strings.Contains(d.Screen(), "> Notes"); i++ {
				d.Keys("down")
			}
			press("f3")
			d.Has("3 Notes", "The sink is old.")
			press(key.next)
			d.Has("3 Notes")
			d.HasNot("The sink is old.") // its twin
			press(key.next)
			d.Has("3 Team notes")
			press(key.next)
			d.Has("3 季度报告与预算总表", "厨房 120")
			press(key.next)
			d.Has("3 季度报告与预算总表", "no more documents in this direction")
			press(key.prev)
			d.Has("3 Team notes")
			press("q")
			d.Has("> Team notes")
			d.HasNot("3 Team notes")
			if d.Quit {
				t.Errorf("%s: q ends the program", name)
			}
		})
		reading(t, 80, 24, func(d *ui.Deps, l *library) {
			d.Keys = m
			d.Read = &ui.Document{Place: model.Place{Scheme: model.SchemeDocs}.Loose(l.id["Notes"]), Entry: model.Entry{ID: l.id["Notes"], Name: "Notes", Kind: model.KindDoc}}
		}, func(d *uitest.Driver, _ *library) {
			d.Pass(time.Second)
			d.Has("3 Notes", "The sink is old.")
			d.Keys(key.next)
			d.Has("this document is not in the list")
			d.Keys("q")
			d.Pass(time.Second)
			if !d.Quit {
				t.Errorf("%s: q does not end the program\n%s", name, d.Screen())
			}
		})
	}
}
