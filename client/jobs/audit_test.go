package jobs

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/clienttest/procs"
	"aloft/client/jobs/run"
	"aloft/model"
)

// forty returns forty entries in /a, and the request to move them to /b.
func forty() (*fake, client.Request) {
	f := newFake().put("/a/", "/b/", "/c/")
	r := client.Request{Op: model.OpMove, Target: at("/b"), Class: client.Bulk}
	for i := range 40 {
		p := fmt.Sprintf("/a/%02d", i)
		f.put(p)
		r.Items = append(r.Items, at(p))
	}
	return f, r
}

// shove brings entries into a folder as another device does; "" = out of the drive.
func (f *fake) shove(folder string, names ...string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.epoch++
	to := f.child(0, folder)
	for _, n := range f.nodes {
		switch {
		case n.id == 0 || !slices.Contains(names, n.at.name):
		case folder == "":
			f.set(n, state{parent: n.at.parent, name: n.at.name, gone: true})
		default:
			f.set(n, state{parent: to.id, name: n.at.name})
		}
	}
}

func numbered(n int) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprintf("%02d", i))
	}
	return all
}

// liar acknowledges every change, and does another for some entries.
type liar struct {
	*fake
	lie func()
}

func (l *liar) Move(ctx context.Context, items []model.Ref, to model.Ref, class client.Class) error {
	err := l.fake.Move(ctx, items, to, class)
	l.lie()
	return err
}

func (l *liar) Delete(ctx context.Context, items []model.Ref, mode client.DeleteMode, class client.Class) error {
	err := l.fake.Delete(ctx, items, mode, class)
	l.lie()
	return err
}

// found says in lines what a job reports of its items that are not done.
func found(t *testing.T, e *Engine, id string) string {
	t.Helper()
	rs, err := e.Report(id)
	must(t, err)
	count := map[string]int{}
	var out []string
	for _, r := range rs {
		if k := fmt.Sprintf("%s: %s", r.State, r.Error); r.State != model.ItemDone {
			if count[k] == 0 {
				out = append(out, k)
			}
			count[k]++
		}
	}
	for i, k := range out {
		out[i] = fmt.Sprint(count[k], " ", k)
	}
	return strings.Join(out, "; ")
}

const (
	back    = "failed: it is in its old place"
	nowhere = "missing: it is in neither the old nor the new place"
)

// What is not where the journal says is named, and nothing else is.
func TestAuditFindsWhatIsNotWhereItShouldBe(t *testing.T) {
	ghosts := func(f *fake) { f.shove("", "03") }
	for name, c := range map[string]struct {
		lie   func(*fake) // after each call
		other func(*fake) // another device, before the audit
		r     func(*client.Request)
		state model.JobState
		want  string
		note  string
	}{
		"all is well":                {state: model.JobDone},
		"listings lag behind":        {state: model.JobDone, lie: func(f *fake) { f.lag = 5 * time.Second }},
		"acknowledged and not moved": {lie: func(f *fake) { f.shove("a", "03", "04") }, want: "2 " + back},
		"moved to the wrong folder":  {lie: func(f *fake) { f.shove("c", "03") }, want: "1 " + nowhere},
		"lost":                       {lie: ghosts, want: "1 " + nowhere},
		"a second device":            {other: func(f *fake) { f.shove("a", "01", "02", "03", "04"); f.shove("c", "05") }, want: "4 " + back + "; 1 " + nowhere},
		"another one in its place":   {other: func(f *fake) { f.shove("c", "05"); f.put("/b/05"); f.child(f.child(0, "b").id, "05").size = 99 }, want: "1 " + nowhere},
		"in both places":             {other: func(f *fake) { f.put("/a/05") }, want: "1 conflict: it is in both the old and the new place"},
		"set back": {other: func(f *fake) { f.shove("a", numbered(30)...) }, want: "30 " + back,
			note: "the drive looks as it did before 2000-01-01 00:00:0"},
		"not enough are back": {other: func(f *fake) { f.shove("a", numbered(19)...) }, want: "19 " + back},
		"deleted":             {r: func(r *client.Request) { r.Op, r.Target = model.OpDelete, model.Place{} }, state: model.JobDone},
		"not deleted": {r: func(r *client.Request) { r.Op, r.Target = model.OpDelete, model.Place{} },
			lie: func(f *fake) { f.shove("a", "03") }, want: "1 " + back},
		"left out": {lie: ghosts, r: func(r *client.Request) { r.NoAudit = true }, state: model.JobDone},
		"names change places": {r: func(r *client.Request) {
			r.Op, r.Target, r.NewNames = model.OpRename, model.Place{}, append(numbered(40)[1:], "00")
		}, state: model.JobDone},
		"too few": {lie: ghosts, r: func(r *client.Request) { r.Items = r.Items[:30] }, state: model.JobDone},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f, r := forty()
				if c.r != nil {
					c.r(&r)
				}
				if c.lie == nil {
					c.lie = func(*fake) {}
				}
				if c.state == "" {
					c.state = model.JobFailed
				}
				did := false
				o := run.Options{Hook: func(point string) {
					if point == "audit" && !did && c.other != nil {
						did = true
						c.other(f)
					}
				}}
				e := open(t, &liar{f, func() { c.lie(f) }}, o)
				defer e.Close()
				s := do(t, e, r)
				if got := found(t, e, s.ID); got != c.want || s.State != c.state || !strings.HasPrefix(s.Audit.Note.String(), c.note) || (s.Audit.Note.String() == "") != (c.note == "") {
					t.Errorf("%+v: %s", s, got)
				}
				if s.Done+s.Failed != s.Items || s.Failed != s.Audit.Astray {
					t.Errorf("%+v", s)
				}
			})
		})
	}
}

// A folder that cannot be listed is said to be, and nothing of its entries: neither at first
// nor when it is listed again.
func TestAuditOfWhatCannotBeListed(t *testing.T) {
	for kind, wait := range map[client.Kind]time.Duration{client.KindServer: 10 * time.Minute, client.KindAuth: time.Minute, client.KindInvalid: time.Minute} {
		for from := 1; from <= 3; from += 2 { // at the first look, at the second
			synctest.Test(t, func(t *testing.T) {
				f, r := forty()
				n := 0
				e := open(t, f, run.Options{Hook: func(point string) {
					if point != "audit" {
						return
					}
					if n++; n == 1 {
						f.shove("c", "03")
					}
					if n == from {
						f.mu.Lock()
						defer f.mu.Unlock()
						f.fail = func(what string) error {
							if strings.HasSuffix(what, "/b") || kind == client.KindAuth {
								return client.Errorf(kind, "list", at("/b"), "no listing today")
							}
							return nil
						}
					}
				}})
				defer e.Close()
				start := time.Now()
				s := do(t, e, r)
				if s.State != model.JobDone || s.Failed > 0 || s.Audit.State != model.AuditPartly || !strings.Contains(s.Audit.Note.String(), "result not checked: ") || !strings.Contains(s.Audit.Note.String(), "no listing today") {
					t.Errorf("%s: %+v, %s", kind, s, found(t, e, s.ID))
				}
				if d := time.Since(start); d > wait {
					t.Errorf("%s: it took %v", kind, d)
				}
			})
		}
	}
}

// The audit costs what the plan says, and nothing where the job has listed a folder since.
func TestAuditKeepsItsPrice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, r := forty()
		e := open(t, f, run.Options{})
		defer e.Close()
		p, err := e.Plan(t.Context(), r)
		must(t, err)
		before := f.requests
		id, err := e.Start(t.Context(), p)
		must(t, err)
		s := wait(t, e, id, model.JobDone)
		if n := f.requests - before; p.Estimate.Audit != 3 || n != p.Estimate.Requests || s.Requests != n { // the root, /a, /b
			t.Errorf("%d requests, %+v, %+v", n, p.Estimate, s)
		}
	})
	// The Verifier lists both folders after the last call, so the audit has seen them.
	synctest.Test(t, func(t *testing.T) {
		spent := map[bool]int{}
		for _, without := range []bool{false, true} {
			f, r := forty()
			f.loseAfter, r.NoAudit = 1, without
			e := open(t, f, run.Options{})
			s := do(t, e, r)
			spent[without] = s.Requests
			if s.State != model.JobDone || (s.Audit.State == model.AuditDone) == without {
				t.Errorf("%+v", s)
			}
			e.Close()
		}
		if spent[true] != spent[false] {
			t.Errorf("requests without the audit: %v", spent)
		}
	})
}

// A process that dies during the audit leaves it to the next one, which makes it anew.
func TestKilledDuringTheAudit(t *testing.T) {
	for point := 1; point <= 3; point++ {
		synctest.Test(t, func(t *testing.T) {
			f, r := forty()
			f.shove("c")
			dir, copied := t.TempDir(), t.TempDir()
			n := 0
			e := open(t, &liar{f, func() { f.shove("c", "07") }}, run.Options{Dir: dir, Hook: func(at string) {
				if at == "audit" {
					if n++; n == point {
						must(t, os.CopyFS(copied, os.DirFS(dir))) // what a kill leaves
					}
				}
			}})
			s := do(t, e, r)
			e.Close()
			if s.State != model.JobFailed || n < point {
				t.Fatalf("%+v, %d points", s, n)
			}
			f.shove("b", "07") // it was found meanwhile
			f.shove("c", "08")
			next := open(t, f, run.Options{Dir: copied})
			defer next.Close()
			if was := next.Jobs()[0]; was.State != model.JobInterrupted || was.Failed > 0 {
				t.Fatalf("%+v", was)
			}
			left := next.Jobs()[0].LeftCalls
			f.mu.Lock()
			f.cost = time.Second
			f.mu.Unlock()
			must(t, next.Resume(s.ID))
			time.Sleep(time.Millisecond)
			if now := next.Jobs()[0]; now.LeftCalls < left || now.LeftCalls != 3 { // all is listed anew
				t.Errorf("point %d: %d left, %d before", point, now.LeftCalls, left)
			}
			wait(t, next, s.ID, model.JobFailed)
			rs, err := next.Report(s.ID)
			must(t, err)
			for _, r := range rs {
				if (r.State == model.ItemMissing) != (r.Item.Name == "08") {
					t.Errorf("point %d: %s is %s: %s", point, r.Item.Name, r.State, r.Error)
				}
			}
		})
	}
}

// Cancelled after such a death, the job says that it was not audited.
func TestCancelledAfterDyingInTheAudit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, r := forty()
		dir, copied := t.TempDir(), t.TempDir()
		n := 0
		e := open(t, f, run.Options{Dir: dir, Hook: func(at string) {
			if at == "audit" {
				if n++; n == 2 {
					must(t, os.CopyFS(copied, os.DirFS(dir)))
				}
			}
		}})
		s := do(t, e, r)
		e.Close()
		next := open(t, f, run.Options{Dir: copied})
		defer next.Close()
		if was := next.Jobs()[0]; was.Audit.Folders != 1 || was.LeftCalls != 1 { // the last folder
			t.Errorf("%+v", was)
		}
		must(t, next.Cancel(s.ID))
		if end := wait(t, next, s.ID, model.JobDone); end.Audit.State != model.AuditPartly || end.Audit.Folders != 0 {
			t.Errorf("%+v", end)
		}
	})
}

// A request ends a listing of the audit, and resuming makes the rest.
func TestPausedAndCancelledDuringTheAudit(t *testing.T) {
	for _, cancel := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			f, r := forty()
			audits := make(chan bool, 10)
			e := open(t, f, run.Options{Hook: func(at string) {
				if at == "audit" {
					f.mu.Lock()
					f.cost = 30 * time.Second
					f.mu.Unlock()
					audits <- true
				}
			}})
			defer e.Close()
			id := begin(t, e, r)
			<-audits
			time.Sleep(time.Second)
			if s := e.Jobs()[0]; s.Audit.State != model.AuditRunning || s.Audit.Of != 2 || s.LeftCalls == 0 || s.State != model.JobRunning {
				t.Errorf("%+v", s)
			}
			start := time.Now()
			if cancel {
				must(t, e.Cancel(id))
				if s := wait(t, e, id, model.JobDone); s.Audit.State != model.AuditPartly || s.Audit.Note.String() != "result not checked: the job was cancelled" {
					t.Errorf("%+v", s)
				}
			} else {
				must(t, e.Pause(id))
				wait(t, e, id, model.JobPaused)
			}
			if d := time.Since(start); d > time.Second {
				t.Errorf("it took %v", d)
			}
			if !cancel {
				must(t, e.Resume(id))
				if s := wait(t, e, id, model.JobDone); s.Audit.State != model.AuditDone {
					t.Errorf("%+v", s)
				}
			}
		})
	}
}

func init() { procs.CollectLate() }
