package pane

import (
	"slices"
	"testing"
	"time"

	"aloft/model"
)

// side is a pane that lists entries of a folder of that name.
func side(t *testing.T, folder string, entries ...model.Entry) *Pane {
	t.Helper()
	p := newPane(t, 60, 20)
	p.place = root.Join(folder)
	s := model.Sort(model.Listing{Place: p.place, Complete: true, Total: len(entries), ListedAt: time.Now(), Entries: entries}, model.Order{})
	p.show(s, knownOf(p.look.columns, entries))
	return p
}

func TestCompare(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	file := func(name string, size int64, m time.Time) model.Entry {
		return model.Entry{Name: name, Kind: model.KindFile, Size: size, Modified: m}
	}
	doc := func(name, id string) model.Entry {
		return model.Entry{Name: name, ID: id, Kind: model.KindDoc, Size: model.Unknown}
	}
	folder := model.Entry{Name: "folder", Kind: model.KindFolder, Size: model.Unknown, Modified: at}
	here := side(t, "a", folder, file("size", 1, at), file("time", 1, at), file("same", 1, at), file("no time", 1, time.Time{}),
		doc("twice", "1"), doc("twice", "2"), doc("thrice", "3"), file("kind", 1, at))
	folder.Modified = at.Add(time.Hour)
	there := side(t, "b", folder, file("size", 2, at), file("time", 1, at.Add(3*time.Second)), file("same", 1, at.Add(-2*time.Second)),
		file("no time", 1, at), doc("twice", "4"), doc("thrice", "5"), doc("thrice", "6"), doc("thrice", "7"), doc("kind", "8"))
	here.rows.SelectAll()
	d := Compare(here, there)
	if want := (Differences{Here: 1, There: 2, Differ: 3, Same: 5}); d != want {
		t.Errorf("%+v, want %+v", d, want)
	}
	for _, c := range []struct {
		p    *Pane
		want []string
	}{{here, []string{"kind", "size", "time", "twice"}}, {there, []string{"kind", "size", "thrice", "thrice", "time"}}} {
		var got []string
		for _, e := range c.p.rows.SelectedEntries() {
			got = append(got, e.Name)
		}
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("selected %q, want %q", got, c.want)
		}
	}
	if len(here.differs) != 3 || len(there.differs) != 3 {
		t.Errorf("%d and %d are marked as differing, not 3", len(here.differs), len(there.differs))
	}
}

// What a comparison has selected in two panes does not come back in one of them.
func TestAComparisonIsNotStored(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	here := side(t, "a", model.Entry{Name: "mine", Kind: model.KindFile, Modified: at})
	there := side(t, "b")
	if Compare(here, there); len(here.rows.SelectedKeys()) != 1 {
		t.Fatal("nothing is selected")
	}
	if s := here.Session(); len(s.Tabs[0].Selected) > 0 {
		t.Errorf("%v is stored", s.Tabs[0].Selected)
	}
}

// The composed and the decomposed form of a name are one name, unless a side has both.
func TestCompareForms(t *testing.T) {
	file := func(name string) model.Entry { return model.Entry{Name: name, Kind: model.KindFile, Size: 1} }
	here := side(t, "a", file("cafe\u0301"), file("e\u0301"), file("\u00e9"))
	there := side(t, "b", file("caf\u00e9"), file("\u00e9"))
	if got, want := Compare(here, there), (Differences{Here: 1, Same: 2}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
