package ui_test

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/ui"
	"aloft/ui/uitest"
)

// The document that was read is read again, at its heading, with no key.
func TestTheReaderComesBack(t *testing.T) {
	var s client.Session
	reading(t, 80, 24, func(d *ui.Deps, _ *library) {
		d.KeepSession = func(n client.Session) error { s = n; return nil }
	}, func(d *uitest.Driver, _ *library) {
		to(d, "Notes")
		d.Send(tea.KeyPressMsg{Code: tea.KeyF3})
		d.Pass(time.Second)
		d.Keys("G")
		d.Has(">    Kitchen")
		d.Pass(4 * time.Second)
		if want := (client.Heading{Title: "Kitchen", Nth: 2}); s.Reading.Heading != want {
			t.Fatalf("%+v is kept", s.Reading)
		}
	})
	comes := func(d *ui.Deps, _ *library) { d.Session = s }
	reading(t, 80, 24, comes, func(d *uitest.Driver, _ *library) {
		d.Pass(time.Second)
		d.Has("3 Notes", ">    Kitchen")
		d.Keys("q")
		d.Has("> Notes")
	})
	// Not over what the person does meanwhile.
	reading(t, 80, 24, func(d *ui.Deps, l *library) {
		comes(d, l)
		l.Cost = time.Second
	}, func(d *uitest.Driver, _ *library) {
		d.Send(tea.KeyPressMsg{Code: 'j', Text: "j"})
		d.Pass(5 * time.Second)
		d.HasNot("3 Notes")
	})
	// Nor when it is gone.
	gone := s
	gone.Reading.Place = gone.Reading.Place.Parent().Join("Gone")
	reading(t, 80, 24, func(d *ui.Deps, _ *library) { d.Session = gone }, func(d *uitest.Driver, _ *library) {
		d.Has("Gone", "> Notes")
		d.HasNot("3 Notes")
	})
}

func TestABookmarkLeadsToAHeading(t *testing.T) {
	mem := &uitest.Memory{Known: true}
	remember := func(d *ui.Deps, _ *library) { d.Client.Keeper = mem }
	reading(t, 80, 24, remember, func(d *uitest.Driver, _ *library) {
		to(d, "Notes")
		d.Send(tea.KeyPressMsg{Code: tea.KeyF3})
		d.Pass(time.Second)
		d.Keys("]", "]")
		d.Has(">      Sink")
		d.Keys("B")
		d.Has("bookmarked Notes › Sink; b lists the bookmarks")
		d.Keys("B")
		d.Has("already bookmarked as Notes › Sink")
		d.Keys("q", "B") // the folder is another one
		d.Has("bookmarked docs:")
	})
	if len(mem.Marks) != 2 || !mem.Marks[0].Document || mem.Marks[1].Document {
		t.Fatalf("%+v", mem.Marks)
	}
	reading(t, 80, 24, remember, func(d *uitest.Driver, _ *library) {
		d.Keys("b")
		d.Has("Notes › Sink", "docs:/Notes › Sink")
		d.Keys("esc", "'", mem.Marks[0].Key)
		d.Pass(time.Second)
		d.Has("3 Notes", ">      Sink")
	})
	mem.Marks[0].Place = mem.Marks[0].Place.Parent().Join("Gone")
	reading(t, 80, 24, remember, func(d *uitest.Driver, _ *library) {
		d.Keys("'", mem.Marks[0].Key)
		d.Has("Gone")
		d.HasNot("3 Notes")
	})
}
