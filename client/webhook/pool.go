package webhook

import (
	"context"
	"slices"

	"aloft/model"
)

// pool is what runs of a kind, and what waits for it.
type pool struct {
	busy  int
	queue []*job
}

// enter runs a job when there is a place, else it waits. The lock is held.
func (k *desk) enter(p *pool, j *job) {
	j.in = p
	if p.busy < mostAtOnce {
		k.begin(j)
		return
	}
	j.d.State, j.d.Ahead = model.DeliveryWaiting, len(p.queue)
	p.queue = append(p.queue, j)
	k.rec.Set(j.d)
}

// begin starts the work of a job. The lock is held.
func (k *desk) begin(j *job) {
	j.in.busy++
	j.d.State, j.d.Ahead, j.d.Started = model.DeliveryRunning, 0, k.now()
	ctx, stop := context.WithCancelCause(k.ctx)
	j.stop = stop
	k.rec.Set(j.d)
	k.wg.Go(func() {
		defer stop(nil)
		if j.r.Exec != "" {
			k.exec(ctx, j)
		} else {
			k.takeTurn(ctx, j)
		}
	})
}

// end closes a delivery: nothing more happens to it but notes. The lock is held.
func (k *desk) end(j *job, s model.DeliveryState, reason string) {
	if j.over {
		return
	}
	j.over = true
	began := j.stop != nil
	j.d.State, j.d.Reason, j.d.Ahead = s, reason, 0
	if j.d.Ended.IsZero() {
		j.d.Ended = k.now()
	}
	k.rec.Set(j.d)
	delete(k.jobs, j.d.ID)
	k.held -= j.d.Bytes
	j.r.Prompt, j.r.Payload = "", nil // its messages may wait for long, and it with them
	if j.in != nil && began {
		j.in.busy--
		k.next(j.in)
	} else if j.in != nil {
		k.unqueue(j)
	}
	if j.turn {
		k.passTurn(j)
	} else if j.r.Exec == "" {
		k.leaveRow(j)
	}
}

// next begins what waits for a place. The lock is held.
func (k *desk) next(p *pool) {
	for p.busy < mostAtOnce && len(p.queue) > 0 && !k.closed {
		j := p.queue[0]
		p.queue = slices.Delete(p.queue, 0, 1)
		k.begin(j)
	}
	k.moveUp(p.queue)
}

// unqueue takes a job out of the row it waits in. The lock is held.
func (k *desk) unqueue(j *job) {
	if i := slices.Index(j.in.queue, j); i >= 0 {
		j.in.queue = slices.Delete(j.in.queue, i, i+1)
		k.moveUp(j.in.queue)
	}
}

// told is how many of those that wait are told anew how many are before them;
// the others are told by positions alone.
const told = 10

// moveUp tells the first of a queue their new places. The lock is held.
func (k *desk) moveUp(queue []*job) {
	for i, j := range queue[:min(told, len(queue))] {
		if j.d.Ahead != i {
			j.d.Ahead = i
			k.rec.Set(j.d)
		}
	}
}

// positions are how many are before each that waits in a long queue.
func (k *desk) positions() map[string]int {
	k.mu.Lock()
	defer k.mu.Unlock()
	var at map[string]int
	for _, p := range []*pool{&k.commands, &k.agents} {
		for i := told; i < len(p.queue); i++ {
			if at == nil {
				at = map[string]int{}
			}
			at[p.queue[i].d.ID] = i
		}
	}
	return at
}
