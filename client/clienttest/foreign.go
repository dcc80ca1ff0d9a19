package clienttest

import (
	"strings"
	"testing"

	"aloft/client"
	"aloft/model"
)

// unheld are names that no place can have.
func unheld() []string {
	return []string{"", "\x00", "\x00\x00", "\x00\x00id", "x\x00", "x\x00keep.txt\x00.zip"}
}

// testTurnedAway: an invalid place is refused, and never taken for the folder it
// would be in.
func testTurnedAway(t *testing.T, b *bench) {
	b.mkdir("keep.txt")
	for _, n := range unheld() {
		for _, p := range []model.Place{b.at(n), b.at(n, "x"), b.at("keep.txt", n)} {
			_, err := b.Source.Stat(t.Context(), p, client.Options{})
			b.wantKind(err, client.KindInvalid)
			_, err = b.Source.List(t.Context(), p, client.Options{})
			b.wantKind(err, client.KindInvalid)
			w := b.Source.Walk(client.Options{})
			_, err = w.Folder(t.Context(), p)
			b.wantKind(err, client.KindInvalid)
			_, err = w.All(t.Context(), p)
			b.wantKind(err, client.KindInvalid)
			_, err = w.Page(t.Context(), p, 1)
			b.wantKind(err, client.KindInvalid)
		}
	}
	b.want(b.Base, "keep.txt")
}

// testForeignNames: whatever names a service lists, each entry has a place that is
// parsed back as the same and leads to it, or none at all.
func testForeignNames(t *testing.T, b *bench) {
	if !b.Foreign {
		return
	}
	names := append(unheld(), ".", "..", "/", "a/b", "../x", "~", "x\ny", "\x1b[2J", "\u202e", "drive:/x", "work/drive:/x", "https://x/y",
		`\`, `\#`, `x\#id`, `\x00`, `\xff`, " ", "\ufffd", "x\ufffdkeep.txt\ufffd.zip", strings.Repeat("x", 5000))
	for _, n := range names {
		b.file(n)
	}
	l, err := b.Source.List(t.Context(), b.Base, client.Options{})
	if err != nil || len(l.Entries) != len(names) {
		t.Fatalf("%d entries of %d: %v", len(l.Entries), len(names), err)
	}
	twins, unnamed := l.Twins(), 0
	for _, e := range l.Entries {
		p := b.Base.JoinEntry(&e, twins)
		if !p.Valid() {
			unnamed++
			if l.Steady {
				t.Errorf("%q has no place, and its id lasts", e.Name)
			}
			_, err := b.Source.Stat(t.Context(), p, client.Options{})
			b.wantKind(err, client.KindInvalid)
			continue
		}
		back, err := model.ParsePlace(p.String(), model.Place{})
		if err != nil || !back.Equal(p) || !back.Parent().Equal(b.Base) {
			t.Errorf("%q: %q was read as %v, %v", e.Name, p, back, err)
		}
		if got, err := b.Source.Stat(t.Context(), back, client.Options{}); err != nil || got.ID != e.ID || got.Name != e.Name {
			t.Errorf("%q: %q is %+v, %v", e.Name, p, got, err)
		}
	}
	if !l.Steady && unnamed != len(unheld()) {
		t.Errorf("%d entries have no place", unnamed)
	}
}
