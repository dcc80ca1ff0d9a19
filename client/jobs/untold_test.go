package jobs

import (
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/clienttest/memdoc"
	"aloft/client/jobs/run"
	"aloft/model"
)

// An import that was begun may succeed although the service refuses to report on
// it: the result is unknown, with a hint where to look, and never "nothing was
// changed".
func TestAnImportThatNobodyTellsOfIsUnknown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		writeFiles(t, dir, "a.docx")
		c := newDocs()
		box := c.Put(memdoc.Home, "box", model.KindFolder)
		c.Fault = func(what string, _ int) memdoc.Fate {
			if what == "import state" {
				return memdoc.RefusedNo
			}
			return memdoc.Fine
		}
		e := openDocs(t, c, run.Options{})
		s := do(t, e, client.Request{Op: model.OpImport, Items: []model.Place{onDisk(dir + "/a.docx")}, Target: docAt("docs:/box")})
		rs, err := e.Report(s.ID)
		if err != nil || len(rs) != 1 || rs[0].Kind != string(client.KindUnknown) || !strings.Contains(rs[0].Error.String(), "(not for you); look for a in ") {
			t.Errorf("%+v, %v", rs, err)
		}
		if c.Calls["begin"] != 1 || c.Calls["import state"] != 1 || len(c.Under(box)) != 0 {
			t.Errorf("%v, %v", c.Calls, c.Tree())
		}
	})
}

// A call that moves an import is not sent forever to a service that fails each
// time, and the item ends with the service's message.
func TestAnImportThatCannotBePlacedIsToldOf(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		writeFiles(t, dir, "a.docx")
		c := newDocs()
		c.Put(memdoc.Home, "box", model.KindFolder)
		c.Fault = func(what string, _ int) memdoc.Fate {
			if what == "move" {
				return memdoc.Failed500
			}
			return memdoc.Fine
		}
		e := openDocs(t, c, run.Options{})
		s := do(t, e, client.Request{Op: model.OpImport, Items: []model.Place{onDisk(dir + "/a.docx")}, Target: docAt("docs:/box")})
		rs, err := e.Report(s.ID)
		if err != nil || s.State != model.JobFailed || !strings.Contains(rs[0].Error.String(), "no shelf") || c.Calls["move"] != 3 {
			t.Errorf("%+v, %v, %v", rs, err, c.Calls)
		}
	})
}

// Calls that begin an import or an export, or make a folder, and are answered by a
// failure: after a few seconds the service's message is shown.
func TestWhatTheServiceFailsAtEndsSoonWithItsWords(t *testing.T) {
	for _, op := range []string{"begin", "export", "mkdir"} {
		t.Run(op, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				dir := t.TempDir()
				writeFiles(t, dir, "a.docx")
				c := newDocs()
				c.Put(memdoc.Home, "page", model.KindDoc)
				c.Fault = func(what string, _ int) memdoc.Fate {
					if what == op {
						return memdoc.Failed500
					}
					return memdoc.Fine
				}
				r := map[string]client.Request{
					"begin":  {Op: model.OpImport, Items: []model.Place{onDisk(dir + "/a.docx")}, Target: docAt("docs:/")},
					"export": {Op: model.OpExport, Items: docsAt("docs:/page"), Target: onDisk(dir)},
					"mkdir":  {Op: model.OpMakeFolder, Items: docsAt("docs:/new")},
				}[op]
				e := openDocs(t, c, run.Options{})
				s := do(t, e, r)
				rs, err := e.Report(s.ID)
				if took := time.Since(s.MadeAt); err != nil || s.State != model.JobFailed || took > time.Minute ||
					!strings.Contains(rs[0].Error.String(), "no shelf [trace t-9]") || strings.Contains(rs[0].Error.String(), "never answered") {
					t.Errorf("%v: %+v, %v, %v", took, rs, err, c.Calls)
				}
				t.Log(time.Since(s.MadeAt), rs[0].Error)
			})
		})
	}
}

// An export or an announcement without a clear answer is asked for once, said to be so, and asked
// for again when a person tries the job again.
func TestWhatWasAskedForWithoutAnAnswerWaitsForAPerson(t *testing.T) {
	for _, call := range []string{"export", "prepare"} {
		for _, bad := range []memdoc.Fate{memdoc.LostBefore, memdoc.LostAfter, memdoc.Failed500, memdoc.RefusedFail} {
			synctest.Test(t, func(t *testing.T) {
				dir := t.TempDir()
				writeFiles(t, dir, "in.docx")
				c := newDocs()
				c.Put(memdoc.Home, "page", model.KindDoc)
				c.Fault = func(what string, n int) memdoc.Fate {
					if what == call && n == 1 {
						return bad
					}
					return memdoc.Fine
				}
				r := client.Request{Op: model.OpExport, Items: docsAt("docs:/page"), Target: onDisk(dir)}
				if call == "prepare" {
					r = client.Request{Op: model.OpImport, Items: []model.Place{onDisk(dir + "/in.docx")}, Target: docAt("docs:/")}
				}
				e := openDocs(t, c, run.Options{})
				s := do(t, e, r)
				rs, err := e.Report(s.ID)
				if err != nil || s.State != model.JobFailed || c.Calls[call] != 1 || !strings.Contains(rs[0].Error.String(), "no answer came") {
					t.Fatalf("%s %d: %+v, %v, %v", call, bad, rs, err, c.Calls)
				}
				again, left := client.Again(&s, rs)
				if len(again) != 1 || left != 0 {
					t.Fatalf("%s %d: %+v, %d", call, bad, again, left)
				}
				if s = do(t, e, again[0]); s.State != model.JobDone || c.Calls[call] != 2 {
					t.Errorf("%s %d: %+v, %v", call, bad, s, c.Calls)
				}
			})
		}
	}
}

// Cancelled while the Verifier looks for an entry that was not at its place, so that nothing
// was sent for it: it is where it was, and not of unknown outcome.
func TestCancelledWhileAnEntryIsLookedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, r := twenty()
		e := open(t, f, run.Options{})
		id := begin(t, e, r)
		f.mu.Lock()
		f.child(f.child(0, "a").id, "07").at.name = "another"
		f.mu.Unlock()
		time.Sleep(20 * time.Second)
		if s := e.Jobs()[0]; s.Unknown != 1 {
			t.Fatalf("%+v", s)
		}
		must(t, e.Cancel(id))
		s := wait(t, e, id, model.JobCancelled)
		rs, err := e.Report(id)
		if err != nil || s.Unknown != 0 || rs[7].State != model.ItemSkipped {
			t.Errorf("%+v, %+v, %v", s, rs[7], err)
		}
	})
}

// Two imports that arrive in a folder at the same time share its listing, and nobody asks after a task that was begun
// a moment ago.
func TestTransfersShareAListingAndPollLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		writeFiles(t, dir, "a.docx", "b.docx")
		c := newDocs()
		c.Cost, c.Task = 500*time.Millisecond, time.Second
		box := c.Put(memdoc.Home, "box", model.KindFolder)
		var mu sync.Mutex
		var begun, polled time.Time
		lists := 0
		c.Before = func(what string) error {
			mu.Lock()
			defer mu.Unlock()
			switch {
			case what == "begin":
				begun = time.Now()
			case what == "import state" && polled.IsZero():
				polled = time.Now()
			case what == "list" && !polled.IsZero():
				lists++
			}
			return nil
		}
		e := openDocs(t, c, run.Options{})
		s := do(t, e, client.Request{Op: model.OpImport, Items: []model.Place{onDisk(dir + "/a.docx"), onDisk(dir + "/b.docx")}, Target: docAt("docs:/box")})
		if s.State != model.JobDone || len(c.Under(box)) != 2 {
			t.Fatalf("%+v, %v", s, c.Tree())
		}
		if d := polled.Sub(begun); d < c.Home().Poll().Min {
			t.Errorf("polled %v after it was begun", d)
		}
		if lists != 1 {
			t.Errorf("the folder was listed %d times", lists)
		}
	})
}
