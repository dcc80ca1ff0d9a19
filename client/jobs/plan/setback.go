package plan

import (
	"context"
	"slices"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/model"
	"aloft/model/text"
)

// A service that was set back to an older state shows what jobs have done as if it had
// never been: that is one thing to say, not one of each entry. It is taken for that when at
// least fewBack of a job's entries are back where they were, and they are at least half.
const fewBack = 5

func isSetBack(back, of int) bool { return back >= fewBack && 2*back >= of }

// takes: the entry was taken out of its folder, or from under its name.
func (d *deed) takes() bool { return d.item.Op.Row().FreesName() && !d.item.Loose }

// isBack: this one in its old folder is the entry, under its old name.
func (d *deed) isBack(e model.Entry) bool {
	return e.Name == d.name && (d.item.Pin == "" || e.ID == d.item.Pin) && journal.LooksAs(e, fingerprint(d), false)
}

// setBack says that all looks as it did before the first of these was sent; nil when
// they are too few for that.
func setBack(p *model.Plan, back []time.Time, of int) *client.Error {
	if !isSetBack(len(back), of) {
		return nil
	}
	said := text.Text("the drive looks as it did before %s: %d of %d {entry|entries} that this job changed {is|are} back where {it was|they were}")
	if p.Scheme.Documents() {
		said = "the documents look as they did before %s: %d of %d {entry|entries} that this job changed {is|are} back where {it was|they were}"
	}
	before := slices.MinFunc(back, time.Time.Compare).In(time.Local).Format(time.DateTime)
	return client.Errorf(client.KindConflict, opUndo, p.Items[0].Parent.Root(), said, before, len(back), of)
}

// SetBackIn says that a service was set back, when a listing shows what a job took out of that
// folder before the given time: so that it is no lag of the listing.
func SetBackIn(g *journal.Progress, l *model.Listing, before time.Time) *client.Error {
	var back []time.Time
	deeds := deedsOf(g)
	came := map[string]bool{} // where entries of the job are now
	for i := range deeds {
		came[deeds[i].key()] = true
	}
	for i := range deeds {
		d := &deeds[i]
		if d.takes() && journal.SamePlace(d.home, l.Place) && d.sent.Before(before) && !came[journal.PlaceKey(d.home.Join(d.name).Unpinned())] && slices.ContainsFunc(l.Entries, d.isBack) {
			back = append(back, d.sent)
		}
	}
	return setBack(g.Plan, back, len(deeds))
}

const opUndo = "undo"

// leave names what is left as it is.
func (p *planner) leave(at model.Place, why text.Text, args ...any) {
	p.plan.Refused = append(p.plan.Refused, model.Refusal{Place: at, Err: client.Errorf(client.KindConflict, opUndo, at, why, args...)})
}

// leaveSetBack replaces the refusals of an undo by one, when they are of entries that are
// back where they were, and so many that the service was set back.
func (p *planner) leaveSetBack(ctx context.Context, past *past) error {
	refused := map[string]bool{}
	for _, no := range p.plan.Refused {
		refused[journal.PlaceKey(no.Place.Unpinned())] = true
	}
	var left []*deed
	for i := range past.done {
		if d := &past.done[i]; d.takes() && refused[d.key()] {
			left = append(left, d)
		}
	}
	if !isSetBack(len(left), len(past.done)) {
		return nil
	}
	back, sent := map[string]bool{}, []time.Time{}
	for _, d := range left {
		f, err := p.Folder(ctx, d.home)
		if client.Is(err, client.KindNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		if slices.ContainsFunc(f.Find(d.home.JoinPin(d.name, d.item.Pin)), func(n int) bool { return d.isBack(f.Entries[n]) }) {
			back[d.key()], sent = true, append(sent, d.sent)
		}
	}
	why := setBack(past.Plan, sent, len(past.done))
	if why == nil {
		return nil
	}
	p.plan.Refused = slices.DeleteFunc(p.plan.Refused, func(no model.Refusal) bool { return back[journal.PlaceKey(no.Place.Unpinned())] })
	p.plan.Refused = append(p.plan.Refused, model.Refusal{Place: why.Place, Items: len(sent), Err: why})
	return nil
}

// key is the place that an undo names the entry by, as PlaceKey.
func (d *deed) key() string {
	if d.now.IsZero() {
		return journal.PlaceKey(d.home.Join(d.name).Unpinned())
	}
	return journal.PlaceKey(d.now.Unpinned())
}
