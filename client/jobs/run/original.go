package run

import (
	"context"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/verify"
	"aloft/model"
	"aloft/model/text"
)

// originals are the entries that a relocation has copied, by their PlaceKey.
type originals struct {
	files   map[string]*model.Item
	folders map[string]bool
}

func (j *job) originals() *originals {
	if j.copied != nil {
		return j.copied
	}
	o := &originals{map[string]*model.Item{}, map[string]bool{}}
	for i := range j.Plan.Items {
		it := &j.Plan.Items[i]
		switch {
		case it.Op.Row().Folder && !it.Like.IsZero():
			o.folders[journal.PlaceKey(it.Like.Unpinned())] = true
		case (it.Op.Transfers() || it.Op == model.OpCopy) && it.Goes():
			o.files[o.key(it.Place(), it.Pin)] = it
		}
	}
	j.copied = o
	return o
}

func (o *originals) key(at model.Place, id string) string {
	return journal.PlaceKey(at.Unpinned()) + journal.IDKey(id)
}

// keepChanged takes the folders and pages out of a batch that hold something which the job has not
// copied, or which the plan of an undo has not seen. They were whole when it was planned, and somebody has added
// to them since.
func (w *worker) keepChanged(j *job, b *verify.Batch, found *verify.Found, walk *verify.Walker) (err error) {
	undoes := j.Plan.Undoes != ""
	if !b.Op.Row().Deletes || !undoes && j.Plan.Op != model.OpRelocate || undoes && b.Mode == string(client.DeleteToBin) {
		return nil
	}
	defer func() { w.spent(j, walk) }()
	refs, steps := found.Refs[:0:0], found.Steps[:0:0]
	for i, n := range found.Steps {
		s := &j.Steps[n]
		var whole bool
		why := text.Text("%s still contains entries that were not copied, so it is kept")
		if undoes {
			why = text.JobsNotMade
			whole, err = j.holds(w.reads, walk, n)
		} else {
			whole, err = j.originals().hold(w.reads, walk, s.Source(), journal.Steady(walk.Src))
		}
		switch {
		case err != nil:
			return &verify.FolderError{Place: s.Source(), Err: err}
		case !whole:
			found.Bad[n] = verify.Verdict{Out: journal.OutConflict, Kind: client.KindConflict, Text: why, Args: []any{s.Name}}
		default:
			refs, steps = append(refs, found.Refs[i]), append(steps, n)
		}
	}
	found.Refs, found.Steps = refs, steps
	return nil
}

// holds reports whether what a step deletes holds what it held when the undo was planned.
func (j *job) holds(ctx context.Context, walk *verify.Walker, n int) (bool, error) {
	s, steady := &j.Steps[n], journal.Steady(walk.Src)
	list := func(at model.Place) ([]model.Entry, error) {
		l, err := walk.All(ctx, at)
		return l.Entries, err
	}
	if s.Loose { // its pages are shown nowhere
		return true, nil
	}
	es, err := list(s.Parent)
	for i := range es {
		if e := &es[i]; err == nil && (steady && e.ID == s.Pin || !steady && e.Name == s.Name) {
			var now string
			now, err = verify.Holds(s.Of.Named(), e, steady, list)
			return now == s.Of.Holds, err
		}
	}
	return err == nil, err
}

// hold reports whether all that is in the folder, at any depth, was copied as it is.
func (o *originals) hold(ctx context.Context, walk *verify.Walker, at model.Place, steady bool) (bool, error) {
	if !o.folders[journal.PlaceKey(at.Unpinned())] {
		return true, nil // a file, which the lookup has compared
	}
	l, err := walk.All(ctx, at)
	if err != nil || !l.Complete {
		return false, err
	}
	l.Steady = steady
	twins := l.Twins()
	for i := range l.Entries {
		e := &l.Entries[i]
		in, id := at.JoinEntry(e, twins), ""
		if steady {
			id = e.ID
		}
		it := o.files[o.key(in, id)]
		switch {
		case !e.Kind.Container() && (it == nil || !journal.LooksAs(*e, it.Print, true)):
			return false, nil
		case !e.Enterable():
			continue
		case !o.folders[journal.PlaceKey(in.Unpinned())]:
			return false, nil
		}
		if whole, err := o.hold(ctx, walk, in, steady); err != nil || !whole {
			return whole, err
		}
	}
	return true, nil
}
