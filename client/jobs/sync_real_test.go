//go:build unix

package jobs

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/clienttest/procs"
	"aloft/client/disk"
	"aloft/client/jobs/verify"
	"aloft/model"
)

// syncRequests make the drive like one folder of the disk, and another one like the drive.
func syncRequests(dir string) []client.Request {
	all := &client.Sync{Delete: true}
	return []client.Request{
		{Op: model.OpUpload, Items: []model.Place{onDisk(dir + "/in")}, Target: driveAt("to"), Rule: model.ConflictReplace, Sync: all},
		{Op: model.OpDownload, Items: []model.Place{driveAt("to")}, Target: onDisk(dir + "/out"), Rule: model.ConflictReplace, Sync: all},
	}
}

// writeAged writes files that were changed so many hours ago.
func writeAged(t *testing.T, dir string, all map[string]string, hours int) {
	t.Helper()
	at := time.Now().Add(-time.Duration(hours) * time.Hour)
	for name, body := range all {
		p := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(p), 0o700), os.WriteFile(p, []byte(body), 0o600), os.Chtimes(p, at, at)); err != nil {
			t.Fatal(err)
		}
	}
}

// beforeSyncs makes all three folders the same, and then changes the first of them. It returns what
// they hold in the end.
func beforeSyncs(t *testing.T, dir string) map[string]string {
	t.Helper()
	large := strings.Repeat("0123456789", 3000)
	write := func(all map[string]string, hours int) { writeAged(t, dir+"/in", all, hours) }
	write(map[string]string{"same": "s", "size": "s", "time": "t", "gone": "g", "old/a": "a", "old/b": "b", "sub/deep": large}, 100)
	if err := os.Mkdir(dir+"/out", 0o700); err != nil {
		t.Fatal(err)
	}
	if err := carryChild(dir, 0, syncRequests(dir)); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.RemoveAll(dir+"/jobs"), os.Remove(dir+"/in/gone"), os.RemoveAll(dir+"/in/old")); err != nil {
		t.Fatal(err)
	}
	write(map[string]string{"size": "longer", "time": "T", "new": "n", "made/x": "x", "sub/deep": large + large}, 1)
	return map[string]string{"same": "s", "size": "longer", "time": "T", "new": "n", "made/x": "x", "sub/deep": large + large}
}

// Processes that are killed in the middle of a sync leave a job each that the next one ends:
// nothing is lost, nothing is there twice, and another sync finds nothing to do.
func TestSyncsOfKilledProcessesGoOn(t *testing.T) {
	if testing.Short() {
		t.Skip("kills processes, whose memory the race detector does not see")
	}
	t.Parallel()
	step := 31
	if procs.Campaign() {
		step = 9
	}
	run := func(dir string, point int) error {
		c := carryCommand(dir, point)
		c.Env = append(c.Env, "ALOFT_JOBS_DOES=sync")
		return c.Run()
	}
	points := 0
	for point, reached := 2, true; reached && !t.Failed(); point += step {
		dir := t.TempDir()
		want := beforeSyncs(t, dir)
		if reached = run(dir, point) != nil; reached {
			points++
			if err := run(dir, 0); err != nil {
				t.Fatalf("point %d: the next process: %v", point, err)
			}
		}
		afterSyncs(t, dir, point, want)
	}
	t.Logf("killed at %d points", points)
}

func afterSyncs(t *testing.T, dir string, point int, want map[string]string) {
	t.Helper()
	e, all, closeAll, err := carrier(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer closeAll()
	for _, s := range e.Jobs() {
		if s.State != model.JobDone {
			t.Errorf("point %d: %s is %s", point, s.ID, s.State)
		}
	}
	if len(e.Jobs()) != 2 {
		t.Errorf("point %d: %d jobs", point, len(e.Jobs()))
	}
	if got := files(t, dir+"/out"); !maps.Equal(got, want) {
		t.Errorf("point %d: on the disk there is %v", point, slices.Sorted(maps.Keys(got)))
	}
	thrown, err := verify.ListBin(t.Context(), disk.New(), client.Bulk)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, b := range thrown {
		if b.From.Under(onDisk(dir + "/out")) {
			names = append(names, b.Entry.Name)
		}
	}
	if slices.Sort(names); !slices.Equal(names, []string{"deep", "gone", "old", "size", "time"}) {
		t.Errorf("point %d: in the disk's bin there is %v", point, names)
	}
	in, err := verify.ListBin(t.Context(), all.drive, client.Bulk)
	if err != nil {
		t.Fatal(err)
	}
	var bin []string
	for _, b := range in {
		bin = append(bin, b.Entry.Name)
	}
	if slices.Sort(bin); !slices.Equal(bin, []string{"deep", "gone", "old", "size", "time"}) {
		t.Errorf("point %d: in the bin there is %v", point, bin)
	}
	for _, r := range syncRequests(dir) {
		if r.Op == model.OpDownload { // with it, the old ones beside the new would go
			r.Sync = &client.Sync{}
		}
		if p, err := e.Plan(t.Context(), r); err != nil || len(p.Items) > 0 {
			t.Errorf("point %d: %s has left %s, %v", point, r.Op, deeds(p), err)
		}
	}
	// What the drive holds is what a new folder gets from it.
	r := syncRequests(dir)[1]
	r.Target = onDisk(dir + "/copy")
	p, err := e.Plan(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	id, err := e.Start(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := e.Wait(t.Context(), id); err != nil || s.State != model.JobDone {
		t.Errorf("point %d: %+v, %v", point, s, err)
	}
	if got := files(t, dir+"/copy"); !maps.Equal(got, want) {
		t.Errorf("point %d: on the drive there is %v", point, slices.Sorted(maps.Keys(got)))
	}
}
