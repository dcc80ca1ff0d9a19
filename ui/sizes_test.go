package ui_test

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/ui"
	"aloft/ui/uitest"
)

// heavy are folders with 3, 2 and no files below them.
func heavy(d *ui.Deps, _ *uitest.Engine, tree *uitest.Tree) {
	at := time.Date(2026, 8, 2, 14, 5, 9, 0, time.UTC)
	tree.Add(at, "A/large/in/deep/file.bin", "A/large/in/x", "A/large/y", "A/small/1", "A/small/2", "A/void/", "A/file")
	d.Left, d.Right = tree.Root().Join("A"), tree.Root()
}

// order is where the names stand on the screen.
func order(d *uitest.Driver, names ...string) bool {
	at := 0
	for _, n := range names {
		i := strings.Index(d.Screen()[at:], n)
		if i < 0 {
			return false
		}
		at += i
	}
	return true
}

func TestSizesOfFolders(t *testing.T) {
	on(t, 120, 24, heavy, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.HasNot("9.8 K") // 8 + 1 + 1 thousand bytes
		d.Keys("z", "S")
		d.Has(" 9.8 K in 3 files and 2 folders")
		if !strings.Contains(row(d, "large/"), "9.8 K") || strings.Contains(row(d, "small/"), "K") {
			t.Error(d.Screen())
		}
		// The selection, and from ".." everything.
		d.Keys("j", "space", "space", "z", "S")
		d.Has(" 2.0 K in 2 files and 0 folders")
		d.Keys("esc", "g", "g", "z", "S")
		d.Has(" 12 K in 5 files and 2 folders")
		// Sorted by size, and kept.
		d.Keys("o", "s")
		if !order(d, "void/", "small/", "large/") {
			t.Error(d.Screen())
		}
		d.Keys("h", "l")
		if !strings.Contains(row(d, "large/"), "9.8 K") || !order(d, "void/", "small/", "large/") {
			t.Error(d.Screen())
		}
		// What is listed anew as another folder has no size.
		tree.Remove("A", "large")
		tree.Add(time.Date(2026, 8, 2, 15, 0, 0, 0, time.UTC), "A/large/z")
		d.Keys("h", "l")
		if strings.Contains(row(d, "large/"), "K") || !strings.Contains(row(d, "small/"), "2.0 K") {
			t.Error(d.Screen())
		}
		d.Keys("ctrl+r")
		if strings.Contains(row(d, "small/"), "K") {
			t.Error(d.Screen())
		}
	})
}

func row(d *uitest.Driver, name string) string {
	for l := range strings.Lines(d.Screen()) {
		if strings.Contains(l, name) {
			return l
		}
	}
	return ""
}

// A count shows what it has so far, and does not outlive Esc, or the folder.
func TestACountOfFoldersIsStopped(t *testing.T) {
	for name, leave := range map[string]string{"esc": "esc", "leaving": "h", "the end": ""} {
		t.Run(name, func(t *testing.T) {
			on(t, 120, 24, heavy, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
				tree.Delay = time.Second
				d.Keys("g", "g", "z", "S")
				d.Has("0 B so far; at least 3 requests to go; Esc stops")
				pass := func(n int) {
					for range n {
						d.Pass(300 * time.Millisecond)
					}
				}
				pass(8) // large and large/in are read, large/in/deep is not
				d.Has("2.0 K so far; at least 3 requests to go; Esc stops")
				if !strings.Contains(row(d, "large/"), "2.0 K+") {
					t.Error(d.Screen())
				}
				lists := tree.Lists
				if leave == "" {
					pass(12)
					d.Has(" 12 K in 5 files and 2 folders")
					if lists += 3; tree.Lists != lists || strings.Contains(d.Screen(), "+") {
						t.Errorf("%d of %d listings\n%s", tree.Lists, lists, d.Screen())
					}
					return
				}
				tree.Delay = 0
				d.Keys(leave)
				pass(2)
				d.HasNot("to go")
				if name == "esc" {
					d.Has("cancelled")
				} else {
					d.Keys("l")
					pass(4) // the column beside it lists, too
					lists = tree.Lists
				}
				pass(20)
				d.HasNot("2.0 K", "+")
				if tree.Lists != lists {
					t.Errorf("%d listings, not %d: it goes on", tree.Lists, lists)
				}
			})
		})
	}
}

// What a job changes in a folder, or below it, takes its size away.
func TestAJobTakesTheSizesOfItsFolders(t *testing.T) {
	on(t, 120, 24, heavy, func(d *uitest.Driver, e *uitest.Engine, tree *uitest.Tree) {
		d.Keys("g", "g", "z", "S")
		d.Has("2.0 K", "9.8 K")
		d.Send(tea.KeyPressMsg{Code: tea.KeyTab})
		d.Keys("g", "g")
		to(d, "A")
		d.Keys("l")
		to(d, "small")
		d.Keys("l", "G", "d")
		d.Pass(time.Second)
		d.Keys("y")
		d.Pass(time.Second)
		if names := tree.Names("A", "small"); len(names) != 1 {
			t.Fatal(names, d.Screen())
		}
		if r := row(d, "small/"); strings.Contains(r, "K") || !strings.Contains(row(d, "large/"), "9.8 K") {
			t.Error(d.Screen())
		}
	})
}
