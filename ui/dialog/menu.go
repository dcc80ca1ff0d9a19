package dialog

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/keys"
)

// MenuItem is one line of a menu. Key is the press that takes it.
type MenuItem struct {
	Key, Label string
	Value      any
	Current    bool
	Refused    string // why it cannot be chosen, "" when it can
}

// MenuOptions of a short list of choices.
type MenuOptions struct {
	Origin Origin
	Tag    any
	Title  string
	Items  []MenuItem
	Wide   bool // its labels are sentences
}

type menu struct {
	list
	opt MenuOptions
}

// NewMenu lets one item be chosen by letter or cursor: MenuAnswered. The
// cursor stands on the first current item.
func NewMenu(env *Env, o MenuOptions) Dialog {
	d := &menu{opt: o}
	d.list = list{
		env: env, context: keys.InDialog, title: model.Clean(o.Title), n: len(o.Items),
		want: 44, tall: len(o.Items) + 1, atOnce: true,
		row: func(i, w int) line {
			it := o.Items[i]
			mark := " "
			if it.Current {
				mark = env.Styles.Glyphs.Selected
			}
			l := line{plain, mark + " " + env.Ruler.Fit(keys.Show(it.Key), 3) + model.Clean(it.Label)}
			if it.Refused != "" {
				l = line{dim, l.text + "  (" + model.Clean(it.Refused) + ")"}
			}
			return l
		},
	}
	if o.Wide {
		d.want = normal
	}
	d.cursor = max(slices.IndexFunc(o.Items, func(it MenuItem) bool { return it.Current }), 0)
	return d
}

// Update answers a key. An item's own key comes before the cursor's keys.
func (d *menu) Update(msg tea.Msg) (tea.Cmd, bool) {
	if k, ok := msg.(tea.KeyPressMsg); ok {
		for i, it := range d.opt.Items {
			if it.Key != "" && it.Key == k.String() {
				return d.take(i)
			}
		}
	}
	switch a := action(d.env, d.context, msg); a {
	case keys.DlgCancel:
		return answer(MenuAnswered{Origin: d.opt.Origin, Tag: d.opt.Tag}), false
	case keys.DlgAccept:
		if d.n > 0 {
			return d.take(d.cursor)
		}
	case keys.DlgHelp:
		return help(a, d.context), true
	default:
		d.move(a)
	}
	return nil, true
}

func (d *menu) take(i int) (tea.Cmd, bool) {
	it := d.opt.Items[i]
	d.cursor = i
	if it.Refused != "" {
		d.say(warn, model.Clean(it.Refused))
		return nil, true
	}
	return answer(MenuAnswered{Origin: d.opt.Origin, Tag: d.opt.Tag, Value: it.Value, OK: true}), false
}
