package run

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/plan"
	"aloft/client/jobs/transfer"
	"aloft/client/jobs/verify"
	"aloft/model"
)

// Two items of an account are transferred at a time: the service converts, so most
// of the time is spent waiting for it. So many more may wait for what became of a call.
const (
	atOnce    = 2
	mostAside = 30
)

// sessionItems bounds a session while other transfers of the account wait.
const sessionItems = 8

// nextTransfer returns the step of an item that can be transferred now, -1 when
// there is none. registry.mu is held.
func (w *worker) nextTransfer(j *job, busy map[int]bool, others barrier) int {
	for i := range j.Unfinished() {
		s, st := &j.Steps[i], j.States[i]
		switch {
		case !s.Op.Transfers() || busy[i] || !st.Open():
		case (j.Cancel || j.settling) && !st.Carry.Making(s.Op):
		case !j.Ready(i) || others.meets(s) != "":
		default:
			return i
		}
	}
	return -1
}

// carryable: there is an item to start or to go on with.
func (w *worker) carryable(j *job) bool {
	others := w.barriers(j)
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.nextTransfer(j, nil, others) >= 0
}

// session transfers items until none is left, the job is to pause, or another job
// has its turn. until, when set, is when the Verifier has to check something else.
func (w *worker) session(l *queue, j *job, until time.Time) error {
	ctx, stop := context.WithCancel(w.reads)
	defer stop()
	w.mu.Lock()
	j.stop = stop
	w.mu.Unlock()
	defer w.change(j, func() { j.stop = nil })
	others := w.barriers(j)
	var mu sync.Mutex
	var first error
	busy := map[int]bool{}
	taken, slots := 0, make(chan struct{}, atOnce)
	take := func() *transfer.Transfer {
		w.mu.Lock()
		defer w.mu.Unlock()
		mu.Lock()
		defer mu.Unlock()
		switch {
		case first != nil || ctx.Err() != nil || j.wantPause || j.wantCancel || j.standing(),
			!until.IsZero() && time.Now().After(until):
			return nil
		case taken >= sessionItems && l.othersWait(w.registry, j):
			return nil
		}
		n := w.nextTransfer(j, busy, others)
		if n < 0 {
			return nil
		}
		busy[n] = true
		taken++
		return w.transfer(l, keeper{w, l, j, n, slots})
	}
	var all sync.WaitGroup
	for range atOnce + mostAside {
		all.Go(func() {
			for {
				slots <- struct{}{}
				h := take()
				if h == nil {
					<-slots
					return
				}
				err := h.Run(ctx)
				<-slots
				if err == nil {
					continue
				}
				mu.Lock()
				first = cmp.Or(first, err)
				mu.Unlock()
				stop() // the others can go on in a later session
			}
		})
	}
	all.Wait()
	w.change(j, func() {
		clear(j.carry.live)
	})
	if first != nil && errors.Is(first, context.Canceled) && w.reads.Err() == nil {
		return nil // a request has come; the next turn handles it
	}
	return first
}

// transfer returns the transfer of a step. registry.mu is held.
func (w *worker) transfer(l *queue, k keeper) *transfer.Transfer {
	j, n := k.j, k.n
	it := &j.Plan.Items[j.Steps[n].Item]
	of := &transfer.Job{ID: j.id, Dir: j.dir, From: j.srcAt(it.Parent), To: j.srcAt(it.Target), Spool: w.spool(j), Class: j.class(),
		Convert: w.o.Convert, Arrivals: &j.carry.arrivals, Seen: &j.carry.seen, Resumed: j.Starts > 1, Keeper: k, Same: it.Like}
	if n := j.Steps[n].First; n >= 0 && it.Like.IsZero() && j.States[n].State == model.ItemDone && j.States[n].Kept != nil {
		of.Same, _ = j.Steps[n].Target()
		of.SameKept = j.States[n].Kept
	}
	return transfer.New(of, &j.Steps[n], it, j.States[n])
}

// finishFolders gives the copies of folders the times and modes of their originals, the
// deepest first: what is made in a folder changes its time.
func (w *worker) finishFolders(j *job) {
	disk, ok := j.src.(client.FileCopier)
	for i := len(j.Plan.Items) - 1; ok && i >= 0; i-- {
		it := &j.Plan.Items[i]
		if !it.Op.Row().Folder || it.Like.IsZero() || !it.Goes() || j.Item(j.Parts[i]).State != model.ItemDone {
			continue
		}
		_ = disk.FinishFolder(w.writes, it.Like, it.Place()) // the files are there all the same
	}
}

// sweep removes the hidden files of items that are not finished any more. A copy within the disk
// journals none: they are looked for in its folder.
func (w *worker) sweep(l *queue, j *job) {
	parts := map[string][]model.Ref{}
	for i := range j.Unfinished() {
		s := &j.Steps[i]
		switch {
		case !s.Op.Transfers():
		case j.States[i].Carry != nil:
			w.transfer(l, keeper{w: w, l: l, j: j, n: i}).Sweep(w.writes)
		case s.To.Scheme.Local() && s.Parent.Scheme.Local():
			k := journal.PlaceKey(s.To)
			if _, listed := parts[k]; !listed {
				parts[k] = nil
				pg, err := j.srcAt(s.To).Walk(client.Options{Fresh: true}).Page(w.writes, s.To, 1)
				for n := range pg.Refs {
					if err == nil && plan.IsPart(pg.Entries[n].Name) {
						parts[k] = append(parts[k], pg.Refs[n])
					}
				}
			}
			for _, ref := range parts[k] {
				if d, ok := j.srcAt(s.To).(client.Deleter); ok && plan.OwnPart(j.id, s, ref.Place.Base()) {
					_ = d.Delete(w.writes, []model.Ref{ref}, client.DeleteForever, client.Bulk)
				}
			}
		}
	}
}

// keeper implements transfer.Keeper for a step of a job.
type keeper struct {
	w *worker
	l *queue
	j *job
	n int
	// slots has an element for each item under way.
	slots chan struct{}
}

func (k keeper) Log(r journal.Record) error           { return k.w.log(k.j, r) }
func (k keeper) Writable() bool                       { return k.w.writable(k.j) }
func (k keeper) Writes() context.Context              { return k.w.writes }
func (k keeper) Hook(point string)                    { k.w.o.Hook(point) }
func (k keeper) Asked()                               { k.w.change(k.j, func() { k.j.Requests++ }) }
func (k keeper) Times() verify.Times                  { return k.w.times(k.l, k.j) }
func (k keeper) Scaled(d time.Duration) time.Duration { return k.w.scaled(d) }

func (k keeper) Aside() (over func()) {
	<-k.slots
	return func() { k.slots <- struct{}{} }
}

func (k keeper) Announce(src client.Source, intent func() error) (context.Context, *journal.Announced) {
	return k.w.announce(k.j, src, intent)
}

func (k keeper) Settle(r journal.Record) error {
	if r.Out == journal.OutFailed && r.Kind == client.KindUnsupported && len(k.j.Plan.Items) > 1 {
		r.Out = journal.OutSkipped
	}
	k.w.change(k.j, func() {
		if delete(k.j.carry.live, k.n); r.Out == journal.OutDone {
			k.j.touch([]int{k.n})
		}
	})
	return k.w.settle(k.j, []journal.Record{r})
}

func (k keeper) Waits(why model.Sentence) (over func()) {
	k.w.change(k.j, func() { k.j.Err = why })
	return func() {
		k.w.change(k.j, func() {
			if k.j.Err == why { // not the error of another item
				k.j.Err = model.Sentence{}
			}
		})
	}
}

func (k keeper) Show(change func(*transfer.Live) bool) {
	k.w.mu.Lock()
	defer k.w.mu.Unlock()
	before := k.j.carry.live[k.n]
	v := before
	shown := change(&v)
	k.j.carry.live[k.n] = v
	k.j.carry.rate.moved(before, v)
	if shown {
		k.j.current = k.j.Plan.Items[k.j.Steps[k.n].Item].Name
		k.w.show(k.j)
	}
}

func (k keeper) Touched(p model.Place) {
	k.w.change(k.j, func() { k.j.looked.touched[journal.PlaceKey(p)] = p })
}

func (k keeper) Claimed(id string) bool {
	k.w.mu.Lock()
	defer k.w.mu.Unlock()
	return slices.ContainsFunc(k.j.States, func(s *journal.State) bool { return s.Carry != nil && s.Carry.ID == id })
}
