package run

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/lookup"
	"aloft/client/jobs/step"
	"aloft/client/jobs/verify"
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
func (e *Executor) run(l *queue, j *job, b *lookup.Batch) error {
	defer e.bulkTurn(j)()
	w := e.walkAt(j, j.Steps[b.Steps[0]].Parent, b.Whole || j.stale > 0 || len(j.lost) > 0)
	found, err := lookup.Find(e.reads, j.Progress, w, j.class(), b)
	e.spent(j, w)
	maps.Copy(j.large, w.Large)
	if err != nil {
		return err
	}
	clear(j.lost)
	if err := e.exist(j, b, found); err != nil {
		return err
	}
	if err := e.unfound(j, b, found); err != nil || len(found.Steps) == 0 {
		return err
	}
	return e.send(l, j, b, found)
}

// exist: a folder that is there already is as good as one that is made, whatever
// else has its name.
func (e *Executor) exist(j *job, b *lookup.Batch, found *lookup.Found) error {
	if found.Reuse == "" {
		return nil
	}
	delete(found.Bad, b.Steps[0])
	return e.settle(j, []journal.Record{{T: journal.RecVerd, Op: b.Op, Items: j.Items(b.Steps[0]), Out: journal.OutDone, Made: found.Reuse}})
}

// unfound deals with what was not where it should be.
func (e *Executor) unfound(j *job, b *lookup.Batch, found *lookup.Found) error {
	for _, n := range found.Lost {
		j.mem[n].lost = 1
	}
	var rs []journal.Record
	if len(found.Absent) > 0 {
		rs = append(rs, journal.Record{T: journal.RecVerd, Op: b.Op, Items: j.Items(found.Absent...), Out: journal.OutAbsent})
	}
	for n, v := range found.Bad {
		rs = append(rs, v.Record(b.Op, j.Items(n)))
	}
	return e.settle(j, rs)
}

// announce journals a call of the job's right before it is sent.
func (e *Executor) announce(j *job, src client.Source, intent func() error) (context.Context, *journal.Announced) {
	return journal.Announce(e.writes, src, intent, func() error { return e.mayStillSend(j) })
}

// send is the only place where anything is changed.
func (e *Executor) send(l *queue, j *job, b *lookup.Batch, found *lookup.Found) error {
	items := j.Items(found.Steps...)
	n := j.Calls + 1
	s := &j.Steps[found.Steps[0]]
	e.change(j, func() { j.current = s.Name })
	src := j.srcAt(s.Parent)
	ctx, sending := e.announce(j, src, func() error {
		// Another process may have sent something since the batch was chosen.
		others := e.barriers(j)
		for _, n := range found.Steps {
			if others.meets(&j.Steps[n]) != "" {
				return client.Errorf(client.KindStale, string(b.Op), j.Steps[n].Source(), text.JobsUnsettled, j.Steps[n].Name, others.meets(&j.Steps[n]))
			}
		}
		if err := e.log(j, journal.Record{T: journal.RecIntent, N: n, Op: b.Op, Items: items, Known: found.Known}); err != nil {
			return err
		}
		e.o.Hook("intent")
		return nil
	})
	if err := sending.Failed(); err != nil {
		return err
	}
	start := time.Now()
	made, err := call(ctx, src, b, s, found, j.class())
	if err := sending.Failed(); err != nil {
		return err
	}
	l.took(time.Since(start), err)
	if err := sending.Now(); err != nil { // an answer needs what it answers
		return err
	}
	e.o.Hook("sent")
	k := client.KindOf(err)
	if k != client.KindStale {
		e.change(j, func() { j.Requests++ })
	}
	a := journal.Record{T: journal.RecAnswer, N: n, Op: b.Op, Items: items}
	switch {
	case err == nil:
		a.Out, a.Ours, a.Made = journal.OutDone, true, made
	case k == "" || k == client.KindUnknown:
		// An error of no kind comes from nowhere we know; the worst is assumed.
		a.Out, a.Kind, a.Error = journal.OutUnknown, client.KindUnknown, err.Error()
		a.Task, a.Said = journal.TaskOf(err), journal.SaidOf(err)
	default:
		a.Out, a.Kind, a.Error = journal.OutRefused, k, err.Error()
	}
	if err := e.log(j, a); err != nil {
		return err
	}
	e.o.Hook("answer")
	if a.Out != journal.OutRefused {
		e.change(j, func() { j.touch(found.Steps) })
		if s.Makes() || s.Kind.Container() {
			j.walked = nil // it does not show the new paths
		}
		if j.mixed(found.Steps) && a.Out == journal.OutDone {
			l.mix = mixAllowed
		}
		j.stale = 0
		return nil
	}
	return e.refused(l, j, found.Steps, k, err)
}

// call sends the batch's mutation.
func call(ctx context.Context, src client.Source, b *lookup.Batch, s *step.Step, found *lookup.Found, class client.Class) (made string, err error) {
	if err := client.Able(src, b.Op); err != nil {
		return "", err
	}
	return operations[b.Op](ctx, src, s, found, class)
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
		return e.settle(j, []journal.Record{{T: journal.RecAnswer, Op: s.Op, Items: j.Items(steps...), Out: journal.OutUnknown, Kind: k, Error: err.Error()}})
	case k == client.KindConflict:
		out = journal.OutConflict
		if s.Op.Row().Renames || s.Makes() {
			return e.settle(j, []journal.Record{verify.Verdict{Out: journal.OutConflict, Kind: k, Text: text.JobsTaken, Args: []any{cmp.Or(s.Rename, s.Name)}}.Record(s.Op, j.Items(steps...))})
		}
	}
	return e.settle(j, []journal.Record{{T: journal.RecVerd, Op: s.Op, Items: j.Items(steps...), Out: out, Kind: k, Error: err.Error()}})
}
