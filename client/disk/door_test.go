//go:build unix

package disk

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"aloft/client"
	"aloft/model"
)

// shared is a folder that is shown, with its source; "out" beside it is not. swap makes what is at "top/d" lead out, or in again.
func shared(t *testing.T) (top model.Place, swap func()) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	for _, name := range []string{"top/d/e", "out/e"} {
		err = errors.Join(err, os.MkdirAll(filepath.Join(dir, name), 0o700))
	}
	for name, text := range map[string]string{"top/d/f": "seen", "top/d/e/f": "seen", "out/f": "a secret", "out/e/f": "a secret", "out/hidden": "", "out/e/hidden": ""} {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	err = errors.Join(err, os.Symlink("../out", filepath.Join(dir, "top/.spare")), os.Symlink("d", filepath.Join(dir, "top/in")))
	if err != nil {
		t.Fatal(err)
	}
	d, spare, aside := filepath.Join(dir, "top/d"), filepath.Join(dir, "top/.spare"), filepath.Join(dir, "top/.aside")
	return placeOf(filepath.Join(dir, "top")), func() {
		if err := errors.Join(os.Rename(d, aside), os.Rename(spare, d), os.Rename(aside, spare)); err != nil {
			t.Error(err)
		}
	}
}

// looks is everything that reads, on everything that may have been swapped; it fails when something outside was read.
func looks(t *testing.T, src client.Source, top model.Place) {
	t.Helper()
	for _, way := range []string{"d", "in"} {
		d := top.Join(way)
		for _, folder := range []model.Place{d, d.Join("e")} {
			if l, err := src.List(t.Context(), folder, client.Options{}); err == nil {
				for _, e := range l.Entries {
					if e.Name == "hidden" {
						t.Errorf("%s: the list is from outside", folder)
					}
				}
			}
			if _, err := src.Stat(t.Context(), folder.Join("hidden"), client.Options{}); err == nil {
				t.Errorf("%s: found outside", folder)
			}
			if page, err := src.Walk(client.Options{}).(client.Namer).Named(t.Context(), folder, []string{"hidden"}); err == nil && len(page.Entries) > 0 {
				t.Errorf("%s: found outside", folder)
			}
			if body, _, err := src.(client.Peeker).Peek(t.Context(), folder.Join("f"), model.Entry{}); err == nil {
				reads(t, io.NewSectionReader(body, 0, 100))
				_ = body.Close()
			}
			if body, _, err := src.(client.FileReader).Open(t.Context(), folder.Join("f")); err == nil {
				reads(t, body)
				_ = body.Close()
			}
			if sums, err := src.(client.Summer).Sums(t.Context(), folder, []*model.Entry{{Name: "f"}}, client.Interactive); err == nil && sums[0] == "8b32185212f8625d1752b360f224fba2" {
				t.Errorf("%s: a sum from outside", folder)
			}
		}
	}
}

func reads(t *testing.T, r io.Reader) {
	t.Helper()
	if b, err := io.ReadAll(r); err == nil && string(b) != "seen" {
		t.Errorf("%q was read", b)
	}
}

// Between any two calls of the system the folder is swapped for a link that leads out, or back.
func TestASwappedLinkLeadsNobodyOut(t *testing.T) {
	top, swap := shared(t)
	for period := 1; period <= 5; period++ {
		for first := range period {
			calls := first
			looks(t, &reader{rooted{[]model.Place{top}, false, func() {
				if calls++; calls%period == 0 {
					swap()
				}
			}}}, top)
		}
	}
	// And all the time, also within a call.
	var over atomic.Bool
	done := make(chan struct{})
	go func() {
		defer close(done)
		for !over.Load() {
			swap()
		}
	}()
	src := New().Rooted([]model.Place{top})
	for range 300 {
		looks(t, src, top)
	}
	over.Store(true)
	<-done
}

// What leads out is refused with the reason, and what stays inside is followed.
func TestRootedFollowsWhatStaysInside(t *testing.T) {
	top, swap := shared(t)
	src := New().Rooted([]model.Place{top})
	l, err := src.List(t.Context(), top.Join("in"), client.Options{})
	if err != nil || len(l.Entries) != 2 {
		t.Errorf("%+v, %v", l.Entries, err)
	}
	body, _, err := src.(client.FileReader).Open(t.Context(), top.Join("in").Join("f"))
	if err != nil {
		t.Fatal(err)
	}
	reads(t, body)
	_ = body.Close()
	w := src.(client.Watcher).Watch(t.Context(), top.Join("d"))
	swap()
	for _, p := range []model.Place{top.Join("d"), top.Join("in"), top.Join("d").Join("e")} {
		if _, err := src.List(t.Context(), p, client.Options{}); err == nil || !strings.Contains(err.Error(), "was not opened: a link leads out of") {
			t.Errorf("%s: %v", p, err)
		}
		if src.(client.Watcher).Watch(t.Context(), p) != nil {
			t.Errorf("%s is watched", p)
		}
	}
	// The folder that is watched is still that one.
	if w != nil {
		if err := os.WriteFile(filepath.Join(Path(top), ".spare/new"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		<-w
	}
	if _, err := src.List(t.Context(), top.Parent(), client.Options{}); !client.Is(err, client.KindNotFound) {
		t.Errorf("above it: %v", err)
	}
	for _, what := range []bool{client.Able(src, model.OpDelete) == nil, client.Able(src, model.OpMakeFolder) == nil, client.Able(src, model.OpRename) == nil} {
		if what {
			t.Error("something can be changed")
		}
	}
}
