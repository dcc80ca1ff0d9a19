package run

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/step"
	"aloft/model"
	"aloft/model/text"
)

// turnPatience: who holds the turn for longer is stopped, or very slow.
const turnPatience = 10 * time.Second

// bulkTurn keeps other processes' bulk operations away from this one, for a
// while at the most: a turn is a courtesy, the epochs are what keeps it safe.
func (e *Executor) bulkTurn(j *job) (release func()) {
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
func (e *Executor) run(l *queue, j *job, b *batch) error {
	defer e.bulkTurn(j)()
	w := e.walkAt(j, j.Steps[b.steps[0]].Parent, b.whole || j.stale > 0 || len(j.lost) > 0)
	found, err := j.lookUp(e.reads, w, b)
	e.spent(j, w)
	maps.Copy(j.large, w.Large)
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
func (e *Executor) unfound(j *job, b *batch, found *lookups) error {
	for _, n := range found.lost {
		j.mem[n].lost = 1
	}
	var rs []journal.Record
	if len(found.absent) > 0 {
		rs = append(rs, journal.Record{T: journal.RecVerd, Op: b.op, Items: step.ItemsOf(j.plan, j.Steps, found.absent), Out: journal.OutAbsent})
	}
	for n, p := range found.bad {
		rs = append(rs, journal.Record{T: journal.RecVerd, Op: b.op, Items: step.ItemsOf(j.plan, j.Steps, []int{n}), Out: p.out, Kind: p.kind, Error: p.text})
	}
	return e.settle(j, rs)
}

// send is the only place where anything is changed.
func (e *Executor) send(l *queue, j *job, b *batch, found *lookups) error {
	items := step.ItemsOf(j.plan, j.Steps, found.steps)
	n := j.Calls + 1
	s := &j.Steps[found.steps[0]]
	e.change(j, func() { j.current = s.Name })
	src := j.srcAt(s.Parent)
	ctx, sending := e.announce(j, src, func() error {
		// Another process may have sent something since the batch was chosen.
		others := e.barriers(j)
		for _, n := range found.steps {
			if others.meets(&j.Steps[n]) != "" {
				return client.Errorf(client.KindStale, string(b.op), j.Steps[n].Source(), text.JobsUnsettled, j.Steps[n].Name, others.meets(&j.Steps[n]))
			}
		}
		if err := e.log(j, journal.Record{T: journal.RecIntent, N: n, Op: b.op, Items: items, Known: found.known}); err != nil {
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
		e.change(j, func() { j.Requests++ })
	}
	a := journal.Record{T: journal.RecAnswer, N: n, Op: b.op, Items: items}
	switch {
	case err == nil:
		a.Out, a.Ours, a.Made = journal.OutDone, true, made
	case k == "" || k == client.KindUnknown:
		// An error of no kind comes from nowhere we know; the worst is assumed.
		a.Out, a.Kind, a.Error = journal.OutUnknown, client.KindUnknown, err.Error()
		a.Task, a.Said = taskOf(err), saidOf(err)
	default:
		a.Out, a.Kind, a.Error = journal.OutRefused, k, err.Error()
	}
	if err := e.log(j, a); err != nil {
		return err
	}
	e.o.Hook("answer")
	if a.Out != journal.OutRefused {
		e.change(j, func() { j.touch(found.steps) })
		if s.Makes() || s.Kind.Container() {
			j.walked = nil // it does not show the new paths
		}
		if j.mixed(found.steps) && a.Out == journal.OutDone {
			l.mix = mixAllowed
		}
		j.stale = 0
		return nil
	}
	return e.refused(l, j, found.steps, k, err)
}

// call sends the batch's mutation.
func call(ctx context.Context, src client.Source, b *batch, s *step.Step, found *lookups, class client.Class) (made string, err error) {
	if err := client.Able(src, b.op); err != nil {
		return "", err
	}
	return operations[b.op].call(ctx, src, s, found, class)
}

func (j *job) mixed(steps []int) bool {
	for _, n := range steps {
		if !j.Steps[n].Parent.Equal(j.Steps[steps[0]].Parent) {
			return true
		}
	}
	return false
}

// touch notes the folders whose content has changed.
func (j *job) touch(steps []int) {
	for _, n := range steps {
		s := &j.Steps[n]
		if s.Op.Row().Undo == model.UndoNever { // no folder has it
			continue
		}
		if s.Mode == string(client.DeleteNode) || s.Mode == string(client.DeleteTree) {
			// The pages under it have moved up, or are gone.
			j.moved = append(j.moved, s.Source())
		}
		if !s.Loose {
			j.touched[step.PlaceKey(s.Parent)] = s.Parent
		}
		if t, ok := s.Target(); ok {
			j.touched[step.PlaceKey(t.Parent())] = t.Parent()
		}
	}
}

// refused: surely nothing was changed. What is about the session or the network
// is everybody's trouble; the rest is about some entry of the batch, which is
// halved until the entry stands alone with the service's words.
func (e *Executor) refused(l *queue, j *job, steps []int, k client.Kind, err error) error {
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
			j.mem[n].largest = (len(steps) + 1) / 2
		}
		return nil
	}
	st, m, s := &j.States[steps[0]], &j.mem[steps[0]], &j.Steps[steps[0]]
	m.refused++
	out := journal.OutFailed
	switch {
	case k == client.KindNotFound && m.refused < refusedTries:
		return nil // its id may have gone old by work of the service itself
	case k == client.KindNotFound:
		out = journal.OutMissing
	case k == client.KindConflict && st.Calls > 0, k == client.KindConflict && s.Mode == model.ModeReuse:
		// The name may be taken by our own earlier call, or by a folder that is
		// as good: the Verifier looks.
		return e.settle(j, []journal.Record{{T: journal.RecAnswer, Op: s.Op, Items: step.ItemsOf(j.plan, j.Steps, steps), Out: journal.OutUnknown, Kind: k, Error: err.Error()}})
	case k == client.KindConflict:
		out = journal.OutConflict
		if s.Op.Row().Renames || s.Makes() {
			return e.settle(j, []journal.Record{j.result(steps, s.Op, verdict{out: journal.OutConflict, kind: k, text: text.JobsTaken}, cmp.Or(s.Rename, s.Name))})
		}
	}
	return e.settle(j, []journal.Record{{T: journal.RecVerd, Op: s.Op, Items: step.ItemsOf(j.plan, j.Steps, steps), Out: out, Kind: k, Error: err.Error()}})
}
