package edits

import (
	"context"
	"errors"
	"time"
	"unicode/utf8"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// maxLooking bounds the checks and the pauses between them on a slow connection.
const maxLooking = 12 * time.Second

// settle finds the outcome of a step without a clear answer; it is never sent
// again. A version beyond the base proves nothing, since others write too: the step
// must be seen, or the service must list it.
func (r *run) settle(ctx context.Context, s model.EditStep, cause error) (model.Edited, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), maxLooking)
	defer cancel()
	m := markOf(s)
	for left, wait := r.e.o.Patience, r.e.o.Patience/40; ; wait *= 2 {
		v, ok, err := r.proof(ctx, m, r.at)
		if ok {
			return model.Edited{Base: v - 1, New: v}, nil
		}
		if err != nil && !errors.Is(err, errMoved) && ctx.Err() == nil && !passing(err) {
			break
		}
		if left -= wait; left < 0 {
			break
		}
		_ = client.Sleep(ctx, wait)
	}
	out := &client.Error{Kind: client.KindUnknown, Op: opEdit, Place: r.d.place,
		What: "the service gave no clear answer, and the document does not show yet whether the edit was made",
		Hint: text.EditsLostHint, Changed: client.ChangedMaybe, Err: cause}
	if quote(out, cause) {
		out.What = "the service gave no clear answer, and the document does not show yet whether the edit was made"
	}
	return model.Edited{}, out
}

// quote adds the service's message, and reports whether there was one.
func quote(e *client.Error, cause error) bool {
	var said *client.Error
	if !errors.As(cause, &said) {
		return false
	}
	e.Server, e.Status, e.Code, e.Trace = said.Server, said.Status, said.Code, said.Trace
	return said.Server != "" || said.Status != 0 || said.Code != 0
}

func passing(err error) bool {
	switch client.KindOf(err) {
	case client.KindNetwork, client.KindThrottled, client.KindServer:
		return true
	}
	return false
}

// proof checks whether a step that was based on the version was made, and returns
// the version it has made: it is at its exact position and was not there before, or
// the service lists an edit of ours of that kind that belongs to no other one in
// the journal.
func (r *run) proof(ctx context.Context, m mark, base int64) (version int64, made bool, err error) {
	now := read(ctx, r.d, 0, client.Interactive)
	l, err := now.Last()
	if err != nil {
		return 0, false, err
	}
	if l.Version <= base {
		return l.Version, false, nil
	}
	s, err := now.look(m, true)
	if err == nil && s == there && r.absent(ctx, m, base) {
		return l.Version, true, nil
	}
	if s == missing {
		s, err = now.look(m, false) // others may have moved it
	}
	if err != nil || s == missing {
		return l.Version, false, err
	}
	if v := r.remembered(ctx, m, base); v > 0 {
		return v, true, nil
	}
	return l.Version, false, nil
}

// remembered is the version of an edit of ours that the service lists after the
// base, if it is of the kind and belongs to no other one in the journal; 0 = none.
func (r *run) remembered(ctx context.Context, m mark, base int64) int64 {
	all, err := r.d.ed.RecentEdits(ctx, r.d.ref, client.Options{Fresh: true})
	if err != nil {
		return 0
	}
	others, err := r.j.read()
	if err != nil {
		return 0
	}
	taken := map[int64]bool{}
	for _, h := range others {
		if h.id == r.id {
			continue
		}
		if h.out == model.EditUnknown && h.steps() < len(h.marks) {
			return 0 // it may be that one
		}
		for _, v := range h.made {
			taken[v] = true
		}
	}
	for _, rec := range all {
		if rec.Version > base && !taken[rec.Version] && ofTool(m.Kind, rec.Tool) {
			return rec.Version
		}
	}
	return 0
}

// absent: what is seen at the position was not there in the version before. Where
// that one cannot be read, a long text is proof enough.
func (r *run) absent(ctx context.Context, m mark, base int64) bool {
	s, err := read(ctx, r.d, base, client.Interactive).look(m, true)
	if err != nil {
		return utf8.RuneCountInString(m.piece()) >= longPiece
	}
	return s == missing || s == wrong
}

// longPiece is how many characters of a text do not occur twice by chance.
const longPiece = 16
