package dialog

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// MenuItem is an item of a menu, chosen by Key.
type MenuItem[V any] struct {
	Key, Label string
	Value      V
	Current    bool
	Refused    string // why it cannot be chosen, or ""
}

// MenuOptions of a short list of choices.
type MenuOptions[V any] struct {
	Origin Origin
	Title  string
	Items  []MenuItem[V]
	Wide   bool    // the labels are sentences
	Left   tea.Msg // says that nothing was chosen; nil = nothing does
}

type menu[V any] struct {
	list
	opt MenuOptions[V]
}

// NewMenu asks for one item by letter or cursor: MenuAnswered, or Left. The cursor starts on the first current item, else on the
// first that can be chosen.
func NewMenu[V any](env *Env, o MenuOptions[V]) Dialog {
	d := &menu[V]{opt: o}
	column := 3
	for _, it := range o.Items {
		column = max(column, env.Ruler.Width(keys.Show(it.Key))+1)
	}
	d.list = list{
		env: env, context: keys.InDialog, title: model.Clean(o.Title), win: kit.List{Len: len(o.Items)},
		want: 44, tall: len(o.Items) + 1, atOnce: true,
		row: func(i, w int) line {
			it := o.Items[i]
			mark := " "
			if it.Current {
				mark = env.Styles.Glyphs.Selected
			}
			l := line{plain, mark + " " + env.Ruler.Fit(keys.Show(it.Key), column) + model.Clean(it.Label)}
			if it.Refused != "" {
				l = line{dim, l.text + "  (" + model.Clean(it.Refused) + ")"}
			}
			return l
		},
		key: func(i, _ int) [2]int {
			from := len(" ") + 1
			if o.Items[i].Current {
				from = len(env.Styles.Glyphs.Selected) + 1
			}
			return [2]int{from, from + len(keys.Show(o.Items[i].Key))}
		},
	}
	if o.Wide {
		d.want = normal
	}
	if d.win.At = slices.IndexFunc(o.Items, func(it MenuItem[V]) bool { return it.Current }); d.win.At < 0 {
		d.win.At = max(slices.IndexFunc(o.Items, func(it MenuItem[V]) bool { return it.Refused == "" }), 0)
	}
	return d
}

// Update handles a key. An item's own key has precedence over the cursor's keys.
func (d *menu[V]) Update(msg tea.Msg) (tea.Cmd, bool) {
	if k, ok := msg.(tea.KeyPressMsg); ok {
		for i, it := range d.opt.Items {
			if it.Key != "" && it.Key == k.String() {
				return d.take(i)
			}
		}
	}
	switch a := action(d.env, d.context, msg); a {
	case keys.DlgCancel:
		return answer(d.opt.Left), false
	case keys.DlgAccept:
		if d.win.Len > 0 {
			return d.take(d.win.At)
		}
	default:
		return d.rest(a)
	}
	return nil, true
}

func (d *menu[V]) take(i int) (tea.Cmd, bool) {
	it := d.opt.Items[i]
	d.win.At = i
	if it.Refused != "" {
		d.say(warn, model.Clean(it.Refused))
		return nil, true
	}
	return answer(MenuAnswered[V]{Origin: d.opt.Origin, Value: it.Value}), false
}
