//go:build unix

package embedded

import (
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"aloft/client/embedded/drive"
	"aloft/client/embedded/store"
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

// Pages of tables and indexes are really damaged: the check finds it, and what can
// be read is in a whole database afterwards, with the old one beside it.
func TestRecover(t *testing.T) {
	for _, c := range []struct {
		table, how string
		which      int     // page of the table, from 0
		least      float64 // of the files that must be saved
	}{
		{"node", "zeros", 0, 0.5}, {"node", "noise", 2, 0.5}, {"node", "pointers", 1, 0.5},
		{"node_name", "zeros", 0, 1}, {"node_order", "noise", 0, 1}, {"node_time", "pointers", 0, 1},
		{"page", "noise", 0, 1}, {"prose", "zeros", 0, 1}, {"meta", "noise", 0, 1}, {"bin", "zeros", 0, 1},
	} {
		t.Run(c.table+" "+c.how, func(t *testing.T) {
			dir, paths := bigBox(t)
			spoil(t, dir, pagesOf(t, dir, c.table)[c.which], c.how)
			before, err := os.ReadFile(filepath.Join(dir, "aloft.db"))
			if err != nil {
				t.Fatal(err)
			}
			if s, err := Open(t.Context(), Options{Dir: dir, Fast: true}); err == nil {
				faults, err := s.Check(t.Context())
				if err != nil || len(faults) == 0 {
					t.Errorf("the check finds %v, %v", faults, err)
				}
				s.Close()
			} else {
				wantText(t, err, "The database %s is damaged.")
			}
			done, err := store.Recover(t.Context(), dir, time.Unix(1e9, 0))
			if err != nil {
				t.Fatal(err)
			}
			after, err := os.ReadFile(filepath.Join(done.Aside, "aloft.db"))
			if err != nil || len(after) != len(before) {
				t.Errorf("the old one is %d bytes, of %d: %v", len(after), len(before), err)
			}
			if left, _ := filepath.Glob(filepath.Join(done.Aside, "new*")); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
			s, err := Open(t.Context(), Options{Dir: dir, Sample: true, Fast: true})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if faults, err := s.Check(t.Context()); err != nil || len(faults) > 0 {
				t.Errorf("the new one has faults: %v %v", faults, err)
			}
			all, err := s.Dump(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			saved := 0
			for _, it := range all {
				at := strings.Join(it.Path, "/")
				if paths[at] || slices.Contains(it.Path, string(text.Text("recovered"))) && !it.Folder {
					saved++
				}
			}
			if float64(saved) < c.least*float64(len(paths)) {
				t.Errorf("%d of %d files were saved", saved, len(paths))
			}
			// It is a drive that can be used.
			if err := s.Plant(t.Context(), []drive.Item{{Path: []string{"new", "file"}}}); err != nil {
				t.Error(err)
			}
		})
	}
}

// Two recoveries in one second keep both old databases.
func TestRecoverTwiceInASecond(t *testing.T) {
	dir, _ := bigBox(t)
	var kept []string
	for range 3 {
		spoil(t, dir, pagesOf(t, dir, "node_name")[0], "zeros")
		done, err := store.Recover(t.Context(), dir, time.Unix(1e9, 0))
		if err != nil {
			t.Fatal(err)
		}
		kept = append(kept, done.Aside)
	}
	for _, aside := range kept {
		if fi, err := os.Stat(filepath.Join(aside, "aloft.db")); err != nil || fi.Size() == 0 {
			t.Errorf("%s: %v", aside, err)
		}
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

// What is lost is counted for each area: by an index that still has it, otherwise
// as at least something.
func TestRecoverTellsWhatIsLost(t *testing.T) {
	for _, c := range []struct {
		table string // whose root page is lost; "" = the file's header
		area  text.Text
		exact bool // an index knows how many rows there were
	}{
		{"node", "the drive", true}, {"page", "the documents and spaces", true}, {"prose", "the documents and spaces", false},
		{"node_name", "", false}, {"", "", false},
	} {
		t.Run(c.table, func(t *testing.T) {
			dir, _ := bigBox(t)
			if c.table == "" {
				spoil(t, dir, 1, "zeros")
			} else {
				pages := pagesOf(t, dir, c.table)
				spoil(t, dir, pages[len(pages)-1], "zeros")
			}
			had := 0
			whole, _ := bigBox(t)
			s, err := store.Open(store.Options{Dir: whole, Fast: true})
			if err != nil {
				t.Fatal(err)
			}
			err = s.View(t.Context(), func(l *store.Link) error {
				for area, tables := range map[text.Text][]string{"the drive": {"node", "bin", "task"}, "the documents and spaces": {"page", "prose", "pagebin", "viewed"}} {
					for _, table := range tables {
						n := 0
						if _, err := l.Row("SELECT count(*) FROM "+table, nil, &n); err != nil {
							return err
						}
						if area == c.area {
							had += n
							if table == "node" || table == "page" {
								had -= 2 // that every database has
							}
						}
					}
				}
				return nil
			})
			if err := errors.Join(err, s.Close()); err != nil {
				t.Fatal(err)
			}
			done, err := store.Recover(t.Context(), dir, time.Unix(1e9, 0))
			if err != nil {
				t.Fatal(err)
			}
			for _, got := range done.Saved {
				if (got.Lost > 0) != (got.Area == c.area) {
					t.Errorf("%+v", got)
				}
				if got.Area == c.area && (got.Lost == 0 || got.Rows+got.Lost > had || c.exact && got.Rows+got.Lost != had) {
					t.Errorf("%+v, of %d", got, had)
				}
			}
		})
	}
}

// What has lost its folder is moved into a folder for that; what fits nowhere is
// counted.
func TestRecoverOfRowsThatDoNotFit(t *testing.T) {
	dir, _ := bigBox(t)
	db, err := sql.Open("sqlite", filepath.Join(dir, "aloft.db"))
	if err != nil {
		t.Fatal(err)
	}
	const columns = "parent, isfile, sortkey, name, slot, fold, created, updated"
	_, err = db.Exec("PRAGMA foreign_keys = off; DROP INDEX node_name; DELETE FROM node WHERE name = 'folder 3';" +
		"INSERT INTO node(" + columns + ") SELECT " + columns + " FROM node WHERE name = 'folder 4'")
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	done, err := store.Recover(t.Context(), dir, time.Unix(1e9, 0))
	if err != nil {
		t.Fatal(err)
	}
	for _, got := range done.Saved {
		if want := map[text.Text]int{"the drive": 1}[got.Area]; got.Lost != want {
			t.Errorf("%+v", got)
		}
	}
	s, err := Open(t.Context(), Options{Dir: dir, Fast: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	all, err := s.Dump(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	kept := slices.DeleteFunc(all, func(it drive.Item) bool { return it.Folder || it.Path[0] != string(text.Text("recovered")) })
	if len(kept) != 10 {
		t.Errorf("%d files have a folder of their own, not 10", len(kept))
	}
}

// A file that is shorter than its header says, and one without a page of its schema,
// keep all rows of the pages that are left.
func TestRecoverWithoutEndOrSchema(t *testing.T) {
	whole, _ := bigBox(t)
	b, err := os.ReadFile(filepath.Join(whole, "aloft.db"))
	if err != nil {
		t.Fatal(err)
	}
	const size = 4096
	rows := func(t *testing.T, b []byte) (n int) {
		t.Helper()
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "aloft.db"), b, 0o600); err != nil {
			t.Fatal(err)
		}
		done, err := store.Recover(t.Context(), dir, time.Unix(1e9, 0))
		if err != nil {
			t.Fatal(err)
		}
		for _, saved := range done.Saved {
			n += saved.Rows
		}
		s, err := Open(t.Context(), Options{Dir: dir, Fast: true})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if faults, err := s.Check(t.Context()); err != nil || len(faults) > 0 {
			t.Errorf("the new one has faults: %v %v", faults, err)
		}
		return n
	}
	all := rows(t, b)
	for _, page := range pagesOf(t, whole, "sqlite_schema") {
		t.Run(fmt.Sprint("without page ", page, " of the schema"), func(t *testing.T) {
			c := slices.Clone(b)
			clear(c[(page-1)*size : page*size])
			if got := rows(t, c); got != all {
				t.Errorf("%d rows of %d", got, all)
			}
		})
	}
	t.Run("without the header", func(t *testing.T) {
		c := slices.Clone(b)
		clear(c[:100])
		if got := rows(t, c); got != all {
			t.Errorf("%d rows of %d", got, all)
		}
	})
	for _, c := range []struct {
		name string
		lost int
	}{{"half of the last page", size / 2}, {"the last page", size}, {"the last page and a half", size + size/2}} {
		t.Run("without "+c.name, func(t *testing.T) {
			if got := rows(t, b[:len(b)-c.lost]); got < all*9/10 {
				t.Errorf("%d rows of %d", got, all)
			}
		})
	}
}
