package edits

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// smallDoc is the largest document, in positions, whose structure is read only to
// show the text around a place: the answer grows with the document.
const smallDoc = 40_000

// errMoved: two reads saw two versions.
var errMoved = errors.New("the document changed between two reads")

// reading reads one version of a document, each answer once.
type reading struct {
	ctx     context.Context
	d       *doc
	opt     client.Options
	asked   int64     // 0 = the newest, which all answers must agree on
	version int64     // 0 = that of the first answer
	seenAt  time.Time // when the version was last seen to be the newest

	outline   *model.Outline
	structure *model.Structure
	last      *model.LastPosition
	images    *model.DocImages
	comments  *model.DocComments
	finds     map[string]model.Matches
	titles    map[*model.Outline]map[string][]int // of levels
	markdown  string                              // of the service
	lines     []line                              // of it

	was    *model.Outline // of the plan, nil = not known
	before *reading       // of the version that the last step was based on, nil = not known
}

func read(ctx context.Context, d *doc, version int64, class client.Class) *reading {
	return &reading{ctx: ctx, d: d, asked: version, version: version, opt: client.Options{Class: class, Fresh: true}, finds: map[string]model.Matches{}, titles: map[*model.Outline]map[string][]int{}}
}

// saw requires every answer to be of one version. A service may refuse queries of a
// version that is not the newest any more.
func (r *reading) saw(version int64, err error) error {
	switch {
	case err != nil && r.version != 0 && client.Is(err, client.KindConflict):
		return errMoved
	case err != nil:
		return err
	case version == 0:
		return r.d.fail(client.KindServer, text.EditsNoVersion)
	case r.version == 0:
		r.version = version
	case r.version != version:
		return errMoved
	}
	if r.asked == 0 {
		r.seenAt = r.d.now()
	}
	return nil
}

// once asks for an answer, and keeps it.
func once[T any](r *reading, kept **T, ask func(context.Context, model.Ref, int64, client.Options) (T, error), version func(T) int64) (T, error) {
	if *kept == nil {
		a, err := ask(r.ctx, r.d.ref, r.asked, r.opt)
		if err = r.saw(version(a), err); err != nil {
			return a, err
		}
		*kept = &a
	}
	return **kept, nil
}

func (r *reading) Outline() (model.Outline, error) {
	return once(r, &r.outline, r.d.ed.Outline, func(a model.Outline) int64 { return a.Version })
}

func (r *reading) Structure() (model.Structure, error) {
	return once(r, &r.structure, r.d.ed.Structure, func(a model.Structure) int64 { return a.Version })
}

func (r *reading) Last() (model.LastPosition, error) {
	return once(r, &r.last, r.d.ed.LastPosition, func(a model.LastPosition) int64 { return a.Version })
}

func (r *reading) Images() (model.DocImages, error) {
	return once(r, &r.images, r.d.ed.Images, func(a model.DocImages) int64 { return a.Version })
}

func (r *reading) Comments() (model.DocComments, error) {
	return once(r, &r.comments, r.d.ed.Comments, func(a model.DocComments) int64 { return a.Version })
}

func (r *reading) Revisions() (model.DocRevisions, error) {
	all, err := r.d.ed.Revisions(r.ctx, r.d.ref, r.asked, r.opt)
	return all, r.saw(all.Version, err)
}

func (r *reading) Find(s string) (model.Matches, error) {
	if m, ok := r.finds[s]; ok {
		return m, nil
	}
	m, err := r.d.ed.Find(r.ctx, r.d.ref, s, r.asked, r.opt)
	if err = r.saw(m.Version, err); err != nil {
		return m, err
	}
	m.All = slices.Clone(m.All)
	slices.SortStableFunc(m.All, func(a, b model.Match) int { return cmp.Compare(a.Range.Begin, b.Range.Begin) })
	r.finds[s] = m
	return m, nil
}

// small reports whether the structure may be read for its previews alone.
func (r *reading) small() bool {
	if r.structure != nil {
		return true
	}
	o := cmp.Or(r.outline, r.was)
	return o != nil && o.End() <= smallDoc
}
