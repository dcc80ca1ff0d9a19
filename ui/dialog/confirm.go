package dialog

import (
	"cmp"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/input"
	"aloft/ui/keys"
)

// ConfirmOptions of a plain question.
type ConfirmOptions struct {
	Tag    any
	Title  string
	Body   []string // raw paragraphs
	Yes    string   // label of the act: a verb, "Delete"
	Danger bool     // destructive: Cancel has the focus
	Word   string   // must be typed before Yes works; "" = none
}

// confirm is every question with one act and a way out.
type confirm struct {
	sheet
	reply func(Choice) tea.Msg
	// toggle is called for view-all; nil = not offered.
	toggle func()
	keys   map[keys.Action]Choice // further ways to answer
}

func newConfirm(env *Env, c keys.Context, title, yes string, isDanger bool, word string) confirm {
	say := env.Text.Say
	d := confirm{sheet: sheet{
		env: env, context: c, title: title, want: normal,
		buttons: []button{
			{label: say(text.DlgCancel), choice: ChoseNothing},
			{action: keys.ConfirmYes, label: yes, choice: ChoseGo, danger: isDanger},
		},
	}}
	if !isDanger {
		d.focus = 1
	}
	if word != "" {
		d.typed = newTyped(env, word)
		d.focus = 1
	}
	d.hide = []keys.Action{keys.ConfirmAll}
	return d
}

// NewConfirm asks yes or no: ConfirmAnswered.
func NewConfirm(env *Env, o ConfirmOptions) Dialog {
	d := newConfirm(env, keys.InConfirm, model.Clean(o.Title), model.Clean(o.Yes), o.Danger, o.Word)
	d.body = func(w int) []line {
		var out []line
		for _, p := range o.Body {
			out = append(out, wrap(env, plain, model.Clean(p), w)...)
		}
		return out
	}
	d.reply = func(c Choice) tea.Msg { return ConfirmAnswered{Tag: o.Tag, Yes: c == ChoseGo} }
	return &d
}

// Update answers a key.
func (d *confirm) Update(msg tea.Msg) (tea.Cmd, bool) {
	if d.typed != nil {
		return d.typing(msg)
	}
	a := action(d.env, d.context, msg)
	if c, ok := d.keys[a]; ok {
		return answer(d.reply(c)), false
	}
	if a == keys.ConfirmAll && d.toggle != nil {
		d.toggle()
		return nil, true
	}
	i, taken := d.key(a)
	switch {
	case taken && i < 0:
		return answer(d.reply(ChoseNothing)), false
	case taken:
		return answer(d.reply(d.buttons[i].choice)), false
	}
	return help(a, d.context), true
}

// typing takes keys while a word must be typed: Enter acts only when the word
// is right, and Tab chooses between the buttons.
func (d *confirm) typing(msg tea.Msg) (tea.Cmd, bool) {
	a := action(d.env, keys.InInput, msg)
	switch a {
	case keys.DlgAccept: // clicked
		return d.typedEnter()
	case keys.InComplete:
		a = keys.BtnNext
	case keys.InUncomplete:
		a = keys.BtnPrev
	case keys.InPageDown:
		a = keys.DlgPageDown
	case keys.InPageUp:
		a = keys.DlgPageUp
	case keys.InHistNext:
		a = keys.DlgDown
	case keys.InHistPrev:
		a = keys.DlgUp
	case keys.InCancel, keys.DlgCancel:
		return answer(d.reply(ChoseNothing)), false
	default:
		if d.typed.update(msg) == input.Accepted {
			return d.typedEnter()
		}
		if _, pressed := msg.(tea.KeyPressMsg); pressed {
			d.note = ""
		}
		return nil, true
	}
	d.key(a)
	return nil, true
}

// typedEnter takes the focused choice, once the word is right.
func (d *confirm) typedEnter() (tea.Cmd, bool) {
	c := d.buttons[d.focus].choice
	if c == ChoseGo && !d.typed.right() {
		d.note, d.focus = d.env.Text.Say(text.DlgWordWrong, d.typed.word), 1
		return nil, true
	}
	return answer(d.reply(c)), false
}

// few is how many items a question names before it says how many more.
const few = 8

// NewDelete asks whether a delete plan shall run: DeleteAnswered. It lists what
// goes, here and elsewhere, and where it goes; a final deletion needs a typed word.
func NewDelete(env *Env, from Origin, plan *model.Plan) Dialog {
	say, count := env.Text.Say, env.Text.Count
	final := plan.Undo == "no"
	var here, there []model.Item
	for _, it := range plan.Items {
		if it.Decision != model.DecideGo {
			continue
		}
		final = final || it.Mode == string(client.DeleteForever)
		if it.Parent.Equal(from.Place) {
			here = append(here, it)
		} else {
			there = append(there, it)
		}
	}
	slices.SortStableFunc(here, byName)
	slices.SortStableFunc(there, byName)
	n := len(here) + len(there)
	title := count(n, text.DeleteTitleOne, text.DeleteTitle)
	if final {
		title = count(n, text.DeleteFinalOne, text.DeleteFinal)
	}
	word := ""
	if final {
		word = say(text.DeleteWord)
	}
	d := newConfirm(env, keys.InConfirm, title, say(text.DeleteYes), true, word)
	all := false
	goes := say(text.DeleteGoesBinOne)
	if n != 1 {
		goes = say(text.DeleteGoesBin, n)
	}
	if len(here) > few || len(there) > few {
		d.hide = nil
	}
	d.tall = min(len(here), few) + min(len(there), few) + 8
	d.toggle = func() { all = !all; d.port.GotoTop(); d.changed() }
	d.body = func(w int) []line {
		what := line{plain, count(len(here), text.DeleteHereOne, text.DeleteHere)}
		if len(there) > 0 {
			what = line{warn, say(text.DeleteHereThere, len(here), len(there))}
		}
		out := wrap(env, what.role, what.text, w)
		if final {
			out = append(out, wrap(env, danger, say(text.DeleteGoesFinal), w)...)
		} else {
			out = append(out, wrap(env, plain, goes, w)...)
		}
		out = append(out, line{})
		limit := few
		if all || word != "" { // what is final is listed whole
			limit = n
		}
		out = append(out, names(env, here, limit, func(it model.Item) string { return env.Ruler.Truncate(entryName(it), w-2) })...)
		if len(there) > 0 {
			out = append(out, line{warn, count(len(there), text.DeleteElsewhereOne, text.DeleteElsewhere)})
			out = append(out, names(env, there, limit, func(it model.Item) string { return env.Ruler.TruncateStart(where(it.Place()), w-2) })...)
		}
		out = append(out, line{})
		if plan.Scheme != model.SchemeDisk { // nothing is asked of a service there
			out = append(out, field(env, say(text.PlanCost), cost(env, plan), w)...)
		}
		return append(out, field(env, say(text.PlanUndo), undo(env, plan), w)...)
	}
	d.reply = func(c Choice) tea.Msg { return DeleteAnswered{Origin: from, Plan: plan, Choice: c} }
	return &d
}

// byName is the order in which people look for names; a plan's own order is
// that of the service's listings.
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
			more := env.Text.Count(len(items)-limit, text.DlgMoreOne, text.DlgMore, env.Keys.Key(keys.ConfirmAll))
			return append(out, line{dim, "  " + more})
		}
		out = append(out, line{strong, "  " + name(it)})
	}
	return out
}

// entryName is an item's name, with a slash when things can be in it.
func entryName(it model.Item) string {
	n := model.Clean(it.Name)
	if it.Kind.Container() {
		n += "/"
	}
	return n
}

// cost says what a plan costs.
func cost(env *Env, p *model.Plan) string {
	s := env.Text.Count(p.Estimate.Requests, text.PlanRequestsOne, text.PlanRequests)
	if p.Estimate.Time > 0 {
		s += env.Text.Say(text.PlanAtLeast, fmt.Sprintf("%.3g", p.Estimate.Time.Seconds()))
	}
	return s
}

func undo(env *Env, p *model.Plan) string {
	switch p.Undo {
	case "yes":
		return env.Text.Say(text.PlanUndoYes)
	case "bin":
		return env.Text.Say(text.PlanUndoBin)
	}
	return env.Text.Say(text.PlanUndoNo)
}
