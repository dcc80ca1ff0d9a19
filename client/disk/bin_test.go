package disk_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/clienttest"
	"aloft/client/disk"
	"aloft/model"
)

func TestMain(m *testing.M) { os.Exit(clienttest.OwnBin(m)) }

// ownBin is a source with an empty bin, and a folder for what goes there.
func ownBin(t *testing.T) (s *disk.Source, files, dir string) {
	t.Helper()
	home := t.TempDir()
	t.Setenv("XDG_DATA_HOME", home)
	t.Setenv("HOME", home)
	files = home + "/Trash/files/"
	return disk.New(), files, t.TempDir()
}

// binOf lists what is in the bin of the test.
func binOf(t *testing.T, s *disk.Source, files string) []client.BinEntry {
	t.Helper()
	all, err := s.Bin(t.Context(), client.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(all, func(b client.BinEntry) bool {
		return !strings.Contains(b.Record, strings.ReplaceAll(files, " ", "%20"))
	})
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// A deletion goes to the desktop's trash by default, and for good by its mode only.
func TestDeletionsGoToTheBin(t *testing.T) {
	s, files, dir := ownBin(t)
	if got := s.DeleteModes(); !slices.Equal(got, []client.DeleteMode{client.DeleteToBin, client.DeleteForever}) {
		t.Fatal(got)
	}
	for _, name := range []string{"a b", "bin", "final"} {
		write(t, filepath.Join(dir, name), name)
	}
	del := func(name string, mode client.DeleteMode) {
		t.Helper()
		if err := s.Delete(t.Context(), []model.Ref{item(t, s, place(dir).Join(name))}, mode, client.Bulk); err != nil || exists(filepath.Join(dir, name)) {
			t.Fatal(name, err)
		}
	}
	del("a b", "")
	del("bin", client.DeleteToBin)
	del("final", client.DeleteForever)
	all := binOf(t, s, files)
	if len(all) != 2 || content(t, files+"a b") != "a b" {
		t.Fatalf("%+v", all)
	}
	info, err := os.ReadFile(files + "../info/a b.trashinfo")
	if want := "[Trash Info]\nPath=" + strings.ReplaceAll(dir, " ", "%20") + "/a%20b\nDeletionDate="; err != nil || !strings.HasPrefix(string(info), want) {
		t.Errorf("%q, %v", info, err)
	}
	i := slices.IndexFunc(all, func(b client.BinEntry) bool { return b.Entry.Name == "a b" })
	b := all[i]
	if !b.From.Equal(place(dir)) || time.Since(b.Deleted) > time.Minute || b.Entry.Size != 3 || b.Entry.Kind != model.KindFile || strings.ContainsAny(b.Record, " ") {
		t.Errorf("%+v", b)
	}
	if err := s.Recover(t.Context(), []string{b.Record}, client.Bulk); err != nil || content(t, filepath.Join(dir, "a b")) != "a b" {
		t.Error(err)
	}
	if err := s.Purge(t.Context(), []string{all[1-i].Record}, client.Bulk); err != nil || len(binOf(t, s, files)) != 0 {
		t.Error(err, binOf(t, s, files))
	}
}

// What comes back takes nobody's name, and a record is of one entry only.
func TestTheBinGivesBackOnlyWhatIsMeant(t *testing.T) {
	s, files, dir := ownBin(t)
	discard := func(name, body string) string {
		t.Helper()
		write(t, filepath.Join(dir, name), body)
		r, err := s.Discard(t.Context(), item(t, s, place(dir).Join(name)))
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	one := discard("x", "one")
	two := discard("x", "two")
	write(t, filepath.Join(dir, "x"), "mine")
	if err := s.Return(t.Context(), one, model.Place{}); !client.Is(err, client.KindConflict) || content(t, filepath.Join(dir, "x")) != "mine" {
		t.Fatal(err)
	}
	if err := s.Return(t.Context(), two, place(dir).Join("y")); err != nil || content(t, filepath.Join(dir, "y")) != "two" {
		t.Fatal(err)
	}
	// Another entry gets the name in the trash: the record is not that one's.
	if err := s.Purge(t.Context(), []string{one}, client.Bulk); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, "y"), filepath.Join(dir, "x")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "z"), "so that no inode is used again")
	three, err := s.Discard(t.Context(), item(t, s, place(dir).Join("x")))
	if err != nil || three == one {
		t.Fatal(three, err)
	}
	for _, old := range []string{one, "", "x", "1-2:/", "1-2:/etc/passwd", one[:strings.Index(one, ":")] + ":%zz"} {
		if err := s.Purge(t.Context(), []string{old}, client.Bulk); err == nil {
			t.Errorf("%q was purged", old)
		}
		if err := s.Return(t.Context(), old, model.Place{}); err == nil {
			t.Errorf("%q came back", old)
		}
		if found, err := s.Records(t.Context(), []string{old}); len(found) != 0 {
			t.Errorf("%q: %+v, %v", old, found, err)
		}
	}
	if found, err := s.Records(t.Context(), []string{one, three}); len(found) != 1 || err != nil || found[0].Record != three || !exists(files+"x") {
		t.Errorf("%+v, %v", found, err)
	}
}

// Where the trash takes nothing, nothing is deleted, and the way round is said.
func TestWithoutABinNothingIsDeleted(t *testing.T) {
	s, files, _ := ownBin(t)
	write(t, files+"x", "x")
	at := place(strings.TrimSuffix(files, "/")).Join("x")
	_, err := s.Discard(t.Context(), item(t, s, at))
	for _, err := range []error{s.Takes(at), err} {
		if !client.Is(err, client.KindUnsupported) || !strings.Contains(err.Error(), "use --final with") {
			t.Errorf("%v", err)
		}
	}
	if !exists(disk.Path(at)) {
		t.Error("it is gone")
	}
}

// Any program puts things there: what it says of them is shown as far as it can be believed.
func TestTheBinOfOtherPrograms(t *testing.T) {
	s, files, dir := ownBin(t)
	info := filepath.Join(files, "../info")
	for name, text := range map[string]string{
		"none":            "",
		"esc\x1b[31mred":  "[Trash Info]\nPath=/etc/esc%1B[31mred\nDeletionDate=2024-01-02T03:04:05\n",
		"nul":             "[Trash Info]\nPath=/etc/a%00b\n",
		"root":            "[Trash Info]\nPath=/\n",
		"\xff\xfe":        "[Trash Info]\nPath=" + dir + "/%FF%FE\nDeletionDate=yesterday\n",
		"up":              "[Trash Info]\nPath=/home/../../etc/up\n",
		"relative":        "[Trash Info]\nPath=../../etc/passwd\n",
		"long":            strings.Repeat("x", 1<<20),
		"with:a colon %2": "[Trash Info]\nPath=" + dir + "/with:a colon\n",
	} {
		write(t, files+name, name)
		if text != "" {
			write(t, filepath.Join(info, name+".trashinfo"), text)
		}
	}
	if err := os.Symlink("/etc", files+"link"); err != nil {
		t.Fatal(err)
	}
	all := binOf(t, s, files)
	got := map[string]string{}
	for _, b := range all {
		got[b.Entry.Name] = b.Was().String()
		if found, err := s.Records(t.Context(), []string{b.Record}); err != nil || len(found) != 1 || found[0].Record != b.Record {
			t.Errorf("%q: %+v, %v", b.Record, found, err)
		}
	}
	for name, was := range map[string]string{
		"none": "", "nul": "", "root": "", "relative": "", "long": "", "link": "", "esc\x1b[31mred": place("/etc/esc\x1b[31mred").String(),
		"\xff\xfe": place(dir + "/\xff\xfe").String(), "up": place("/etc/up").String(), "with:a colon": place(dir + "/with:a colon").String(),
	} {
		if w, ok := got[name]; !ok || w != was {
			t.Errorf("%q was at %q, not %q", name, w, was)
		}
	}
	if len(got) != 10 || len(all) != 10 {
		t.Errorf("%d: %q", len(all), got)
	}
	for _, b := range all {
		if b.Entry.Name != "none" {
			continue
		}
		if err := s.Recover(t.Context(), []string{b.Record}, client.Bulk); err == nil || !strings.Contains(err.Error(), "the original folder of none is not known") {
			t.Error(err)
		}
		if err := s.Return(t.Context(), b.Record, place(dir).Join("none")); err != nil || !exists(filepath.Join(dir, "none")) {
			t.Error(err)
		}
	}
}

// Nobody waits for a bin of ten thousand entries.
func BenchmarkBin(b *testing.B) {
	home, dir := b.TempDir(), b.TempDir()
	b.Setenv("XDG_DATA_HOME", home)
	b.Setenv("HOME", home)
	s := disk.New()
	for i := range 10_000 {
		p := filepath.Join(dir, fmt.Sprint(i))
		if err := os.WriteFile(p, nil, 0o600); err != nil {
			b.Fatal(err)
		}
		if _, err := s.Discard(b.Context(), model.Ref{Place: place(p)}); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if all, err := s.Bin(b.Context(), client.Options{}); err != nil || len(all) < 10_000 {
			b.Fatal(len(all), err)
		}
	}
}
