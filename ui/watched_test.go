package ui_test

import (
	"errors"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client/clienttest/memdoc"
	"aloft/ui"
	"aloft/ui/uitest"
)

// A document in front that others change says so and stays at its heading, by one small
// request every now and then; none is made while something else is open, while nobody
// reads, or where the setting is off.
func TestADocumentThatOthersChange(t *testing.T) {
	const text = "Some words.\n\n# Kitchen\n\nA sink.\n\n# Bath\n\nA tub.\n"
	for _, every := range []time.Duration{30 * time.Second, 0} {
		reading(t, 120, 40, func(d *ui.Deps, l *library) {
			d.Settings.WatchEvery = every
			l.Write(l.id["Notes"], text)
		}, func(d *uitest.Driver, l *library) {
			to(d, "Notes")
			d.Send(tea.KeyPressMsg{Code: tea.KeyF3})
			d.Pass(time.Second)
			d.Keys("G")
			d.Has("Bath", "A tub.")
			pass := func(times int) {
				for range times {
					d.Pass(31 * time.Second)
				}
			}
			pass(1) // the first answer
			l.Calls["details"], l.Calls["read"] = 0, 0
			pass(3)
			if every == 0 {
				l.Rewrite(l.id["Notes"], "New.\n\n"+text)
				pass(4)
				if l.Calls["details"] != 0 || l.Calls["read"] != 0 {
					t.Errorf("%d requests and %d readings without the setting", l.Calls["details"], l.Calls["read"])
				}
				return
			}
			if l.Calls["details"] != 3 || l.Calls["read"] != 0 {
				t.Errorf("%d requests instead of 3 and %d readings while nothing changes", l.Calls["details"], l.Calls["read"])
			}

			d.Keys("?")
			l.Calls["details"] = 0
			l.Rewrite(l.id["Notes"], "# Hall\n\nA mat.\n\n"+text)
			pass(4)
			if l.Calls["details"] != 0 {
				t.Errorf("%d requests behind a dialog", l.Calls["details"])
			}
			d.Keys("esc")
			pass(1)
			d.Has("Notes was changed elsewhere; this is version 2", "Hall", "A tub.", ">    Bath")
			if l.Calls["read"] == 0 {
				t.Error("it was not read again")
			}

			l.Calls["details"], l.Before = 0, memdoc.Refuse(errors.New("no answer"), "details")
			pass(10)
			if l.Calls["details"] != 3 {
				t.Errorf("%d requests in five minutes to a service that does not answer", l.Calls["details"])
			}
			l.Before = nil
			pass(20)
			l.Calls["details"] = 0
			d.Keys("q")
			pass(4)
			if l.Calls["details"] != 0 {
				t.Errorf("%d requests while nobody reads", l.Calls["details"])
			}
		})
	}
}
