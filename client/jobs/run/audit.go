package run

import (
	"maps"
	"slices"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/listing"
	"aloft/client/jobs/step"
	"aloft/model"
)

// What is acknowledged may not be listed yet (facts/drive.md "Visibility lag").
// After a small job its folders are listed until they show its changes: the screen
// gets fresh listings, and the caller that waits for the job can rely on them. A
// large job has no audit; it would cost too many requests.
const (
	auditFolders = 3
	auditCalls   = 3
	auditLooks   = 5 // listings: at once, and after 1, 2, 4 and 8 s
)

// Results of an audit (RecAudit).
const (
	auditShown  = "shown"
	auditBehind = "behind" // not shown after the last listing
)

// newAudit returns the audit of a job that is about to end, nil when it needs none.
// A disk shows changes at once.
func (j *job) newAudit() *audit {
	if j.Plan.Scheme == model.SchemeDisk || j.Plan.Op.InBin() || j.Plan.Op.Transfers() || len(j.touched) == 0 || len(j.touched) > auditFolders || j.Calls > auditCalls {
		return nil
	}
	a := &audit{}
	for _, k := range slices.Sorted(maps.Keys(j.touched)) {
		if j.large[k] {
			return nil
		}
		a.folders = append(a.folders, j.touched[k])
	}
	return a
}

// audit lists the folders that do not show the changes yet.
func (w *worker) audit(j *job, a *audit) {
	walk := listing.NewWalker(j.src.Walk(client.Options{Class: client.Bulk, Fresh: !step.Steady(j.src)}), func(l model.Listing) {
		w.tell(client.JobEvent{Job: j.id, Listing: &l})
	})
	var behind []model.Place
	for i, p := range a.folders {
		shown, err := w.auditFolder(j, walk, a.looks == 0, p)
		switch {
		case client.Is(err, client.KindAuth):
			a.rest = append(append(a.rest, a.folders[i:]...), behind...)
			w.audited(j, a, auditBehind)
			return
		case err == nil && walk.Large[step.PlaceKey(p)]:
			a.rest = append(a.rest, p)
		case !shown:
			behind = append(behind, p)
		}
	}
	a.looks++
	if len(behind) == 0 {
		a.folders = nil
		w.audited(j, a, auditShown)
		return
	}
	if a.looks == auditLooks {
		a.rest = append(a.rest, behind...)
		w.audited(j, a, auditBehind)
		return
	}
	w.mu.Lock()
	a.folders = behind
	j.notBefore = time.Now().Add(w.scaled(time.Second << (a.looks - 1)))
	w.mu.Unlock()
}

// auditFolder lists a folder. The first time all are listed in one walk, which
// shares their ancestors; later one request a folder is enough.
func (w *worker) auditFolder(j *job, walk *listing.Walker, first bool, p model.Place) (bool, error) {
	var l model.Listing
	var err error
	if first {
		pg, err := walk.Page(w.reads, p, 1)
		if err != nil || walk.Large[step.PlaceKey(p)] {
			return false, err
		}
		l = model.Listing{Entries: pg.Entries, ListedAt: listing.ReadAt(pg), Complete: pg.Last}
		if !pg.Last {
			if l, err = walk.All(w.reads, p); err != nil {
				return false, err
			}
		}
	} else {
		if l, err = j.src.List(w.reads, p, client.Options{Class: client.Bulk}); err != nil {
			return false, err
		}
		if l.Complete {
			w.tell(client.JobEvent{Job: j.id, Listing: &l})
		}
	}
	did, fixed := w.effects(p, (*listing.Lister)(nil).Now()), w.steadyAt(p)
	for name := range did {
		if !j.named(p, name, fixed) {
			delete(did, name)
		}
	}
	return listing.Shows(l, did), nil
}

// named: the job has put the name into the folder, or removed it.
func (j *job) named(folder model.Place, name model.Step, fixed bool) bool {
	for i := range j.Steps {
		if out, ok := j.Takes(i, folder); ok && out == name {
			return true
		}
		if in, ok := j.Brings(i, folder, fixed); ok && in == name {
			return true
		}
	}
	return false
}

// audited ends the audit, and with it the job's journal.
func (w *worker) audited(j *job, a *audit, out string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if j.audit != a || j.jn == nil {
		return // forgotten meanwhile
	}
	// The work is done and durable; a failure here changes nothing about it.
	_ = j.jn.Append(journal.Record{T: journal.RecAudit, Out: out, At: time.Now().UnixMilli()})
	w.letGo(j)
	if len(a.rest) > 0 && !w.silent {
		w.events.tell(client.JobEvent{Job: j.id, State: j.State, Touched: a.rest})
	}
}
