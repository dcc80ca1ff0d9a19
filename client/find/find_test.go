package find

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"aloft/client"
	"aloft/model"
)

// tree is a source with as many folders in a row as it has names; every folder has files.
type tree struct {
	client.Source
	folders, files int
	depth          int
	asked          []string
	fail           map[string]error
	extra          map[string]string // one more file, by folder
	at             time.Time
}

func (t *tree) For(model.Place) (client.Source, error) { return t, nil }
func (t *tree) Accounts() []string                     { return nil }

func (t *tree) List(_ context.Context, p model.Place, _ client.Options) (model.Listing, error) {
	t.asked = append(t.asked, p.String())
	if err := t.fail[p.String()]; err != nil {
		return model.Listing{}, err
	}
	return t.listing(p), nil
}

func (t *tree) listing(p model.Place) model.Listing {
	l := model.Listing{Place: p, Complete: true, ListedAt: t.at, Folder: model.Ref{ID: "in " + p.String()}}
	if len(p.Path) < t.depth {
		for i := range t.folders {
			name := fmt.Sprintf("d%d", i)
			l.Entries = append(l.Entries, model.Entry{ID: "in " + p.Join(name).String(), Name: name, Kind: model.KindFolder, Size: model.Unknown})
		}
	}
	for i := range t.files {
		name := fmt.Sprintf("report %d.md", i)
		l.Entries = append(l.Entries, model.Entry{ID: p.Join(name).String(), Name: name, Kind: model.KindFile, Size: int64(i) << 10, Modified: t.at})
	}
	if name := t.extra[p.String()]; name != "" {
		l.Entries = append(l.Entries, model.Entry{Name: name, Kind: model.KindFile, Size: model.Unknown})
	}
	return l
}

var root = model.Place{Scheme: model.SchemeDrive}

func at(names ...string) model.Place {
	p := root
	p.Path = model.Steps(names...)
	return p
}

// Each folder is asked for once; those that are kept come first, and are not asked for.
func TestKeptFoldersComeFirst(t *testing.T) {
	src := &tree{folders: 2, files: 1, depth: 1}
	kept := NewCache()
	kept.Put(model.Sort(src.listing(root), model.Order{}))
	kept.Put(model.Sort(src.listing(at("d1")), model.Order{}))
	var seen []string
	walk := Walk{Sources: src, Cache: kept, Level: true, Entry: func(in *In, e *model.Entry) (bool, error) {
		seen = append(seen, in.Place(e).String())
		return true, nil
	}}
	for range 2 {
		seen = nil
		if err := walk.Run(t.Context(), root); err != nil {
			t.Fatal(err)
		}
	}
	if want := []string{"drive:/d0"}; !slices.Equal(src.asked, want) {
		t.Errorf("asked for %q", src.asked)
	}
	first := &tree{folders: 2, files: 1, depth: 1}
	seen = nil
	walk = Walk{Sources: first, Cache: NewCache(), Level: true, Entry: walk.Entry}
	walk.Cache.Put(model.Sort(src.listing(root), model.Order{}))
	walk.Cache.Put(model.Sort(src.listing(at("d1")), model.Order{}))
	_ = walk.Run(t.Context(), root)
	if want := "drive:/d0 drive:/d1 drive:/report 0.md drive:/d1/report 0.md drive:/d0/report 0.md"; strings.Join(seen, " ") != want {
		t.Errorf("%q", seen)
	}
	walk.Opt.Fresh = true
	_ = walk.Run(t.Context(), root)
	if len(first.asked) != 1+3 {
		t.Errorf("fresh: %q", first.asked)
	}
}

// What was changed is asked for again, its folder too, and nothing else.
func TestTheCacheForgetsWhatWasChanged(t *testing.T) {
	src := &tree{folders: 2, files: 1, depth: 2}
	kept := NewCache()
	for _, p := range []model.Place{root, at("d0"), at("d0", "d1"), at("d1")} {
		kept.Put(model.Sort(src.listing(p), model.Order{}))
	}
	cut := src.listing(at("d1", "d0"))
	cut.Complete = false
	kept.Put(model.Sort(cut, model.Order{}))
	if kept.Folders(root) != 4 {
		t.Error("a listing that is not whole was kept")
	}
	kept.Forget(at("d0", "d1"))
	if kept.Get(at("d0")) != nil || kept.Get(at("d0", "d1")) != nil || kept.Get(root) == nil || kept.Get(at("d1")) == nil {
		t.Error("too much, or too little")
	}
	// An id that is kept leads to its folder, and so does the id of that.
	homes := kept.Homes(root, map[string]string{"in drive:/d1": "", "new": "in drive:/d1", "other": "in drive:/d0", "nobody": ""})
	if homes["in drive:/d1"].Folder.String() != "drive:/" || homes["new"].Folder.String() != "drive:/d1" ||
		homes["other"].Folder.String() != "drive:/d0" || homes["nobody"] != nil {
		t.Errorf("%v", homes)
	}
	for i := range mostKept/1000 + 50 {
		l := src.listing(at(fmt.Sprint("many", i)))
		l.Entries = make([]model.Entry, 1000)
		for j := range l.Entries {
			l.Entries[j] = model.Entry{Name: fmt.Sprint(j), Kind: model.KindFile}
		}
		kept.Put(model.Sort(l, model.Order{}))
	}
	if kept.size > mostKept || kept.Get(root) != nil || kept.Get(at(fmt.Sprint("many", mostKept/1000+49))) == nil {
		t.Errorf("%d entries are kept", kept.size)
	}
}

func list(t *testing.T, src *tree, line string) (names []string, l model.Listing, err error) {
	t.Helper()
	q, err := Parse(line, src.at)
	if err != nil {
		t.Fatal(err)
	}
	q.Fuzzy = true
	got := map[int]string{}
	n := 0
	take := func(l model.Listing, from int) {
		if from == 0 {
			clear(got)
		}
		for i, e := range l.Entries {
			got[from+i] = e.From.Folder.Join(e.Name).String()
		}
		n = from + len(l.Entries)
	}
	l, err = List(t.Context(), src, NewCache(), q, []model.Place{root}, client.Options{Progress: take})
	take(l, n)
	for i := range len(got) {
		names = append(names, got[i])
	}
	return names, l, err
}

// A name that has the text takes the place of those that have its letters only.
func TestTheTextItselfComesBeforeItsLetters(t *testing.T) {
	src := &tree{folders: 1, files: 2, depth: 1, at: time.Unix(1e9, 0)}
	got, l, err := list(t, src, "rprt1")
	if want := []string{"drive:/report 1.md", "drive:/d0/report 1.md"}; err != nil || !slices.Equal(got, want) || l.Total != 2 || !l.ListedAt.Equal(src.at) {
		t.Errorf("%q %v %+v", got, err, l)
	}
	// The first folder has the letters only, and the one below it the text.
	mixed := &tree{folders: 1, files: 2, depth: 1}
	if got, _, _ = list(t, mixed, "rd0"); got != nil {
		t.Errorf("%q", got)
	}
	for _, below := range []string{"pt1x", "p-t-1-x"} {
		mixed.extra = map[string]string{"drive:/": "p-t-1-x", "drive:/d0": below}
		got, _, _ = list(t, mixed, "pt1x")
		if want := map[string][]string{"pt1x": {"drive:/d0/pt1x"}, "p-t-1-x": {"drive:/p-t-1-x", "drive:/d0/p-t-1-x"}}[below]; !slices.Equal(got, want) {
			t.Errorf("%q", got)
		}
	}
	if got, _, _ = list(t, src, "d0"); !slices.Equal(got, []string{"drive:/d0"}) {
		t.Errorf("%q", got)
	}
	if got, _, _ = list(t, src, "0m"); !slices.Equal(got, []string{"drive:/report 0.md", "drive:/d0/report 0.md"}) {
		t.Errorf("%q", got)
	}
	src.fail = map[string]error{"drive:/d0": client.Errorf(client.KindServer, "list", root, "broken")}
	if got, l, err = list(t, src, "*.md"); !client.Is(err, client.KindServer) || l.Complete || len(got) != 2 {
		t.Errorf("%q %v: a folder that cannot be read ends it, or is not told", got, err)
	}
	src.fail["drive:/d0"] = client.Errorf(client.KindNetwork, "list", root, "offline")
	if got, _, err = list(t, src, "*.md"); !client.Is(err, client.KindNetwork) || len(got) != 2 {
		t.Errorf("%q %v", got, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := List(ctx, src, nil, Query{}, []model.Place{root}, client.Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestQuery(t *testing.T) {
	now := time.Date(2025, 6, 10, 12, 0, 0, 0, time.UTC)
	e := model.Entry{Name: "My report.md", Kind: model.KindFile, Size: 2 << 20, Modified: now.Add(-48 * time.Hour)}
	doc := model.Entry{Name: "Plan", Kind: model.KindDoc, Size: model.Unknown}
	for line, want := range map[string][2]bool{
		"": {true, true}, "report": {true, false}, "my  report": {true, false}, "*.md": {true, false}, "Report": {false, false},
		"--kind doc": {false, true}, "--kind file": {true, true}, "--kind folder": {false, false}, "--kind=doc plan": {false, true},
		"--size +2M": {true, false}, "--size +3m": {false, false}, "--size -2M": {true, false}, "--size -1k": {false, false},
		"--newer 3d": {true, false}, "--newer 1d": {false, false}, "--older 2025-06-09": {true, false}, "--older 3d": {false, false},
		"--newer 12h --kind file": {false, false}, "re --size -1G --newer 1w": {true, false},
	} {
		q, err := Parse(line, now)
		if got := [2]bool{q.Match(&e), q.Match(&doc)}; err != nil || got != want {
			t.Errorf("%q: %v, %v", line, got, err)
		}
	}
	if q, err := Parse("a --everywhere --fresh", now); err != nil || !q.Beyond || !q.Fresh || q.Name.String() != "a" {
		t.Errorf("%+v %v", q, err)
	}
	for _, line := range []string{
		"--kind", "--kind nonsense", "--size 10M", "--size +", "--size +x", "--size +1x", "--size +99999999999T", "--newer soon", "--older 3",
		"--newer 9999999999d", "--color",
	} {
		if _, err := Parse(line, now); !client.Is(err, client.KindInvalid) {
			t.Errorf("%q: %v", line, err)
		}
	}
}

// BenchmarkFirstHit is the time until the first hits of a find over 100,000 entries that
// are kept (at most 50 ms), and until all are there.
func BenchmarkFirstHit(b *testing.B) {
	src := &tree{folders: 10, files: 90, depth: 3}
	kept := NewCache()
	var fill func(p model.Place)
	n := 0
	fill = func(p model.Place) {
		l := src.listing(p)
		kept.Put(model.Sort(l, model.Order{}))
		n += len(l.Entries)
		for _, e := range l.Entries {
			if e.Kind.Container() {
				fill(p.Join(e.Name))
			}
		}
	}
	fill(root)
	b.Logf("%d entries", n)
	for name, line := range map[string]string{"the last one": "d9", "letters": "rpt89", "glob": "*89.md"} {
		b.Run(name, func(b *testing.B) {
			q, _ := Parse(line, time.Time{})
			q.Fuzzy = true
			var first time.Duration
			for b.Loop() {
				began, seen := time.Now(), false
				_, err := List(b.Context(), src, kept, q, []model.Place{root}, client.Options{Progress: func(model.Listing, int) {
					if !seen {
						seen, first = true, first+time.Since(began)
					}
				}})
				if err != nil || len(src.asked) > 0 {
					b.Fatal(err, src.asked)
				}
			}
			b.ReportMetric(float64(first.Microseconds())/1000/float64(b.N), "ms-first-hit")
		})
	}
}
