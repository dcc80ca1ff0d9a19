package drive

import (
	"testing"
	"time"

	"aloft/client"
	"aloft/model"
)

// What was shown is used by an operation for five seconds and in its epoch only.
func TestWhatWasShownAges(t *testing.T) {
	p := model.Place{Scheme: model.SchemeDrive, Path: model.Steps("a")}
	for _, c := range []struct {
		name    string
		age     time.Duration
		epoch   uint64
		ref     bool // the folder's id may be used
		page    bool // its page may be used
		pageAge time.Duration
		plan    bool
	}{
		{"fresh", 0, 7, true, true, 0, false},
		{"nearly old", 4 * time.Second, 7, true, true, 4 * time.Second, false},
		{"old id", 6 * time.Second, 7, false, false, 0, false},
		{"old page", time.Second, 7, true, false, 6 * time.Second, false},
		{"new epoch", 0, 8, false, false, 0, false},
		{"nearly old, of a plan", 9 * time.Minute, 7, true, true, 59 * time.Second, true},
		{"old id, of a plan", 11 * time.Minute, 7, false, false, 0, true},
		{"old page, of a plan", time.Minute, 7, true, false, 61 * time.Second, true},
		{"new epoch, of a plan", 0, 8, false, false, 0, true},
	} {
		now := time.Now()
		m := newMemory()
		w := &walk{known: true, epoch: 7, folders: map[string]*folder{
			key(p): {ref: model.Ref{Place: p, ID: "x", Epoch: 7, At: now.Add(-c.age)}, pages: map[int]*sheet{1: {epoch: 7, at: now.Add(-c.pageAge)}}},
		}}
		m.shown(w, model.Listing{Place: p, Epoch: 7, ListedAt: now})
		f := m.recent(key(p), c.epoch, &walk{opt: client.Options{Planning: c.plan}})
		if (f != nil) != c.ref {
			t.Errorf("%s: taken over: %v", c.name, f != nil)
		}
		if f != nil && (len(f.pages) == 1) != c.page {
			t.Errorf("%s: the page is taken over: %v", c.name, len(f.pages) == 1)
		}
	}
}

// Tables stay bounded, and keys of different places differ.
func TestTheMemoryIsBounded(t *testing.T) {
	m := newMemory()
	for i := range memoryMax + 10 {
		k := key(model.Place{Path: model.Steps(string(rune(i)))})
		m.keepHint(k, 2)
		m.found(k, model.Ref{ID: "x"}, 0)
	}
	if len(m.hints) > memoryMax || len(m.ids) > memoryMax {
		t.Fatal(len(m.hints), len(m.ids))
	}
	keys := map[string][]string{}
	for _, path := range [][]string{nil, {""}, {"a", "b"}, {"a/b"}, {"ab"}, {"1:a"}, {"a", ""}, {"", "a"}, {"a1:b"}, {"\x00"}} {
		k := key(model.Place{Path: model.Steps(path...)})
		if other, twice := keys[k]; twice {
			t.Errorf("%q and %q share the key %q", path, other, k)
		}
		keys[k] = path
	}
}
