//go:build unix

package embedded

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"aloft/client/embedded/drive"
	"aloft/client/embedded/store"
	"aloft/model/text"
)

func wantText(t *testing.T, err error, what text.Text) {
	t.Helper()
	var own *store.Error
	if !errors.As(err, &own) || own.What != what {
		t.Errorf("error %v, want %q", err, what)
		return
	}
	if own.Hint == "" || strings.Contains(err.Error(), "%!") || strings.Contains(err.Error(), "%s") {
		t.Errorf("sentence %q", err)
	}
}

func TestOpenTroubles(t *testing.T) {
	try := func(dir string) error {
		s, err := Open(t.Context(), Options{Dir: dir, Sample: true})
		if err == nil {
			s.Close()
		}
		return err
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	wantText(t, try(filepath.Join(file, "below")), "%s cannot be made: a file is in the way")
	wantText(t, try(file), "%s cannot be made: a file is in the way")

	garbage := t.TempDir()
	if err := os.WriteFile(filepath.Join(garbage, "aloft.db"), []byte(strings.Repeat("no database ", 500)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := try(garbage); err != nil {
		t.Error(err)
	}
	kept, _ := filepath.Glob(filepath.Join(garbage, "damaged-*", "aloft.db"))
	if len(kept) != 1 {
		t.Fatalf("set aside: %v", kept)
	}
	if b, err := os.ReadFile(kept[0]); err != nil || !strings.HasPrefix(string(b), "no database") {
		t.Error("a damaged database was touched")
	}

	newer := open(t, Options{})
	if err := newer.s.db.Update(t.Context(), func(l *store.Link) error { return l.Do("PRAGMA user_version = 99") }); err != nil {
		t.Fatal(err)
	}
	newer.s.Close()
	wantText(t, try(filepath.Dir(newer.s.Path())), text.NewerStore)

	strange := "/" // belongs to root
	if os.Geteuid() == 0 {
		strange = t.TempDir()
		if err := os.Chown(strange, 12345, 12345); err != nil {
			t.Fatal(err)
		}
	}
	wantText(t, try(strange), "The data folder %s belongs to another user.")
}

func TestErrorsOfTheSystemAreSaid(t *testing.T) {
	for err, what := range map[error]text.Text{
		syscall.ENOSPC: text.BoxFull,
		&fs.PathError{Op: "open", Path: "x", Err: syscall.EROFS}:  text.BoxReadOnly,
		&fs.PathError{Op: "open", Path: "x", Err: syscall.EACCES}: text.BoxReadOnly,
		fmt.Errorf("wrapped: %w", store.ErrNewer):                 text.NewerStore,
	} {
		wantText(t, store.Say(err, "/x"), what)
	}
}

// A full disk refuses with a code and changes nothing; when there is room again,
// work goes on.
func TestDiskFull(t *testing.T) {
	r := open(t, Options{})
	r.plant("keep/")
	pragma := func(q string) {
		err := r.s.db.Update(t.Context(), func(l *store.Link) error {
			var got any
			_, err := l.Row(q, nil, &got)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	pragma("PRAGMA max_page_count = 1") // the least that is possible: its current size
	full := 0
	for i := range 400 {
		env := r.call("POST", "/file", object{"pdir_fid": "0", "file_name": fmt.Sprint(strings.Repeat("n", 200), i), "file_type": 0})
		if env.http != 200 {
			full++
			if env.http != 400 || env.Code != 32003 || !strings.Contains(env.Message, "full") {
				t.Fatal(env.raw)
			}
		}
	}
	if full == 0 {
		t.Fatal("the disk never was full")
	}
	if got := len(r.ls("0")); got != 401-full {
		t.Errorf("%d folders, %d were refused", got, full)
	}
	pragma("PRAGMA max_page_count = 100000")
	r.want(200, 0, "POST", "/file", object{"pdir_fid": "0", "file_name": "again", "file_type": 0})
	check(t, r.s)
}

func TestReadOnlyStorage(t *testing.T) {
	r := open(t, Options{})
	if err := r.s.db.Update(t.Context(), func(l *store.Link) error { return l.Do("PRAGMA query_only = 1") }); err != nil {
		t.Fatal(err)
	}
	r.want(400, 50001, "POST", "/file", object{"pdir_fid": "0", "file_name": "n", "file_type": 0})
	r.want(200, 0, "GET", sorted("0", ""), nil)
}

// Where the write-ahead log cannot be used, everything still works.
func TestWithoutTheLog(t *testing.T) {
	r := open(t, Options{noLog: true})
	r.plant("a/", "b/x")
	if _, err := os.Stat(r.s.Path() + "-wal"); !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	if r.s.Notice() == "" {
		t.Error("nobody is told")
	}
	var wg sync.WaitGroup
	a, b, x := r.fid("a"), r.fid("b"), r.fid("b/x")
	for i := range 3 {
		wg.Go(func() {
			for j := range 20 {
				r.want(200, 0, "POST", "/file/move", move([]string{a, b}[(i+j)%2], x))
				r.ls(a)
			}
		})
	}
	wg.Wait()
	check(t, r.s)
}

// Names of folders that a concatenated DSN would misread.
func TestAwkwardFolders(t *testing.T) {
	base := t.TempDir()
	for _, name := range []string{"plain", "with space", "a?b", "a#b", "%41", "&mode=memory", "数据 目录", "a'b\"c", "a;b"} {
		dir := filepath.Join(base, name, "aloft")
		r := open(t, Options{Dir: dir})
		r.plant("here")
		if _, err := os.Stat(filepath.Join(dir, "aloft.db")); err != nil {
			t.Error(err)
		}
		r.s.Close()
		again := open(t, Options{Dir: dir})
		if again.names("0") != "here" {
			t.Errorf("%q: %s", name, again.names("0"))
		}
		again.s.Close()
		left, err := os.ReadDir(filepath.Join(base, name, "aloft"))
		if err != nil || len(left) != 1 {
			t.Errorf("%q: %v left behind %v", name, left, err)
		}
	}
	if left, err := os.ReadDir(base); err != nil || len(left) != 9 {
		t.Errorf("%d folders: %v", len(left), left)
	}
}

func TestOnlyTheOwnerReads(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	r := open(t, Options{Dir: dir, Sample: true})
	r.ls("0")
	for path, want := range map[string]os.FileMode{dir: 0o700, r.s.Path(): 0o600, r.s.Path() + "-wal": 0o600, r.s.Path() + "-shm": 0o600} {
		fi, err := os.Stat(path)
		if err != nil || fi.Mode().Perm() != want {
			t.Errorf("%s: %v %v", path, fi.Mode().Perm(), err)
		}
	}
	if r.s.Notice() != "" {
		t.Error(r.s.Notice())
	}
}

func TestSampleAndReset(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	dir := t.TempDir()
	r := open(t, Options{Dir: dir, Sample: true, Now: func() time.Time { return now }})
	first := paths(mustDump(t, r))
	kinds, deep := map[string]int{}, 0
	for _, i := range mustDump(t, r) {
		if why := store.Check(i.Path[len(i.Path)-1]); why != "" {
			t.Errorf("%v: %s", i.Path, why)
		}
		if i.Modified.After(now) || i.Modified.Before(now.AddDate(-15, 0, 0)) {
			t.Errorf("%v is of %v", i.Path, i.Modified)
		}
		kinds[i.MIME]++
		deep = max(deep, len(i.Path))
	}
	if len(kinds) < 12 || deep < 9 || len(first) < 200 {
		t.Errorf("%d kinds, %d deep, %d entries", len(kinds), deep, len(first))
	}
	r.want(200, 0, "POST", "/file/delete", remove(r.fid("Photos")))
	r.want(200, 0, "POST", "/file", object{"pdir_fid": "0", "file_name": "mine", "file_type": 0})
	r.s.Close()
	// A second opening adds nothing.
	again := open(t, Options{Dir: dir, Sample: true, Now: func() time.Time { return now }})
	if strings.Contains(again.names("0"), "Photos") {
		t.Error("the sample came back by itself")
	}
	if err := again.s.Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := paths(mustDump(t, again)); got["mine"] || len(got) != len(first) {
		t.Errorf("%d entries after the reset, %d before", len(got), len(first))
	}
	check(t, again.s)
	// Without the option Sample there is none, also later.
	empty := t.TempDir()
	open(t, Options{Dir: empty}).s.Close()
	if got := open(t, Options{Dir: empty, Sample: true}).names("0"); got != "" {
		t.Error("the sample was put beside what is the user's:", got)
	}
}

func paths(items []drive.Item) map[string]bool {
	out := map[string]bool{}
	for _, i := range items {
		out[strings.Join(i.Path, "/")] = true
	}
	return out
}

func TestClosed(t *testing.T) {
	r := open(t, Options{})
	if err := r.s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := r.s.Close(); err != nil {
		t.Error(err)
	}
	if _, err := r.try("GET", "/config", nil); err == nil {
		t.Error("a closed service answers")
	}
	if err := r.s.Reset(t.Context()); err == nil {
		t.Error("a closed service is reset")
	}
}
