//go:build unix

package jobs

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"aloft/client"
	"aloft/client/embedded/drive"
	"aloft/model"
)

// doAll makes folders, then moves entries into them, renames others, and lets two swap their
// names.
func doAll(w *world) error {
	for _, r := range []client.Request{
		{Op: model.OpMakeFolder, Items: ats("/new/er"), Parents: true},
		{Op: model.OpMove, Enter: true, Items: ats("/a/1", "/a/2", "/a/left", "/a/right", "/b/q"),
			Targets: ats("/new/er", "/new", "/a", "/a", "/a"), NewNames: []string{"", "two", "right", "left", "p"}},
	} {
		p, err := w.eng.Plan(context.Background(), r)
		if err != nil {
			return err
		}
		if s, err := w.start(p); err != nil || s.State != model.JobDone {
			return fmt.Errorf("%w: %+v", err, s)
		}
	}
	return nil
}

// undoAll takes the jobs of doAll back that are not taken back yet, the later one first.
func undoAll(w *world) error {
	for {
		s, ok := model.LastUndo(w.eng.Jobs(), false)
		if !ok {
			return nil
		}
		p, err := w.eng.Plan(context.Background(), client.Request{Undo: s.ID})
		if err != nil || len(p.Refused) > 0 {
			return fmt.Errorf("%w: %+v", err, p)
		}
		if s, err := w.start(p); err != nil || s.State != model.JobDone {
			return fmt.Errorf("%w: %+v", err, s)
		}
	}
}

// The undo of moves, renames, a swap and new folders, killed at each kill point: no file is
// lost; resumed, and with the rest taken back, the drive is as it was (I11).
func TestUndoKilledAtEachPoint(t *testing.T) {
	if testing.Short() {
		t.Skip("kills processes, whose memory the race detector does not see")
	}
	t.Parallel()
	step := killStep()
	for point := 1; ; point += step {
		dir := t.TempDir()
		in := func(do func(*world)) {
			w := newWorld(t, killOptions(dir))
			defer w.close()
			do(w)
		}
		run := func(point int) bool {
			c := command(dir, point)
			c.Env = append(c.Env, "ALOFT_JOBS_DOES=undo")
			return c.Run() == nil
		}
		var before []string
		in(func(w *world) {
			var plant []drive.Item
			for i, name := range []string{"a/1", "a/2", "a/left", "a/right", "b/q", "b/keep"} {
				plant = append(plant, drive.Item{Path: strings.Split(name, "/"), Size: int64(i + 1)})
			}
			must(t, w.svc.Plant(t.Context(), plant))
			before = w.shape()
			must(t, doAll(w))
		})
		reached := !run(point)
		in(func(w *world) {
			files := 0
			for _, it := range w.dump() {
				if !it.Folder && !it.InBin {
					files++
				}
			}
			if files != 6 {
				t.Errorf("point %d: after the kill there are %d files", point, files)
			}
		})
		// The first resumes what was killed, the second takes back what is left.
		for range 2 {
			if reached && !run(0) {
				t.Errorf("point %d: the next process failed", point)
			}
		}
		in(func(w *world) {
			if got := w.shape(); !slices.Equal(got, before) {
				t.Errorf("point %d: %q, not %q", point, got, before)
			}
		})
		if !reached || t.Failed() {
			t.Logf("%d points", point-1)
			return
		}
	}
}
