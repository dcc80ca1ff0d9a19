package model

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func named(names ...string) Listing {
	l := Listing{Place: drivePlace("a"), Complete: true, ListedAt: time.Unix(1, 0)}
	for _, n := range names {
		e := Entry{ID: fmt.Sprint(rand.Uint64()), Name: n, Kind: KindFile, Size: Unknown}
		if dir, ok := strings.CutSuffix(n, "/"); ok {
			e.Name, e.Kind = dir, KindFolder
		}
		l.Entries = append(l.Entries, e)
	}
	return l
}

func rowsOf(l Listing) *Rows {
	r := NewRows()
	r.Set(Sort(l, Order{}))
	return r
}

func shownNames(r *Rows) []string {
	out := []string{}
	for i := range r.Len() {
		out = append(out, r.At(i).Name)
	}
	return out
}

func selectedNames(r *Rows) []string {
	out := []string{}
	for _, e := range r.SelectedEntries() {
		out = append(out, e.Name)
	}
	return out
}

func want[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if g, w := fmt.Sprint(got), fmt.Sprint(want); g != w {
		t.Errorf("%s: %s, want %s", what, g, w)
	}
}

func TestSortOrders(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2025, 1, n, 0, 0, 0, 0, time.UTC) }
	l := Listing{Entries: []Entry{
		{Name: "b10.txt", Kind: KindFile, Size: 5, Modified: day(3)},
		{Name: "b9.txt", Kind: KindFile, Size: 50, Modified: day(1)},
		{Name: "B09.TXT", Kind: KindFile, Size: Unknown},
		{Name: "a.doc", Kind: KindDoc, Size: 5, Modified: day(2)},
		{Name: "a.jpg", Kind: KindFile, Size: 0, Modified: day(4)},
		{Name: "z2", Kind: KindFolder, Size: Unknown},
		{Name: "Z10", Kind: KindFolder, Size: Unknown, Modified: day(9)},
	}}
	for _, c := range []struct {
		o    Order
		want string
	}{
		{Order{}, "z2 Z10 a.doc a.jpg B09.TXT b9.txt b10.txt"},
		{Order{Desc: true}, "Z10 z2 b10.txt b9.txt B09.TXT a.jpg a.doc"},
		{Order{Mixed: true}, "a.doc a.jpg B09.TXT b9.txt b10.txt z2 Z10"},
		{Order{By: SortSize}, "z2 Z10 a.jpg a.doc b10.txt b9.txt B09.TXT"},
		{Order{By: SortSize, Desc: true}, "z2 Z10 b9.txt a.doc b10.txt a.jpg B09.TXT"},
		{Order{By: SortTime}, "Z10 z2 b9.txt a.doc b10.txt a.jpg B09.TXT"},
		{Order{By: SortTime, Desc: true}, "Z10 z2 a.jpg b10.txt a.doc b9.txt B09.TXT"},
		{Order{By: SortKind}, "z2 Z10 a.doc a.jpg B09.TXT b9.txt b10.txt"},
		{Order{By: SortKind, Desc: true, Mixed: true}, "b10.txt b9.txt B09.TXT a.jpg a.doc Z10 z2"},
	} {
		r := NewRows()
		r.Set(Sort(l, c.o))
		want(t, fmt.Sprintf("%+v", c.o), strings.Join(shownNames(r), " "), c.want)
	}
}

func TestNaturalOrder(t *testing.T) {
	in := []string{"", " a", "0", "00", "1", "01", "2", "10", "file", "file (1)", "file (2)", "file (10)", "file1a2", "file1a10", "File2", "file2.txt", "é", "É", "e\u0301x", "f",
		"v1.2.3", "v1.10.0", "第2章", "第10章", "第１１章", strings.Repeat("9", 255), "1" + strings.Repeat("0", 255)}
	before := func(a, b string) {
		t.Helper()
		if CompareNatural(a, b) >= 0 || CompareNatural(b, a) <= 0 {
			t.Errorf("%q is not before %q", a, b)
		}
	}
	before("file9", "file10")
	before("file9", "File10")
	before("v1.2.3", "v1.10.0")
	before("第2章", "第10章")
	before("第10章", "第１１章")
	before(strings.Repeat("9", 255), "1"+strings.Repeat("0", 255))
	before("é1", "É2")
	before("e\u0301a", "éb")
	before("01", "1")
	for _, a := range in {
		for _, b := range in {
			if (CompareNatural(a, b) == 0) != (a == b) || CompareNatural(a, b) != -CompareNatural(b, a) {
				t.Errorf("%q and %q have no order", a, b)
			}
			for _, c := range in {
				if CompareNatural(a, b) < 0 && CompareNatural(b, c) < 0 && CompareNatural(a, c) >= 0 {
					t.Errorf("%q < %q < %q is no order", a, b, c)
				}
			}
		}
	}
}

// Sort and CompareNatural must agree, whatever the names are.
func TestSortAgreesWithCompareNatural(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		part := rapid.OneOf(rapid.SampledFrom([]string{"a", "A", "b", "0", "00", "1", "12", "é", "e\u0301", "中", "１", "\x00", "\xff", ".", " "}), rapid.String())
		name := rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOfN(part, 0, 5).Draw(t, "parts"), "") })
		names := rapid.SliceOfN(name, 0, 12).Draw(t, "names")
		var l Listing
		for _, n := range names {
			l.Entries = append(l.Entries, Entry{Name: n, Kind: KindFile})
		}
		r := NewRows()
		r.Set(Sort(l, Order{}))
		slices.SortStableFunc(names, CompareNatural)
		if got := shownNames(r); !slices.Equal(got, append([]string{}, names...)) {
			t.Fatalf("%q, want %q", got, names)
		}
	})
}

func TestFilter(t *testing.T) {
	for _, c := range []struct {
		filter string
		yes    string
		no     string
	}{
		{"", "a|", ""},
		{"foto", "Fotos.zip|meine FOTOS", "fot|of to"},
		{"Foto", "Fotos.zip", "fotos.zip|FOTOS"},
		{"é", "É.txt|e\u0301", "e"},
		{"É", "É.txt|E\u0301", "é"},
		{"*.txt", "a.txt|A.TXT|.txt", "a.txt.gz|txt"},
		{"*.TXT", "A.TXT", "a.txt"},
		{"img_???.jpg", "IMG_001.jpg|img_中é1.jpg", "img_01.jpg|img_0001.jpg"},
		{"*[0-9]", "a1|9", "a|1a"},
		{"*[!0-9]", "a|1a", "a1|"},
		{"*[ab", "x[ab", "xa"},
		{"a*b*c", "abc|aXbYc|abbc", "ab|acb"},
		{"*", "a|", ""},
		{"**a?", "xab|aa", "a|ba"},
		{"?*", "a|ab", ""},
		{"*ab*ab", "abab|xabxab", "ab|xab"},
		{"第１章", "第1章", "第2章"},
		{"a\x00b", "a\x00b", "ab"},
	} {
		f := NewFilter(c.filter)
		check := func(names string, want bool) {
			if names == "" {
				return
			}
			for _, n := range strings.Split(names, "|") {
				s := Sort(named(n), Order{})
				got := len(s.Match(f)) == 1 || f.Empty()
				if f.Match(n) != want || got != want {
					t.Errorf("%q on %q: %v alone, %v in a listing, want %v", c.filter, n, f.Match(n), got, want)
				}
			}
		}
		check(c.yes, true)
		check(c.no, false)
	}
}

// A search through all names at once finds what a search of each would.
func TestFilterProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		part := rapid.SampledFrom([]string{"a", "b", "A", "ab", "é", "e\u0301", "É", "中", "*", "?", "[", "]", "!", "-", "\x00", "\x01", "\xff", "1", "１"})
		word := func(n int) *rapid.Generator[string] {
			return rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOfN(part, 0, n).Draw(t, "parts"), "") })
		}
		l := named(rapid.SliceOfN(word(8), 0, 60).Draw(t, "names")...)
		f := NewFilter(word(4).Draw(t, "filter"))
		s := Sort(l, Order{})
		var want []int32
		for row := range s.Len() {
			if f.Match(s.At(row).Name) {
				want = append(want, int32(row))
			}
		}
		if got := s.Match(f); !f.Empty() && !slices.Equal(got, want) {
			t.Fatalf("%q finds %v, one by one %v", f, got, want)
		}
	})
}

func TestCursorStaysOnItsEntry(t *testing.T) {
	r := rowsOf(named("a", "b", "c", "d", "e"))
	r.MoveTo(2)
	r.Set(Sort(named("0", "a", "b", "c", "d"), Order{})) // every id is another one
	want(t, "after a refresh", r.Current().Name, "c")
	r.Set(Sort(named("a", "b", "c", "d"), Order{Desc: true}))
	want(t, "in another order", r.Current().Name, "c")
	r.Set(Sort(named("a", "b", "d", "e"), Order{}))
	want(t, "when it is gone", r.Current().Name, "b") // the next one in the order that was shown
	r.Set(Sort(named("a", "x"), Order{}))
	want(t, "when that is gone", r.Current().Name, "a")
	r.Set(Sort(named("x", "y"), Order{}))
	want(t, "when nothing is left", r.Current().Name, "x")
	r.Set(Sort(named(), Order{}))
	if r.Current() != nil || r.Cursor() != 0 {
		t.Error("a cursor in an empty folder")
	}
	r.Set(Sort(named("p"), Order{}))
	want(t, "when there is something again", r.Current().Name, "p")
}

func TestCursorAtTheEndGoesToTheOneBefore(t *testing.T) {
	r := rowsOf(named("a", "b", "c"))
	r.MoveTo(2)
	r.Set(Sort(named("a", "b"), Order{}))
	want(t, "cursor", r.Current().Name, "b")
}

func TestParentRow(t *testing.T) {
	r := rowsOf(named("a", "b"))
	r.SetParentRow(true)
	r.Move(-1)
	want(t, "cursor", r.Cursor(), -1)
	r.Move(-1)
	want(t, "cursor", r.Cursor(), -1)
	if r.Current() != nil {
		t.Error("an entry on the parent row")
	}
	r.Set(Sort(named("0", "a"), Order{}))
	want(t, "after a refresh", r.Cursor(), -1)
	r.SetFilter(NewFilter("a"))
	want(t, "while filtering", r.Cursor(), 0)
	r.SetFilter(NewFilter("nothing"))
	want(t, "without a match", r.Cursor(), -1)
	r.SetFilter(Filter{})
	want(t, "after filtering", r.Cursor(), -1)
	r.Set(Sort(named(), Order{}))
	want(t, "in an empty folder", r.Cursor(), -1)
	r.SetParentRow(false)
	want(t, "without a parent row", r.Cursor(), 0)
}

func TestWant(t *testing.T) {
	r := rowsOf(named("a", "b", "c"))
	r.Want("c", KindFile)
	want(t, "at once", r.Cursor(), 2)
	r.Want("new", KindFolder)
	want(t, "not yet", r.Cursor(), 2)
	part := named("a", "b")
	part.Cut, part.Complete = CutPartial, false
	r.Set(Sort(part, Order{}))
	r.Set(Sort(named("a", "b", "c", "new/"), Order{}))
	want(t, "when it is there", r.Current().Name, "new")
}

func TestFilterKeepsCursorAndSelection(t *testing.T) {
	r := rowsOf(named("apple", "banana", "cherry", "date"))
	r.MoveTo(2)
	r.Select(2, true)
	r.SetFilter(NewFilter("d"))
	want(t, "shown", shownNames(r), []string{"date"})
	want(t, "cursor", r.Current().Name, "date")
	want(t, "selected", r.SelectedCount(), 1)
	want(t, "targets", r.Targets()[0].Name, "cherry")
	r.SelectAll()
	r.SetFilter(Filter{})
	want(t, "cursor is back", r.Current().Name, "cherry")
	want(t, "selected", selectedNames(r), []string{"cherry", "date"})
	r.SetFilter(NewFilter("nothing"))
	want(t, "shown", r.Len(), 0)
	r.Move(1)
	want(t, "cursor", r.Cursor(), 0)
	r.Set(Sort(named("apple", "nothing new", "cherry"), Order{}))
	want(t, "the filter stays", shownNames(r), []string{"nothing new"})
	want(t, "the gone one is not selected", selectedNames(r), []string{"cherry"})
}

// Entries of one name are distinguished by their order, and by id while it lasts.
func TestTwins(t *testing.T) {
	twins := func(ids ...string) Listing {
		l := named("a", "same", "same", "same", "z")
		for i, id := range ids {
			l.Entries[i+1].ID = id
		}
		return l
	}
	r := rowsOf(twins("x", "y", "z"))
	r.MoveTo(2)
	r.Toggle(2)
	r.Set(Sort(twins("1", "2", "3"), Order{}))
	want(t, "cursor by order", r.Cursor(), 2)
	if r.Selected(1) || !r.Selected(2) || r.Selected(3) {
		t.Error("another twin is selected")
	}
	r.Set(Sort(twins("2", "5", "6"), Order{}))
	want(t, "cursor by id", r.Current().ID, "2")
	r = rowsOf(twins("x", "y", "z"))
	r.SelectRange(2, 3, true)
	one := named("same", "a", "same", "same", "z")
	r.Set(Sort(one, Order{}))
	if r.Selected(1) || !r.Selected(2) || !r.Selected(3) {
		t.Error("other twins are selected after the order of the service has changed")
	}
	folder := named("same/", "same")
	r = rowsOf(folder)
	r.Toggle(1)
	r.Set(Sort(folder, Order{By: SortSize}))
	want(t, "kind is part of the identity", r.SelectedEntries()[0].Kind, KindFile)
}

func TestFind(t *testing.T) {
	r := rowsOf(named("alpha", "beta", "alphabet", "gamma", "Alps"))
	f := NewFilter("alp")
	for _, c := range []struct {
		from int
		back bool
		want int
	}{{-1, false, 0}, {0, false, 1}, {1, false, 2}, {2, false, 0}, {4, false, 0}, {0, true, 2}, {2, true, 1}, {3, true, 2}} {
		for _, filter := range []string{"", "a"} { // all names have an a
			r.SetFilter(NewFilter(filter))
			if got, ok := r.Find(f, c.from, c.back); !ok || got != c.want {
				t.Errorf("from %d, back %v, filter %q: %d %v, want %d", c.from, c.back, filter, got, ok, c.want)
			}
		}
	}
	if _, ok := r.Find(NewFilter("zzz"), 0, false); ok {
		t.Error("found what is not there")
	}
	if _, ok := NewRows().Find(f, 0, false); ok {
		t.Error("found something in nothing")
	}
}

// Whatever is done, the cursor is on a row, and the selection is what a plain set
// of names would be.
func TestRowsProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pool := strings.Split("a b c d aa ab ba bb e1 e2 e10 f/ g/ ab/", " ")
		listing := func() Listing {
			return named(rapid.SliceOfNDistinct(rapid.SampledFrom(pool), 0, len(pool), rapid.ID[string]).Draw(t, "names")...)
		}
		l := listing()
		r := NewRows()
		r.SetParentRow(rapid.Bool().Draw(t, "parent"))
		r.Set(Sort(l, Order{}))
		set := map[Key]bool{}
		for range rapid.IntRange(1, 25).Draw(t, "steps") {
			i := rapid.IntRange(-2, 15).Draw(t, "row")
			switch rapid.IntRange(0, 6).Draw(t, "step") {
			case 0:
				r.MoveTo(i)
			case 1:
				r.Toggle(i)
				if i >= 0 && i < r.Len() {
					set[r.Key(i)] = !set[r.Key(i)]
				}
			case 2:
				r.SetFilter(NewFilter(rapid.SampledFrom([]string{"", "a", "b", "e?", "x"}).Draw(t, "filter")))
			case 3:
				l = listing()
				by := rapid.SampledFrom([]SortKey{SortName, SortKind}).Draw(t, "by")
				cursor := r.Current()
				r.Set(Sort(l, Order{By: by, Desc: rapid.Bool().Draw(t, "desc")}))
				there := map[Key]bool{}
				for _, e := range l.Entries {
					there[Key{Name: e.Name, Kind: e.Kind}] = true
				}
				for k := range set {
					set[k] = set[k] && there[k]
				}
				if cursor != nil && r.Filter().Match(cursor.Name) && there[Key{Name: cursor.Name, Kind: cursor.Kind}] {
					if now := r.Current(); now == nil || now.Name != cursor.Name || now.Kind != cursor.Kind {
						t.Fatalf("the cursor left %s", cursor.Name)
					}
				}
			case 4:
				r.SelectAll()
				for i := range r.Len() {
					set[r.Key(i)] = true
				}
			case 5:
				r.Invert()
				for i := range r.Len() {
					set[r.Key(i)] = !set[r.Key(i)]
				}
			case 6:
				other := rowsOf(l)
				other.SelectKeys(r.SelectedKeys())
				if other.SelectedCount() != r.SelectedCount() {
					t.Fatal("the selection does not survive as keys")
				}
			}
			n := 0
			for _, on := range set {
				if on {
					n++
				}
			}
			if r.SelectedCount() != n || len(r.SelectedEntries()) != n {
				t.Fatalf("%d selected, %d entries, want %d", r.SelectedCount(), len(r.SelectedEntries()), n)
			}
			for i := range r.Len() {
				if r.Selected(i) != set[r.Key(i)] {
					t.Fatalf("row %d", i)
				}
			}
			if c := r.Cursor(); c < -1 || c >= max(r.Len(), 1) || r.Len() > 0 && c >= 0 && r.Current() == nil {
				t.Fatalf("cursor %d of %d", c, r.Len())
			}
		}
	})
}

func TestCursorStaysOnTheFirstRowUntilItIsMoved(t *testing.T) {
	part := func(names ...string) *Sorted {
		l := named(names...)
		l.Complete, l.Cut = false, CutPartial
		return Sort(l, Order{})
	}
	r := NewRows()
	r.Set(part("m", "n"))
	r.Set(part("k", "l", "m", "n"))
	want(t, "cursor after a longer part", r.Cursor(), 0)
	r.Set(Sort(named("a", "b", "k", "l", "m", "n"), Order{}))
	want(t, "cursor after the whole", r.Cursor(), 0)
	r.Set(Sort(named("0", "a", "b", "k"), Order{}))
	want(t, "then it belongs to its entry", r.Cursor(), 1)

	// While an entry is awaited the cursor follows no other.
	r = NewRows()
	r.Want("z", KindFile)
	r.Set(part("m", "n"))
	r.Set(part("k", "m", "n"))
	want(t, "cursor while z is awaited", r.Cursor(), 0)
	r.Set(Sort(named("k", "m", "n", "z"), Order{}))
	want(t, "cursor with z", r.Cursor(), 3)

	// Once moved while the listing was partial, the cursor stays with its entry.
	r = NewRows()
	r.Set(part("m", "n"))
	r.Move(1)
	r.Set(part("k", "l", "m", "n"))
	want(t, "cursor that was moved", r.Cursor(), 3)
}
