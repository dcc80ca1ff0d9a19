//go:build unix

package jobs

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"aloft/client"
	"aloft/client/disk"
	"aloft/model"
)

// A folder in the target that is a link by the time the job writes leads nothing out of the target: copies, downloads,
// exports with their pictures, syncs with what they delete, and what an undo takes back.
func TestASwappedFolderLeadsNoJobOut(t *testing.T) {
	t.Parallel()
	e := newEnds(t)
	base := filepath.Join(e.dir, "disk")
	must := func(errs ...error) {
		t.Helper()
		if err := errors.Join(errs...); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"F/f.md", "F/g.md", "F/G/h.md"} {
		must(os.MkdirAll(filepath.Dir(filepath.Join(base, "from", name)), 0o755), os.WriteFile(filepath.Join(base, "from", name), []byte("# "+name+"\n"), 0o644))
	}
	for _, end := range []string{"disk", "a/drive", "a/docs"} {
		from := e.root(end).Join("from")
		if end != "disk" {
			_, err := e.copies([]model.Place{e.root("disk").Join("from")}, e.root(end))
			must(err)
		}
		for _, sync := range []bool{false, true} {
			dir := filepath.Join(base, "to", filepath.Base(end), map[bool]string{true: "sync", false: "copy"}[sync])
			top, outside := filepath.Join(dir, "top"), filepath.Join(dir, "outside")
			swap := func() {
				must(os.Rename(filepath.Join(top, "F"), filepath.Join(dir, "away")), os.Symlink(outside, filepath.Join(top, "F")))
			}
			for _, d := range []string{filepath.Join(top, "F"), outside} {
				must(os.MkdirAll(d, 0o755), os.WriteFile(filepath.Join(d, "old"), nil, 0o644))
			}
			r := client.Request{Items: []model.Place{from}, Target: onDisk(top), Rule: model.ConflictReplace}
			s, _ := e.For(from)
			d, _ := e.For(r.Target)
			var err error
			r.Op, err = client.Route(s, d)
			must(err)
			if sync {
				r.Sync = &client.Sync{Delete: true}
			} else {
				r.Items = []model.Place{from.Join("F")}
			}
			p, err := e.Plan(t.Context(), r)
			must(err)
			swap()
			id, err := e.Start(t.Context(), p)
			must(err)
			job, err := e.Wait(t.Context(), id)
			must(err)
			if job.State == model.JobDone {
				t.Errorf("%s, sync %v: the job is done", end, sync)
			}
			in, err := os.ReadDir(outside)
			must(err)
			if len(in) != 1 || in[0].Name() != "old" {
				t.Errorf("%s, sync %v: outside is %v", end, sync, in)
			}
		}
	}
}

func (d wideDisk) Within(tops []model.Place) client.Source {
	d.Source = d.Source.Within(tops).(*disk.Source)
	return d
}
