package plan

import (
	"cmp"
	"slices"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/model"
)

// past is a job that is taken back.
type past struct {
	*journal.Progress
	done []deed
}

// deed is what a job has done with one entry.
type deed struct {
	item       *model.Item // the first that was about it
	last       int         // the last step that was
	id         string      // of the entry that was deleted, "" = not known
	made       string      // the id of what it made, "" when nothing or not known
	md5        string      // of the bytes that the job has sent, "" = not known
	size       int64
	kept       *journal.Kept // what it made, as it was then, nil = not known
	begun      time.Time     // when the first of its calls was sent
	sent, done time.Time     // when the last one was sent, and done
	// name and home are the entry's name and folder before, home as it is called now.
	name string
	home model.Place
	now  model.Place // where it is now; zero when it is in no folder
}

// deedsOf are the deeds of a job, in order. Several steps on one entry are one deed.
func deedsOf(g *journal.Progress) []deed {
	return doneBy(g, func(s *journal.State) bool { return s.Ours })
}

// doneBy are the deeds of those steps that are done and that count.
func doneBy(g *journal.Progress, counts func(*journal.State) bool) []deed {
	out := make([]deed, 0, len(g.Steps))
	at := map[string]int{} // the deeds, by the place that the entry came to, and its id
	deep := differInDepth(g.Plan.Items)
	for i := range g.Steps {
		st, s := g.States[i], &g.Steps[i]
		if st.State != model.ItemDone || !counts(st) {
			continue
		}
		from, it := s.Source(), &g.Plan.Items[s.Item]
		to, ok := s.Target()
		sum, size := "", int64(model.Unknown)
		if s.Op == model.OpCopy {
			size = it.Print.Size
		}
		if c := st.Carry; c != nil && s.Op.Transfers() && !s.To.Scheme.Documents() {
			sum, size = c.MD5, c.Size
		}
		if s.Op.Transfers() && s.To.Scheme.Local() && st.Carry != nil {
			to = s.To.Join(ExportedAs(it, st.Carry.Name))
		}
		begun := st.Begun
		if begun.IsZero() {
			begun = st.Sent
		}
		if s.Op.Row().Renames && s.Loose {
			to, ok = from, true
		}
		d := deed{item: it, last: i, id: st.ID, made: st.Made, md5: sum, size: size, kept: st.Kept, begun: begun, sent: st.Sent, done: st.Done, name: s.Name, home: s.Parent, now: to}
		if n, again := at[stepKey(from, g.IDOf(i))]; again && !s.Op.Row().NoSource {
			first := &out[n]
			delete(at, stepKey(from, g.IDOf(i)))
			at[stepKey(to, g.IDOf(i))] = n
			first.now, first.sent, first.done, first.last = to, st.Sent, st.Done, i
			continue
		}
		if deep && ok && s.Op.Row().FreesName() && s.Of.Kind.Container() {
			for n := range out { // what was done in that folder is under its new name now
				out[n].home, out[n].now = rebased(out[n].home, from, to), rebased(out[n].now, from, to)
			}
		}
		if ok {
			at[stepKey(to, cmp.Or(st.Made, g.IDOf(i)))] = len(out)
		}
		out = append(out, d)
	}
	return out
}

// stepKey tells apart what has one place in two accounts.
func stepKey(p model.Place, id string) string {
	return p.Account + "\x00" + journal.PlaceKey(p.Unpinned()) + journal.IDKey(id)
}

func differInDepth(items []model.Item) bool {
	return slices.ContainsFunc(items, func(it model.Item) bool { return len(it.Parent.Path) != len(items[0].Parent.Path) })
}

// rebased is the place p after the entry at from has gone to to.
func rebased(p, from, to model.Place) model.Place {
	if p.IsZero() || !journal.Within(p, from) {
		return p
	}
	for _, s := range p.Path[len(from.Path):] {
		to = to.With(s)
	}
	return to
}

// replaced reports whether somebody has put another file in the place of one that was moved or
// renamed: that keeps the time at which a file was made, and on a disk the one of its last change.
func (d *deed) replaced(src client.Source, now *model.Fingerprint) bool {
	was := &d.item.Print
	if !d.item.Op.Row().FreesName() || now.Kind.Container() || journal.Steady(src) {
		return false
	}
	return was.Created != 0 && now.Created != was.Created || src.Root().Scheme.Local() && now.Modified != was.Modified
}

// fingerprint is what the entry of a deed looks like. What was made has another size than
// what it was made from.
func fingerprint(d *deed) model.Fingerprint {
	f := d.item.Print
	if op := d.item.Op.Row(); op.Makes || d.item.Op.Transfers() {
		f = model.Fingerprint{Kind: d.item.Kind, Size: model.Unknown}
	}
	return f
}

// pinOf is the id of an entry that the job has found, madeBy of one that it has made.
func pinOf(d *deed) string  { return d.item.Pin }
func madeBy(d *deed) string { return d.made }
