//go:build unix

package embedded

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"aloft/client/embedded/drive"
	"aloft/client/embedded/store"
	"aloft/client/system"
	"aloft/model/text"
)

// bigBox is a database with a few hundred entries, and its file.
func bigBox(t *testing.T) (dir string, paths map[string]bool) {
	t.Helper()
	dir = t.TempDir()
	s, err := Open(t.Context(), Options{Dir: dir, Sample: true, Fast: true})
	if err != nil {
		t.Fatal(err)
	}
	var items []drive.Item
	paths = map[string]bool{}
	for i := range 40 {
		for j := range 10 {
			p := []string{fmt.Sprintf("folder %d", i), fmt.Sprintf("file %d.txt", j)}
			items = append(items, drive.Item{Path: p, Size: 1})
			paths[strings.Join(p, "/")] = true
		}
	}
	if err := s.Plant(t.Context(), items); err != nil {
		t.Fatal(err)
	}
	if faults, err := s.Check(t.Context()); err != nil || len(faults) > 0 {
		t.Fatalf("a new database has faults: %v %v", faults, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return dir, paths
}

// pagesOf are the pages of a table or an index, leaves before others.
func pagesOf(t *testing.T, dir, name string) []int64 {
	t.Helper()
	s, err := store.Open(store.Options{Dir: dir, Fast: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var out []int64
	err = s.View(t.Context(), func(l *store.Link) error {
		return l.Rows("SELECT pageno FROM dbstat WHERE name = ? ORDER BY pagetype = 'internal', pageno", []any{name}, func(scan func(...any) error) error {
			var n int64
			err := scan(&n)
			out = append(out, n)
			return err
		})
	})
	if err != nil || len(out) == 0 {
		t.Fatal(name, out, err)
	}
	return out
}

// spoil overwrites a page of the database.
func spoil(t *testing.T, dir string, page int64, how string) {
	t.Helper()
	f, err := os.OpenFile(filepath.Join(dir, "aloft.db"), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	head := make([]byte, 100)
	if _, err := f.ReadAt(head, 0); err != nil {
		t.Fatal(err)
	}
	size := int64(binary.BigEndian.Uint16(head[16:]))
	b := make([]byte, size)
	if _, err := f.ReadAt(b, (page-1)*size); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, uint64(page)))
	switch how {
	case "zeros":
		clear(b)
	case "noise":
		for i := range b {
			b[i] = byte(r.Uint32())
		}
	case "pointers":
		for i := 8; i < 40; i++ {
			b[i] = byte(r.Uint32())
		}
	}
	if _, err := f.WriteAt(b, (page-1)*size); err != nil {
		t.Fatal(err)
	}
}

// Pages of tables and indexes are really damaged: what meets it marks it, and the next start sets it aside unchanged.
func TestADamagedDatabaseIsSetAside(t *testing.T) {
	for _, c := range []struct {
		table, how string
		which      int // page of the table, from 0
	}{
		{"node", "zeros", 0}, {"node", "noise", 2}, {"node", "pointers", 1}, {"node_name", "zeros", 0}, {"node_order", "noise", 0},
		{"node_time", "pointers", 0}, {"page", "noise", 0}, {"prose", "zeros", 0}, {"meta", "noise", 0}, {"bin", "zeros", 0},
		{"", "zeros", 0}, // the file's header
	} {
		t.Run(c.table+" "+c.how, func(t *testing.T) {
			dir, _ := bigBox(t)
			if page := int64(1); c.table == "" {
				spoil(t, dir, page, c.how)
			} else {
				spoil(t, dir, pagesOf(t, dir, c.table)[c.which], c.how)
			}
			before, err := os.ReadFile(filepath.Join(dir, "aloft.db"))
			if err != nil {
				t.Fatal(err)
			}
			s, err := Open(t.Context(), Options{Dir: dir, Sample: true, Fast: true})
			if err != nil {
				t.Fatal(err)
			}
			if s.Aside() == "" {
				if faults, err := s.Check(t.Context()); err != nil || len(faults) == 0 {
					t.Errorf("the check finds %v, %v", faults, err)
				}
				s.Close()
				if s, err = Open(t.Context(), Options{Dir: dir, Sample: true, Fast: true}); err != nil {
					t.Fatal(err)
				}
			}
			defer s.Close()
			if after, err := os.ReadFile(filepath.Join(s.Aside(), "aloft.db")); err != nil || len(after) != len(before) {
				t.Errorf("the old one is %d bytes, of %d: %v", len(after), len(before), err)
			}
			if faults, err := s.Check(t.Context()); err != nil || len(faults) > 0 {
				t.Errorf("the new one has faults: %v %v", faults, err)
			}
			if all, err := s.Dump(t.Context()); err != nil || len(all) == 0 || slices.ContainsFunc(all, func(it drive.Item) bool { return it.Path[0] == "folder 1" }) {
				t.Errorf("%d entries, %v: not the sample", len(all), err)
			}
		})
	}
}

// Several starts at once set it aside once, and one that is whole stays where it is.
func TestAMarkedDatabaseIsSetAsideOnce(t *testing.T) {
	dir, _ := bigBox(t)
	file := filepath.Join(dir, "aloft.db")
	starts := func() (aside []string) {
		t.Helper()
		if err := os.WriteFile(file+"-damaged", nil, 0o600); err != nil {
			t.Fatal(err)
		}
		var mu sync.Mutex
		var g sync.WaitGroup
		for range 6 {
			g.Go(func() {
				s, err := Open(t.Context(), Options{Dir: dir, Fast: true})
				if err != nil {
					t.Error(err)
					return
				}
				defer s.Close()
				mu.Lock()
				defer mu.Unlock()
				if s.Aside() != "" {
					aside = append(aside, s.Aside())
				}
			})
		}
		g.Wait()
		if _, err := os.Stat(file + "-damaged"); err == nil {
			t.Error("it is marked still")
		}
		return aside
	}
	if got := starts(); len(got) > 0 {
		t.Errorf("a whole one was set aside: %v", got)
	}
	for range 2 { // in one second
		spoil(t, dir, pagesOf(t, dir, "node_name")[0], "zeros")
		if got := starts(); len(got) != 1 {
			t.Errorf("set aside %d times: %v", len(got), got)
		}
	}
	if kept, _ := filepath.Glob(filepath.Join(dir, "damaged-*", "aloft.db")); len(kept) != 2 {
		t.Errorf("kept: %v", kept)
	}
}

// A database that was removed or replaced is noticed, not written into.
func TestARemovedDatabaseIsNoticed(t *testing.T) {
	p := open(t, Options{})
	if err := os.Remove(p.s.Path()); err != nil {
		t.Fatal(err)
	}
	err := p.s.Plant(t.Context(), []drive.Item{{Path: []string{"x"}}})
	wantText(t, err, "The database %s was removed or replaced while this program used it; nothing was written.")
	other, err := Open(t.Context(), Options{Dir: filepath.Dir(p.s.Path()), Fast: true})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	wantText(t, p.s.Plant(t.Context(), []drive.Item{{Path: []string{"x"}}}), "The database %s was removed or replaced while this program used it; nothing was written.")
	if _, err := p.s.Dump(t.Context()); err == nil {
		t.Error("a removed database was read")
	}
	if err := other.Plant(t.Context(), []drive.Item{{Path: []string{"x"}}}); err != nil {
		t.Error(err)
	}
}

// A process that is stopped while it sets the database aside keeps nobody out for good.
func TestTheGuardIsNotWaitedForWithoutEnd(t *testing.T) {
	dir, _ := bigBox(t)
	file := filepath.Join(dir, "aloft.db")
	if err := os.WriteFile(file+"-damaged", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	guard, err := os.OpenFile(file+".guard", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer guard.Close()
	if got, err := system.TryLock(guard); !got || err != nil {
		t.Fatal(got, err)
	}
	_, err = Open(t.Context(), Options{Dir: dir, Fast: true})
	wantText(t, err, text.BoxBusy)
	if _, err := os.Stat(file); err != nil {
		t.Error(err)
	}
}
