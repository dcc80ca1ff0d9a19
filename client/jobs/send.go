package jobs

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// turnPatience: who holds the turn for longer is stopped, or very slow.
const turnPatience = 10 * time.Second

// bulkTurn keeps other processes' bulk operations away from this one, for a
// while at the most: a turn is a courtesy, the epochs are what keeps it safe.
func (e *Engine) bulkTurn(j *job) (release func()) {
	t, ok := j.src.(client.Turner)
	if !ok || j.class() != client.Bulk {
		return func() {}
	}
	ctx, cancel := context.WithTimeout(e.reads, turnPatience)
	defer cancel()
	release, err := t.Turn(ctx)
	if err != nil {
		return func() {}
	}
	return release
}

// run does one batch: look up, journal the intent, send, journal the answer.
func (e *Engine) run(l *lane, j *job, b *batch) error {
	defer e.bulkTurn(j)()
	w := e.walkAt(j, j.steps[b.steps[0]].parent, b.whole || j.stale > 0 || len(j.lost) > 0)
	found, err := j.lookUp(e.reads, w, b)
	e.spent(j, w)
	maps.Copy(j.large, w.large)
	if err != nil {
		return err
	}
	clear(j.lost)
	if err := e.exist(j, b, found); err != nil {
		return err
	}
	if err := e.unfound(j, b, found); err != nil || len(found.steps) == 0 {
		return err
	}
	return e.send(l, j, b, found)
}

// unfound deals with what was not where it should be.
func (e *Engine) unfound(j *job, b *batch, found *lookups) error {
	for _, n := range found.lost {
		j.st[n].lost = 1
	}
	var rs []record
	if len(found.absent) > 0 {
		rs = append(rs, record{T: recVerd, Op: b.op, Items: itemsOf(j.plan, j.steps, found.absent), Out: outAbsent})
	}
	for n, p := range found.bad {
		rs = append(rs, record{T: recVerd, Op: b.op, Items: itemsOf(j.plan, j.steps, []int{n}), Out: p.out, Kind: p.kind, Error: p.text})
	}
	return e.settle(j, rs)
}

// send is the only place where anything is changed.
func (e *Engine) send(l *lane, j *job, b *batch, found *lookups) error {
	items := itemsOf(j.plan, j.steps, found.steps)
	n := j.calls + 1
	s := &j.steps[found.steps[0]]
	e.change(j, func() { j.current = s.name })
	src := j.srcAt(s.parent)
	ctx, sending := e.announce(j, src, func() error {
		// Another process may have sent something since the batch was chosen.
		others := e.barriers(j)
		for _, n := range found.steps {
			if others.meets(&j.steps[n]) != "" {
				return client.Errorf(client.KindStale, string(b.op), j.steps[n].source(), text.JobsUnsettled, j.steps[n].name, others.meets(&j.steps[n]))
			}
		}
		if err := e.log(j, record{T: recIntent, N: n, Op: b.op, Items: items, Known: found.known}); err != nil {
			return err
		}
		e.o.Hook("intent")
		return nil
	})
	if err := sending.failed(); err != nil {
		return err
	}
	start := time.Now()
	made, err := call(ctx, src, b, s, found, j.class())
	if err := sending.failed(); err != nil {
		return err
	}
	l.took(time.Since(start), err)
	if err := sending.now(); err != nil { // an answer needs what it answers
		return err
	}
	e.o.Hook("sent")
	k := client.KindOf(err)
	if k != client.KindStale {
		e.change(j, func() { j.requests++ })
	}
	a := record{T: recAnswer, N: n, Op: b.op, Items: items}
	switch {
	case err == nil:
		a.Out, a.Ours, a.Made = outDone, true, made
	case k == "" || k == client.KindUnknown:
		// An error of no kind comes from nowhere we know; the worst is assumed.
		a.Out, a.Kind, a.Error = outUnknown, client.KindUnknown, err.Error()
		a.Task, a.Said = taskOf(err), saidOf(err)
	default:
		a.Out, a.Kind, a.Error = outRefused, k, err.Error()
	}
	if err := e.log(j, a); err != nil {
		return err
	}
	e.o.Hook("answer")
	if a.Out != outRefused {
		e.change(j, func() { j.touch(found.steps) })
		if s.makes() || s.kind.Container() {
			j.walked = nil // it does not show the new paths
		}
		if j.mixed(found.steps) && a.Out == outDone {
			l.mix = mixAllowed
		}
		j.stale = 0
		return nil
	}
	return e.refused(l, j, found.steps, k, err)
}

// call sends the batch's mutation.
func call(ctx context.Context, src client.Source, b *batch, s *step, found *lookups, class client.Class) (made string, err error) {
	if err := client.Able(src, b.op); err != nil {
		return "", err
	}
	return operations[b.op].call(ctx, src, s, found, class)
}

func (j *job) mixed(steps []int) bool {
	for _, n := range steps {
		if !j.steps[n].parent.Equal(j.steps[steps[0]].parent) {
			return true
		}
	}
	return false
}

// touch notes the folders whose content has changed.
func (j *job) touch(steps []int) {
	for _, n := range steps {
		s := &j.steps[n]
		if s.op.Row().Undo == model.UndoNever { // no folder has it
			continue
		}
		if s.mode == string(client.DeleteNode) || s.mode == string(client.DeleteTree) {
			// The pages under it have moved up, or are gone.
			j.moved = append(j.moved, s.source())
		}
		if !s.loose {
			j.touched[key(s.parent)] = s.parent
		}
		if t, ok := s.target(); ok {
			j.touched[key(t.Parent())] = t.Parent()
		}
	}
}

// refused: surely nothing was changed. What is about the session or the network
// is everybody's trouble; the rest is about some entry of the batch, which is
// halved until the entry stands alone with the service's words.
func (e *Engine) refused(l *lane, j *job, steps []int, k client.Kind, err error) error {
	switch k {
	case client.KindAuth, client.KindStale, client.KindThrottled, client.KindNetwork:
		return err
	case client.KindServer:
		var ce *client.Error
		if errors.As(err, &ce) && ce.Retry {
			return err
		}
	}
	if j.mixed(steps) && l.mix == mixUnknown {
		l.mix = mixRefused
		return nil
	}
	if len(steps) > 1 {
		for _, n := range steps {
			j.st[n].largest = (len(steps) + 1) / 2
		}
		return nil
	}
	st, s := &j.st[steps[0]], &j.steps[steps[0]]
	st.refused++
	out := outFailed
	switch {
	case k == client.KindNotFound && st.refused < refusedTries:
		return nil // its id may have gone old by work of the service itself
	case k == client.KindNotFound:
		out = outMissing
	case k == client.KindConflict && st.calls > 0, k == client.KindConflict && s.mode == model.ModeReuse:
		// The name may be taken by our own earlier call, or by a folder that is
		// as good: the Verifier looks.
		return e.settle(j, []record{{T: recAnswer, Op: s.op, Items: itemsOf(j.plan, j.steps, steps), Out: outUnknown, Kind: k, Error: err.Error()}})
	case k == client.KindConflict:
		out = outConflict
		if s.op.Row().Renames || s.makes() {
			return e.settle(j, []record{j.result(steps, s.op, verdict{out: outConflict, kind: k, text: text.JobsTaken}, cmp.Or(s.rename, s.name))})
		}
	}
	return e.settle(j, []record{{T: recVerd, Op: s.op, Items: itemsOf(j.plan, j.steps, steps), Out: out, Kind: k, Error: err.Error()}})
}
