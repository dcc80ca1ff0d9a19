package dialog

import (
	"aloft/client/explain"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/kit"
)

// SyncOptions configure the question before a sync.
type SyncOptions struct {
	To    model.Place
	Brake model.Brake
}

// syncParts groups the items of a sync by what they do.
type syncParts struct {
	folders, copies, replaced, deleted []model.Item
	bytes                              int64 // of the copies, if known
	kept                               bool  // replaced files stay beside the new ones
}

func partsOfSync(p *model.Plan) (s syncParts) {
	comes := map[string]bool{} // targets of copies
	for i := range p.Items {
		if it := &p.Items[i]; it.Goes() && (it.Op == p.Op || it.Op == model.OpCopy) {
			comes[it.Target.Join(it.NewName).Unpinned().String()] = true
		}
	}
	for _, it := range p.Items {
		switch {
		case !it.Goes():
		case it.Op == p.Op, it.Op == model.OpCopy:
			s.copies = append(s.copies, it)
			s.bytes += max(it.Print.Size, 0)
		case it.Op.Row().Renames:
			s.kept = true
			s.replaced = append(s.replaced, it)
		case it.Op.Row().Deletes && comes[it.Place().Unpinned().String()]:
			s.replaced = append(s.replaced, it)
		case it.Op.Row().Deletes:
			s.deleted = append(s.deleted, it)
		default:
			s.folders = append(s.folders, it)
		}
	}
	return s
}

// NewSync asks whether to run a sync: PlanAnswered. A final deletion needs a typed word, one over the brake its
// number, as in NewDelete.
func NewSync(env *Env, from Origin, plan *model.Plan, o SyncOptions) Dialog {
	say := env.Text.Say
	s := partsOfSync(plan)
	title := say("Sync: %d {change|changes}", len(s.copies)+len(s.folders)+len(s.deleted))
	d := newDeletion(env, from, plan, o.Brake, title, say("Sync"), len(s.deleted) > 0, s.deleted, s.replaced, s.copies)
	d.tall += 4
	d.body = func(w int) []line {
		out := append(d.warning(w), field(env, say("from"), where(from.Place), w)...)
		out = append(out, field(env, say("to"), where(o.To), w)...)
		copies := say("%d {file|files}, %s", len(s.copies), kit.Size(s.bytes))
		if n := len(s.folders); n > 0 {
			copies = say("%s, %d new {folder|folders}", copies, n)
		}
		out = append(out, field(env, say("copy"), copies, w)...)
		if n := len(s.replaced); n > 0 {
			old := text.Text("%d {file|files}; {the old one goes|the old ones go} to the recycle bin")
			if s.kept {
				old = "%d {file|files}; {the old one stays|the old ones stay} with a number in the name"
			}
			out = append(out, field(env, say("replace"), say(old, n), w)...)
		}
		shown := func(role role, items []model.Item) {
			for _, l := range names(env, items, d.limit(), func(it model.Item) string { return env.Ruler.TruncateStart(whereItem(env, it), w-2) }) {
				if l.role == strong {
					l.role = role
				}
				out = append(out, l)
			}
		}
		if n := len(s.deleted); n > 0 {
			r, gone := warn, text.Text("delete %d {entry|entries}, with all that is inside, to the recycle bin:")
			if explain.Of(env.Text, plan).Final() {
				r, gone = danger, "delete %d {entry|entries}, with all that is inside, for good; nothing brings {it|them} back:"
			}
			out = append(out, wrap(env, r, say(gone, n), w)...)
			shown(strong, s.deleted)
		}
		out = append(out, d.ending(w)...)
		out = append(out, wrap(env, dim, say("Compared by names, sizes and times: listings have no checksums."), w)...)
		if len(s.copies) > 0 {
			out = append(out, line{}, line{plain, say("copied:")})
			shown(plain, s.copies)
		}
		return out
	}
	return d
}
