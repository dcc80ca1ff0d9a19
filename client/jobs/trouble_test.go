package jobs

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/clienttest/memdoc"
	"aloft/client/jobs/run"
	"aloft/model"
)

// While a transfer waits for a service that does not answer, it says so, and stops
// saying so when the trouble is over.
func TestATransferSaysWhatHoldsItUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		writeFiles(t, dir, "a.docx")
		c := newDocs()
		c.Put(memdoc.Home, "box", model.KindFolder)
		c.Fault = func(what string, n int) memdoc.Fate {
			if what == "prepare" && n < 4 {
				return memdoc.RefusedNet
			}
			return memdoc.Fine
		}
		c.Task = time.Minute
		e := openDocs(t, c, run.Options{})
		p, err := e.Plan(t.Context(), client.Request{Op: model.OpImport, Items: []model.Place{onDisk(dir + "/a.docx")}, Target: docAt("docs:/box")})
		if err != nil {
			t.Fatal(err)
		}
		id, err := e.Start(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		of := func() model.JobSnapshot {
			for _, s := range e.Jobs() {
				if s.ID == id {
					return s
				}
			}
			t.Fatal("the job is gone")
			return model.JobSnapshot{}
		}
		time.Sleep(5 * time.Second)
		if s := of(); s.State != model.JobRunning || s.Error.String() != "trying again: no way" {
			t.Errorf("in trouble: %+v", s)
		}
		time.Sleep(20 * time.Second)
		if s := of(); s.State != model.JobRunning || strings.HasPrefix(s.Error.String(), "trying") {
			t.Errorf("after it: %+v", s)
		}
		if s, err := e.Wait(t.Context(), id); err != nil || s.State != model.JobDone || s.Error.String() != "" {
			t.Errorf("%+v, %v", s, err)
		}
	})
}

// A pause that comes while the last batch is under way finds nothing to pause.
func TestAJobWithNothingLeftEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, r := twenty()
		e := open(t, f, run.Options{})
		defer e.Close()
		id, moves := "", 0
		f.fail = func(what string) error {
			if what == "move" {
				if moves++; moves == 4 {
					must(t, e.Pause(id))
				}
			}
			return nil
		}
		id = begin(t, e, r)
		if s, err := e.Wait(t.Context(), id); err != nil || s.State != model.JobDone || s.Done != 20 {
			t.Errorf("%+v, %v", s, err)
		}
	})
}
