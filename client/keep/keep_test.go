package keep_test

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"aloft/client"
	"aloft/client/keep"
	"aloft/client/system"
	"aloft/model"
)

func TestSurvivesASession(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	k := keep.Open(dir)
	if !k.FirstRun() {
		t.Error("a new folder is a first run")
	}
	odd := model.Place{Account: "w", Scheme: model.SchemeDrive, Path: model.Steps("a/b:c\\", "\xff\xfe", "\x1b[8m", "..")}
	marks := []client.Bookmark{{Key: "a", Name: "one", Place: odd}, {Place: model.Place{Scheme: model.SchemeDrive}},
		{Place: model.DocumentsRoot("").Join("doc"), Document: true, Heading: client.Heading{Title: "Two", Nth: 2}}}
	for _, err := range []error{
		k.SetBookmarks(marks), k.Welcomed(),
		k.AddHistory("go", "x"), k.AddHistory("go", "y"), k.AddHistory("go", "x"),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	k = keep.Open(dir)
	got := k.Bookmarks()
	if len(got) != 3 || !got[2].Same(marks[2]) || !got[0].Place.Equal(odd) || got[0].Key != "a" || got[0].Name != "one" {
		t.Errorf("bookmarks %+v", got)
	}
	if h := k.History("go"); len(h) != 2 || h[0] != "y" || h[1] != "x" {
		t.Errorf("history %q", h)
	}
	if k.FirstRun() {
		t.Error("a second first run")
	}
	files, _ := os.ReadDir(dir)
	for _, f := range files {
		if st, _ := f.Info(); !system.Private(st) {
			t.Errorf("%s has mode %v", f.Name(), st.Mode())
		}
	}
	if st, _ := os.Stat(dir); !system.Private(st) {
		t.Errorf("folder mode %v", st.Mode())
	}
}

func TestTwoSessionsAddHistory(t *testing.T) {
	dir := t.TempDir()
	a, b := keep.Open(dir), keep.Open(dir)
	a.History("go")
	b.History("go")
	for _, err := range []error{a.AddHistory("go", "a"), b.AddHistory("go", "b"), a.AddHistory("find", "c")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	k := keep.Open(dir)
	if h := k.History("go"); len(h) != 2 {
		t.Errorf("one session's line is lost: %q", h)
	}
	for i := range 250 {
		if err := k.AddHistory("go", strconv.Itoa(i)); err != nil {
			t.Fatal(err)
		}
	}
	if h := keep.Open(dir).History("go"); len(h) != 200 || h[199] != "249" {
		t.Errorf("%d lines, the last %q", len(h), h[len(h)-1])
	}
}

func TestUnwritableAndBroken(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	k := keep.Open(filepath.Join(file, "below"))
	if err := k.AddHistory("go", "x"); !client.Is(err, client.KindLocal) {
		t.Errorf("err %v", err)
	}
	if h := k.History("go"); len(h) != 1 {
		t.Error("it is not remembered for the session")
	}
	dir := t.TempDir()
	for _, n := range []string{"bookmarks.json", "history.json", "orders.json", "welcomed"} {
		if err := os.WriteFile(filepath.Join(dir, n), []byte("{"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	k = keep.Open(dir)
	if said := k.Load(); len(said) != 4 || !client.Is(said[0], client.KindLocal) {
		t.Errorf("said about broken files: %v", said)
	}
	if len(k.Bookmarks()) != 0 || !k.FirstRun() || k.Order(model.Place{Scheme: model.SchemeDrive}) != (model.Order{By: model.SortName}) {
		t.Error("broken files count")
	}
	if err := k.AddHistory("go", "x"); err != nil {
		t.Error(err)
	}
	if err := keep.Open("").AddHistory("go", "x"); err != nil {
		t.Error(err)
	}
}

// A place without an account is in the account that is current, and another process may have
// another one.
func TestPlacesKeepTheirAccount(t *testing.T) {
	dir := t.TempDir()
	at := model.Place{Scheme: model.SchemeDrive, Path: model.Steps("a")}
	here, there := keep.Open(dir), keep.Open(dir)
	here.Account, there.Account = "work", "home"
	if err := here.SetBookmarks([]client.Bookmark{{Place: at}}); err != nil {
		t.Fatal(err)
	}
	if err := here.SetOrder(at, model.Order{By: model.SortSize}); err != nil {
		t.Fatal(err)
	}
	if p := there.Bookmarks()[0].Place.String(); p != "work/drive:/a" {
		t.Errorf("the bookmark is %s", p)
	}
	if by := there.Order(at).By; by != model.SortName {
		t.Errorf("the folder of another account has the order %s", by)
	}
	here = keep.Open(dir)
	here.Account = "work"
	if p := here.Bookmarks()[0].Place; !p.Equal(at) || here.Order(at).By != model.SortSize {
		t.Errorf("the bookmark is %s, its order %s", p, here.Order(at).By)
	}
}
