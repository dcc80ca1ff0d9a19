//go:build unix

package disk

import (
	"errors"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/model"
)

// What is known of one entry has what ls -l says of it.
func TestFactsOfAnEntry(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "run")
	if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{os.Chmod(file, 0o751), os.Link(file, filepath.Join(dir, "again")), os.Symlink("../to/no\x1bwhere", filepath.Join(dir, "link"))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	me, err := user.Current()
	if err != nil {
		t.Skip(err)
	}
	group, err := user.LookupGroupId(me.Gid)
	if err != nil {
		group = &user.Group{Name: me.Gid}
	}
	for name, want := range map[string]model.DocFacts{
		"run":  {Mode: "-rwxr-x--x", Owner: me.Username, Group: group.Name, Links: 2},
		"link": {Mode: "lrwxrwxrwx", Owner: me.Username, Group: group.Name, Links: 1, Target: "../to/no\x1bwhere"},
	} {
		for i, s := range []client.Source{New(), New().Reading(), New().Within([]model.Place{placeOf(dir)}), New().Rooted([]model.Place{placeOf(dir)})} {
			e, err := s.Stat(t.Context(), placeOf(filepath.Join(dir, name)), client.Options{})
			if err != nil || e.Facts() != want {
				t.Errorf("%s: %+v %+v %v", name, e, e.Facts(), err)
			}
			l, err := s.List(t.Context(), placeOf(dir), client.Options{})
			if at := slices.IndexFunc(l.Entries, func(e model.Entry) bool { return e.Name == "link" }); err != nil || l.Entries[at].Broken != (i < 2) {
				t.Errorf("%d: whether a link that leads out of all places is broken: %+v %v", i, l.Entries, err)
			}
		}
	}
}

// A number without a name stays a number, and a directory service that does not answer is waited for once.
func TestNamesOfPeople(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hung := make(chan struct{})
		n := people{ask: func(id string) string {
			switch id {
			case "1":
				return "anna"
			case "2":
				return id
			}
			<-hung
			return "late" + id
		}}
		for id, want := range map[uint32]string{1: "anna", 2: "2"} {
			if got := n.called(id); got != want {
				t.Errorf("%d: %s", id, got)
			}
		}
		start := time.Now()
		for id := uint32(3); id < 50; id++ {
			if got := n.called(id); got != strconv.Itoa(int(id)) {
				t.Errorf("%d: %s", id, got)
			}
		}
		if waited := time.Since(start); waited > patience {
			t.Errorf("waited %v", waited)
		}
		close(hung)
		synctest.Wait()
		if got := n.called(7); got != "late7" {
			t.Error(got)
		}
	})
}

// stuck is a disk where what a link leads to does not answer.
type stuck struct {
	whole
	until chan struct{}
}

func (h stuck) stat(p model.Place, follow bool) (fs.FileInfo, error) {
	if follow && p.Base() == "away" {
		<-h.until
	}
	return h.whole.stat(p, follow)
}

// A link into a file system that does not answer holds up no listing, also of those after it, and is not called broken.
func TestALinkThatHangs(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"away", "broken", "odd"} {
		if err := os.Symlink("nowhere", filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		until := make(chan struct{})
		s := &reader{stuck{whole{}, until}}
		for n := range 5 {
			start := time.Now()
			l, err := s.List(t.Context(), placeOf(dir), client.Options{})
			if err != nil || len(l.Entries) != 3 || time.Since(start) > patience {
				t.Fatal(l, err)
			}
			for _, e := range l.Entries {
				if e.Broken != (e.Name != "away") && n == 0 || e.Kind != model.KindLink {
					t.Errorf("%d: %+v", n, e)
				}
			}
			if e, err := s.Stat(t.Context(), placeOf(filepath.Join(dir, "away")), client.Options{}); err != nil || e.Facts().Target != "nowhere" {
				t.Errorf("%+v %v", e, err)
			}
		}
		close(until)
		synctest.Wait()
		if len(looking) > 0 {
			t.Error(len(looking), "are still looking")
		}
	})
}

// What is set is what the system then says, or it has failed; a link that has come meanwhile is not followed.
func TestTheSystemHasTheLastWord(t *testing.T) {
	dir := t.TempDir()
	file, away := filepath.Join(dir, "in", "file"), filepath.Join(dir, "away")
	for _, err := range []error{os.Mkdir(filepath.Dir(file), 0o700), os.WriteFile(file, nil, 0o600), os.WriteFile(away, nil, 0o600), os.Chmod(away, 0o600)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	s := New().Within([]model.Place{placeOf(filepath.Dir(file))}).(*Source)
	ref := func() model.Ref {
		info, err := os.Lstat(file)
		if err != nil {
			t.Fatal(err)
		}
		return ref(placeOf(file), info)
	}
	was := ref()
	for _, p := range []model.Policy{"0640", "4751@2026-01-02T03:04:05.123456789Z", "@1960-01-02T03:04:05Z", "0000"} {
		err := s.SetPolicy(t.Context(), was, p, client.Bulk)
		now, err2 := s.Policy(t.Context(), was, client.Options{})
		_, is, err3 := s.Wanted(p, now)
		if err := errors.Join(err, err2, err3); err != nil || is != p {
			t.Errorf("%s: it is %s, %v", p, now, err)
		}
	}
	err := s.SetPolicy(t.Context(), was, "@2600-01-01T00:00:00Z", client.Bulk) // few file systems hold such a time
	if now, _ := s.Policy(t.Context(), was, client.Options{}); (err == nil) != strings.HasSuffix(string(now), "@2600-01-01T00:00:00Z") {
		t.Error(now, err)
	}
	if err := os.Rename(file, file+"2"); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../away", file); err != nil {
		t.Fatal(err)
	}
	for _, r := range []model.Ref{was, ref()} {
		if err := s.SetPolicy(t.Context(), r, "0777", client.Bulk); err == nil {
			t.Errorf("%+v: a link is followed", r)
		}
	}
	if info, err := os.Stat(away); err != nil || info.Mode() != 0o600 {
		t.Error(info, err)
	}
}
