package dialog

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// few is how many items a question names before it counts the rest.
const few = 8

// DeleteOptions configure the question before a deletion.
type DeleteOptions struct {
	Brake  model.Brake
	Undoes string // the job it undoes or redoes, "" = none
}

// NewDelete asks whether to run a delete plan: DeleteAnswered. It lists what is deleted, here and elsewhere, and
// where it goes. A final deletion needs a typed word, one over the brake its number.
func NewDelete(env *Env, from Origin, plan *model.Plan, o DeleteOptions) Dialog {
	say := env.Text.Say
	mode := deleteMode(plan)
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
	twin := twins(itemsOf(plan))
	slices.SortStableFunc(here, byName)
	slices.SortStableFunc(there, byName)
	n := len(here) + len(there)
	title, yes, word := deleteWords(env, mode, n)
	if o.Undoes != "" {
		title = undoTitle(env, plan, o.Undoes)
	}
	final := word != ""
	much, over := o.Brake.StopsPlan(plan)
	if over = over && mode != client.DeleteRecord; over { // nothing is lost in this mode
		word = strconv.Itoa(n)
	}
	d := newConfirm(env, keys.InConfirm, title, yes, true, word)
	all := false
	goes := deleteGoes(env, plan, mode, n)
	if len(here) > few || len(there) > few || len(leftOut(env, plan)) > fewRefused+1 {
		d.hide = nil
	}
	d.tall = min(len(here), few) + min(len(there), few) + 8 + refusedTall(env, plan)
	d.toggle = func() { all = !all; d.port.GotoTop(); d.changed() }
	d.body = func(w int) []line {
		what := line{plain, say("%d {entry|entries} of this folder", len(here))}
		if len(there) > 0 {
			what = line{warn, say("%d of this folder, and %d selected elsewhere", len(here), len(there))}
		}
		var out []line
		if over {
			out = wrap(env, danger, much.Say(env.Text), w)
		}
		if len(here) > 0 {
			out = append(out, wrap(env, what.role, what.text, w)...)
		}
		where := plain
		if final {
			where = danger
		}
		out = append(out, wrap(env, where, goes, w)...)
		out = append(out, line{})
		limit := few
		if all || word != "" { // a final deletion is listed in full
			limit = n
		}
		out = append(out, names(env, here, limit, func(it model.Item) string { return env.Ruler.Truncate(entryName(it)+twin(it), w-2) })...)
		if len(there) > 0 {
			what := text.Text("and %d selected elsewhere:")
			if len(here) == 0 { // a document from a search, or all selected entries are in other folders
				what = "%d {entry that is not|entries, none of them} in this folder:"
			}
			out = append(out, line{warn, say(what, len(there))})
			out = append(out, names(env, there, limit, func(it model.Item) string {
				if it.Loose { // only the name identifies it
					return env.Ruler.Truncate(say("%s (%s)", entryName(it)+" "+kit.IDTail(it.Pin), whereItem(env, it)), w-2)
				}
				return env.Ruler.TruncateStart(whereItem(env, it), w-2)
			})...)
		}
		out = append(out, refused(env, plan, all, w)...)
		out = append(out, line{})
		if !plan.Scheme.Local() { // no service, so no requests
			out = append(out, field(env, say("cost"), cost(env, plan), w)...)
		}
		return append(out, field(env, say(text.PlanUndo), undo(env, plan), w)...)
	}
	d.reply = func(c Choice) tea.Msg { return DeleteAnswered{Origin: from, Plan: plan, Choice: c} }
	return &d
}

// deleteMode returns the mode of a plan, or the gravest of several.
func deleteMode(p *model.Plan) client.DeleteMode {
	mode := client.DeleteMode("")
	for _, it := range p.Items {
		m := client.DeleteMode(it.Mode)
		if it.Decision != model.DecideGo {
			continue
		}
		if m == client.DeleteForever || mode != client.DeleteForever && m == client.DeleteTree || mode == "" {
			mode = m
		}
	}
	if mode == "" && p.Undo == "no" {
		mode = client.DeleteForever
	}
	return mode
}

// deleteWords returns the title, the action, and the word to type, "" if the deletion can be reverted.
func deleteWords(env *Env, mode client.DeleteMode, n int) (title, yes, word string) {
	say := env.Text.Say
	yes = say(text.DeleteYes)
	switch mode {
	case client.DeleteForever:
		return say("Delete %d {entry|entries} for good", n), yes, say(text.DeleteWord)
	case client.DeleteTree:
		return say("Delete %d {page|pages} with all under {it|them}", n), yes, say(text.DeleteWord)
	case client.DeleteNode: // restoring it is not guaranteed
		return say(text.DeleteTitle, n), yes, say(text.DeleteWord)
	case client.DeleteRecord:
		return say("Remove %d {entry|entries} from the recent list", n), say("Remove"), ""
	}
	return say(text.DeleteTitle, n), yes, ""
}

// deleteGoes says where the entries go and what goes with them.
func deleteGoes(env *Env, p *model.Plan, mode client.DeleteMode, n int) string {
	say := env.Text.Say
	one, many := text.Text("It goes to the recycle bin, with all that is inside."), text.Text("All %d go to the recycle bin, with all that is inside.")
	switch mode {
	case client.DeleteForever:
		return say("Gone at once, with all that is inside. Nothing brings it back.")
	case client.DeleteTree:
		return say("Deleted with every page under it. The service does not say whether they can be restored.")
	case client.DeleteRecord:
		return say("Only the view record goes. The document stays where it is.")
	case client.DeleteNode:
		one, many = "Only this page is deleted; the pages under it move up. The service does not say whether it can be restored.", "Only these %d pages are deleted; the pages under them move up. The service does not say whether they can be restored."
	default:
		if p.Scheme.Documents() {
			one, many = "It goes to the recycle bin of the document service, with all that is inside. Its tools cannot reach that bin: restore it on the service's website.", "All %d go to the recycle bin of the document service, with all that is inside. Its tools cannot reach that bin: restore them on the service's website."
		}
	}
	s := say(one)
	if n != 1 {
		s = say(many, n)
	}
	if mode == client.DeleteNode {
		s += " " + say("%s deletes a page with all pages under it.", env.Keys.Key(keys.DeleteTree))
	}
	return s
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
func names(env *Env, items []model.Item, limit int, name func(model.Item) string) []line {
	var out []line
	for i, it := range items {
		if i == limit {
			more := env.Text.Say(text.DlgMore, len(items)-limit, env.Keys.Key(keys.ConfirmAll))
			return append(out, line{dim, "  " + more})
		}
		out = append(out, line{strong, "  " + name(it)})
	}
	return out
}

// twins returns the ends of the ids, to tell items of one name apart.
func twins(items iter.Seq[*model.Item]) func(model.Item) string {
	pinned := false
	for it := range items {
		if pinned = it.Pin != ""; pinned {
			break
		}
	}
	if !pinned {
		return func(model.Item) string { return "" }
	}
	seen := map[string]string{}
	shared := map[string]bool{}
	for it := range items {
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

// itemsOf returns the items of a plan.
func itemsOf(p *model.Plan) iter.Seq[*model.Item] {
	return func(yield func(*model.Item) bool) {
		for i := range p.Items {
			if !yield(&p.Items[i]) {
				return
			}
		}
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

// cost describes the cost of a plan.
func cost(env *Env, p *model.Plan) string {
	if p.Estimate.Time < 100*time.Millisecond {
		return env.Text.Say("%d {request|requests}", p.Estimate.Requests)
	}
	return env.Text.Say("%d {request|requests}, at least %s s", p.Estimate.Requests, seconds(p.Estimate.Time))
}

// seconds formats a duration: "0.6", "12", "3600".
func seconds(d time.Duration) string {
	if d < 10*time.Second {
		return strconv.FormatFloat(math.Round(10*d.Seconds())/10, 'f', -1, 64)
	}
	return strconv.FormatFloat(d.Seconds(), 'f', 0, 64)
}

// undo says how to undo the plan.
func undo(env *Env, p *model.Plan) string {
	row := p.Op.Row()
	switch {
	case row.Undo == model.UndoByMode && p.Scheme.Documents() && deleteMode(p) == client.DeleteToBin:
		return env.Text.Say("not by aloft: the service has its own bin") // its tools cannot reach the bin
	case p.Undo == "no":
		return env.Text.Say("not possible")
	}
	key := keys.Undo
	if p.Undoes != "" && !p.Again {
		key = keys.Redo
	}
	return env.Text.Say(text.TakesBack, env.Keys.Key(key))
}
