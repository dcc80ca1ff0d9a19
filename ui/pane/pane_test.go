package pane

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"aloft/model"
	"aloft/ui/keys"
	"aloft/ui/kit"
	"aloft/ui/uitest/shipped"
)

var root = model.Place{Scheme: model.SchemeDrive}

func newPane(t *testing.T, w, h int) *Pane {
	t.Helper()
	env := &Env{
		Env:   shipped.Env(t),
		Store: NewStore(), Expected: NewExpected(), Cut: new(model.Marks), Watches: NewWatches(t.Context()),
		Sized: func(l model.Listing) model.Listing { return l },
		Peer:  func(ID) *Pane { return nil }, Home: model.Place.Root,
	}
	p := New(0, env)
	p.SetSize(w, h)
	p.SetFocus(true)
	return p
}

func listed(at model.Place, n int) *model.Sorted {
	l := model.Listing{Place: at, Complete: true, Total: n, ListedAt: time.Now()}
	for i := range n {
		l.Entries = append(l.Entries, model.Entry{ID: fmt.Sprint(i), Name: fmt.Sprintf("名 file-%03d.txt", i), Kind: model.KindFile,
			Size: int64(i), Modified: time.Now(), Children: model.Unknown})
	}
	return model.Sort(l, model.Order{By: model.SortName})
}

// fill shows n entries of a folder below the root.
func fill(p *Pane, n int) {
	p.place = root.Join("dir")
	s := listed(p.place, n)
	p.show(s, knownOf(p.look.columns, s.First(s.Len())))
}

func TestNearTheEdgeTheListMovesByLines(t *testing.T) {
	p := newPane(t, 50, 12)
	fill(p, 100) // 10 lines; the list begins with ".."
	for range 7 {
		p.Move(1)
	}
	if p.line() != 8 || p.win.Top != 2 {
		t.Errorf("on line %d the list begins at %d, not 2", p.line(), p.win.Top)
	}
	p.Click(11)
	if p.line() != 11 || p.win.Top != 2 {
		t.Errorf("after a click on line %d the list begins at %d", p.line(), p.win.Top)
	}
	p.Do(keys.Up)
	if p.line() != 10 || p.win.Top != 4 {
		t.Errorf("on line %d the list begins at %d, not 4", p.line(), p.win.Top)
	}
	p.Do(keys.Bottom)
	if p.win.Top != p.count()-p.win.Height {
		t.Errorf("at the end there are blank lines: top %d", p.win.Top)
	}
}

func TestPagesKeepTheCursorOnItsLine(t *testing.T) {
	p := newPane(t, 50, 12)
	fill(p, 100)
	p.Move(3 - p.line())
	at := p.line() - p.win.Top
	p.Do(keys.PageDown)
	if p.line()-p.win.Top != at || p.line() != 13 {
		t.Errorf("it is on line %d of %d", p.line()-p.win.Top, p.line())
	}
	p.Do(keys.PageUp)
	if p.line() != 3 || p.win.Top != 0 {
		t.Errorf("back on %d, top %d", p.line(), p.win.Top)
	}
}

func TestTheWheelScrollsAndTakesTheCursorOnlyAlongTheMargin(t *testing.T) {
	p := newPane(t, 50, 12)
	fill(p, 100)
	p.Move(5 - p.line())
	p.Wheel(3)
	if p.line() != 6 || p.win.Top != 3 {
		t.Errorf("line %d, top %d", p.line(), p.win.Top)
	}
	p.Wheel(3)
	if p.line() != 9 || p.win.Top != 6 {
		t.Errorf("line %d, top %d", p.line(), p.win.Top)
	}
	p.Wheel(-100)
	if p.win.Top != 0 || p.line() != 6 {
		t.Errorf("line %d, top %d", p.line(), p.win.Top)
	}
}

func TestARefreshKeepsEntryAndLine(t *testing.T) {
	p := newPane(t, 50, 12)
	fill(p, 100)
	p.Move(50 - p.line())
	name := p.Current().Name
	p.show(listed(p.place, 40), p.look.known) // it is gone: the nearest one is taken
	if p.Current() == nil {
		t.Fatal("the cursor is nowhere")
	}
	p.show(listed(p.place, 100), p.look.known)
	p.Move(50 - p.line())
	p.Wheel(1)
	line := p.line() - p.win.Top
	s := listed(p.place, 120)
	l := s.Head
	l.Entries = s.First(s.Len())
	l.Entries[0].Name = "000 first"
	p.show(model.Sort(l, s.Order), p.look.known)
	if p.Current().Name != name || p.line()-p.win.Top != line {
		t.Errorf("%s on line %d, not %s on %d", p.Current().Name, p.line()-p.win.Top, name, line)
	}
}

func TestEveryLineFillsThePaneAtEveryWidth(t *testing.T) {
	for w := 20; w < 130; w += 7 {
		for _, borders := range []kit.Borders{kit.Thin, kit.Boxed, kit.Bare} {
			p := newPane(t, w, 9)
			p.env.Borders = borders
			p.Restyle()
			fill(p, 20)
			p.rows.Select(2, true)
			p.setFind("file-00")
			for i, l := range p.View() {
				if got := ansi.StringWidthWc(l); got != w {
					t.Errorf("borders %v: line %d is %d instead of %d: %q", borders, i, got, w, ansi.Strip(l))
				}
			}
		}
	}
}

func TestColumnsGiveWayToTheName(t *testing.T) {
	var had int
	for w := 80; w >= 20; w-- {
		p := newPane(t, w, 9)
		fill(p, 5)
		c, others := p.look.widths, 0
		for _, w := range c[1:] {
			others += w
		}
		if others > had && w < 80 {
			t.Errorf("at %d the columns grow", w)
		} else {
			had = others
		}
		if c[0] < minName && others > 0 {
			t.Errorf("at %d the name has %d cells beside columns", w, c[0])
		}
		if got := gutter + c[0] + others; got > w-margin || got < w-margin && c[0] != nearName {
			t.Errorf("at %d the columns are %+v", w, c)
		}
	}
}

func TestExpectations(t *testing.T) {
	x, now := NewExpected(), time.Now()
	at := root.Join("a")
	x.Put(at.Join("old"), false, now)
	x.Put(at.Join("new"), true, now)
	l := model.Listing{Place: at, Entries: []model.Entry{{Name: "old"}}}
	l.Cut = model.CutPartial
	x.met(model.Sort(l, model.Order{}))
	if !x.Behind(at, now) || !x.in(at).gone("old", "") || x.in(at).gone("new", "") || !x.Coming(at.Join("new").Join("deep"), now) {
		t.Error("a part of a listing proves nothing")
	}
	l.Cut = ""
	x.met(model.Sort(l, model.Order{}))
	if !x.in(at).gone("old", "") || !x.Behind(at, now) {
		t.Error("a listing that shows the old state was believed")
	}
	l.Entries = []model.Entry{{Name: "new"}}
	x.met(model.Sort(l, model.Order{}))
	if x.Behind(at, now) || x.in(at).gone("old", "") || x.Coming(at.Join("new"), now) {
		t.Error("what the listing shows is still awaited")
	}
	x.Put(at.Join("new"), true, now)
	if x.Behind(at, now.Add(expectFor+1)) {
		t.Error("it is awaited for ever")
	}
	x.Put(root.Join("b"), true, now.Add(2*expectFor))
	if len(x.folders) != 1 {
		t.Errorf("%d folders are kept", len(x.folders))
	}
}

func TestFollowTakesHistoryAndSelectionAlong(t *testing.T) {
	p := newPane(t, 50, 12)
	old, next := root.Join("old"), root.Join("x").Join("next")
	p.place = old.Join("in")
	s := listed(p.place, 5)
	p.show(s, knownOf(p.look.columns, s.First(s.Len())))
	p.rows.Select(1, true)
	p.hist.back = []model.Place{root, old}
	p.Follow(old, next)
	if want := next.Join("in"); !p.place.Equal(want) {
		t.Errorf("it shows %s", p.place)
	}
	if got := p.hist.back[1]; !got.Equal(next) {
		t.Errorf("the way back leads to %s", got)
	}
	if here := len(p.elsewhere.Keys(next.Join("in"), model.MarkSelect)); here != 1 {
		t.Errorf("%d are selected", here)
	}
	p.Climb(next)
	if !p.place.Equal(root.Join("x")) || len(p.hist.back) != 1 {
		t.Errorf("%s, %v", p.place, p.hist.back)
	}
	if _, elsewhere := p.elsewhere.Count(p.place, model.MarkSelect); elsewhere != 0 {
		t.Error("something is selected in a folder that has gone")
	}
}

func TestTheStoreIsBounded(t *testing.T) {
	s := NewStore()
	for i := range 2 * maxFolders {
		s.put(listed(root.Join(fmt.Sprint(i)), 3))
	}
	if len(s.kept) != maxFolders || s.size != 3*maxFolders {
		t.Errorf("%d folders, %d entries", len(s.kept), s.size)
	}
	if s.Shown(root.Join("0")) != nil {
		t.Error("the oldest is kept")
	}
	s.forget(root)
	if len(s.kept) != 0 || s.size != 0 {
		t.Errorf("%d folders, %d entries after all was forgotten", len(s.kept), s.size)
	}
}

func TestSizes(t *testing.T) {
	for n, want := range map[int64]string{-1: "", 0: "0 B", 999: "999 B", 1000: "1.0 K", 10 << 10: "10 K", 1<<20 - 1: "1.0 M", 5 << 40: "5.0 T"} {
		if got := Size(&model.Entry{Size: n}); got != want || len(got) > 6 {
			t.Errorf("%d: %q, not %q", n, got, want)
		}
	}
	if got := Size(&model.Entry{Size: 1000 << 10, Least: true}); got != "1.0 M+" {
		t.Errorf("%q", got)
	}
}

func TestBreadcrumbsDropFromTheLeft(t *testing.T) {
	p := newPane(t, 40, 9)
	p.place = root.Join("first folder").Join("second folder").Join("third folder")
	s := ansi.Strip(p.view().titleLine())
	if !strings.Contains(s, "third folder") || strings.Contains(s, "first") || !strings.Contains(s, "drive:") {
		t.Errorf("%q", s)
	}
}

// A link on the disk is marked by a character: one of them once took the room of
// all times.
func TestALinkHasASignAndLeavesTheTimesTheirRoom(t *testing.T) {
	now := time.Now()
	entries := []model.Entry{{Name: "a", Kind: model.KindFile, Size: 1, Modified: now}, {Name: "l", Kind: model.KindLink, Size: model.Unknown, Modified: now}}
	cols := columns()
	w := widths(cols, knownOf(cols, entries), "", minName, 39)
	if i := slices.IndexFunc(cols, func(c column) bool { return c.id == model.SortTime }); w[i] == 0 {
		t.Errorf("no times: %v", w)
	}
}

func TestAKindThatSaysNothingGivesWay(t *testing.T) {
	cols := columns()
	at := func(id model.SortKey) int {
		return slices.IndexFunc(cols, func(c column) bool { return c.id == id })
	}
	size, when, kind := at(model.SortSize), at(model.SortTime), at(model.SortKind)
	told := known{columns: 1<<size | 1<<when, spare: 1 << kind}
	taken := gutter + margin + minName + cols[size].width + cols[when].width
	if w := widths(cols, known{spare: 1 << kind}, "", minName, gutter+margin+minName+cols[kind].width); w[kind] == 0 || w[size]+w[when] > 0 {
		t.Errorf("alone it does not show: %v", w)
	}
	if w := widths(cols, told, "", minName, taken+spareRoom*cols[kind].width-1); w[kind] > 0 {
		t.Errorf("it takes the name's room: %v", w)
	}
	if w := widths(cols, told, "", minName, taken+spareRoom*cols[kind].width); w[kind] == 0 {
		t.Errorf("there is much room, and it does not show: %v", w)
	}
	if w := widths(cols, told.and(known{columns: 1 << kind}), "", minName, taken); w[kind] == 0 || w[when] > 0 {
		t.Errorf("where it says something it comes before the time: %v", w)
	}
}

// In a wide pane the times stand near short names, and long names have all the room.
func TestColumnsStayNearNames(t *testing.T) {
	cols := columns()
	short := widths(cols, known{columns: 1 << 4, longest: 12}, "", minName, 130)
	if short[0] > 34 || short[4] != cols[4].wide {
		t.Errorf("%v", short)
	}
	if long := widths(cols, known{columns: 1 << 4, longest: 300}, "", minName, 130); long[0] != 130-gutter-margin-cols[4].width {
		t.Errorf("%v", long)
	}
}

// Beside the column that shows size and date of the current entry a name has 30 cells, if it needs them, before the list
// has those: at 100 columns a pane is 33 wide. What the list is sorted by shows nevertheless.
func TestNamesComeFirstBesideTheInfo(t *testing.T) {
	name := func(cells int) string { return strings.Repeat("n", cells) }
	for _, c := range []struct {
		names  []string
		by     model.SortKey
		beside bool
		inner  int
		name   int // at least
		shows  []model.SortKey
	}{
		{[]string{name(11)}, model.SortName, true, 33, 21, []model.SortKey{model.SortSize}},
		{[]string{"a", name(28)}, model.SortName, true, 33, 30, nil},
		{[]string{"文文文文文文文文文文文文文文"}, model.SortName, true, 33, 30, nil},
		{[]string{name(28)}, model.SortSize, true, 33, 23, []model.SortKey{model.SortSize}},
		{[]string{name(28)}, model.SortTime, true, 33, 21, []model.SortKey{model.SortTime}},
		{[]string{name(28)}, model.SortName, false, 39, 20, []model.SortKey{model.SortSize, model.SortTime}}, // 80 columns, no info
		{[]string{name(8)}, model.SortName, true, 57, 30, []model.SortKey{model.SortSize, model.SortTime}},
	} {
		var all []model.Entry
		for _, n := range c.names {
			all = append(all, model.Entry{Name: n, Kind: model.KindFile, Size: 1, Modified: time.Now()})
		}
		var l look
		l.columns = columns()
		l.known = knownOf(l.columns, all)
		l.fit(c.inner, c.by, c.beside)
		for i := range l.columns {
			id := l.columns[i].id
			if id == model.SortName && l.widths[i] < c.name || slices.Contains(c.shows, id) && l.widths[i] == 0 {
				t.Errorf("%+v: %v", c, l.widths)
			}
		}
	}
}
