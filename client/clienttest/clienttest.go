// Package clienttest is the one suite that every Source passes. A bug found in one
// source becomes a case here, for all of them.
package clienttest

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"aloft/client"
	"aloft/model"
)

// Fixture is a source with a folder that the suite may fill.
type Fixture struct {
	Source client.Source
	Base   model.Place // an empty folder
	// PutFile makes an empty file directly, not by the source.
	PutFile func(t *testing.T, p model.Place)
	// PutFolder makes a folder past the source. Only a source that changes nothing
	// has it, always or as it was opened: whatever would change something it must
	// refuse, and the cases of changes are not for it.
	PutFolder func(t *testing.T, p model.Place)
	// Foreign: PutFile accepts every name, also those that no place can have, as
	// somebody else's server may.
	Foreign bool
	// FileKind is the kind of what PutFile makes; "" = KindFile.
	FileKind model.Kind
	// Titles: names are titles, as in a document service. Several entries of a
	// folder may share one, and a slash is an ordinary character.
	Titles bool
	// Pages: everything can hold entries, a file too.
	Pages bool
}

// Run runs the suite; open returns a new fixture for each case, and one more to see
// which cases there are.
func Run(t *testing.T, open func(t *testing.T) Fixture) {
	others := readers // whose cases are left out
	if open(t).PutFolder != nil {
		others = writers
	}
	for _, c := range []struct {
		name string
		run  func(*testing.T, *bench)
		who  who
	}{
		{"Root", testRoot, all},
		{"EmptyFolder", testEmpty, all},
		{"List", testList, all},
		{"Progress", testProgress, all},
		{"Stat", testStat, all},
		{"NotFound", testNotFound, all},
		{"FileIsNoFolder", testFileIsNoFolder, all},
		{"OtherSource", testOtherSource, all},
		{"Walk", testWalk, all},
		{"AwkwardNames", testAwkwardNames, all},
		{"CheckName", testCheckName, all},
		{"TurnedAway", testTurnedAway, all},
		{"ForeignNames", testForeignNames, all},
		{"Cancelled", testCancelled, all},
		{"Twins", testTwins, all},
		{"ChangesNothing", testChangesNothing, readers},
		{"AwkwardRename", testAwkwardRename, writers},
		{"NameRefused", testNameRefused, writers},
		{"MakeFolder", testMakeFolder, writers},
		{"Rename", testRename, writers},
		{"RenameSwap", testSwap, writers},
		{"Move", testMove, writers},
		{"MoveIntoItself", testMoveIntoItself, writers},
		{"MoveMany", testMoveMany, writers},
		{"Delete", testDelete, writers},
		{"RootStays", testRootStays, writers},
		{"CancelledChange", testCancelledChange, writers},
		{"NilErrorIsLast", testAgain, writers},
		{"ByID", testByID, writers},
	} {
		if c.who == others {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			f := open(t)
			if f.FileKind == "" {
				f.FileKind = model.KindFile
			}
			c.run(t, &bench{Fixture: f, t: t})
		})
	}
}

// who says for which sources a case is.
type who int

const (
	all     who = iota
	writers     // that can change what they show
	readers     // that cannot
)

// bench has helpers of the cases.
type bench struct {
	Fixture
	t *testing.T
}

func (b *bench) at(names ...string) model.Place {
	p := b.Base
	for _, n := range names {
		p = p.Join(n)
	}
	return p
}

// again does something anew while it is stale: the end of a change may begin another
// epoch a moment after its answer, where the system holds the process up.
func again(f func() error) (err error) {
	for range 20 {
		if err = f(); !client.Is(err, client.KindStale) {
			break
		}
	}
	return err
}

// folder finds a folder by a new walk.
func (b *bench) folder(p model.Place) (r model.Ref) {
	b.t.Helper()
	if err := again(func() (err error) {
		r, err = b.Source.Walk(client.Options{}).Folder(b.t.Context(), p)
		return err
	}); err != nil {
		b.t.Fatalf("Folder(%q): %v", p.Path, err)
	}
	return r
}

// lookup finds the entries and the folder to in one walk.
func (b *bench) lookup(to *model.Place, items ...model.Place) (refs []model.Ref, target model.Ref) {
	b.t.Helper()
	if err := again(func() (err error) {
		refs = nil
		w := b.Source.Walk(client.Options{Fresh: true}) // the source does not know of PutFile
		if to != nil {
			if target, err = w.Folder(b.t.Context(), *to); err != nil {
				return err
			}
		}
		for _, p := range items {
			r, err := b.item(w, p)
			if err != nil {
				return err
			}
			refs = append(refs, r)
		}
		if target.ID != "" && target.Place.IsRoot() {
			target.Epoch = w.Epoch()
		}
		return nil
	}); err != nil {
		b.t.Fatalf("%v and %v: %v", to, items, err)
	}
	return refs, target
}

func (b *bench) item(w client.Walk, p model.Place) (model.Ref, error) {
	b.t.Helper()
	for n := 1; ; n++ {
		page, err := w.Page(b.t.Context(), p.Parent(), n)
		if err != nil {
			return model.Ref{}, err
		}
		if len(page.Refs) != len(page.Entries) {
			b.t.Fatalf("a page with %d entries and %d refs", len(page.Entries), len(page.Refs))
		}
		for i, e := range page.Entries {
			if e.Name == p.Base() {
				return page.Refs[i], nil
			}
		}
		if page.Last {
			b.t.Fatalf("%q is not in %q", p.Base(), p.Parent().Path)
		}
	}
}

func (b *bench) mkdir(names ...string) model.Place {
	b.t.Helper()
	p := b.at(names...)
	if b.PutFolder != nil {
		b.PutFolder(b.t, p)
		return p
	}
	if err := b.makeFolder(p.Parent(), p.Base()); err != nil {
		b.t.Fatalf("MakeFolder(%q): %v", p.Path, err)
	}
	return p
}

func (b *bench) makeFolder(in model.Place, name string) error {
	b.t.Helper()
	mk, ok := b.Source.(client.FolderMaker)
	if !ok {
		b.t.Fatal("the source makes no folders, and the fixture has no PutFolder")
	}
	return again(func() error {
		_, err := mk.MakeFolder(b.t.Context(), b.folder(in), name, client.Interactive)
		return err
	})
}

func (b *bench) file(names ...string) model.Place {
	b.t.Helper()
	p := b.at(names...)
	b.PutFile(b.t, p)
	return p
}

func (b *bench) rename(p model.Place, name string) error {
	b.t.Helper()
	return again(func() error {
		refs, _ := b.lookup(nil, p)
		return b.Source.(client.Renamer).Rename(b.t.Context(), refs[0], name, client.Interactive)
	})
}

func (b *bench) move(to model.Place, items ...model.Place) error {
	b.t.Helper()
	m := b.Source.(client.Mover)
	for len(items) > 0 {
		n := min(len(items), m.MoveBatch())
		if err := again(func() error {
			refs, target := b.lookup(&to, items[:n]...)
			return m.Move(b.t.Context(), refs, target, client.Bulk)
		}); err != nil {
			return err
		}
		items = items[n:]
	}
	return nil
}

func (b *bench) remove(items ...model.Place) error {
	b.t.Helper()
	d := b.Source.(client.Deleter)
	mode := client.DeleteMode("")
	if slices.Contains(d.DeleteModes(), client.DeleteTree) {
		mode = client.DeleteTree // with their content, as everywhere else
	}
	for len(items) > 0 {
		n := min(len(items), d.DeleteBatch())
		if err := again(func() error {
			refs, _ := b.lookup(nil, items[:n]...)
			return d.Delete(b.t.Context(), refs, mode, client.Bulk)
		}); err != nil {
			return err
		}
		items = items[n:]
	}
	return nil
}

// names lists a folder, and checks that the listing is consistent.
func (b *bench) names(p model.Place) []string {
	b.t.Helper()
	l, err := b.Source.List(b.t.Context(), p, client.Options{})
	if err != nil {
		b.t.Fatalf("List(%q): %v", p.Path, err)
	}
	if !l.Complete || l.Cut != model.CutNone {
		b.t.Fatalf("List(%q) is not complete: %q", p.Path, l.Cut)
	}
	if !l.Place.Equal(p) {
		b.t.Fatalf("List(%q) says that it is of %q", p.Path, l.Place.Path)
	}
	if l.ListedAt.IsZero() {
		b.t.Fatalf("List(%q) has no time", p.Path)
	}
	var out []string
	for _, e := range l.Entries {
		out = append(out, e.Name)
	}
	slices.Sort(out)
	return out
}

func (b *bench) want(p model.Place, names ...string) {
	b.t.Helper()
	names = slices.Sorted(slices.Values(names))
	if got := b.names(p); !slices.Equal(got, names) {
		b.t.Fatalf("%q holds %q, want %q", p.Path, got, names)
	}
}

// wantKind checks that the error is of the kind, and that a person can read it.
func (b *bench) wantKind(err error, kinds ...client.Kind) {
	b.t.Helper()
	if err == nil {
		b.t.Fatalf("no error, want %v", kinds)
	}
	if !slices.Contains(kinds, client.KindOf(err)) {
		b.t.Fatalf("error of kind %q (%v), want %v", client.KindOf(err), err, kinds)
	}
	s := err.Error()
	if strings.ContainsAny(s, "\n\x1b") || strings.Contains(s, "%!") {
		b.t.Fatalf("the error cannot be shown: %q", s)
	}
	var e *client.Error
	if errors.As(err, &e) && e.What == "" && e.Err == nil {
		b.t.Fatalf("the error says nothing: %q", s)
	}
}

func cancelled() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}
