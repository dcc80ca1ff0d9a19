package clienttest

import (
	"testing"

	"aloft/client"
)

// testTwins: where names may be shared, a pin says which entry is meant, and a
// shared name alone is an error.
func testTwins(t *testing.T, b *bench) {
	if !b.Titles {
		return
	}
	b.mkdir("twin")
	b.mkdir("twin")
	b.mkdir("only")
	l, err := b.Source.List(t.Context(), b.Base, client.Options{})
	if err != nil || !l.Steady || len(l.Entries) != 3 {
		t.Fatalf("%+v, %v", l, err)
	}
	twins := l.Twins()
	if !twins["twin"] || twins["only"] {
		t.Fatalf("the twins are %v", twins)
	}
	for _, e := range l.Entries {
		p := b.Base.JoinEntry(&e, twins)
		if got, err := b.Source.Stat(t.Context(), p, client.Options{Fresh: true}); err != nil || got.ID != e.ID {
			t.Errorf("Stat(%s) = %+v, %v", p, got, err)
		}
		if r, err := b.Source.Walk(client.Options{Fresh: true}).Folder(t.Context(), p); err != nil || r.ID != e.ID || !r.Place.Equal(p) {
			t.Errorf("Folder(%s) = %+v, %v", p, r, err)
		}
		if _, err := b.Source.List(t.Context(), p, client.Options{}); err != nil {
			t.Errorf("List(%s): %v", p, err)
		}
	}
	_, err = b.Source.Stat(t.Context(), b.at("twin"), client.Options{})
	b.wantKind(err, client.KindConflict)
	_, err = b.Source.Walk(client.Options{}).Folder(t.Context(), b.at("twin"))
	b.wantKind(err, client.KindConflict)
	_, err = b.Source.Stat(t.Context(), b.Base.JoinPin("twin", "no-such-id"), client.Options{})
	b.wantKind(err, client.KindNotFound)
}

// testByID: an id is enough, whatever the entry's name and folder are now.
func testByID(t *testing.T, b *bench) {
	s, ok := b.Source.(client.Steady)
	if !ok {
		return
	}
	b.mkdir("a")
	f := b.file("a", "f")
	e, err := b.Source.Stat(t.Context(), f, client.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.rename(f, "g"); err != nil {
		t.Fatal(err)
	}
	if err := b.move(b.Base, b.at("a", "g")); err != nil {
		t.Fatal(err)
	}
	got, err := s.ByID(t.Context(), e.ID, client.Options{})
	if err != nil || got.ID != e.ID || got.Name != "g" || got.Kind != b.FileKind {
		t.Fatalf("ByID: %+v, %v", got, err)
	}
	loose := b.Source.Root().Loose(e.ID)
	if got, err = b.Source.Stat(t.Context(), loose, client.Options{}); err != nil || got.ID != e.ID {
		t.Fatalf("Stat of a loose place: %+v, %v", got, err)
	}
	p, got, err := s.Resolve(t.Context(), e.ID, client.Options{})
	if err != nil || got.ID != e.ID || p.Pin() != e.ID {
		t.Fatalf("Resolve: %v, %+v, %v", p, got, err)
	}
	_, err = s.ByID(t.Context(), "no-such-id", client.Options{})
	b.wantKind(err, client.KindNotFound, client.KindInvalid)
	_, _, err = s.Resolve(t.Context(), "no such id", client.Options{})
	b.wantKind(err, client.KindInvalid)
	if err := b.remove(b.at("g")); err != nil {
		t.Fatal(err)
	}
	_, err = s.ByID(t.Context(), e.ID, client.Options{})
	b.wantKind(err, client.KindNotFound)
}
