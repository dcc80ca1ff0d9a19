//go:build unix

package jobs

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"aloft/client"
	"aloft/model"
)

// Files of one size and one time differ by their checksums only, and those are asked for.
func TestSyncByChecksum(t *testing.T) {
	t.Parallel()
	e := newEnds(t)
	from, to := e.root("disk").Join("from"), e.root("a/drive").Join("to")
	e.write("from", map[string]string{"./": "", "same": "one", "other": "two", "sub/": "", "sub/same": "three"})
	e.empty(to)
	sync := func(by model.Comparing) (items int) {
		t.Helper()
		p, err := e.Plan(t.Context(), client.Request{Op: model.OpUpload, Items: []model.Place{from}, Target: to, Rule: model.ConflictReplace, Sync: &client.Sync{By: by}})
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Items) == 0 {
			return 0
		}
		id, err := e.Start(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := e.Wait(t.Context(), id); err != nil || s.State != model.JobDone {
			t.Fatal(s.State, err)
		}
		return len(p.Items)
	}
	sync(model.ByTime)
	path := filepath.Join(e.dir, "disk/from/other")
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	e.write("from", map[string]string{"other": "TWO"})
	if err := os.Chtimes(path, info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	if n := sync(model.ByTime); n != 0 {
		t.Errorf("by size and time %d items", n)
	}
	if n := sync(model.BySum); n != 2 { // the old one to the bin, the new one up
		t.Errorf("by checksum %d items", n)
	}
	if n := sync(model.BySum); n != 0 {
		t.Errorf("a second time %d items", n)
	}
	if got := e.tree(to)["other"]; got != "TWO" {
		t.Errorf("the drive has %q", got)
	}
}

// A folder is made like another one within a drive, where the drive copies, and of documents,
// where those changed since are exported again.
func TestSyncWithinADriveAndOfDocuments(t *testing.T) {
	t.Parallel()
	e := newEnds(t)
	from := e.root("disk").Join("from")
	e.write("from", map[string]string{"./": "", "one.md": "# One\n", "sub/": "", "sub/two.md": "# Two\n"})
	sync := func(src, dst model.Place) (items int) {
		t.Helper()
		here, _ := e.For(src)
		there, _ := e.For(dst)
		op, err := client.SyncRoute(here, there)
		if err != nil {
			t.Fatal(err)
		}
		r := client.Request{Op: op, Items: []model.Place{src}, Target: dst, Rule: model.ConflictReplace, Sync: &client.Sync{}}
		p, err := e.Plan(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Items) > 0 {
			if _, err := e.do(r); err != nil {
				t.Fatal(err)
			}
		}
		return len(p.Items)
	}
	a, b := e.root("a/drive").Join("a"), e.root("a/drive").Join("b")
	e.empty(a)
	sync(from, a)
	if n := sync(a, b); n != 4 || !maps.Equal(e.tree(a), e.tree(b)) {
		t.Errorf("within the drive %d items, %q", n, e.tree(b))
	}
	if n := sync(a, b); n != 0 {
		t.Errorf("a second time %d items", n)
	}
	here, _ := e.For(a)
	if p, err := e.Plan(t.Context(), client.Request{Op: model.OpTransfer, Items: []model.Place{a}, Target: a.Join("sub"), Sync: &client.Sync{}}); !client.Is(err, client.KindInvalid) {
		t.Errorf("into itself: %v %v", p, err)
	}
	docs := e.root("a/docs").Join("d")
	e.empty(docs)
	if _, err := e.copies([]model.Place{from.Join("one.md"), from.Join("sub")}, docs); err != nil {
		t.Fatal(err)
	}
	for _, to := range []model.Place{e.root("disk").Join("out"), e.root("a/drive").Join("out")} {
		if n := sync(docs, to); n == 0 {
			t.Errorf("%s: nothing was exported", to)
		}
		if got := slices.Sorted(maps.Keys(e.tree(to))); !slices.Equal(got, []string{"one.docx", "sub/", "sub/two.docx"}) {
			t.Errorf("%s: %q", to, got)
		}
		if n := sync(docs, to); n != 0 {
			t.Errorf("%s: %d items a second time", to, n)
		}
	}
	into, _ := e.For(docs)
	if _, err := client.SyncRoute(here, into); err == nil {
		t.Error("files are synced into documents")
	}
}
