package run

import (
	"cmp"
	"context"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/listing"
	"aloft/client/jobs/step"
	"aloft/model"
	"aloft/model/text"
)

// Lookups where ids never change: the id says which entry is meant, and names
// only whether it is still as the plan saw it.

func idKeyOf(id string) string {
	if id == "" {
		return ""
	}
	return step.IDKey(id)
}

// pinned checks the entry with the id.
func (j *job) pinned(s *step.Step, h hit) (*model.Ref, problem) {
	changed := s.Maker < 0 && !s.Renamed && h.entry.Name != s.Name && h.entry.Name != s.Rename
	if s.Op.Row().Deletes && !looksAs(h.entry, s.Print, true) {
		changed = true // what somebody has worked on since is not what was to be deleted
	}
	if changed {
		return nil, problem{client.KindConflict, journal.OutConflict, string(text.JobsChanged)}
	}
	return &h.ref, problem{}
}

// findLoose finds an entry by its id alone.
func (j *job) findLoose(ctx context.Context, w *listing.Walker, n int, l *lookups) error {
	s := &j.Steps[n]
	id := j.idOf(n)
	e, ok, err := byID(ctx, w, id)
	if err != nil {
		return err
	}
	if !ok {
		l.absent = append(l.absent, n)
		return nil
	}
	ref, p := j.pinned(s, hit{e, model.Ref{Place: s.Source(), ID: id, Kind: e.Kind, Space: e.Facts().Space, At: time.Now()}})
	if ref == nil {
		l.bad[n] = p
		return nil
	}
	l.refs, l.steps = append(l.refs, *ref), append(l.steps, n)
	return nil
}

// freeName looks whether the name of what will be made is free: the service
// would allow twins, we make none. Where a copy is only on its way they do no
// harm, but are remembered, so that the copy can be told from them.
func (j *job) freeName(ctx context.Context, w *listing.Walker, b *batch, l *lookups) error {
	n := b.steps[0]
	s := &j.Steps[n]
	t, _ := s.Target()
	list, err := w.All(ctx, b.to)
	if err != nil {
		return &folderError{b.to, true, err}
	}
	onTheWay := n+1 < len(j.Steps) && j.Steps[n+1].Maker == n
	for _, e := range list.Entries {
		if e.Name != t.Base() {
			continue
		}
		l.known = append(l.known, e.ID)
		switch {
		case onTheWay:
		case s.Mode == model.ModeReuse && e.Kind.Container():
			l.reuse = cmp.Or(l.reuse, e.ID)
		default:
			l.bad[n] = problem{client.KindConflict, journal.OutConflict, string(text.JobsOther)}
		}
	}
	return nil
}

// exist: a folder that is there already is as good as one that is made, whatever
// else has its name.
func (e *Executor) exist(j *job, b *batch, found *lookups) error {
	if found.reuse == "" {
		return nil
	}
	delete(found.bad, b.steps[0])
	return e.settle(j, []journal.Record{{T: journal.RecVerd, Op: b.op, Items: step.ItemsOf(j.plan, j.Steps, b.steps[:1]), Out: journal.OutDone, Made: found.reuse}})
}
