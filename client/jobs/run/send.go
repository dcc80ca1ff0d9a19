package run

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/verify"
	"aloft/model"
	"aloft/model/text"
)

// refusedTries: refusals of one entry that a new walk may cure.
const refusedTries = 3

// turnPatience: a process that holds the turn for longer is stopped, or very slow.
const turnPatience = 10 * time.Second

// bulkTurn keeps other processes' operations away from this one, for a limited
// time: turns only save requests, the epochs are what keeps it safe.
func (w *worker) bulkTurn(j *job) (release func()) {
	t, ok := j.src.(client.Turner)
	if !ok {
		return func() {}
	}
	ctx, cancel := context.WithTimeout(w.reads, turnPatience)
	defer cancel()
	release, err := t.Turn(ctx, j.class())
	if err != nil {
		return func() {}
	}
	return release
}

// run executes one batch: look up, journal the intent, send, journal the answer.
func (w *worker) run(l *queue, j *job, b *verify.Batch) error {
	defer w.bulkTurn(j)()
	walk := w.walkAt(j, j.Steps[b.Steps[0]].Parent, client.Options{Fresh: b.Whole || j.looked.stale > 0 || len(j.looked.lost) > 0})
	found, err := verify.Find(w.reads, j.Progress, walk, j.class(), b)
	w.spent(j, walk)
	maps.Copy(j.looked.large, walk.Large)
	if err != nil {
		return err
	}
	if len(j.looked.lost) > 0 {
		clear(j.looked.lost)
		w.change(j, func() { j.Err = model.Sentence{} })
	}
	if j.trouble.setBack != nil && !j.ToldSetBack {
		return w.log(j, journal.Record{T: journal.RecPause, Out: journal.PauseSetBack, Error: client.Trouble(j.trouble.setBack)})
	}
	if err := w.exist(j, b, found); err != nil {
		return err
	}
	if err := w.keepChanged(j, b, found, walk); err != nil {
		return err
	}
	if err := w.unfound(j, b, found); err != nil || len(found.Steps) == 0 {
		return err
	}
	return w.send(l, j, b, found)
}

// exist settles folders to make that exist already: they count as made, whatever
// else has the name.
func (w *worker) exist(j *job, b *verify.Batch, found *verify.Found) error {
	if found.Reuse == "" {
		return nil
	}
	delete(found.Bad, b.Steps[0])
	return w.settle(j, []journal.Record{{T: journal.RecVerd, Op: b.Op, Items: j.Items(b.Steps[0]), Out: journal.OutDone, Made: found.Reuse}})
}

// unfound handles steps whose entry was not where it should be.
func (w *worker) unfound(j *job, b *verify.Batch, found *verify.Found) error {
	for _, n := range found.Lost {
		j.of(n).lost = 1
	}
	var rs []journal.Record
	if len(found.Absent) > 0 {
		rs = append(rs, journal.Record{T: journal.RecVerd, Op: b.Op, Items: j.Items(found.Absent...), Out: journal.OutAbsent})
	}
	for n, v := range found.Bad {
		rs = append(rs, v.Record(b.Op, j.Items(n)))
	}
	return w.settle(j, rs)
}

// send is the only place where anything is changed.
func (w *worker) send(l *queue, j *job, b *verify.Batch, found *verify.Found) error {
	items := j.Items(found.Steps...)
	n := j.Calls + 1
	s := &j.Steps[found.Steps[0]]
	w.change(j, func() { j.current = s.Name })
	src := j.srcAt(s.Parent)
	ctx, sending := w.announce(j, src, func() error {
		// Another process may have sent something since the batch was picked.
		others := w.barriers(j)
		for _, n := range found.Steps {
			if others.meets(&j.Steps[n]) != "" {
				return client.Errorf(client.KindStale, string(b.Op), j.Steps[n].Source(), text.JobsUnsettled, j.Steps[n].Name, others.meets(&j.Steps[n]))
			}
		}
		if err := w.log(j, journal.Record{T: journal.RecIntent, N: n, Op: b.Op, Items: items, IDs: idsOf(b.Op, found.Refs), Known: found.Known}); err != nil {
			return err
		}
		w.o.Hook("intent")
		return nil
	})
	if err := sending.Failed(); err != nil {
		return err
	}
	start := time.Now()
	made, err := call(ctx, src, s, found, j.class())
	if err := sending.Failed(); err != nil {
		return err
	}
	l.took(time.Since(start), err)
	if err := sending.Now(); err != nil { // an answer needs its intent
		return err
	}
	w.o.Hook("sent")
	k := client.KindOf(err)
	if k != client.KindStale {
		w.change(j, func() { j.Requests++ })
	}
	a := journal.Record{T: journal.RecAnswer, N: n, Op: b.Op, Items: items}
	switch {
	case err == nil:
		a.Out, a.Ours, a.Made = journal.OutDone, true, made
	case k == "" || k == client.KindUnknown:
		// An error without a kind is unexpected; the worst is assumed.
		a.Out, a.Kind, a.Error = journal.OutUnknown, client.KindUnknown, client.Sentence(err)
		a.Task, a.Said = journal.TaskOf(err), journal.SaidOf(err)
	default:
		a.Out, a.Kind, a.Error = journal.OutRefused, k, client.Sentence(err)
	}
	if err := w.log(j, a); err != nil {
		return err
	}
	w.o.Hook("answer")
	if a.Out != journal.OutRefused {
		w.change(j, func() { j.touch(found.Steps) })
		if s.Op.Row().Makes || s.Of.Kind.Container() {
			j.looked.walked = nil // it does not have the new paths
		}
		if j.mixed(found.Steps) && a.Out == journal.OutDone {
			l.mix = mixAllowed
		}
		j.looked.stale = 0
		return nil
	}
	return w.refused(l, j, found.Steps, k, err)
}

// refused handles a call that certainly changed nothing. Errors of the session or
// the network concern every job; the others are about some entry of the batch,
// which is halved until the entry is alone with the service's message.
func (w *worker) refused(l *queue, j *job, steps []int, k client.Kind, err error) error {
	switch k {
	case client.KindAuth, client.KindStale, client.KindThrottled, client.KindNetwork:
		return err
	case client.KindServer:
		if ce, ok := errors.AsType[*client.Error](err); ok && ce.Retry {
			return err
		}
	}
	if j.mixed(steps) && l.mix == mixUnknown {
		l.mix = mixRefused
		return nil
	}
	if len(steps) > 1 {
		for _, n := range steps {
			j.of(n).largest = (len(steps) + 1) / 2
		}
		return nil
	}
	st, m, s := j.States[steps[0]], j.of(steps[0]), &j.Steps[steps[0]]
	m.refused++
	out := journal.OutFailed
	switch {
	case k == client.KindNotFound && m.refused < refusedTries:
		return nil // its id may be stale by work of the service itself
	case k == client.KindNotFound:
		out = journal.OutMissing
	case k == client.KindConflict && st.Calls > 0, k == client.KindConflict && s.Of.Mode == model.ModeReuse:
		// The name may be taken by our own earlier call, or by a folder that is as
		// good: the Verifier checks.
		return w.settle(j, []journal.Record{{T: journal.RecAnswer, Op: s.Op, Items: j.Items(steps...), Out: journal.OutUnknown, Kind: k, Error: client.Sentence(err)}})
	case k == client.KindConflict:
		out = journal.OutConflict
		if s.Op.Row().Renames || s.Op.Row().Makes {
			return w.settle(j, []journal.Record{verify.Verdict{Out: journal.OutConflict, Kind: k, Text: text.JobsTaken, Args: []any{cmp.Or(s.Rename, s.Name)}}.Record(s.Op, j.Items(steps...))})
		}
	}
	return w.settle(j, []journal.Record{{T: journal.RecVerd, Op: s.Op, Items: j.Items(steps...), Out: out, Kind: k, Error: client.Sentence(err)}})
}
