//go:build unix

package jobs

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"aloft/client"
	"aloft/client/embedded/drive"
	"aloft/model"
)

// renameAround renames a cycle of three, a pair that changes places, and a chain.
func renameAround(w *world) error {
	ctx := context.Background()
	p, err := w.eng.Plan(ctx, client.Request{Op: model.OpRename, Class: client.Bulk,
		Items:    ats("/a/1", "/a/2", "/a/3", "/a/left", "/a/right", "/a/p", "/a/q"),
		NewNames: []string{"2", "3", "1", "right", "left", "q", "r"}})
	if err != nil {
		return err
	}
	s, err := w.start(p)
	if err == nil && s.State != model.JobDone {
		err = fmt.Errorf("%+v", s)
	}
	return err
}

// sizes are the files by what was in them at first, and their names now.
func (w *world) sizes(t *testing.T) map[int64]string {
	out := map[int64]string{}
	for _, it := range w.dump() {
		if it.InBin {
			t.Errorf("%q was thrown away", it.Path)
		} else if it.Size > 0 {
			out[it.Size] = strings.Join(it.Path, "/")
		}
	}
	return out
}

// Names that change places go over a temporary one. Killed between any two
// requests, no file is lost and none takes another's name; resumed, each has the
// name that was asked for.
func TestRenamesKilledAtEachPoint(t *testing.T) {
	if testing.Short() {
		t.Skip("kills processes, whose memory the race detector does not see")
	}
	const files = 8
	step := killStep()
	temporary := false
	for point := 1; ; point += step {
		dir := t.TempDir()
		in := func(do func(*world)) {
			w := newWorld(t, killOptions(dir))
			defer w.close()
			do(w)
		}
		in(func(w *world) {
			var plant []drive.Item
			for i, name := range []string{"1", "2", "3", "left", "right", "p", "q", "keep"} {
				plant = append(plant, drive.Item{Path: []string{"a", name}, Size: int64(i + 1)})
			}
			if err := w.svc.Plant(t.Context(), plant); err != nil {
				t.Fatal(err)
			}
		})
		run := func(point int) bool {
			c := command(dir, point)
			c.Env = append(c.Env, "ALOFT_JOBS_DOES=renames")
			return c.Run() == nil
		}
		reached := !run(point)
		in(func(w *world) {
			now := w.sizes(t)
			names := slices.Sorted(maps.Values(now))
			if len(now) != files || len(slices.Compact(names)) != files {
				t.Errorf("point %d: after the kill there are %v", point, now)
			}
			temporary = temporary || slices.ContainsFunc(names, func(s string) bool { return strings.Contains(s, "temporary") })
		})
		if reached && !run(0) {
			t.Errorf("point %d: the next process failed", point)
		}
		in(func(w *world) {
			want := map[int64]string{1: "a/2", 2: "a/3", 3: "a/1", 4: "a/right", 5: "a/left", 6: "a/q", 7: "a/r", 8: "a/keep"}
			if got := w.sizes(t); !maps.Equal(got, want) {
				t.Errorf("point %d: %v, want %v", point, got, want)
			}
		})
		if !reached || t.Failed() {
			t.Logf("%d points", point-1)
			break
		}
	}
	if !temporary && step == 1 {
		t.Error("no kill came while a file had its temporary name")
	}
}
