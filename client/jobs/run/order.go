package run

import (
	"math"
	"slices"

	"aloft/client"
	"aloft/client/system"
	"aloft/model"
	"aloft/model/text"
)

// Jobs take turns. One that was put in an order goes before those behind it in that
// order, and before all that were not put in one, also in other processes: a queue
// passes over a job while one before it has something to do.

// unordered is the rank of a job that was not put in an order.
const unordered = math.MaxInt

// Reorder puts a job right before another one that has not ended, or with "" after
// all.
func (e *Executor) Reorder(id, before string) error {
	e.reload()
	for _, of := range []string{id, before} {
		if of == "" && of == before {
			continue
		}
		switch j, err := e.job(of); {
		case err != nil:
			return err
		case j.shown().State.Ended():
			return client.Errorf(client.KindConflict, "job", model.Place{}, text.JobsEnded, of)
		}
	}
	if id == before {
		return nil
	}
	err := e.store.ChangeOrder(func(ids []string) []string {
		all := e.Recent()
		for i := range all { // another process may have changed it since
			all[i].Order = slices.Index(ids, all[i].ID) + 1
		}
		return reordered(model.InOrder(all), id, before)
	})
	e.reload()
	return err
}

// reordered are the jobs that are put in an order when one of all is put before
// another: those up to it, and those that were in one before.
func reordered(all []model.JobSnapshot, id, before string) []string {
	var out []string
	most := 0
	for i := range all {
		if all[i].ID == id {
			continue
		}
		if all[i].ID == before {
			out = append(out, id)
			most = len(out)
		}
		out = append(out, all[i].ID)
		if all[i].Order > 0 {
			most = len(out)
		}
	}
	if !slices.Contains(out, id) {
		return append(out, id)
	}
	return out[:most]
}

// readOrder reads the order and shows the jobs that have another place in it. g.mu is
// held.
func (g *registry) readOrder() {
	ids := g.store.Order()
	if slices.Equal(ids, g.order) {
		return
	}
	g.order = ids
	for _, j := range g.jobs {
		if !j.State.Ended() {
			g.show(j)
		}
	}
}

// rank is the place of a job in the order. g.mu is held.
func (g *registry) rank(j *job) int {
	if n := slices.Index(g.order, j.id); n >= 0 {
		return n
	}
	return unordered
}

// goesFirst: the job a has its turn before b: the interactive one, else by the order.
// g.mu is held.
func (g *registry) goesFirst(a, b *job) bool {
	if a.Plan.Bulk != b.Plan.Bulk {
		return b.Plan.Bulk
	}
	return g.rank(a) < g.rank(b)
}

// ahead is the job of another process that the job waits for, "" = none: one of the
// same service, before it in the order, which goes on by itself. What is unsettled is
// looked after first, since that other one may wait for it. g.mu is held.
func (g *registry) ahead(j *job) string {
	if len(g.order) == 0 || j.State.Ended() || j.Unsettled() != nil || j.wantPause || j.wantCancel {
		return ""
	}
	for _, id := range g.order {
		o := g.jobs[id]
		if o == nil || o == j || !o.held || o.standing() || o.Plan.Bulk != j.Plan.Bulk || !g.goesFirst(o, j) {
			continue
		}
		if g.sameQueue(o, j) && o.By.State() != system.Stopped {
			return id
		}
	}
	return ""
}

// sameQueue: the two would be in one queue if one process ran them.
func (g *registry) sameQueue(a, b *job) bool {
	return g.o.Service(a.root()) == g.o.Service(b.root()) && a.Plan.Op.Transfers() == b.Plan.Op.Transfers()
}

// holdBack says of the queue's jobs whether the one that has its turn, or one of
// another process, goes before them. g.mu is held.
func (g *registry) holdBack(l *queue, turn *job) {
	for _, o := range l.jobs {
		first := ""
		if o != turn && o.jn != nil && !o.standing() {
			if first = g.ahead(o); first == "" && turn != nil && o.Plan.Bulk == turn.Plan.Bulk && g.goesFirst(turn, o) {
				first = turn.id
			}
		}
		if first == o.wait.after {
			continue
		}
		if o.wait.after = first; first != "" {
			o.State = model.JobWaiting
		}
		g.show(o)
	}
}
