package dialog

import (
	"aloft/client/explain"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/kit"
)

// NewSync asks whether to run a sync: PlanAnswered. A final deletion needs a typed word, one over the brake its
// number, as in NewDelete.
func NewSync(env *Env, from Origin, plan *model.Plan, o PlanOptions) Dialog {
	say := env.Text.Say
	read := explain.Of(env.Text, plan)
	s := read.Sync()
	title := say("Sync: %d {change|changes}", len(s.Copies)+len(s.Folders)+len(s.Deleted))
	d := newDeletion(env, plan, o.Brake, title, say("Sync"), len(s.Deleted) > 0, s.Deleted, s.Replaced, s.Copies)
	d.tall += 4
	d.body = func(w int) []line {
		out := append(d.warning(w), field(env, say("from"), where(from.Place), w)...)
		out = append(out, field(env, say("to"), where(o.To), w)...)
		copies := say("%d {file|files}, %s", len(s.Copies), kit.Size(s.Bytes))
		if n := len(s.Folders); n > 0 {
			copies = say("%s, %d new {folder|folders}", copies, n)
		}
		out = append(out, field(env, say("copy"), copies, w)...)
		if n := len(s.Replaced); n > 0 {
			old := text.Text("%d {file|files}; {the old one goes|the old ones go} to the recycle bin")
			if s.Kept {
				old = "%d {file|files}; {the old one is|the old ones are} kept with a number in the name"
			}
			out = append(out, field(env, say("replace"), say(old, n), w)...)
		}
		shown := func(role role, items []model.Item) {
			out = append(out, names(env, role, items, d.limit(), func(it model.Item) string { return env.Ruler.TruncateStart(whereItem(env, it), w-2) })...)
		}
		if n := len(s.Deleted); n > 0 {
			r := warn
			if read.Final() {
				r = danger
			}
			out = append(out, wrap(env, r, read.Goes(n), w)...)
			shown(strong, s.Deleted)
		}
		out = append(out, d.ending(w)...)
		out = append(out, wrap(env, dim, say(explain.Compared(model.ByTime)), w)...)
		if len(s.Copies) > 0 {
			out = append(out, line{}, line{plain, say("copied:")})
			shown(plain, s.Copies)
		}
		return out
	}
	return d
}
