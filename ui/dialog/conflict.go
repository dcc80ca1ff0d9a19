package dialog

import (
	"cmp"
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// conflict asks about one taken name.
type conflict struct {
	question
	plan   *model.Plan
	item   int
	check  func(string) error
	chosen ConflictAnswered
}

// NewConflict asks about one taken name, the n-th of all: ConflictAnswered.
func NewConflict(env *Env, p *model.Plan, item, n, all int, check func(string) error) Dialog {
	say := env.Text.Say
	d := &conflict{plan: p, item: item, check: check}
	d.question = question{
		env: env, context: keys.InConflict, title: say("Name exists (%d of %d)", n, all), want: normal, column: true,
		buttons: []button{
			{action: keys.ConflictSkip, label: say("skip this one"), choice: ChoseSkip},
			{action: keys.ConflictSkipAll, label: say("skip all name conflicts"), choice: ChoseSkipAll},
			{action: keys.ConflictRename, label: say("another name"), choice: ChoseRename},
			{action: keys.ConflictNumberAll, label: say("rename all by adding a number"), choice: ChoseNumberAll},
			{action: keys.ConflictStop, label: say("stop here: this one and the rest stay"), choice: ChoseStop},
		},
	}
	it := &p.Items[item]
	if it.Room != nil {
		d.buttons = slices.Insert(d.buttons, 4,
			button{action: keys.ConflictReplace, label: say("replace it: %s", roomText(env, it.Room)), choice: ChoseReplace},
			button{action: keys.ConflictReplaceAll, label: say("replace all files"), choice: ChoseReplaceAll},
			button{action: keys.ConflictNewerAll, label: say("replace older files, skip the rest"), choice: ChoseNewerAll})
	}
	if it.Merges() {
		d.buttons = slices.Insert(d.buttons, 4, button{action: keys.ConflictMerge, label: say("merge the folders"), choice: ChoseMerge})
	}
	d.body = func(w int) []line {
		it := p.Items[item]
		target := it.Parent
		if !it.Target.IsZero() {
			target = it.Target
		}
		out := []line{{strong, env.Ruler.Truncate(newName(env, it, ""), w)}}
		out = append(out, field(env, say("in"), where(target), w)...)
		out = append(out, line{})
		fresh := say("%s from %s", kit.KindName(env.Text, it.Kind), where(it.Parent))
		if at := it.Print.Modified; at != 0 && it.Room != nil {
			fresh = say("%s, changed %s", fresh, model.FromMillis(at).Format("2006-01-02 15:04"))
		}
		out = append(out, field(env, say("new"), fresh, w)...)
		old := say("an entry of that name")
		if it.Taken != nil {
			old = kit.KindName(env.Text, it.Taken.Kind)
			if !it.Taken.Modified.IsZero() {
				old = say("%s, changed %s", old, it.Taken.Modified.Format("2006-01-02 15:04"))
			}
		}
		return append(out, field(env, say("old"), old, w)...)
	}
	return d
}

// roomText says what becomes of an entry that makes room.
func roomText(env *Env, room *model.Item) string {
	if room.NewName != "" {
		return env.Text.Say("the old one becomes %s", model.Clean(room.NewName))
	}
	return env.Text.Say("the old one goes to the recycle bin")
}

// newName returns an item's name, with what tells it from its twins, and its name in the target if they differ:
// exports get an extension.
func newName(env *Env, it model.Item, twin string) string {
	s := entryName(it) + twin
	if it.NewName != "" && it.NewName != it.Name {
		s += " " + env.Text.Say(text.PlanArrow) + " " + model.Clean(it.NewName)
	}
	return s
}

// rename opens a field with the free name and the cursor before its extension.
func (d *conflict) rename() {
	it := d.plan.Items[d.item]
	name := cmp.Or(it.Free, it.Name)
	d.ask(input.New(d.env, 0, input.Options{
		Prompt: d.env.Text.Say("name") + " ", Value: name,
		Cursor: len(name) - len(model.Extension(name)), Check: d.checkName,
	}))
}

func (d *conflict) checkName(s string) error {
	it := d.plan.Items[d.item]
	if it.Taken != nil && s == it.Taken.Name {
		return dialogError("this name already exists")
	}
	for i := range d.plan.Items {
		if other := &d.plan.Items[i]; i != d.item && other.Decision != model.DecideSkip && d.meets(other, s) {
			return dialogError("another entry there has that name")
		}
	}
	if d.check != nil {
		return d.check(s)
	}
	return nil
}

// meets reports whether another entry at the target has or gets the name.
func (d *conflict) meets(other *model.Item, name string) bool {
	mine, _ := d.plan.Items[d.item].After()
	theirs, ok := other.After()
	if !ok || !theirs.Parent().Equal(mine.Parent()) {
		return false
	}
	return theirs.Base() == name || other.Taken != nil && other.Taken.Name == name
}

func (d *conflict) done(c Choice, name string) (tea.Cmd, bool) {
	d.chosen = ConflictAnswered{d.plan, d.item, c, name}
	return answer(d.chosen), false
}

// Update answers a key.
func (d *conflict) Update(msg tea.Msg) (tea.Cmd, bool) {
	if d.field != nil {
		return d.naming(msg)
	}
	a := action(d.env, d.context, msg)
	i, taken := d.key(a)
	switch {
	case taken && i < 0:
		return d.done(ChoseNothing, "")
	case taken && d.buttons[i].choice == ChoseRename:
		d.focus = i
		d.rename()
		return nil, true
	case taken:
		return d.done(d.buttons[i].choice, "")
	}
	return help(a, d.context), true
}

func (d *conflict) naming(msg tea.Msg) (tea.Cmd, bool) {
	switch did, _ := d.fill(msg, false); did {
	case input.Canceled:
		d.field, d.note = nil, ""
	case input.Accepted:
		return d.done(ChoseRename, d.field.Value())
	}
	return nil, true
}

func dialogError(t text.Text) error {
	return &client.Error{Kind: client.KindInvalid, Op: "dialog", What: t}
}
