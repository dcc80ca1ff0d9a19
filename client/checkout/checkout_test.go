package checkout

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"aloft/client"
	"aloft/client/disk"
	"aloft/model"
)

// onDisk has the disk alone.
type onDisk struct{ *disk.Source }

func (o onDisk) For(model.Place) (client.Source, error) { return o.Source, nil }
func (o onDisk) Accounts() []string                     { return nil }

func newStore(dir string) *Store {
	return New(filepath.Join(dir, "copies"), onDisk{disk.New()}, func(head []byte, _ bool) bool { return !bytes.Contains(head, []byte{0}) })
}

func place(path string) model.Place {
	return model.LocalPlace(model.Steps(strings.Split(strings.TrimPrefix(filepath.ToSlash(path), "/"), "/")...))
}

func put(t *testing.T, path, content string, mode os.FileMode) model.Place {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
	return place(path)
}

func has(t *testing.T, path, want string) {
	t.Helper()
	if b, err := os.ReadFile(path); err != nil || string(b) != want {
		t.Errorf("%s holds %q, %v, want %q", path, b, err, want)
	}
}

func checkOut(t *testing.T, s *Store, at model.Place) client.WorkingCopy {
	t.Helper()
	c, err := s.CheckOut(t.Context(), at, client.CheckOut{Edit: true})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func state(t *testing.T, s *Store, c client.WorkingCopy, want client.CopyState) {
	t.Helper()
	if got, err := s.Compare(t.Context(), c); err != nil || got != want {
		t.Errorf("state %d, %v, want %d", got, err, want)
	}
}

func TestATextGoesOutAndBack(t *testing.T) {
	dir := t.TempDir()
	s, at := newStore(dir), put(t, filepath.Join(dir, "note.txt"), "old\n", 0o640)
	c := checkOut(t, s, at)
	for path, mode := range map[string]os.FileMode{c.Path: 0o600, filepath.Dir(filepath.Dir(c.Path)): 0o700 | os.ModeDir, s.dir: 0o700 | os.ModeDir} {
		if st, err := os.Stat(path); err != nil || st.Mode() != mode {
			t.Errorf("%s: mode %v, %v", path, st.Mode(), err)
		}
	}
	if filepath.Base(c.Path) != "note.txt" {
		t.Errorf("the copy is called %s", c.Path)
	}
	state(t, s, c, client.CopySame)
	put(t, c.Path, "new\n", 0o600)
	state(t, s, c, client.CopyWritten)
	if err := s.CheckIn(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	has(t, filepath.Join(dir, "note.txt"), "new\n")
	if err := s.Drop(c); err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(s.dir); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

// What the original has become decides; nothing of it is ever lost.
func TestTheOriginalWasChanged(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "note.txt")
	s, at := newStore(dir), put(t, path, "old\n", 0o640)
	c := checkOut(t, s, at)
	put(t, c.Path, "mine\n", 0o600)
	put(t, path, "theirs\n", 0o640)
	state(t, s, c, client.CopyConflict)
	if err := s.CheckIn(t.Context(), c); !client.Is(err, client.KindConflict) {
		t.Errorf("%v", err)
	}
	has(t, path, "theirs\n")
	if original, copied, err := s.Texts(t.Context(), c); err != nil || original != "theirs\n" || copied != "mine\n" {
		t.Errorf("%q, %q, %v", original, copied, err)
	}
	if err := s.Beside(c); err != nil {
		t.Fatal(err)
	}
	if st, _ := os.Stat(c.Path); st.Mode() != 0o640 {
		t.Errorf("beside it has mode %v", st.Mode())
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	state(t, s, c, client.CopyOrphan)
	if err := os.Remove(c.Path); err != nil {
		t.Fatal(err)
	}
	state(t, s, c, client.CopyRemoved)
}

func TestWhatIsNotEdited(t *testing.T) {
	dir := t.TempDir()
	s := newStore(dir)
	large := put(t, filepath.Join(dir, "large.txt"), "", 0o600)
	if err := os.Truncate(filepath.Join(dir, "large.txt"), client.EditBytes+1); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		at   model.Place
		want string
	}{
		{put(t, filepath.Join(dir, "pic.png"), "\x89PNG\x00", 0o600), "pic.png is not text, so it cannot be edited"},
		{large, "large.txt is too large to edit here (more than 16 MB); nothing was changed"},
		{place(dir), "points to a folder"},
		{place(filepath.Join(dir, "gone")), "was not found"},
		{place("/dev/null"), "/dev/null is not a regular file"},
	} {
		if _, err := s.CheckOut(t.Context(), c.at, client.CheckOut{Edit: true}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.at, err, c.want)
		}
	}
	if os.Geteuid() != 0 { // root may write to all
		at := put(t, filepath.Join(dir, "ro.txt"), "x", 0o400)
		if _, err := s.CheckOut(t.Context(), at, client.CheckOut{Edit: true}); err == nil || !strings.Contains(err.Error(), "is read-only") {
			t.Errorf("%v", err)
		}
	}
	if left, _ := os.ReadDir(s.dir); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := s.CheckOut(ctx, put(t, filepath.Join(dir, "a"), "x", 0o600), client.CheckOut{}); err == nil {
		t.Error("it was copied after Esc")
	}
}

// kill does to a store what the end of its process does.
func (s *Store) kill(editors bool) {
	for _, c := range s.mine {
		_ = c.owner.Close()
		if !editors {
			_ = c.folder.Lock.Close()
		}
	}
}

func TestWhatKilledProgramsLeave(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) model.Place { return put(t, filepath.Join(dir, name), "old\n", 0o600) }
	dead, editing, alive := newStore(dir), newStore(dir), newStore(dir)
	checkOut(t, dead, at("same"))
	written := checkOut(t, dead, at("written"))
	put(t, written.Path, "new\n", 0o600)
	jobs := map[string]model.JobState{"done": model.JobDone, "runs": model.JobRunning, "failed": model.JobFailed}
	for id := range jobs {
		c := checkOut(t, dead, at(id))
		put(t, c.Path, "new\n", 0o600)
		if err := dead.SentBy(c, id); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := dead.CheckOut(t.Context(), at("shown"), client.CheckOut{}); err != nil {
		t.Fatal(err)
	}
	open := checkOut(t, editing, at("open"))
	put(t, checkOut(t, alive, at("alive")).Path, "new\n", 0o600)
	dead.kill(false)
	editing.kill(true)

	next := newStore(dir)
	Sweep(next.dir)
	got := map[string]bool{}
	for _, l := range next.Left(func(id string) model.JobState { return jobs[id] }) {
		got[l.Of.Base()] = l.Open
	}
	if len(got) != 3 || got["written"] || got["failed"] || !got["open"] {
		t.Errorf("left: %v", got)
	}
	if all, _ := filepath.Glob(filepath.Join(next.dir, "*")); len(all) != 5 { // with those of the job that runs and of the living
		t.Errorf("still there: %v", all)
	}
	// The file is gone on with, once.
	c := checkOut(t, next, written.Of)
	if !c.Resume || c.Path != written.Path {
		t.Errorf("%+v", c)
	}
	has(t, c.Path, "new\n")
	if other := checkOut(t, newStore(dir), written.Of); other.Resume {
		t.Error("two programs go on with one copy")
	}
	if o := checkOut(t, next, open.Of); o.Resume {
		t.Error("what an editor still has is gone on with")
	}
	runtime.KeepAlive(alive) // its locks end with it
}
