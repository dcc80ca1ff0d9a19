package dialog

import (
	"aloft/client/explain"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// lines describe the plan.
func (d *plan) lines(w int) []line {
	out := d.head(w)
	for n, i := range d.conflicts {
		if n == fewConflicts && !d.all {
			more := d.env.Text.Say(text.DlgMore, len(d.conflicts)-n, d.env.Keys.Key(keys.ConfirmAll))
			out = append(out, line{dim, "  " + more})
			break
		}
		l := line{plain, "  " + d.conflictLine(i, w-2)}
		if n == d.at {
			l = line{cursor, d.env.Styles.Glyphs.Cursor + l.text[1:]}
		}
		out = append(out, l)
	}
	if read := explain.Of(d.env.Text, d.plan.Settled()); len(d.conflicts) > 0 {
		if goes := read.Goes(len(read.Deleted)); goes != "" {
			out = append(out, line{warn, "  " + goes})
		}
		out = append(out, line{})
	}
	out = append(out, field(d.env, d.env.Text.Say(text.PlanUndo), undo(d.env, d.plan), w)...)
	if d.names() {
		out = append(out, line{})
		for _, it := range d.plan.Items {
			out = append(out, d.nameLine(it, w))
		}
	}
	return out
}

// nameLine is the old name of an item, with what tells it from its twins, and the
// new one.
func (d *plan) nameLine(it model.Item, w int) line {
	c := FormChange{Old: entryName(it) + d.twin(it), New: it.NewName}
	switch {
	case !it.Goes():
		c.New, c.Note = "", d.decision(it)
	case !it.Parent.Equal(d.from.Place):
		c.Note = d.env.Text.Say("in %s", where(it.Parent))
	}
	return changeLine(d.env, c, w)
}

// names: it is about the names alone, so that they show at once.
func (d *plan) names() bool {
	return d.plan.Op.Row().Renames && len(d.plan.Items) > 1 && len(d.conflicts) == 0
}

func (d *plan) head(w int) []line {
	env, p, read := d.env, d.plan, explain.Of(d.env.Text, d.plan)
	say := env.Text.Say
	here, there, skipped := 0, 0, 0
	for _, it := range p.Items {
		switch {
		case it.LeftOut(): // is named with its reason
		case !p.Means(&it): // a folder on the other side
		case it.Decision == model.DecideSkip && it.Why != model.WhyTaken && it.Room == nil:
			skipped++
		case !it.Loose && (it.Parent.Equal(d.from.Place) || p.Op.Transfers() && it.Parent.Within(d.from.Place)):
			here++ // what is in a folder goes with it
		default:
			there++
		}
	}
	var out []line
	from, to := where(d.from.Place), read.To()
	if here == 0 && there == 1 {
		from = whereItem(env, p.Items[0])
		there = 0
		here = 1
	}
	if here == 0 && there > 0 && (p.Op.Transfers() || read.OneFolder()) { // asked for from elsewhere
		from, here, there = where(read.From()), there, 0
	}
	if here == 0 && there > 0 && read.FromBin() {
		from, here, there = say("recycle bin"), there, 0
	}
	if there > 0 && !p.Op.Row().NoSource {
		from += say(" (%d here, %d elsewhere)", here, there)
	}
	if !p.Op.Row().NoSource {
		out = append(out, field(env, say("from"), from, w)...)
	}
	if !to.IsZero() {
		out = append(out, field(env, say("to"), where(to), w)...)
	}
	if here+there == 1 && !p.Op.Row().Moves && len(p.Items) == 1 {
		out = append(out, field(env, say("what"), d.itemText(p.Items[0]), w)...)
	}
	if f := read.Format(); f != "" {
		out = append(out, field(env, say("as"), f, w)...)
	}
	if way := read.Route(); way != "" {
		out = append(out, field(env, say("route"), way, w)...)
	} else {
		out = append(out, line{})
	}
	out = append(out, costs(env, p, w)...)
	if room := read.Room(); room != "" {
		for _, l := range field(env, say("room"), room, w) {
			out = append(out, line{warn, l.text})
		}
	}
	if n := len(d.conflicts); n > 0 || p.Op.Row().Ends == model.EndInTarget {
		label := say("names")
		if n > 0 {
			out = append(out, field(env, label, say("%s, %s", say("%d free", here+there-n), say("%d already {exists|exist} in the target", n)), w)...)
			label = ""
		}
		if names := read.Numbered(); len(names) > 0 {
			out = append(out, field(env, label, say("%d {name gets|names get} a number to avoid duplicates: %s", len(names), env.Text.List(names)), w)...)
		} else if n == 0 {
			out = append(out, field(env, label, say("no conflicts"), w)...)
		}
		for _, s := range read.Lost() {
			out = append(out, field(env, "", s, w)...)
		}
	}
	if skipped > 0 {
		out = append(out, field(env, "", say("%d {stays|stay} where {it is|they are}", skipped), w)...)
	}
	out = append(out, refused(env, p, d.all, w)...)
	if s := read.Note(); s != "" {
		out = append(out, wrap(env, dim, s, w)...)
	}
	return append(out, line{})
}

// conflictLine is a taken name with what is decided about it.
func (d *plan) conflictLine(i, w int) string {
	it, r, half := d.plan.Items[i], d.env.Ruler, max(w/2-2, 8)
	return r.Fit(r.Truncate(entryName(it), half), half) + "  " + r.Truncate(d.decision(it), w-half-2)
}

func (d *plan) decision(it model.Item) string {
	say := d.env.Text.Say
	switch it.Decision {
	case model.DecideAsk:
		return say("not decided")
	case model.DecideSkip:
		if it.Why == model.WhyTaken {
			return say("skip") // it was decided here
		}
		return it.Skipped().In(d.env.Text)
	case model.DecideNumber:
		return say("as %s", model.Clean(it.NewName))
	case model.DecideReplace:
		if it.Room.NewName != "" {
			return roomText(d.env, it.Room)
		}
		return say("replace")
	}
	return ""
}

// itemText is an item with where it goes.
func (d *plan) itemText(it model.Item) string {
	s := newName(d.env, it, d.twin(it))
	in := it.Parent
	if named := it.Named(); !named.IsZero() { // of an entry of the bin it is where that was
		in = named.Parent()
	}
	if !in.Equal(d.from.Place) {
		s += "  " + d.env.Text.Say("in %s", where(in))
	}
	if it.Op.Transfers() && it.Print.Size > 0 {
		s += "  " + kit.Size(it.Print.Size)
	}
	return s
}

// fewRefused are named, the rest is counted.
const fewRefused = 3

// refused says what is not part of a plan, and why.
func refused(env *Env, p *model.Plan, whole bool, w int) []line {
	all := explain.Of(env.Text, p).LeftOut()
	if len(all) == 0 {
		return nil
	}
	out := []line{{warn, env.Text.Say("%d {is|are} left out:", len(all)-len(p.Refused)+p.RefusedItems())}}
	for i, s := range all {
		if i == fewRefused && !whole && len(all) > fewRefused+1 {
			return append(out, line{dim, "  " + env.Text.Say(text.JobsMore, len(all)-i)})
		}
		for _, l := range kit.Wrap(env.Ruler, s, w-2) {
			out = append(out, line{dim, "  " + l})
		}
	}
	return out
}

// refusedTall estimates how many lines of a question that takes.
func refusedTall(read explain.Reading) int {
	n := len(read.LeftOut())
	if n == 0 {
		return 0
	}
	return 1 + 2*min(n, fewRefused+1)
}
