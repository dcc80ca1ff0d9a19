package run

import (
	"maps"
	"slices"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/verify"
	"aloft/model"
)

// What is acknowledged may not be listed yet: public clients see a lag of usually about a second,
// and of up to minutes. After a small job its folders are listed until they show its changes. The
// screen gets fresh listings, and the caller that waits for the job can rely on them. A large job
// has no refresh, which would cost too many requests.
const refreshLooks = 4 // listings: at once, and after 1, 2 and 4 s

// newRefresh returns the refresh of a job that is about to end, nil when it needs none.
// A disk shows changes at once.
func (j *job) newRefresh() *refresh {
	if j.Plan.Audited() || j.Plan.Scheme == model.SchemeDisk || j.Plan.Op.InBin() || j.Plan.Op.Transfers() || len(j.looked.touched) == 0 || len(j.looked.touched) > model.ShownFolders || j.Calls > model.ShownCalls {
		return nil
	}
	a := &refresh{}
	for _, k := range slices.Sorted(maps.Keys(j.looked.touched)) {
		if j.looked.large[k] {
			return nil
		}
		a.folders = append(a.folders, j.looked.touched[k])
	}
	return a
}

// refresh lists the folders that do not show the changes yet.
func (w *worker) refresh(j *job, a *refresh) {
	walk := w.telling(j, client.Options{Class: j.class(), After: true})
	var behind []model.Place
	for i, p := range a.folders {
		shown, err := w.refreshFolder(j, walk, a.looks == 0, p)
		switch {
		case client.Is(err, client.KindAuth):
			a.rest = append(append(a.rest, a.folders[i:]...), behind...)
			w.refreshed(j, a, journal.RefreshBehind)
			return
		case err == nil && walk.Large[journal.PlaceKey(p)]:
			a.rest = append(a.rest, p)
		case !shown:
			behind = append(behind, p)
		}
	}
	a.looks++
	if len(behind) == 0 {
		a.folders = nil
		w.refreshed(j, a, journal.RefreshShown)
		return
	}
	if a.looks == refreshLooks {
		a.rest = append(a.rest, behind...)
		w.refreshed(j, a, journal.RefreshBehind)
		return
	}
	w.mu.Lock()
	a.folders = behind
	j.wait.until = time.Now().Add(w.scaled(time.Second << (a.looks - 1)))
	w.mu.Unlock()
}

// telling begins lookups of which the screen gets each whole listing.
func (w *worker) telling(j *job, opt client.Options) *verify.Walker {
	out := verify.NewWalker(j.src.Walk(opt), func(l model.Listing) { w.tell(client.JobEvent{Job: j.id, Listing: &l}) })
	out.Src = j.src
	return out
}

// refreshFolder lists a folder. The first time all are listed in one walk, which
// shares their ancestors; later one request a folder is enough.
func (w *worker) refreshFolder(j *job, walk *verify.Walker, first bool, p model.Place) (bool, error) {
	var l model.Listing
	var err error
	if first {
		pg, err := walk.Page(w.reads, p, 1)
		if err != nil || walk.Large[journal.PlaceKey(p)] {
			return false, err
		}
		l = model.Listing{Entries: pg.Entries, ListedAt: verify.ReadAt(pg), Complete: pg.Last}
		if !pg.Last {
			if l, err = walk.All(w.reads, p); err != nil {
				return false, err
			}
		}
	} else {
		if l, err = j.src.List(w.reads, p, client.Options{Class: j.class()}); err != nil {
			return false, err
		}
		if l.Complete {
			w.tell(client.JobEvent{Job: j.id, Listing: &l})
		}
	}
	did, fixed := w.effects(p, (*verify.Lister)(nil).Now(), w.scaled(recent)), journal.Steady(j.src)
	for name := range did {
		if !j.named(p, name, fixed) {
			delete(did, name)
		}
	}
	return len(verify.Hidden(l, did)) == 0, nil
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

// refreshed ends the refresh, and with it the job's journal.
func (w *worker) refreshed(j *job, a *refresh, out string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if j.refresh != a || j.jn == nil {
		return // forgotten meanwhile
	}
	// The work is done and durable; a failure here changes nothing about it.
	r := journal.Record{T: journal.RecRefresh, Out: out, At: time.Now().UnixMilli()}
	if j.jn.Append(r) == nil {
		j.Apply(&r)
	}
	w.letGo(j)
	if len(a.rest) > 0 && !w.silent {
		w.events.Tell(client.JobEvent{Job: j.id, State: j.State, Touched: a.rest})
	}
}
