//go:build unix

package jobs

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"aloft/client"
	"aloft/client/embedded"
	"aloft/client/embedded/drive"
	"aloft/model"
)

// replacing merges a folder into one of its name, or moves files and decides of each that it replaces
// what has its name.
func replacing(r client.Request) func(*world) error {
	return func(w *world) error {
		p, err := w.eng.Plan(context.Background(), r)
		if err != nil {
			return err
		}
		for _, i := range p.Undecided() {
			p.Decide(i, model.ConflictReplace)
		}
		s, err := w.start(p.Settled())
		if err == nil && s.State != model.JobDone {
			err = fmt.Errorf("%+v", s)
		}
		return err
	}
}

var (
	mergeOne   = client.Request{Op: model.OpMove, Items: ats("/a/in"), Target: at("/b"), Rule: model.ConflictReplace}
	decideEach = client.Request{Op: model.OpMove, Items: ats("/a/in/1", "/a/in/2"), Target: at("/b/in"), Rule: model.ConflictAsk}
	copyEach   = client.Request{Op: model.OpCopy, Items: ats("/a/in/1", "/a/in/2"), Target: at("/b/in"), Rule: model.ConflictAsk}
)

// Killed between any two requests, a job that replaces has lost no file: each is in its folder, in the other one
// or in the bin. Resumed, the new ones have the names; taken back, the old ones have them again.
func TestReplacementsKilledAtEachPoint(t *testing.T) {
	if testing.Short() {
		t.Skip("kills processes, whose memory the race detector does not see")
	}
	for does, after := range map[string][]string{
		"merge":  {"b/in/1 1", "b/in/2 2", "b/in/keep 6"},
		"decide": {"b/in/1 1", "b/in/2 2", "b/in/keep 6"},
		"copy":   {"a/in/1 1", "a/in/2 2", "b/in/1 1", "b/in/2 2", "b/in/keep 6"},
	} {
		t.Run(does, func(t *testing.T) {
			t.Parallel()
			binned := false // a kill came between the two steps
			for point, step := 1, killStep(); ; point += step {
				dir := t.TempDir()
				in := func(do func(*world)) {
					w := newWorld(t, killOptions(dir))
					defer w.close()
					do(w)
				}
				run := func(point int) bool {
					c := command(dir, point)
					c.Env = append(c.Env, "ALOFT_JOBS_DOES="+does)
					return c.Run() == nil
				}
				files := func(w *world) (there []string, all map[int64]bool) {
					all = map[int64]bool{}
					for _, it := range w.dump() {
						if it.Size <= 0 {
							continue
						}
						if all[it.Size] = true; !it.InBin {
							there = append(there, fmt.Sprintf("%s %d", strings.Join(it.Path, "/"), it.Size))
						}
					}
					slices.Sort(there)
					return there, all
				}
				var before []string
				in(func(w *world) {
					var plant []drive.Item
					for i, name := range []string{"a/in/1", "a/in/2", "b/in/1", "b/in/2", "", "b/in/keep"} {
						if name != "" {
							plant = append(plant, drive.Item{Path: strings.Split(name, "/"), Size: int64(i + 1)})
						}
					}
					must(t, w.svc.Plant(t.Context(), plant))
					before, _ = files(w)
				})
				reached := !run(point)
				in(func(w *world) {
					there, all := files(w)
					if len(all) != 5 {
						t.Errorf("point %d: after the kill there are %v", point, all)
					}
					binned = binned || !slices.ContainsFunc(there, func(s string) bool { return strings.HasPrefix(s, "b/in/1 ") })
				})
				if reached && !run(0) {
					t.Errorf("point %d: the next process failed", point)
				}
				in(func(w *world) {
					if there, _ := files(w); !slices.Equal(there, after) {
						t.Errorf("point %d: %q, want %q", point, there, after)
					}
					s, ok := model.LastUndo(w.eng.Jobs(), false)
					if !ok {
						t.Fatal("nothing to take back")
					}
					p, err := w.eng.Plan(t.Context(), client.Request{Undo: s.ID})
					must(t, err)
					if s, err := w.start(p); err != nil || s.State != model.JobDone || len(p.Refused) > 0 {
						t.Errorf("point %d: undo: %v %+v %v", point, err, s, p.Refused)
					}
					if there, _ := files(w); !slices.Equal(there, before) {
						t.Errorf("point %d: taken back: %q, want %q", point, there, before)
					}
				})
				if !reached || t.Failed() {
					t.Logf("%d points", point-1)
					break
				}
			}
			if !binned && killStep() == 1 {
				t.Error("no kill came between a deletion and what it makes room for")
			}
		})
	}
}

// replaceRequests replace what a drive has by files of the disk, and fetch that.
func replaceRequests(dir string) []client.Request {
	return []client.Request{
		{Op: model.OpUpload, Items: []model.Place{onDisk(dir + "/1"), onDisk(dir + "/2")}, Target: at("/up"), Rule: model.ConflictReplace},
		{Op: model.OpDownload, Items: ats("/up"), Target: onDisk(dir + "/back")},
	}
}

// Killed at any point, an upload that replaces has lost nothing: what was there is there or in the bin. Resumed, the
// drive has the new bytes; taken back, the old ones.
func TestUploadsThatReplaceKilledAtEachPoint(t *testing.T) {
	if testing.Short() {
		t.Skip("kills processes, whose memory the race detector does not see")
	}
	const old, fresh = 20_000, 30_000
	dump := func(dir string) (all map[int64]bool, there []string) {
		svc, err := embedded.Open(t.Context(), embedded.Options{Dir: dir + "/svc", Fast: true})
		must(t, err)
		defer svc.Close() //nolint:errcheck // it was only read
		items, err := svc.Dump(t.Context())
		must(t, err)
		all = map[int64]bool{}
		for _, it := range items {
			if all[it.Size] = true; !it.InBin && it.Size > 0 {
				there = append(there, fmt.Sprintf("%s %d", strings.Join(it.Path, "/"), it.Size))
			}
		}
		slices.Sort(there)
		return all, there
	}
	binned := false // a kill came after the old file had gone
	for point, step := 1, killStep(); ; point += step {
		dir := t.TempDir()
		svc, err := embedded.Open(t.Context(), embedded.Options{Dir: dir + "/svc", Fast: true})
		must(t, err)
		must(t, svc.Plant(t.Context(), []drive.Item{{Path: []string{"up", "1"}, Size: old + 1}, {Path: []string{"up", "2"}, Size: old + 2}}))
		must(t, svc.Close())
		must(t, os.Mkdir(dir+"/back", 0o700))
		for i, name := range []string{"1", "2"} {
			must(t, os.WriteFile(dir+"/"+name, bytes.Repeat([]byte(name), fresh+i+1), 0o600))
		}
		run := func(point int) bool {
			c := carryCommand(dir, point)
			c.Env = append(c.Env, "ALOFT_JOBS_DOES=upload")
			return c.Run() == nil
		}
		reached := !run(point)
		all, there := dump(dir)
		if !all[old+1] || !all[old+2] {
			t.Errorf("point %d: after the kill there are %v", point, all)
		}
		binned = binned || !slices.ContainsFunc(there, func(s string) bool { return strings.HasPrefix(s, "up/1 ") })
		if reached && !run(0) {
			t.Errorf("point %d: the next process failed", point)
		}
		if _, there := dump(dir); fmt.Sprint(there) != "[up/1 30001 up/2 30002]" {
			t.Errorf("point %d: there are %q", point, there)
		}
		for i, name := range []string{"1", "2"} {
			if got, err := os.ReadFile(dir + "/back/up/" + name); err != nil || !bytes.Equal(got, bytes.Repeat([]byte(name), fresh+i+1)) {
				t.Errorf("point %d: other bytes came back: %d, %v", point, len(got), err)
			}
		}
		if !reached || t.Failed() {
			t.Logf("%d points", point-1)
			break
		}
	}
	if !binned && killStep() == 1 {
		t.Error("no kill came between a deletion and what it makes room for")
	}
}
