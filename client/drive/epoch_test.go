package drive_test

import (
	"slices"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/clienttest/fault"
	embeddeddrive "aloft/client/embedded/drive"
	"aloft/model"
)

// Nothing is sent with ids of two epochs, of an older one, or too old.
func TestOldRefsAreNotSent(t *testing.T) {
	s, r := scripted(t, nil)
	refs, to := r.look(t, at("dir"), at("f"))
	if err := r.Rename(t.Context(), refs[0], "f", client.Bulk); err != nil {
		t.Fatal(err)
	}
	fresh, _ := r.look(t, at(), at("f"))
	aged, agedTo := r.look(t, at("dir"), at("f"))
	aged[0].At = aged[0].At.Add(-time.Minute)
	noID := fresh[0]
	noID.ID = ""
	s.mu.Lock()
	s.counts = nil
	s.mu.Unlock()
	for name, c := range map[string]struct {
		items []model.Ref
		to    model.Ref
		kind  client.Kind
	}{
		"older epoch":     {refs, to, client.KindStale},
		"two epochs":      {fresh, to, client.KindStale},
		"two epochs, v.v": {refs, agedTo, client.KindStale},
		"too old":         {aged, agedTo, client.KindStale},
		"no id":           {[]model.Ref{noID}, agedTo, client.KindInvalid},
		"twice":           {[]model.Ref{fresh[0], fresh[0]}, agedTo, client.KindInvalid},
		"nothing":         {nil, agedTo, client.KindInvalid},
		"too many":        {manyRefs(31, fresh[0]), agedTo, client.KindInvalid},
		"into a file":     {[]model.Ref{agedTo}, fresh[0], client.KindInvalid},
		"already there":   {fresh, model.Ref{Place: at(), ID: "0", Kind: model.KindFolder}, client.KindInvalid},
		"other account":   {[]model.Ref{{Place: model.Place{Account: "x", Scheme: model.SchemeDrive, Path: model.Steps("a")}, ID: "q"}}, agedTo, client.KindInvalid},
		"into itself":     {[]model.Ref{agedTo}, agedTo, client.KindInvalid},
		"the root moves":  {[]model.Ref{{Place: at(), ID: "0"}}, agedTo, client.KindInvalid},
	} {
		t.Run(name, func(t *testing.T) {
			wantKind(t, r.Move(t.Context(), c.items, c.to, client.Bulk), c.kind)
			if s.count("move") != 0 {
				t.Error("it was sent")
			}
		})
	}
}

func manyRefs(n int, like model.Ref) []model.Ref {
	out := make([]model.Ref, n)
	for i := range out {
		out[i] = like
		out[i].ID += string(rune('A' + i))
	}
	return out
}

// A walk belongs to one epoch.
func TestAWalkEndsWithItsEpoch(t *testing.T) {
	_, r := scripted(t, nil)
	w := r.Walk(client.Options{})
	if _, err := w.Folder(t.Context(), at("dir")); err != nil {
		t.Fatal(err)
	}
	epoch := w.Epoch()
	r.gate.NewEpoch()
	_, err := w.All(t.Context(), at("dir"))
	wantKind(t, err, client.KindStale)
	if w.Epoch() != epoch {
		t.Error("the walk took on the new epoch")
	}
	if _, err := r.List(t.Context(), at("dir"), client.Options{}); err != nil {
		t.Errorf("a listing for display goes on: %v", err)
	}
}

// Each folder is looked up once in a walk, shared ancestors too.
func TestAWalkListsEachFolderOnce(t *testing.T) {
	_, r := scripted(t, nil)
	w := r.Walk(client.Options{})
	for range 3 {
		if _, err := w.Folder(t.Context(), at("dir")); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Page(t.Context(), at("dir"), 1); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Page(t.Context(), at(), 1); err != nil {
			t.Fatal(err)
		}
	}
	if got := r.log.take(); !slices.Equal(got, []string{"GET sort", "GET sort"}) {
		t.Fatalf("sent %v", got)
	}
}

// A recent listing for display in this epoch is used for the lookup of an
// operation, unless a fresh one is required.
func TestAListingForDisplayServesTheNextLookup(t *testing.T) {
	_, r := scripted(t, nil)
	for _, p := range []model.Place{at(), at("dir")} {
		if _, err := r.List(t.Context(), p, client.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	r.log.take()
	look := func(opt client.Options) []string {
		t.Helper()
		w := r.Walk(opt)
		if _, err := w.Page(t.Context(), at(), 1); err != nil {
			t.Fatal(err)
		}
		if ref, err := w.Folder(t.Context(), at("dir")); err != nil || ref.Epoch != w.Epoch() || time.Since(ref.At) > 5*time.Second {
			t.Fatal(ref, err)
		}
		return r.log.take()
	}
	if got := look(client.Options{}); len(got) != 0 {
		t.Errorf("sent %v", got)
	}
	if got := look(client.Options{Fresh: true}); len(got) != 1 {
		t.Errorf("asked for a fresh one, sent %v", got)
	}
	r.gate.NewEpoch()
	ref, err := r.Walk(client.Options{}).Folder(t.Context(), at("dir"))
	if got := r.log.take(); err != nil || len(got) != 1 || ref.Epoch != r.gate.Epoch() {
		t.Errorf("in a new epoch, sent %v for %+v, %v", got, ref, err)
	}
	if got := look(client.Options{}); len(got) != 1 {
		t.Errorf("what a walk has found serves no other one; sent %v", got)
	}
}

// That a name does not exist is believed after two walks, in the root after one
// listing: its id is never stale.
func TestNotThereIsBelievedFromTwoWalks(t *testing.T) {
	for _, c := range []struct {
		p    model.Place
		sent int
	}{{at("no"), 1}, {at("dir", "no"), 4}, {at("dir", "no", "deeper"), 4}} {
		_, r := scripted(t, nil)
		_, err := r.Stat(t.Context(), c.p, client.Options{})
		wantKind(t, err, client.KindNotFound)
		if got := r.log.take(); len(got) != c.sent {
			t.Errorf("%q: sent %v, want %d", c.p.Path, got, c.sent)
		}
	}
}

// Opening a folder that the pane has just seen needs one request; if the answer is
// doubtful the folder is walked to from the root before it is shown.
func TestAnEmptyAnswerByAnOldIDIsWalkedAgain(t *testing.T) {
	for _, stale := range []string{"empty", "error", "other"} {
		t.Run(stale, func(t *testing.T) {
			r, s := openEmbedded(t, fault.Faults{Rotate: true, Stale: stale}, nil)
			plant(t, s,
				embeddeddrive.Item{Path: []string{"a", "b", "f"}},
				embeddeddrive.Item{Path: []string{"other", "wrong"}},
			)
			for _, p := range []model.Place{at(), at("a"), at("a", "b")} {
				if _, err := r.List(t.Context(), p, client.Options{}); err != nil {
					t.Fatal(err)
				}
			}
			r.log.take()
			l, err := r.List(t.Context(), at("a", "b"), client.Options{})
			if err != nil || len(l.Entries) != 1 {
				t.Fatal(l, err)
			}
			if got := r.log.take(); len(got) != 1 {
				t.Errorf("a folder known in this epoch took %v", got)
			}
			// Another device changes something: all ids are new, our epoch is not.
			other := newRig(t, s.Transport(), s.Cookie(), nil)
			if _, err := other.MakeFolder(t.Context(), model.Ref{Place: at(), ID: "0", Kind: model.KindFolder}, "new", client.Interactive); err != nil {
				t.Fatal(err)
			}
			l, err = r.List(t.Context(), at("a", "b"), client.Options{})
			if err != nil || len(l.Entries) != 1 || l.Entries[0].Name != "f" {
				t.Fatalf("shown: %+v, %v", l.Entries, err)
			}
			if got := r.log.take(); len(got) != 4 {
				t.Errorf("one by the old id and a walk of three: %v", got)
			}
		})
	}
}

// An empty folder is believed at once when its parent says so too, otherwise after
// two walks.
func TestEmptyIsBelievedFromTwoWitnesses(t *testing.T) {
	r, s := openEmbedded(t, fault.Faults{}, nil)
	plant(t, s, embeddeddrive.Item{Path: []string{"a", "empty"}, Folder: true})
	if l, err := r.List(t.Context(), at("a", "empty"), client.Options{}); err != nil || len(l.Entries) != 0 || !l.Complete {
		t.Fatal(l, err)
	}
	if got := r.log.take(); len(got) != 3 {
		t.Errorf("the parent counts 0: %v", got)
	}
	_, r = scripted(t, nil) // here there is no count
	if l, err := r.List(t.Context(), at("dir", "sub"), client.Options{}); err != nil || len(l.Entries) != 0 {
		t.Fatal(l, err)
	}
	if got := r.log.take(); len(got) != 6 {
		t.Errorf("two walks of three: %v", got)
	}
}

func TestMakeFolderInTheRootNeedsNoLookup(t *testing.T) {
	_, r := scripted(t, nil)
	root, err := r.Walk(client.Options{}).Folder(t.Context(), at())
	if err != nil {
		t.Fatal(err)
	}
	id, err := r.MakeFolder(t.Context(), root, "x", client.Interactive)
	if err != nil || id != "new" {
		t.Fatal(id, err)
	}
	if got := r.log.take(); !slices.Equal(got, []string{"POST file"}) {
		t.Fatalf("sent %v", got)
	}
}

// A write that is refused because another device has changed the ids: the next walk
// uses nothing that was shown.
func TestARefusedWriteMakesTheNextLookupFresh(t *testing.T) {
	r, s := openEmbedded(t, fault.Faults{Rotate: true}, nil)
	plant(t, s, embeddeddrive.Item{Path: []string{"a", "f"}})
	for _, p := range []model.Place{at(), at("a")} {
		if _, err := r.List(t.Context(), p, client.Options{Fresh: true}); err != nil {
			t.Fatal(err)
		}
	}
	plant(t, s, embeddeddrive.Item{Path: []string{"beside"}})
	refs, _ := r.look(t, at(), at("a", "f"))
	wantKind(t, r.Rename(t.Context(), refs[0], "g", client.Bulk), client.KindNotFound)
	refs, _ = r.look(t, at(), at("a", "f"))
	if err := r.Rename(t.Context(), refs[0], "g", client.Bulk); err != nil {
		t.Fatal(err)
	}
}
