package dialog

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
)

// ShareOptions configure the question about who may read or edit.
type ShareOptions struct {
	Origin   Origin
	Items    []model.Place
	Name     string         // of a single item, raw
	Wait     bool           // the current policy arrives as ShareRead
	Policies []model.Policy // policies that can be set
}

// ShareRead tells an open Share the item's current policy.
type ShareRead struct {
	Item   model.Place
	Policy model.Policy
	Err    error
}

// ShareAnswered answers a Share; Policy "" = no change.
type ShareAnswered struct {
	Origin Origin
	Items  []model.Place
	Policy model.Policy
}

type share struct {
	question
	opt ShareOptions
	now model.Policy
	bad error
}

// NewShare shows who may read or edit items and asks for a new policy: ShareAnswered.
func NewShare(env *Env, o ShareOptions) Dialog {
	say := env.Text.Say
	title := say("Permission of %s", env.Ruler.Truncate(model.Clean(o.Name), normal-24))
	if o.Name == "" {
		title = say("Permission of %d {entry|entries}", len(o.Items))
	}
	d := &share{opt: o}
	buttons := []button{{label: say("leave it"), choice: ChoseNothing}}
	for _, b := range []struct {
		p     model.Policy
		a     keys.Action
		label text.Text
	}{{model.PolicyRead, keys.ShareRead, "everyone with the link can read"}, {model.PolicyEdit, keys.ShareEdit, "everyone with the link can edit"}} {
		if slices.Contains(o.Policies, b.p) {
			buttons = append(buttons, button{action: b.a, label: say(b.label), choice: Choice(b.p)})
		}
	}
	d.question = question{env: env, context: keys.InShare, title: title, want: normal, column: true, body: d.lines, buttons: buttons}
	return d
}

func (d *share) lines(w int) []line {
	env, say := d.env, d.env.Text.Say
	var out []line
	if len(d.opt.Items) == 1 {
		out = field(env, say(text.InfoPlace), Where(env, d.opt.Items[0]), w)
	}
	now := say("not shown for several entries")
	switch {
	case d.bad != nil:
		now = client.Sentence(d.bad).In(env.Text)
	case d.now != "":
		now = PolicyWords(env, d.now)
	case d.opt.Wait:
		now = say("asking the service…")
	}
	for i, l := range field(env, say("now"), now, w) {
		if i == 0 && d.now != "" {
			l.role = strong
		}
		out = append(out, l)
	}
	return append(append(out, line{}), wrap(env, dim, say("Set other permissions (owner only, some members) on the service's website, in the document's share menu."), w)...)
}

// PolicyWords describes a policy.
func PolicyWords(env *Env, p model.Policy) string {
	say := env.Text.Say
	switch p {
	case model.PolicyPrivate:
		return say("only its owner")
	case model.PolicySome:
		return say("some members")
	case model.PolicyRead:
		return say("everyone with the link can read")
	case model.PolicyEdit:
		return say("everyone with the link can edit")
	}
	return model.Clean(string(p))
}

// Update answers a key or takes the current policy.
func (d *share) Update(msg tea.Msg) (tea.Cmd, bool) {
	if m, ok := msg.(ShareRead); ok {
		if len(d.opt.Items) == 1 && m.Item.Equal(d.opt.Items[0]) {
			d.now, d.bad = m.Policy, m.Err
			d.changed()
		}
		return nil, true
	}
	a := action(d.env, d.context, msg)
	c, taken := d.chosen(a)
	if !taken {
		return help(a, d.context), true
	}
	p := model.Policy(c)
	if p != "" && p == d.now {
		d.note = d.env.Text.Say("it is already set")
		return nil, true
	}
	return answer(ShareAnswered{Origin: d.opt.Origin, Items: d.opt.Items, Policy: p}), false
}
