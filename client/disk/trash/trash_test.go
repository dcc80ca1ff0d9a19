//go:build unix

package trash

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/clienttest/procs"
)

// childEnv makes the test binary a process that puts the files of a folder into the trash.
const childEnv = "ALOFT_TEST_TRASH_CHILD"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childEnv); dir != "" {
		files, err := os.ReadDir(dir)
		if err != nil {
			panic(err)
		}
		for _, f := range files {
			if _, err := New().Put(filepath.Join(dir, f.Name())); err != nil {
				panic(err)
			}
			fmt.Println(f.Name())
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func must(t testing.TB, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// bench is a trash of its own, and a folder for what goes there.
func bench(t *testing.T) (*Trash, string) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("XDG_DATA_HOME", dir+"/data")
	must(t, os.Mkdir(dir+"/work", 0o755))
	tr := New()
	tr.mounts = func() []string { return nil }
	return tr, dir + "/work"
}

func write(t testing.TB, path string) string {
	t.Helper()
	must(t, os.WriteFile(path, []byte(path), 0o600))
	return path
}

// paths are where the items were, sorted.
func paths(items []Item) []string {
	var out []string
	for _, it := range items {
		out = append(out, it.Path)
	}
	slices.Sort(out)
	return out
}

func list(t testing.TB, tr *Trash) []Item {
	t.Helper()
	all, err := tr.List()
	must(t, err)
	return all
}

func there(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func TestWhatIsPutThereComesBack(t *testing.T) {
	tr, dir := bench(t)
	must(t, os.MkdirAll(dir+"/folder/in", 0o755), os.Symlink("nowhere", dir+"/link"))
	write(t, dir+"/folder/in/file")
	all := []string{dir + "/folder", dir + "/link", write(t, dir+"/.hidden"), write(t, dir+"/ä % b\n=.txt"), write(t, dir+"/\xff"), write(t, dir+"/"+strings.Repeat("漢", 85))}
	for _, p := range all {
		it, err := tr.Put(p)
		must(t, err)
		if there(p) || it.Path != p || it.Info == nil || time.Since(it.Deleted) > time.Hour {
			t.Errorf("%q: %+v", p, it)
		}
	}
	slices.Sort(all)
	items := list(t, tr)
	if got := paths(items); !slices.Equal(got, all) {
		t.Errorf("listed %q", got)
	}
	for i, it := range items {
		to := ""
		if it.Path == dir+"/.hidden" {
			to = dir + "/elsewhere"
			must(t, tr.Restore(it, to))
			continue
		}
		must(t, tr.Restore(items[i], to))
		if !there(it.Path) {
			t.Errorf("%q is not back", it.Path)
		}
	}
	if b, err := os.ReadFile(dir + "/elsewhere"); err != nil || string(b) != dir+"/.hidden" {
		t.Errorf("%q, %v", b, err)
	}
	if left, _ := os.ReadDir(tr.home + "/info"); len(left) != 0 || len(list(t, tr)) != 0 {
		t.Errorf("left: %v", left)
	}
}

// The specification's own words: what other programs read.
func TestADescriptionIsAsOthersReadIt(t *testing.T) {
	tr, dir := bench(t)
	tr.now = func() time.Time { return time.Date(2004, 8, 31, 22, 32, 8, 5, time.Local) }
	it, err := tr.Put(write(t, dir+"/a ü%.txt"))
	must(t, err)
	b, err := os.ReadFile(tr.home + "/info/a ü%.txt.trashinfo")
	must(t, err)
	if want := "[Trash Info]\nPath=" + dir + "/a%20%C3%BC%25.txt\nDeletionDate=2004-08-31T22:32:08\n"; string(b) != want {
		t.Errorf("%q, want %q", b, want)
	}
	for _, d := range tr.parts(bin{dir: it.Bin}) {
		if info, err := os.Stat(d); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v, %v", d, info.Mode(), err)
		}
	}
}

func TestATakenNameIsNeverReplaced(t *testing.T) {
	tr, dir := bench(t)
	it, err := tr.Put(write(t, dir+"/a.txt"))
	must(t, err)
	must(t, os.WriteFile(dir+"/a.txt", []byte("mine"), 0o600))
	if err := tr.Restore(it, ""); !errors.Is(err, fs.ErrExist) {
		t.Error(err)
	}
	if b, _ := os.ReadFile(dir + "/a.txt"); string(b) != "mine" || len(list(t, tr)) != 1 {
		t.Errorf("%q", b)
	}
	// In the trash: another description, a file without one, and many of one name.
	write(t, tr.home+"/files/a.2.txt")
	write(t, tr.home+"/info/a.3.txt.trashinfo")
	names := map[string]bool{it.Name: true}
	for i := range 30 {
		if i > 0 {
			write(t, dir+"/a.txt")
		}
		it, err := tr.Put(dir + "/a.txt")
		must(t, err)
		if names[it.Name] || it.Name == "a.2.txt" || it.Name == "a.3.txt" || !strings.HasSuffix(it.Name, ".txt") {
			t.Errorf("it became %s", it.Name)
		}
		names[it.Name] = true
	}
	if b, _ := os.ReadFile(tr.home + "/files/a.2.txt"); string(b) != tr.home+"/files/a.2.txt" {
		t.Errorf("%q", b)
	}
	if got := len(list(t, tr)); got != 32 { // with the one that nobody has described
		t.Errorf("listed %d", got)
	}
}

func TestNumbered(t *testing.T) {
	long := strings.Repeat("a", 255)
	for _, base := range []string{"a.txt", "a", ".b", long, "a." + long[2:], strings.Repeat("漢", 80) + ".docx"} {
		for _, n := range []int{1, 2, 21} {
			got := numbered(base, n)
			if len(got)+len(infoSuffix) > 255 || got == "" || (got == base) != (n == 1 && len(base) <= 245) {
				t.Errorf("%q %d: %q", base, n, got)
			}
		}
	}
	if got := numbered("a.tar.gz", 2); got != "a.2.tar.gz" && got != "a.tar.2.gz" {
		t.Error(got)
	}
}

func TestPurgeDeletesForGood(t *testing.T) {
	tr, dir := bench(t)
	must(t, os.MkdirAll(dir+"/folder/closed", 0o755), os.Symlink(write(t, dir+"/kept"), dir+"/folder/link"))
	write(t, dir+"/folder/closed/file")
	must(t, os.Chmod(dir+"/folder/closed", 0o500))
	it, err := tr.Put(dir + "/folder")
	must(t, err)
	must(t, tr.Purge(it))
	if left := list(t, tr); len(left) != 0 || there(infoFile(it)) || !there(dir+"/kept") {
		t.Errorf("left: %v", left)
	}
	if err := tr.Purge(it); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// An item that was listed may be restored meanwhile, and another one may have its name.
func TestAnotherItemOfTheNameIsLeftAlone(t *testing.T) {
	tr, dir := bench(t)
	it, err := tr.Put(write(t, dir+"/a"))
	must(t, err)
	must(t, tr.Restore(it, ""), os.Remove(dir+"/a"), os.Mkdir(dir+"/b", 0o755))
	_, err = tr.Put(write(t, dir+"/b/a"))
	must(t, err)
	for _, err := range []error{tr.Restore(it, ""), tr.Purge(it)} {
		if !client.Is(err, client.KindStale) {
			t.Error(err)
		}
	}
	for _, bad := range []Item{{Bin: tr.home, Name: "../../work"}, {Bin: tr.home}, {Bin: tr.home, Name: ".."}, {Bin: dir, Name: "b"}} {
		if err := tr.Purge(bad); err == nil {
			t.Errorf("%+v was purged", bad)
		}
	}
	if got := paths(list(t, tr)); !slices.Equal(got, []string{dir + "/b/a"}) {
		t.Errorf("%q", got)
	}
}

func TestTheTrashDoesNotGoIntoItself(t *testing.T) {
	tr, dir := bench(t)
	it, err := tr.Put(write(t, dir+"/a"))
	must(t, err)
	for _, p := range []string{tr.home, tr.home + "/files", filepath.Dir(tr.home), filepath.Dir(filepath.Dir(tr.home)), tr.File(it)} {
		if _, err := tr.Put(p); !client.Is(err, client.KindUnsupported) {
			t.Errorf("%s: %v", p, err)
		}
	}
	if _, err := tr.Put("/"); !client.Is(err, client.KindUnsupported) {
		t.Error(err)
	}
	if got := list(t, tr); len(got) != 1 {
		t.Errorf("%v", got)
	}
}

// Whatever the place of a folder is by links, its own path is what is noted.
func TestLinksOnTheWayAreResolved(t *testing.T) {
	tr, dir := bench(t)
	must(t, os.Mkdir(dir+"/real", 0o755), os.Symlink("real", dir+"/alias"))
	write(t, dir+"/real/a")
	it, err := tr.Put(dir + "/alias/a")
	if must(t, err); it.Path != dir+"/real/a" {
		t.Errorf("%+v", it)
	}
}

func TestAKilledProcessLosesNothing(t *testing.T) {
	for round := range 8 {
		tr, dir := bench(t)
		var want []string
		for i := range 200 {
			want = append(want, write(t, fmt.Sprintf("%s/%03d", dir, i)))
		}
		p := procs.Start(t, procs.Self(childEnv+"="+dir))
		for range 1 + round*9 {
			p.Line(t)
		}
		must(t, p.Process.Kill())
		_ = p.Wait()
		items := list(t, tr)
		got := paths(items)
		for _, path := range want {
			if there(path) {
				got = append(got, path)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("%d: of %d files %d are there or in the trash", round, len(want), len(got))
		}
		for _, it := range items {
			if b, err := os.ReadFile(tr.File(it)); err != nil || string(b) != it.Path {
				t.Errorf("%s has %q, %v", it.Path, b, err)
			}
		}
	}
}

// Killed between description and move: the entry is where it was, and the description goes
// when it is a day old.
func TestADescriptionOfNothingGoes(t *testing.T) {
	tr, dir := bench(t)
	first, err := tr.Put(write(t, dir+"/first"))
	must(t, err)
	must(t, tr.describe(bin{dir: tr.home}, Item{Bin: tr.home, Name: "a", Path: write(t, dir+"/a"), Deleted: time.Now()}))
	if got := paths(list(t, tr)); !slices.Equal(got, []string{first.Path}) || !there(tr.home+"/info/a.trashinfo") {
		t.Errorf("%q", got)
	}
	if it, err := tr.Put(dir + "/a"); err != nil || it.Name == "a" {
		t.Errorf("%+v, %v", it, err)
	}
	tr.now = func() time.Time { return time.Now().Add(25 * time.Hour) }
	if got := list(t, tr); len(got) != 2 || there(tr.home+"/info/a.trashinfo") || !there(infoFile(first)) {
		t.Errorf("%v", got)
	}
}

func TestProcessesShareATrash(t *testing.T) {
	tr, dir := bench(t)
	var want []string
	var all []*procs.Process
	for i := range 4 {
		sub := fmt.Sprintf("%s/%d", dir, i)
		must(t, os.Mkdir(sub, 0o755))
		for k := range 30 {
			want = append(want, write(t, fmt.Sprintf("%s/%02d", sub, k)))
		}
		all = append(all, procs.Start(t, procs.Self(childEnv+"="+sub)))
	}
	for _, p := range all {
		for p.Lines.Scan() {
		}
		must(t, p.Wait())
	}
	if got := paths(list(t, tr)); !slices.Equal(got, want) {
		t.Errorf("%d of %d", len(got), len(want))
	}
}

// As on macOS: no descriptions.
func TestAPlainTrash(t *testing.T) {
	tr, dir := bench(t)
	tr.plain = true
	for _, n := range []string{"a.txt", "b"} {
		_, err := tr.Put(write(t, dir+"/"+n))
		must(t, err)
	}
	again, err := tr.Put(write(t, dir+"/a.txt"))
	must(t, err)
	write(t, tr.home+"/.DS_Store")
	items := list(t, tr)
	var names []string
	for _, it := range items {
		names = append(names, it.Name)
		if it.Path != "" || time.Since(it.Deleted) > time.Hour {
			t.Errorf("%+v", it)
		}
	}
	if !slices.Equal(names, []string{"a.2.txt", "a.txt", "b"}) {
		t.Errorf("%q", names)
	}
	again.Path = "" // as it is listed
	if err := tr.Restore(again, ""); err == nil || !strings.Contains(err.Error(), "the original folder of") {
		t.Error(err)
	}
	must(t, tr.Restore(items[0], dir+"/back"), tr.Purge(items[2]))
	if got := list(t, tr); len(got) != 1 || !there(dir+"/back") {
		t.Errorf("%v", got)
	}
}
