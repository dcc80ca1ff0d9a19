package docs

import (
	"strings"
	"testing"
	"time"

	"aloft/client"
	"aloft/model"
)

// A listing of the last seconds serves the next lookups while nobody on this host has
// changed anything, and neither who asks for a fresh one nor who lists a folder.
func TestListingsAreTakenOver(t *testing.T) {
	in(t, 0, func(t *testing.T, b *bench) {
		src := b.Home().(*Source)
		a := b.home().Join("A")
		stat := func(opt client.Options) {
			t.Helper()
			if e, err := src.Stat(t.Context(), a, opt); err != nil || e.ID != "9007199254740993" {
				t.Errorf("%+v, %v", e, err)
			}
		}
		asks := func(what string, n int) {
			t.Helper()
			if got := b.calls(); strings.Count(got, "manage.folder_list") != n {
				t.Errorf("%s sent %s, want %d listings", what, got, n)
			}
		}
		stat(client.Options{})
		asks("the first lookup", 1)
		stat(client.Options{})
		if p, err := src.Walk(client.Options{}).Page(t.Context(), b.home(), 1); err != nil || len(p.Entries) != 2 || !p.Last {
			t.Errorf("%+v, %v", p, err)
		}
		asks("what comes at once", 0)
		stat(client.Options{Fresh: true})
		asks("a fresh one", 1)
		if _, err := listHome(t, b); err != nil {
			t.Error(err)
		}
		asks("a listing", 1)
		stat(client.Options{})
		asks("what comes behind it", 0)
		time.Sleep(takeOverFor)
		stat(client.Options{})
		asks("five seconds later", 0)
		time.Sleep(time.Millisecond)
		stat(client.Options{})
		asks("and a moment", 1)
		if err := src.Rename(t.Context(), ref(b.home(), "x", "id1"), "y", client.Interactive); err != nil {
			t.Error(err)
		}
		stat(client.Options{})
		asks("after a change", 1)
		b.gate.NewEpoch() // another process has changed something
		stat(client.Options{})
		asks("after another process's change", 1)
	})
}

// What is only a part of a folder is not taken for all of it.
func TestPartsAreNotTakenOver(t *testing.T) {
	in(t, 0, func(t *testing.T, b *bench) {
		b.results["manage.folder_list"] = `{"list":[],"finish":true}`
		src := b.Home().(*Source)
		f := &folder{ref: model.Ref{Place: b.home().Join("A"), ID: "9007199254740993"}, epoch: b.gate.Epoch(), ended: true, count: 1, pages: []client.Page{{}}}
		f.ref.At = time.Now()
		for name, spoil := range map[string]func(*folder){
			"cut":                       func(f *folder) { f.cut = model.CutRepeat },
			"not ended":                 func(f *folder) { f.ended = false },
			"in two epochs":             func(f *folder) { f.epoch = 0 },
			"large":                     func(f *folder) { f.count = maxTakenOver + 1 },
			"empty, by a remembered id": func(f *folder) { f.count, f.old = 0, true },
		} {
			own := *f
			spoil(&own)
			src.view.s.lists.keep(&own)
			if src.view.s.walk("x", client.Options{}).takeOver(&folder{ref: f.ref}) {
				t.Errorf("%s: taken over", name)
			}
		}
		src.view.s.lists.keep(f)
		if !src.view.s.walk("x", client.Options{}).takeOver(&folder{ref: f.ref}) {
			t.Error("the whole is not taken over")
		}
	})
}
