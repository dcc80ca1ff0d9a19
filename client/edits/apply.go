package edits

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/model/markdown"
	"aloft/model/text"
)

// justNow is how old the last answer of a plan may be that nobody has looked at: then it is the
// look before the first step, and as near to it as another one would be.
const justNow = 2 * time.Second

// Apply makes the steps if the document is still at the version of the plan. The
// result is set also when there is an error.
func (e *Engine) Apply(ctx context.Context, p *model.EditPlan) (model.EditResult, error) {
	res := model.EditResult{Outcome: model.EditFailed, Base: p.Version}
	if len(p.Steps) == 0 || p.Version <= 0 {
		return res, client.Errorf(client.KindInvalid, opEdit, p.Place, text.EditsNothing)
	}
	src, ed, err := e.editor(p.Place)
	if err != nil {
		return res, err
	}
	if a, ok := src.(client.Abler); ok {
		if err := a.Able(opEdit); err != nil {
			return res, err
		}
	}
	d := e.docOf(src, ed, p.Place, p.Entry)
	r := &run{e: e, d: d, p: p, j: e.journal(d), id: newID(), res: res, at: p.Version, last: slices.Clone(p.Steps)}
	r.res.Undo = p.Undo
	if err := e.load(ctx, d, r.last); err != nil {
		return r.res, err
	}
	if !p.Unseen || e.o.Now().Sub(p.SeenAt) > justNow {
		now := read(ctx, d, 0, client.Interactive)
		if _, err := now.Last(); err != nil {
			return r.res, err
		}
		if now.version != p.Version {
			return r.conflict(ctx, nil)
		}
	}
	intent := record{T: recIntent, ID: r.id, At: e.o.Now().UTC().Truncate(time.Second), Base: p.Version,
		Marks: marksOf(p.Steps), Undo: p.Undo, Undoes: p.Undoes}
	if err := r.j.append(intent); err != nil {
		return r.res, err
	}
	r.res.ID = r.id
	e.o.Hook("intent")
	err = r.steps(ctx)
	e.o.Hook("sent")
	// The answer of a step has come or was given up: what follows only reports.
	end := r.j.append(record{T: recEnd, ID: r.id, Out: r.res.Outcome, Version: r.res.Version})
	if end = cmp.Or(r.journalErr, end); err == nil && r.res.Outcome == model.EditDone && end != nil {
		why := cmp.Or(errors.Unwrap(end), end)
		e := &client.Error{Kind: client.KindLocal, Op: opEdit, Place: d.place,
			What: "the edit was made (version %d), but the journal of edits cannot be written (%s); aloft may not know later who made the edit",
			Args: []any{r.res.Version, why}, Err: end}
		err = e.InFolder(client.DataHome)
	}
	return r.res, err
}

// steps sends one after the other, each on the version made by the one before.
func (r *run) steps(ctx context.Context) error {
	for i := range r.last {
		s := &r.last[i]
		if s.Into {
			at, err := r.into(ctx, r.last[i-1], *s)
			if errors.Is(err, errOther) {
				return r.takeBack(ctx)
			}
			if err != nil {
				return r.stopped(ctx, i, err)
			}
			s.Edit.At = at
		}
		r.e.o.Hook("step")
		got, err := r.d.ed.Edit(ctx, r.d.ref, r.at, s.Edit, client.Interactive)
		if client.Is(err, client.KindUnknown) || err != nil && client.KindOf(err) == "" {
			got, err = r.settle(ctx, *s, err)
		}
		if err != nil {
			return r.stopped(ctx, i, err)
		}
		if got.New <= 0 {
			return r.stopped(ctx, i, r.d.fail(client.KindServer, text.EditsNoVersion))
		}
		// A base that is not ours: others wrote in between, and the service has
		// merged both. The positions of the other steps may have changed.
		base := r.at
		merged := got.Base != 0 && got.Base != base
		r.res.Merged = r.res.Merged || merged
		r.others = r.others || merged || got.New != r.at+1 && got.New != r.at // a comment need make no version
		r.at, r.res.Version, r.res.Done, r.made = got.New, got.New, i+1, append(r.made, got.New)
		if err := r.j.append(record{T: recMade, ID: r.id, Step: i, Place: s.Edit.At, Version: got.New}); err != nil {
			if i+1 < len(r.last) {
				return r.stopped(ctx, i+1, err)
			}
			r.journalErr = err
		}
		placed := about(s.Edit) != model.EditAtNone // a revert has a version, no position
		if i+1 < len(r.last) && placed && (merged || !r.inPlace(ctx, *s, got.New != base+1)) {
			return r.stopped(ctx, i+1, r.d.fail(client.KindConflict, "others changed the document at the same time; this edit was not made"))
		}
	}
	r.res.Outcome = model.EditDone
	return r.verify(ctx)
}

// stopped: done steps were made, and then no more.
func (r *run) stopped(ctx context.Context, done int, err error) error {
	r.res.Done = done
	switch {
	case client.Is(err, client.KindUnknown):
		r.res.Outcome = model.EditUnknown
	case done > 0:
		r.res.Outcome = model.EditPartly
	case client.Is(err, client.KindConflict), client.Is(err, client.KindInvalid), client.Is(err, client.KindServer):
		// The message of a refusal is not shown, so the version decides which it
		// was.
		_, err := r.conflict(ctx, err)
		return err
	default:
		r.res.Outcome = model.EditFailed
		return err
	}
	if done == 0 {
		return err
	}
	if o, e := read(ctx, r.d, 0, client.Interactive).Outline(); e == nil {
		r.res.Outline = &o
		if o.Version != r.at {
			r.res.Changes = markdown.CompareOutlines(r.p.Outline, o, nil)
		}
	}
	out := &client.Error{Kind: client.KindOf(err), Op: opEdit, Place: r.d.place,
		What: "%d of %d {step was|steps were} done, then %s; the finished steps stay",
		Args: []any{done, len(r.last), why(err)}, Hint: "check the document, then do the remaining steps", Changed: client.ChangedSome, Err: err}
	quote(out, err)
	if done < len(r.last) && r.last[done].Into && r.last[done-1].Edit.Kind == model.EditParagraph {
		switch alone, open := len(r.last) == 2, client.Is(err, client.KindUnknown); {
		case alone && open:
			out.What, out.Args = "the new paragraph was added but may be empty", nil
		case alone:
			out.What, out.Args = "the new paragraph was added but stays empty: %s", []any{why(err)}
		case !open:
			out.What = "%d of %d {step was|steps were} done (the last added an empty paragraph), then %s; the finished steps stay"
		}
	}
	if client.Is(err, client.KindUnknown) {
		out.Hint = text.EditsLostHint
	}
	return out
}

// why a step was not made although others were made before it.
func why(err error) text.Text {
	switch client.KindOf(err) {
	case client.KindConflict:
		return "others changed the document"
	case client.KindThrottled:
		return "the service asked to slow down"
	case client.KindNetwork:
		return "the service could not be reached"
	case client.KindAuth:
		return "the service asked for a new sign-in"
	case client.KindInvalid, client.KindNotFound, client.KindUnsupported, client.KindServer:
		return "the service refused the next step"
	case client.KindUnknown:
		return "the next step got no clear answer and may have been done"
	}
	return "the next step failed"
}

// conflict: the document has changed. Nothing of the plan was made.
func (r *run) conflict(ctx context.Context, cause error) (model.EditResult, error) {
	r.res.Outcome = model.EditConflict
	if cause != nil && !client.Is(cause, client.KindConflict) {
		r.res.Outcome = model.EditFailed
	}
	o, err := read(ctx, r.d, 0, client.Interactive).Outline()
	if err != nil {
		cause = cmp.Or(cause, err)
		return r.res, cause
	}
	if o.Version == r.p.Version && cause != nil {
		return r.res, cause // refused for another reason
	}
	r.res.Outcome = model.EditConflict
	fail := r.e.outdated(ctx, r.d, r.p.Version, &r.p.Outline, o, client.Interactive)
	r.res.Version, r.res.Outline = o.Version, &o
	if out, ok := errors.AsType[*client.Outdated](fail); ok {
		r.res.Changes = out.Changes
	}
	return r.res, fail
}
