package jobs

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/clienttest/fault"
	"aloft/client/clienttest/procs"
	"aloft/client/embedded/drive"
	"aloft/model"
)

// tree returns the drive as it really is, without the bin.
func (w *world) tree() []string {
	return w.kept(func(it drive.Item) string { return "/" + strings.Join(it.Path, "/") })
}

// shape is tree with the size of each file, which tells entries apart.
func (w *world) shape() []string {
	return w.kept(func(it drive.Item) string { return fmt.Sprint("/", strings.Join(it.Path, "/"), " ", it.Size) })
}

// kept has a line for each entry that is not in the bin, sorted.
func (w *world) kept(line func(drive.Item) string) []string {
	var out []string
	for _, it := range w.dump() {
		if !it.InBin {
			out = append(out, line(it))
		}
	}
	slices.Sort(out)
	return out
}

// Folders to make, cycles of renames, moves under new names and deletions, with
// every answer that can be lost: the result is as planned.
func TestOtherOperationsSimulated(t *testing.T) {
	for seed := range procs.Seeds(4) {
		t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				o := worldOptions{seed: uint64(seed), faults: harsh(uint64(seed)), gap: 500 * time.Millisecond}
				o.faults.LoseBefore, o.faults.LoseAfter = fault.Rate{P: 0.15}, fault.Rate{P: 0.15}
				w := newWorld(t, o)
				defer w.close()
				var plant []drive.Item
				for _, p := range []string{"a/1", "a/2", "a/3", "a/keep", "b/1", "b/2", "c/x", "c/y", "c/sub/z"} {
					plant = append(plant, drive.Item{Path: strings.Split(p, "/"), Size: int64(len(plant) + 1)})
				}
				if err := w.svc.Plant(t.Context(), plant); err != nil {
					t.Fatal(err)
				}
				for i, r := range []client.Request{
					{Op: model.OpMakeFolder, Items: ats("/n/m/o", "/n/p"), Parents: true},
					{Op: model.OpRename, Items: ats("/a/1", "/a/2", "/a/3"), NewNames: []string{"2", "3", "1"}},
					{Op: model.OpMove, Items: ats("/b/1", "/b/2"), Target: at("/a"), Rule: model.ConflictNumber},
					{Op: model.OpDelete, Items: ats("/c/x", "/c/sub")},
					{Op: model.OpMove, Items: ats("/c"), Target: at("/n/m")},
				} {
					p, err := w.eng.Plan(t.Context(), r)
					if err != nil {
						t.Fatal(i, err)
					}
					s, err := w.start(p)
					if err != nil || s.State != model.JobDone {
						rs, _ := w.eng.Report(s.ID)
						t.Fatalf("%d: %v %+v\n%+v", i, err, s, rs)
					}
				}
				time.Sleep(2 * time.Minute)
				want := []string{"/a", "/a/1", "/a/1 (1)", "/a/2", "/a/2 (1)", "/a/3", "/a/keep", "/b",
					"/n", "/n/m", "/n/m/c", "/n/m/c/y", "/n/m/o", "/n/p"}
				if got := w.tree(); !slices.Equal(got, want) {
					t.Errorf("%q", got)
				}
				for _, it := range w.dump() { // 1 became 2, 2 became 3, 3 became 1
					if size := map[string]int64{"a/2": 1, "a/3": 2, "a/1": 3}[strings.Join(it.Path, "/")]; size != 0 && size != it.Size {
						t.Errorf("%q has %d bytes, not %d", it.Path, it.Size, size)
					}
				}
				if c := w.watch.Drive(); c.LeastGap < 500*time.Millisecond {
					t.Errorf("%+v", c)
				}
				for _, b := range w.spy.bad {
					t.Error(b)
				}
			})
		})
	}
}
