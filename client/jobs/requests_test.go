//go:build unix

package jobs

import (
	"cmp"
	"context"
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

// priced is a job whose requests are known, as "The plan" of the jobs design computes them.
type priced struct {
	name      string
	job, undo int                // the most requests that each may cost
	from      func(i int) string // the place of entry i
	entries   int
	to        func(i int) string // its folder afterwards
	// audit is what the audit of the job or of its undo adds: the pages of its folders and of
	// theirs. 0 = it is not tried.
	audit int
	op    model.Op // "" = a move
}

func fixed(s string) func(int) string { return func(int) string { return s } }

// The prices of large jobs. All but the third are taken back at the same price: its undo goes
// to 1,000 folders, and each takes a call with three lookups, the page of its parent that has
// it, the page that has the source, and the page of the source. What is copied stays on its
// page, so 33 of 167 calls need two pages of 100, and it is looked at once more: the root and 50 pages.
var table = []priced{
	{"5,000 entries", 501, 501, func(i int) string { return fmt.Sprintf("/a/f%04d", i) }, 5000, fixed("/to"), 1 + 1 + 50, ""},
	{"5,000 entries, four folders deep", 1503, 1503, func(i int) string { return fmt.Sprintf("/a/b/c/d/f%04d", i) }, 5000, fixed("/k/l/m/n"), 0, ""},
	{"1,000 folders of 3 into one", 1315, 4000, func(i int) string { return fmt.Sprintf("/a%03d/f%04d", i/3, i) }, 3000, fixed("/to"), 0, ""},
	{"100 folders of 30 into ten", 1400, 1400, func(i int) string { return fmt.Sprintf("/a%02d/f%04d", i/30, i) }, 3000,
		func(i int) string { return fmt.Sprint("/to", i%10) }, 2 + 100 + 10, ""},
	{"a copy of 5,000 entries", 585, 501, func(i int) string { return fmt.Sprintf("/a/f%04d", i) }, 5000, fixed("/to"), 0, model.OpCopy},
}

// tenth is the job with a tenth of the entries. Its last calls are not full, which a few
// requests more pay for.
func (c priced) tenth() priced {
	c.name = "a tenth of " + c.name
	c.entries, c.job, c.undo, c.audit = c.entries/10, (c.job+9)/10+3, (c.undo+9)/10+3, (c.audit+9)/10
	return c
}

// run returns what planning, the job and its undo cost, without the audit or with it.
func (c *priced) run(t testing.TB, gap time.Duration, audit bool) (plan, job, undo int) {
	w := newWorld(t, worldOptions{seed: 1, faults: fault.Faults{Rotate: true}, gap: gap})
	defer w.close()
	var plant []drive.Item
	r, made := client.Request{Op: cmp.Or(c.op, model.OpMove), Class: client.Bulk, NoAudit: !audit}, map[string]bool{}
	for i := range c.entries {
		from, to := at(c.from(i)), c.to(i)
		plant = append(plant, drive.Item{Path: from.Names(), Size: int64(i + 1)})
		if !made[to] {
			plant = append(plant, drive.Item{Path: at(to).Names(), Folder: true})
		}
		made[to] = true
		r.Items = append(r.Items, from)
		if r.Target = at(to); c.op == "" {
			r.Targets = append(r.Targets, at(to))
		}
	}
	if err := w.svc.Plant(context.Background(), plant); err != nil {
		t.Fatal(err)
	}
	before := w.shape()
	do := func(r client.Request) (planned, done int, id string) {
		n := w.watch.Drive().Requests
		p, err := w.eng.Plan(context.Background(), r)
		if err != nil || len(p.Refused) > 0 {
			t.Fatal(err, p)
		}
		planned = w.watch.Drive().Requests - n
		s, err := w.start(p)
		done = w.watch.Drive().Requests - n - planned
		if err != nil || s.State != model.JobDone || s.Done != c.entries || s.Requests != done || (s.Audit.State == model.AuditDone) != audit {
			t.Fatal(err, s, done)
		}
		// Two more may be said: the first call with entries of several folders, which an undo does not try in two.
		if said := p.Estimate.Requests; said < done*9/10 || said > done*11/10+2 {
			t.Errorf("%s: %d requests, said were %d", c.name, done, said)
		} else {
			t.Logf("%d requests, said were %d", done, said)
		}
		return planned, done, p.ID
	}
	plan, job, id := do(r)
	for i, path := range w.moved() {
		if c.op == model.OpCopy && "/"+strings.Join(path.Path, "/") == c.from(int(path.Size)-1) {
			continue // the original stays
		}
		if want := c.to(int(path.Size)-1) + "/" + at(c.from(int(path.Size)-1)).Base(); "/"+strings.Join(path.Path, "/") != want {
			t.Fatalf("%d: %q, not %s", i, path.Path, want)
		}
	}
	_, undo, _ = do(client.Request{Undo: id, Class: client.Bulk, NoAudit: !audit})
	if !slices.Equal(w.shape(), before) {
		t.Error("not all is as it was")
	}
	for _, b := range w.spy.bad {
		t.Error(b)
	}
	return plan, job, undo
}

// moved are the files.
func (w *world) moved() []drive.Item {
	return slices.DeleteFunc(w.dump(), func(it drive.Item) bool { return it.Folder })
}

// The price of the whole work is stated beforehand, and kept, on the real client, gate and
// service, with ids that change at every call.
func TestRequestsOfLargeJobs(t *testing.T) {
	if testing.Short() {
		t.Skip("measures")
	}
	for i, c := range table {
		if !procs.Campaign() {
			c = c.tenth()
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				plan, job, undo := c.run(t, 500*time.Millisecond, false)
				if t.Logf("%d requests for the plan, %d for the job, %d for its undo", plan, job, undo); job > c.job || undo > c.undo {
					t.Errorf("more than %d and %d", c.job, c.undo)
				}
			})
		})
		if c.audit == 0 || i > 0 && !*everyKill {
			continue
		}
		t.Run(c.name+", audited", func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				_, job, undo := c.run(t, 500*time.Millisecond, true)
				if t.Logf("%d requests for the job, %d for its undo", job, undo); job > c.job+c.audit || undo > c.undo+c.audit {
					t.Errorf("more than %d and %d", c.job+c.audit, c.undo+c.audit)
				}
			})
		})
	}
}

// BenchmarkRequests prints the table; the time is what it takes without pauses.
func BenchmarkRequests(b *testing.B) {
	for _, c := range table {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				plan, job, undo := c.run(b, 0, false)
				b.ReportMetric(float64(plan), "plan-requests")
				b.ReportMetric(float64(job), "job-requests")
				b.ReportMetric(float64(undo), "undo-requests")
			}
		})
	}
}
