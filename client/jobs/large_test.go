package jobs

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/clienttest/fault"
	"aloft/client/embedded/drive"
	"aloft/client/jobs/run"
	"aloft/model"
)

// One entry of a large folder is changed without listing the folder: the pane has
// shown it, so its page is known. That the new name is free is left to the service.
func TestOneEntryOfALargeFolder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := worldOptions{seed: 1, faults: fault.Faults{Rotate: true}, gap: 500 * time.Millisecond}
		w := newWorld(t, o)
		defer w.close()
		plant := []drive.Item{{Path: []string{"to"}, Folder: true}}
		for i := range 2000 {
			plant = append(plant, drive.Item{Path: []string{"a", fmt.Sprintf("f%04d", i)}, Size: 1})
		}
		must(t, w.svc.Plant(t.Context(), plant))
		for _, c := range []struct {
			name string
			r    client.Request
			most int
			want model.JobState
		}{
			{"rename", client.Request{Op: model.OpRename, Items: ats("/a/f1700"), NewNames: []string{"x"}}, 8, model.JobDone},
			{"move", client.Request{Op: model.OpMove, Items: ats("/a/f1500"), Target: at("/to")}, 9, model.JobDone},
			{"delete", client.Request{Op: model.OpDelete, Items: ats("/a/f0900")}, 8, model.JobDone},
			{"mkdir", client.Request{Op: model.OpMakeFolder, Items: ats("/a/new")}, 6, model.JobDone},
			{"taken", client.Request{Op: model.OpRename, Items: ats("/a/f1699"), NewNames: []string{"f0001"}}, 8, model.JobFailed},
			{"mkdir on a file", client.Request{Op: model.OpMakeFolder, Items: ats("/a/f1000")}, 6, model.JobFailed},
		} {
			_, err := w.src.List(t.Context(), at("/a"), client.Options{})
			must(t, err)
			time.Sleep(time.Minute) // that listing is too old for a write
			before := w.watch.Drive().Requests
			p, err := w.eng.Plan(t.Context(), c.r)
			must(t, err)
			s, err := w.start(p)
			must(t, err)
			if n := w.watch.Drive().Requests - before; n > c.most || s.State != c.want {
				t.Errorf("%s: %d requests, %+v", c.name, n, s)
			} else {
				t.Logf("%s: %d requests", c.name, n)
			}
			if alone := c.r.Op == model.OpRename || c.r.Op == model.OpMakeFolder; alone != (len(p.Unlisted) == 1) {
				t.Errorf("%s: the plan says that %v was not listed", c.name, p.Unlisted)
			}
			if c.want == model.JobFailed {
				rs, err := w.eng.Report(s.ID)
				if err != nil || rs[0].State != model.ItemConflict || !strings.Contains(rs[0].Error.String(), "f0001") && !strings.Contains(rs[0].Error.String(), "f1000") {
					t.Errorf("%s: %v %+v", c.name, err, rs)
				}
			}
		}
		for _, b := range w.spy.bad {
			t.Error(b)
		}
	})
}

// Nobody has seen the folder yet: it is read up to the page of the entry; a missing
// name is believed only after the whole folder was read.
func TestLargeFolderWithoutHint(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		for i := range 2000 {
			f.put(fmt.Sprintf("/a/%04d", i))
		}
		e := open(t, f, run.Options{})
		defer e.Close()
		s := do(t, e, client.Request{Op: model.OpRename, Items: ats("/a/0650"), NewNames: []string{"x"}})
		if s.State != model.JobDone || f.requests > 13 {
			t.Errorf("%d requests, %+v", f.requests, s)
		}
		if _, err := e.Plan(t.Context(), client.Request{Op: model.OpRename, Items: ats("/a/none"), NewNames: []string{"y"}}); !client.Is(err, client.KindNotFound) {
			t.Errorf("%v", err)
		}
		s = do(t, e, client.Request{Op: model.OpMakeFolder, Items: ats("/a/p/q"), Parents: true})
		if s.State != model.JobDone || s.Done != 2 {
			t.Errorf("%+v", s)
		}
		if _, err := e.Plan(t.Context(), client.Request{Op: model.OpMakeFolder, Items: ats("/a/0001/q")}); !client.Is(err, client.KindInvalid) {
			t.Errorf("%v", err)
		}
	})
}
