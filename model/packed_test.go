package model

import (
	"math"
	"reflect"
	"testing"
	"testing/quick"
	"time"
)

// What is taken out of a row is what was put in, whatever a source gives.
func TestPackedEntriesAreWhole(t *testing.T) {
	zone := time.FixedZone("x", 3600)
	at := time.Date(2026, 5, 4, 3, 2, 1, 123456789, time.UTC)
	entries := []Entry{
		{},
		{Name: "file", Kind: KindFile, Size: 5, Modified: at.Local(), Children: Unknown},
		{ID: "1", Name: "Ordner", Kind: KindFolder, Size: Unknown, Modified: at, Created: at.Local(), Children: 7, MIME: "dir", HasPages: true},
		{ID: "2", Name: "Ordner", Kind: KindFolder, MIME: "dir", Children: math.MaxInt32 + 1},
		{Name: "far\x00away", Kind: KindFile, Modified: time.Date(1, 1, 2, 0, 0, 0, 0, time.UTC), Created: time.Date(9999, 1, 1, 0, 0, 0, 0, time.Local)},
		{Name: "zone", Kind: KindFile, Modified: at.In(zone)},
		{Name: "sent", Kind: KindFile, Modified: at, Original: at.Add(-time.Hour).Local()},
		{Name: "sent from far", Kind: KindFile, Modified: at, Original: at.In(zone)},
		{Name: "nowhere", Kind: KindFile, Modified: time.Time{}.In(zone)},
		{Name: "new", Kind: "hologram"},
		{Name: "runs", Kind: KindFile, Runs: true},
		{Name: "broken", Kind: KindLink, Broken: true},
		{Name: "link", Kind: KindLink, Link: "https://example.org", Doc: &DocFacts{Owner: "me"}},
	}
	check := func(entries []Entry) bool {
		pile, half := NewPile(0), len(entries)/2
		pile.Add(entries[:half])
		part := pile.Unsorted(Listing{}).rows
		pile.Add(entries[half:])
		p := pile.Unsorted(Listing{}).rows
		for i := range half { // what was taken out before stays as it is
			if got := part.entry(int32(i)); !reflect.DeepEqual(*got, entries[i]) {
				t.Errorf("in a part %+v became %+v", entries[i], got)
			}
		}
		order := make([]int32, len(entries))
		for i := range order {
			order[i] = int32(len(entries) - 1 - i)
		}
		q := p.inOrder(order)
		for i := range entries {
			row := order[i] // the reverse of itself
			if got := p.entry(int32(i)); !reflect.DeepEqual(*got, entries[i]) {
				t.Errorf("%+v became %+v", entries[i], got)
			}
			e := &entries[row]
			if got := q.entry(int32(i)); !reflect.DeepEqual(got, e) || q.name(int32(i)) != e.Name || q.id(int32(i)) != e.ID ||
				q.kind(int32(i)) != e.Kind || q.size(int32(i)) != e.Size || !q.modified(int32(i)).Equal(e.Modified) {
				t.Errorf("turned round %+v became %+v", e, got)
			}
		}
		return !t.Failed()
	}
	check(entries)
	check(nil)
	// Small numbers make twins, and most of them fit.
	words := []string{"", "a", "b", "Ä", "x\x00", "image/png"}
	word := func(n uint8) string { return words[int(n)%len(words)] }
	if err := quick.Check(func(made []struct {
		ID, Name, MIME, Link, Kind uint8
		Size, Modified, Created    int64
		Children                   int32
		Pages, UTC                 bool
	}) bool {
		entries := make([]Entry, len(made))
		for i, m := range made {
			e := Entry{ID: word(m.ID), Name: word(m.Name), MIME: word(m.MIME), Size: m.Size, Children: int(m.Children), HasPages: m.Pages,
				Kind: packedKinds[int(m.Kind)%len(packedKinds)], Modified: time.Unix(0, m.Modified), Created: time.Unix(m.Created>>20, 0)}
			if m.Link%8 == 0 {
				e.Link = word(m.Link / 8)
			}
			if m.UTC {
				e.Modified = e.Modified.UTC()
			}
			entries[i] = e
		}
		return check(entries)
	}, nil); err != nil {
		t.Error(err)
	}
}

// Names of a disk cost no more than their length and a few numbers.
func TestPackedRowsAreSmall(t *testing.T) {
	if size := reflect.TypeFor[packedRow]().Size(); size > 24 {
		t.Errorf("a row takes %d bytes", size)
	}
}

// Another order of the same rows keeps which entry of one name is which.
func TestAnotherOrderKeepsTwins(t *testing.T) {
	l := Listing{Complete: true}
	for i, size := range []int64{5, 3, 9, 1} {
		l.Entries = append(l.Entries, Entry{Name: "twin", Kind: KindFile, Size: size, ID: string(rune('a' + i))})
	}
	l.Entries = append(l.Entries, Entry{Name: "alone", Kind: KindFile})
	s := Sort(l, Order{})
	for _, o := range []Order{{By: SortSize}, {By: SortSize, Desc: true}, {Desc: true}, {}} {
		s = s.In(o)
		if want := Sort(l, o); !reflect.DeepEqual(s.First(9), want.First(9)) {
			t.Errorf("%+v: %+v, want %+v", o, s.First(9), want.First(9))
		}
		for nth, id := range []string{"a", "b", "c", "d"} {
			k := Key{Name: "twin", Kind: KindFile, Nth: nth}
			if row, ok := s.Row(k, ""); !ok || s.ID(row) != id || s.Key(row) != k {
				t.Errorf("%+v, the %d: row %d, %v, %q, %+v", o, nth, row, ok, s.ID(row), s.Key(row))
			}
		}
		if row, ok := s.Row(Key{Name: "alone", Kind: KindFile}, ""); !ok || s.Name(row) != "alone" {
			t.Errorf("%+v: row %d, %v", o, row, ok)
		}
	}
}
