package disk_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aloft/client"
	"aloft/client/clienttest"
	"aloft/client/disk"
	"aloft/model"
)

func place(path string) model.Place { return model.LocalPlace(disk.Steps(path)) }

func TestContract(t *testing.T) {
	clienttest.Run(t, func(t *testing.T) clienttest.Fixture {
		return clienttest.Fixture{
			Source: disk.New(),
			Base:   place(t.TempDir()),
			PutFile: func(t *testing.T, p model.Place) {
				if err := os.WriteFile(disk.Path(p), nil, 0o600); err != nil {
					t.Fatal(err)
				}
			},
		}
	})
}

// item looks an entry up.
func item(t *testing.T, s *disk.Source, p model.Place) model.Ref {
	t.Helper()
	page, err := s.Walk(client.Options{}).Page(t.Context(), p.Parent(), 1)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range page.Entries {
		if e.Name == p.Base() {
			return page.Refs[i]
		}
	}
	t.Fatalf("%q is not there", p.Path)
	return model.Ref{}
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func content(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestLinksAreShownAndNeverFollowedToDelete(t *testing.T) {
	dir, s := t.TempDir(), disk.New()
	write(t, dir+"/precious/f", "kept")
	if err := os.MkdirAll(dir+"/a/b", 0o755); err != nil {
		t.Fatal(err)
	}
	for _, l := range []string{dir + "/link", dir + "/a/inner", dir + "/a/b/deep"} {
		if err := os.Symlink(dir+"/precious", l); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(dir+"/nowhere", dir+"/dangling"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"link", "dangling"} {
		if e, err := s.Stat(t.Context(), place(dir+"/"+name), client.Options{}); err != nil || e.Kind != model.KindLink {
			t.Errorf("%s is shown as %+v, %v", name, e, err)
		}
	}
	for _, name := range []string{"link", "dangling", "a"} {
		ref := item(t, s, place(dir+"/"+name))
		if err := s.Delete(t.Context(), []model.Ref{ref}, client.DeleteForever, client.Interactive); err != nil {
			t.Fatal(err)
		}
	}
	if got := content(t, dir+"/precious/f"); got != "kept" {
		t.Fatalf("the file behind the links holds %q", got)
	}
	if l, err := s.List(t.Context(), place(dir), client.Options{}); err != nil || len(l.Entries) != 1 {
		t.Fatalf("left: %+v, %v", l.Entries, err)
	}
}

func TestAFolderIsReachedThroughALinkToIt(t *testing.T) {
	dir, s := t.TempDir(), disk.New()
	write(t, dir+"/real/f", "x")
	write(t, dir+"/g", "g")
	if err := os.Symlink("real", dir+"/link"); err != nil {
		t.Fatal(err)
	}
	l, err := s.List(t.Context(), place(dir+"/link"), client.Options{})
	if err != nil || len(l.Entries) != 1 || l.Entries[0].Name != "f" {
		t.Fatalf("%+v, %v", l, err)
	}
	to, err := s.Walk(client.Options{}).Folder(t.Context(), place(dir+"/link"))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Move(t.Context(), []model.Ref{item(t, s, place(dir+"/g"))}, to, client.Interactive); err != nil {
		t.Fatal(err)
	}
	if got := content(t, dir+"/real/g"); got != "g" {
		t.Fatal(got)
	}
}

func TestARefOfAnotherThingIsRefused(t *testing.T) {
	dir, s := t.TempDir(), disk.New()
	write(t, dir+"/f", "old")
	ref := item(t, s, place(dir+"/f"))
	write(t, dir+"/new", "new") // made while the old one exists, so it has another inode
	if err := os.Rename(dir+"/new", dir+"/f"); err != nil {
		t.Fatal(err)
	}
	if err := s.Delete(t.Context(), []model.Ref{ref}, "", client.Interactive); !client.Is(err, client.KindStale) {
		t.Fatalf("%v", err)
	}
	if err := s.Rename(t.Context(), ref, "g", client.Interactive); !client.Is(err, client.KindStale) {
		t.Fatalf("%v", err)
	}
	if got := content(t, dir+"/f"); got != "new" {
		t.Fatal(got)
	}
}

func TestNothingIsOverwritten(t *testing.T) {
	dir, s := t.TempDir(), disk.New()
	write(t, dir+"/a", "a")
	write(t, dir+"/b", "b")
	write(t, dir+"/to/a", "there")
	if err := os.Mkdir(dir+"/empty", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(dir+"/to/empty", 0o755); err != nil {
		t.Fatal(err)
	}
	to, err := s.Walk(client.Options{}).Folder(t.Context(), place(dir+"/to"))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Rename(t.Context(), item(t, s, place(dir+"/a")), "b", client.Interactive); !client.Is(err, client.KindConflict) {
		t.Errorf("rename onto a file: %v", err)
	}
	for _, n := range []string{"a", "empty"} {
		if err := s.Move(t.Context(), []model.Ref{item(t, s, place(dir+"/"+n))}, to, client.Interactive); !client.Is(err, client.KindConflict) {
			t.Errorf("move %s onto its like: %v", n, err)
		}
	}
	if content(t, dir+"/a")+content(t, dir+"/b")+content(t, dir+"/to/a") != "abthere" {
		t.Fatal("something was overwritten")
	}
}

// A second link is what a file system that ignores case shows under the other name.
func TestTheCaseOfNamesIsFolded(t *testing.T) {
	for _, folds := range []bool{false, true} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "1-kS"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if folds {
			if err := os.Link(filepath.Join(dir, "1-kS"), filepath.Join(dir, "1-Ks")); err != nil {
				t.Fatal(err)
			}
		}
		at := place(dir)
		if got := disk.New().FoldsCase(at, []model.Entry{{Name: "1"}, {Name: "1-kS"}}); got != folds {
			t.Errorf("%v, want %v", got, folds)
		}
	}
}

func TestRawBytesSurvive(t *testing.T) {
	dir, s := t.TempDir(), disk.New()
	name := "latin\xe9 \x1b[31m\n\x7f"
	write(t, dir+"/"+name, "x")
	l, err := s.List(t.Context(), place(dir), client.Options{})
	if err != nil || len(l.Entries) != 1 || l.Entries[0].Name != name {
		t.Fatalf("%+v, %v", l.Entries, err)
	}
	if err := s.Rename(t.Context(), item(t, s, place(dir).Join(name)), "plain\xff", client.Interactive); err != nil {
		t.Fatal(err)
	}
	if content(t, dir+"/plain\xff") != "x" {
		t.Fatal("lost")
	}
}

func TestErrorsOfTheSystemAreWords(t *testing.T) {
	dir, s := t.TempDir(), disk.New()
	deep := place(dir)
	for range 20 {
		deep = deep.Join(strings.Repeat("x", 250))
	}
	if _, err := s.List(t.Context(), deep, client.Options{}); !client.Is(err, client.KindInvalid) {
		t.Errorf("a path too long: %v", err)
	}
	if err := os.Symlink("loop", dir+"/loop"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.List(t.Context(), place(dir+"/loop"), client.Options{}); !client.Is(err, client.KindInvalid) {
		t.Errorf("a circle of links: %v", err)
	}
	if os.Geteuid() == 0 {
		return // root may do everything
	}
	if err := os.Mkdir(dir+"/closed", 0); err != nil {
		t.Fatal(err)
	}
	_, err := s.List(t.Context(), place(dir+"/closed"), client.Options{})
	if !client.Is(err, client.KindLocal) || !strings.Contains(err.Error(), "no right") {
		t.Errorf("a closed folder: %v", err)
	}
}

func TestABigFolderComesInParts(t *testing.T) {
	dir, s := t.TempDir(), disk.New()
	for i := range 2500 {
		if err := os.WriteFile(filepath.Join(dir, strings.Repeat("f", i%200+1)+"-"+string(rune('a'+i/200))), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	parts, names := 0, map[string]bool{}
	l, err := s.List(t.Context(), place(dir), client.Options{Progress: func(l model.Listing, from int) {
		if parts++; from != len(names) {
			t.Errorf("from %d after %d", from, len(names))
		}
		for _, e := range l.Entries {
			names[e.Name] = true
		}
	}})
	for _, e := range l.Entries {
		names[e.Name] = true
	}
	if err != nil || len(l.Entries) != 452 || len(names) != 2500 || parts != 2 || !l.Complete || l.Total != 2500 {
		t.Fatalf("%+v, %d names, %d parts, %v", l, len(names), parts, err)
	}
}
