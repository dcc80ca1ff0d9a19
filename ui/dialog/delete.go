package dialog

import (
	"cmp"
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/client/explain"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// few is how many items a question names before it counts the rest.
const few = 8

// NewDelete asks whether to run a delete plan: PlanAnswered. It lists what is deleted, here and elsewhere, and
// where it goes. A final deletion needs a typed word, one over the brake its number.
func NewDelete(env *Env, from Origin, plan *model.Plan, o PlanOptions) Dialog {
	say := env.Text.Say
	read := explain.Of(env.Text, plan)
	var here, there []model.Item
	for _, it := range plan.Items {
		if it.Decision != model.DecideGo {
			continue
		}
		if it.Parent.Equal(from.Place) && !it.Loose { // its folder is not known
			here = append(here, it)
		} else {
			there = append(there, it)
		}
	}
	twin := twins(len(plan.Items), func(i int) *model.Item { return &plan.Items[i] })
	slices.SortStableFunc(here, byName)
	slices.SortStableFunc(there, byName)
	title, yes := read.Title()
	if o.Undoes != "" {
		title = undoTitle(env, plan, o.Undoes)
	}
	d := newDeletion(env, plan, o.Brake, title, yes, true, here, there)
	goes := read.Goes(len(read.Deleted))
	if read.Mode() == client.DeleteNode {
		goes = model.Sentences(goes, say("%s deletes a page with all pages under it.", env.Keys.Key(keys.DeleteTree)))
	}
	d.body = func(w int) []line {
		what := line{plain, say("%d {entry|entries} in this folder", len(here))}
		if len(there) > 0 {
			what = line{warn, say("%d in this folder, and %d selected elsewhere", len(here), len(there))}
		}
		out := d.warning(w)
		if len(here) > 0 && len(plan.Items) > 1 { // of one, the title says it
			out = append(out, wrap(env, what.role, what.text, w)...)
		}
		where := plain
		if read.Final() {
			where = danger
		}
		out = append(out, wrap(env, where, goes, w)...)
		out = append(out, line{})
		limit := d.limit()
		if d.typed != nil { // a final deletion is listed in full
			limit = len(plan.Items)
		}
		out = append(out, names(env, strong, here, limit, func(it model.Item) string { return env.Ruler.Truncate(entryName(it)+twin(it), w-2) })...)
		if len(there) > 0 {
			what := text.Text("and %d selected elsewhere:")
			if len(here) == 0 { // a document from a search, or all selected entries are in other folders
				what = "%d {entry|entries} outside this folder:"
			}
			out = append(out, line{warn, say(what, len(there))})
			out = append(out, names(env, strong, there, limit, func(it model.Item) string {
				if it.Loose { // only the name identifies it
					return env.Ruler.Truncate(say("%s (%s)", entryName(it)+" "+kit.IDTail(it.Pin), whereItem(env, it)), w-2)
				}
				return env.Ruler.TruncateStart(whereItem(env, it), w-2)
			})...)
		}
		return append(out, d.ending(w)...)
	}
	return d
}

// deletion is a question about a plan that deletes: it lists entries, some of them at first.
type deletion struct {
	confirm
	plan *model.Plan
	much string // what is too much about it, "" = nothing
	all  bool   // all entries are listed
}

func newDeletion(env *Env, p *model.Plan, b model.Brake, title, yes string, isDanger bool, lists ...[]model.Item) *deletion {
	read := explain.Of(env.Text, p)
	d := &deletion{plan: p, much: read.Much(b)}
	d.confirm = newConfirm(env, keys.InConfirm, title, yes, isDanger, read.Word(d.much))
	d.tall = 8 + refusedTall(read)
	more := len(read.LeftOut()) > fewRefused+1
	for _, l := range lists {
		d.tall += min(len(l), few)
		more = more || len(l) > few
	}
	if more {
		d.hide = nil
	}
	d.toggle = func() { d.all = !d.all; d.top = 0; d.changed() }
	d.reply = func(c Choice) tea.Msg { return PlanAnswered{p, c} }
	return d
}

// limit is how many entries of a list are shown.
func (d *deletion) limit() int {
	if d.all {
		return len(d.plan.Items)
	}
	return few
}

// warning says what is too much.
func (d *deletion) warning(w int) []line {
	if d.much == "" {
		return nil
	}
	return wrap(d.env, danger, d.much, w)
}

// ending says what is left out, what the plan costs, and how to take it back.
func (d *deletion) ending(w int) []line {
	out := append(refused(d.env, d.plan, d.all, w), line{})
	out = append(out, costs(d.env, d.plan, w)...)
	return append(out, field(d.env, d.env.Text.Say(text.PlanUndo), undo(d.env, d.plan), w)...)
}

// byName sorts items by name for reading. A plan's own order is that of the listings.
func byName(a, b model.Item) int {
	if af, bf := a.Kind.Container(), b.Kind.Container(); af != bf {
		if af {
			return -1
		}
		return 1
	}
	return cmp.Or(model.CompareNatural(a.Name, b.Name), cmp.Compare(a.Name, b.Name))
}

// names lists items, at most limit of them.
func names(env *Env, r role, items []model.Item, limit int, name func(model.Item) string) []line {
	var out []line
	for i, it := range items {
		if i == limit {
			more := env.Text.Say(text.DlgMore, len(items)-limit, env.Keys.Key(keys.ConfirmAll))
			return append(out, line{dim, "  " + more})
		}
		out = append(out, line{r, "  " + name(it)})
	}
	return out
}

// twins returns the ends of the ids, to tell items of one name apart; at returns one of n.
func twins(n int, at func(int) *model.Item) func(model.Item) string {
	seen, shared := map[string]string{}, map[string]bool{}
	for i := range n {
		it := at(i)
		if it.Pin == "" {
			continue
		}
		if pin, ok := seen[it.Name]; ok && pin != it.Pin {
			shared[it.Name] = true
		}
		seen[it.Name] = it.Pin
	}
	return func(it model.Item) string {
		if !shared[it.Name] || it.Pin == "" {
			return ""
		}
		return " " + kit.IDTail(it.Pin)
	}
}

// entryName returns an item's name, with a slash if it can contain others.
func entryName(it model.Item) string {
	n := model.Clean(it.Name)
	if it.Kind.Container() {
		n += "/"
	}
	return n
}

// costs says what the plan costs.
func costs(env *Env, p *model.Plan, w int) []line {
	cost := explain.Of(env.Text, p).Cost()
	if cost == "" {
		return nil
	}
	return field(env, env.Text.Say("cost"), cost, w)
}

// undo says how to undo the plan.
func undo(env *Env, p *model.Plan) string {
	if no := explain.Of(env.Text, p).Lasting(); no != "" {
		return no
	}
	key := keys.Undo
	if p.Undoes != "" && !p.Again {
		key = keys.Redo
	}
	return env.Text.Say("%s undoes it", env.Keys.Key(key))
}
