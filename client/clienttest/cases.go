package clienttest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"aloft/client"
	"aloft/model"
)

func testRoot(t *testing.T, b *bench) {
	root := b.Source.Root()
	if !root.IsRoot() || root.IsZero() {
		t.Fatalf("the root is %+v", root)
	}
	e, err := b.Source.Stat(t.Context(), root, client.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if e.Name != "" || e.Kind != model.KindFolder {
		t.Fatalf("the root is %+v", e)
	}
	if _, err := b.Source.List(t.Context(), root, client.Options{}); err != nil {
		t.Fatal(err)
	}
	if r := b.folder(root); !r.Place.IsRoot() || r.Kind != model.KindFolder {
		t.Fatalf("the root's ref is %+v", r)
	}
}

func testEmpty(t *testing.T, b *bench) {
	b.want(b.Base)
	l, err := b.Source.Walk(client.Options{}).All(t.Context(), b.Base)
	if err != nil || len(l.Entries) != 0 || !l.Complete {
		t.Fatalf("All of an empty folder: %+v, %v", l, err)
	}
	page, err := b.Source.Walk(client.Options{}).Page(t.Context(), b.Base, 1)
	if err != nil || len(page.Entries) != 0 || !page.Last {
		t.Fatalf("Page of an empty folder: %+v, %v", page, err)
	}
}

func testList(t *testing.T, b *bench) {
	b.mkdir("b")
	b.mkdir("a")
	b.file("c.txt")
	l, err := b.Source.List(t.Context(), b.Base, client.Options{})
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]model.Kind{}
	ids := map[string]bool{}
	for _, e := range l.Entries {
		kinds[e.Name] = e.Kind
		if e.ID == "" || ids[e.ID] {
			t.Errorf("%q has the id %q", e.Name, e.ID)
		}
		ids[e.ID] = true
	}
	want := map[string]model.Kind{"a": model.KindFolder, "b": model.KindFolder, "c.txt": b.FileKind}
	if fmt.Sprint(kinds) != fmt.Sprint(want) {
		t.Fatalf("listed %v, want %v", kinds, want)
	}
	if !l.Folder.Place.Equal(b.Base) || l.Folder.ID == "" {
		t.Fatalf("the folder's ref is %+v", l.Folder)
	}
	b.want(b.at("a"))
}

func testProgress(t *testing.T, b *bench) {
	b.mkdir("a")
	b.mkdir("b")
	var got []string
	add := func(entries []model.Entry) {
		for _, e := range entries {
			got = append(got, e.Name)
		}
	}
	l, err := b.Source.List(t.Context(), b.Base, client.Options{Progress: func(p model.Listing, from int) {
		if p.Complete || p.Cut != model.CutPartial || !p.Place.Equal(b.Base) || from > len(got) {
			t.Errorf("a listing on its way says %+v from %d, after %d", p, from, len(got))
		}
		got = got[:from]
		add(p.Entries)
	}})
	add(l.Entries)
	slices.Sort(got)
	if err != nil || !l.Complete || !slices.Equal(got, []string{"a", "b"}) {
		t.Fatalf("%+v, %v; on its way %q", l, err, got)
	}
}

func testStat(t *testing.T, b *bench) {
	b.mkdir("dir")
	b.mkdir("dir", "sub")
	b.file("dir", "f")
	for _, c := range []struct {
		p    model.Place
		kind model.Kind
	}{{b.at("dir"), model.KindFolder}, {b.at("dir", "sub"), model.KindFolder}, {b.at("dir", "f"), b.FileKind}} {
		e, err := b.Source.Stat(t.Context(), c.p, client.Options{})
		if err != nil || e.Name != c.p.Base() || e.Kind != c.kind {
			t.Errorf("Stat(%q) = %+v, %v", c.p.Path, e, err)
		}
	}
}

func testNotFound(t *testing.T, b *bench) {
	b.mkdir("here")
	for _, p := range []model.Place{b.at("no"), b.at("here", "no"), b.at("no", "deeper", "still")} {
		_, err := b.Source.Stat(t.Context(), p, client.Options{})
		b.wantKind(err, client.KindNotFound)
		_, err = b.Source.List(t.Context(), p, client.Options{})
		b.wantKind(err, client.KindNotFound)
		_, err = b.Source.Walk(client.Options{}).Folder(t.Context(), p)
		b.wantKind(err, client.KindNotFound)
		_, err = b.Source.Walk(client.Options{}).All(t.Context(), p)
		b.wantKind(err, client.KindNotFound)
	}
}

func testFileIsNoFolder(t *testing.T, b *bench) {
	f := b.file("f")
	if b.Pages {
		b.want(f)
		_, err := b.Source.Stat(t.Context(), f.Join("x"), client.Options{})
		b.wantKind(err, client.KindNotFound)
		return
	}
	_, err := b.Source.List(t.Context(), f, client.Options{})
	b.wantKind(err, client.KindInvalid)
	_, err = b.Source.Walk(client.Options{}).Folder(t.Context(), f)
	b.wantKind(err, client.KindInvalid)
	_, err = b.Source.Stat(t.Context(), f.Join("x"), client.Options{})
	b.wantKind(err, client.KindInvalid, client.KindNotFound)
}

func testOtherSource(t *testing.T, b *bench) {
	p := model.Place{Account: "nobody's", Scheme: "else", Path: model.Steps("x")}
	_, err := b.Source.List(t.Context(), p, client.Options{})
	b.wantKind(err, client.KindInvalid)
	_, err = b.Source.Walk(client.Options{}).Folder(t.Context(), p)
	b.wantKind(err, client.KindInvalid)
}

func testWalk(t *testing.T, b *bench) {
	b.mkdir("a")
	b.mkdir("a", "b")
	b.file("a", "b", "f")
	var w client.Walk
	var r model.Ref
	var page, after client.Page
	var l model.Listing
	err := again(func() (err error) {
		w = b.Source.Walk(client.Options{})
		if r, err = w.Folder(t.Context(), b.at("a", "b")); err != nil {
			return err
		}
		if page, err = w.Page(t.Context(), b.at("a", "b"), 1); err != nil {
			return err
		}
		if after, err = w.Page(t.Context(), b.at("a", "b"), 2); err != nil {
			return err
		}
		l, err = w.All(t.Context(), b.at("a"))
		return err
	})
	if err != nil || !r.Place.Equal(b.at("a", "b")) || r.Kind != model.KindFolder || r.ID == "" || r.At.IsZero() || r.Epoch != w.Epoch() {
		t.Fatalf("Folder: %+v, %v", r, err)
	}
	if len(page.Entries) != 1 || !page.Last && !b.Titles || page.N != 1 {
		t.Fatalf("Page: %+v", page)
	}
	f := page.Refs[0]
	if f.ID != page.Entries[0].ID || f.Kind != b.FileKind || !f.Place.Equal(b.at("a", "b", "f")) || f.Epoch != w.Epoch() {
		t.Fatalf("the ref of f is %+v", f)
	}
	if len(after.Entries) != 0 || !after.Last {
		t.Fatalf("a page after the last: %+v", after)
	}
	if len(l.Entries) != 1 || !l.Complete {
		t.Fatalf("All: %+v", l)
	}
}

// awkward names that every source must accept unchanged.
func awkward() []string {
	return []string{
		"with space", "two  spaces", "a:b", `back\slash`, `quo"te`, "quo'te", "semi;colon", "a&b", "a&amp;b", "&lt;b&gt;",
		"per%20cent", "plus+plus", "hash#", "what?", "star*", "dollar$HOME", "pipe|", "<tag>", "~tilde", "-dash", "-rf",
		".hidden", "trailing.", "...", "日本語", "中文 名字", "Ünïcödé", "e\u0301", "\u00e9", "👩‍👩‍👧", "עברית", "rtl\u202eoverride",
		"zero\u200bwidth", "{json}", "[list]", "comma,", "`tick`", "null", "0", strings.Repeat("x", 255), strings.Repeat("字", 85),
	}
}

func testAwkwardNames(t *testing.T, b *bench) {
	names := awkward()
	if c, ok := b.Source.(client.Creator); ok { // a new title has a limit of its own
		names = slices.DeleteFunc(names, func(n string) bool { return c.CheckTitle(n) != nil })
	}
	for _, n := range names {
		if err := b.Source.CheckName(n); err != nil {
			t.Fatalf("CheckName(%q): %v", n, err)
		}
		b.mkdir(n)
	}
	b.want(b.Base, names...)
	w := b.Source.Walk(client.Options{})
	for _, n := range names {
		if r, err := w.Folder(t.Context(), b.at(n)); err != nil || !r.Place.Equal(b.at(n)) {
			t.Errorf("Folder(%q): %+v, %v", n, r, err)
		}
	}
}

func testAwkwardRename(t *testing.T, b *bench) {
	b.mkdir("a&amp;b")
	if err := b.rename(b.at("a&amp;b"), "&#39;&amp;amp;"); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Source.Stat(t.Context(), b.at("&#39;&amp;amp;"), client.Options{}); err != nil {
		t.Fatal(err)
	}
}

// badNames are those that the source must refuse before it is asked.
func (b *bench) badNames() []string {
	bad := []string{"", ".", "..", "nul\x00"}
	if !b.Titles {
		bad = append(bad, "a/b", "/", strings.Repeat("x", 256), strings.Repeat("字", 86))
	}
	return bad
}

func testCheckName(_ *testing.T, b *bench) {
	for _, n := range b.badNames() {
		b.wantKind(b.Source.CheckName(n), client.KindInvalid)
	}
}

// testNameRefused: a name that no entry may have is given to none.
func testNameRefused(t *testing.T, b *bench) {
	for _, n := range append(b.badNames(), unheld()...) {
		b.wantKind(b.makeFolder(b.Base, n), client.KindInvalid)
	}
	b.mkdir("a")
	for _, n := range unheld() {
		b.wantKind(b.rename(b.at("a"), n), client.KindInvalid)
	}
	b.wantKind(b.rename(b.at("a"), ".."), client.KindInvalid)
	b.want(b.Base, "a")
}

func testMakeFolder(t *testing.T, b *bench) {
	if b.Titles {
		b.mkdir("a/b")
		b.mkdir("a/b", "c")
		b.want(b.Base, "a/b")
		b.want(b.at("a/b"), "c")
		return
	}
	b.mkdir("a")
	b.file("f")
	for _, taken := range []string{"a", "f"} {
		b.wantKind(b.makeFolder(b.Base, taken), client.KindConflict)
	}
	b.want(b.Base, "a", "f")
}

func testRename(t *testing.T, b *bench) {
	b.mkdir("a")
	b.mkdir("a", "in")
	b.file("f")
	if err := b.rename(b.at("a"), "A2"); err != nil {
		t.Fatal(err)
	}
	b.want(b.Base, "A2", "f")
	b.want(b.at("A2"), "in")
	if !b.Titles {
		b.wantKind(b.rename(b.at("f"), "A2"), client.KindConflict)
		b.wantKind(b.rename(b.at("A2"), "f"), client.KindConflict)
	}
	b.want(b.Base, "A2", "f")
	if err := b.rename(b.at("f"), "F"); err != nil {
		t.Fatal(err)
	}
	b.want(b.Base, "A2", "F")
}

func testSwap(t *testing.T, b *bench) {
	b.mkdir("a")
	b.mkdir("a", "was-a")
	b.mkdir("b")
	for _, step := range [][2]string{{"a", "tmp"}, {"b", "a"}, {"tmp", "b"}} {
		if err := b.rename(b.at(step[0]), step[1]); err != nil {
			t.Fatal(err)
		}
	}
	b.want(b.at("b"), "was-a")
	b.want(b.at("a"))
}

func testMove(t *testing.T, b *bench) {
	b.mkdir("from")
	b.mkdir("to")
	b.mkdir("from", "dir")
	b.file("from", "dir", "deep")
	b.file("from", "f")
	if err := b.move(b.at("to"), b.at("from", "dir"), b.at("from", "f")); err != nil {
		t.Fatal(err)
	}
	b.want(b.at("from"))
	b.want(b.at("to"), "dir", "f")
	b.want(b.at("to", "dir"), "deep")
	if err := b.move(b.Base, b.at("to", "f")); err != nil {
		t.Fatal(err)
	}
	b.want(b.Base, "from", "to", "f")
	b.wantKind(b.move(b.Base, b.at("f")), client.KindInvalid)
}

func testMoveIntoItself(t *testing.T, b *bench) {
	b.mkdir("a")
	b.mkdir("a", "b")
	b.wantKind(b.move(b.at("a"), b.at("a")), client.KindInvalid)
	b.wantKind(b.move(b.at("a", "b"), b.at("a")), client.KindInvalid)
	b.want(b.at("a"), "b")
}

func testMoveMany(t *testing.T, b *bench) {
	b.mkdir("one")
	b.mkdir("two")
	b.mkdir("to")
	var items []model.Place
	var names []string
	for i := range 20 {
		for _, from := range []string{"one", "two"} {
			n := fmt.Sprintf("%s-%02d", from, i)
			items = append(items, b.file(from, n))
			names = append(names, n)
		}
	}
	if err := b.move(b.at("to"), items...); err != nil {
		t.Fatal(err)
	}
	b.want(b.at("to"), names...)
	b.want(b.at("one"))
	b.want(b.at("two"))
}

func testDelete(t *testing.T, b *bench) {
	d, ok := b.Source.(client.Deleter)
	if !ok || len(d.DeleteModes()) == 0 {
		t.Fatal("no way to delete")
	}
	b.mkdir("a")
	b.mkdir("a", "b")
	b.file("a", "b", "deep")
	b.file("f")
	b.file("stays")
	if err := b.remove(b.at("a"), b.at("f")); err != nil {
		t.Fatal(err)
	}
	b.want(b.Base, "stays")
	refs, _ := b.lookup(nil, b.at("stays"))
	b.wantKind(d.Delete(t.Context(), refs, "no such mode", client.Interactive), client.KindUnsupported)
	b.wantKind(d.Delete(t.Context(), nil, "", client.Interactive), client.KindInvalid)
	b.want(b.Base, "stays")
}

func testRootStays(t *testing.T, b *bench) {
	b.mkdir("a")
	root := b.folder(b.Source.Root())
	to := b.folder(b.at("a"))
	b.wantKind(b.Source.(client.Renamer).Rename(t.Context(), root, "x", client.Interactive), client.KindInvalid)
	b.wantKind(b.Source.(client.Mover).Move(t.Context(), []model.Ref{root}, to, client.Interactive), client.KindInvalid)
	b.wantKind(b.Source.(client.Deleter).Delete(t.Context(), []model.Ref{root}, "", client.Interactive), client.KindInvalid)
	b.want(b.Base, "a")
}

// wantCancelled sees that a call has ended with its context.
func (b *bench) wantCancelled(op string, err error) {
	b.t.Helper()
	if !errors.Is(err, context.Canceled) {
		b.t.Errorf("%s after the context ended: %v", op, err)
	}
}

func testCancelled(_ *testing.T, b *bench) {
	b.mkdir("a")
	ctx := cancelled()
	_, err := b.Source.List(ctx, b.Base, client.Options{Fresh: true})
	b.wantCancelled("List", err)
	_, err = b.Source.Stat(ctx, b.at("a"), client.Options{Fresh: true})
	b.wantCancelled("Stat", err)
	_, err = b.Source.Walk(client.Options{Fresh: true}).All(ctx, b.Base)
	b.wantCancelled("All", err)
}

func testCancelledChange(_ *testing.T, b *bench) {
	b.mkdir("a")
	base := b.folder(b.Base)
	refs, _ := b.lookup(nil, b.at("a"))
	ctx := cancelled()
	_, err := b.Source.(client.FolderMaker).MakeFolder(ctx, base, "b", client.Interactive)
	b.wantCancelled("MakeFolder", err)
	b.wantCancelled("Rename", b.Source.(client.Renamer).Rename(ctx, refs[0], "b", client.Interactive))
	b.wantCancelled("Delete", b.Source.(client.Deleter).Delete(ctx, refs, "", client.Interactive))
	b.want(b.Base, "a")
}

// testChangesNothing: the screen and the commands are told that nothing can be
// changed, and whoever calls all the same is refused.
func testChangesNothing(t *testing.T, b *bench) {
	b.mkdir("a")
	b.mkdir("to")
	refs, to := b.lookup(&b.Base, b.at("a"))
	target := b.folder(b.at("to"))
	refused := func(op model.Op, do func() error) {
		t.Helper()
		b.wantKind(client.Able(b.Source, op), client.KindUnsupported, client.KindLocal)
		if do != nil {
			b.wantKind(do(), client.KindUnsupported, client.KindLocal)
		}
	}
	var mkdir, rename, move, remove func() error
	if s, ok := b.Source.(client.FolderMaker); ok {
		mkdir = func() error {
			_, err := s.MakeFolder(t.Context(), to, "b", client.Interactive)
			return err
		}
	}
	if s, ok := b.Source.(client.Renamer); ok {
		rename = func() error { return s.Rename(t.Context(), refs[0], "b", client.Interactive) }
	}
	if s, ok := b.Source.(client.Mover); ok {
		move = func() error { return s.Move(t.Context(), refs, target, client.Interactive) }
	}
	if s, ok := b.Source.(client.Deleter); ok {
		remove = func() error { return s.Delete(t.Context(), refs, s.DeleteModes()[0], client.Interactive) }
	}
	refused(model.OpMakeFolder, mkdir)
	refused(model.OpRename, rename)
	refused(model.OpMove, move)
	refused(model.OpDelete, remove)
	for _, op := range []model.Op{model.OpRecover, model.OpPurge, model.OpCreate, model.OpCopy, model.OpShare, model.OpImport} {
		refused(op, nil)
	}
	b.want(b.Base, "a", "to")
}

// testAgain: the result of a write shows in the very next listing, of the same and
// of another walk, whatever was cached before.
func testAgain(t *testing.T, b *bench) {
	for i := range 4 {
		n := fmt.Sprint("d", i)
		b.mkdir(n)
		b.want(b.at(n))
		b.file(n, "f")
		if err := b.rename(b.at(n), n+"x"); err != nil {
			t.Fatal(err)
		}
		b.want(b.at(n+"x"), "f")
		_, err := b.Source.Stat(t.Context(), b.at(n), client.Options{})
		b.wantKind(err, client.KindNotFound)
		if err := b.remove(b.at(n + "x")); err != nil {
			t.Fatal(err)
		}
		b.want(b.Base)
	}
}
