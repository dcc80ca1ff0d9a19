package dialog

import (
	"cmp"
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// PickOptions configure the choice of a folder.
type PickOptions[T any] struct {
	Origin Origin
	Tag    T // returned in the answer
	Title  string
	Verb   string // label of the action: "Move here"
	Start  model.Place
	Roots  []model.Place // other sources, shown above a root
	// Refuse returns why a folder cannot be picked, or "".
	Refuse func(model.Place) string
	// NewFolder allows making folders: NewFolderAsked.
	NewFolder bool
	// CheckName returns why the service would refuse a folder's name.
	CheckName func(string) error
}

// pick walks through folders. The first row is the folder itself.
type pick[T any] struct {
	list
	opt     PickOptions[T]
	id      int
	seq     int
	place   model.Place
	folders []subfolder // sorted, without names that no place can hold
	waiting bool
	failed  string
	atRoots bool       // the list shows the sources above all roots
	coming  model.Step // where to put the cursor
}

// subfolder is a folder, or a page of a space.
type subfolder struct {
	model.Step
	inside bool // a folder, or a page with pages under it
}

// NewPick asks for a folder: FolderAsked, NewFolderAsked, PickAnswered.
func NewPick[T any](env *Env, o PickOptions[T]) Dialog {
	d := &pick[T]{opt: o, place: o.Start}
	d.list = list{
		env: env, context: keys.InPick, title: model.Clean(o.Title), want: normal, tall: 14,
		row: d.drawRow, detail: d.promise,
	}
	if !o.NewFolder {
		d.hide = []keys.Action{keys.PickNew}
	}
	return d
}

// setID requests the first listing.
func (d *pick[T]) setID(id int) tea.Cmd {
	d.id = id
	return d.enter(d.place, model.Step{})
}

// enter requests a folder's listing. The current one stays until it arrives.
func (d *pick[T]) enter(p model.Place, under model.Step) tea.Cmd {
	d.seq++
	d.place, d.coming, d.waiting, d.failed, d.atRoots = p, under, true, "", false
	d.folders, d.win.Len, d.win.At = nil, 1, 0
	return answer(FolderAsked{Dialog: d.id, Seq: d.seq, Place: p})
}

func (d *pick[T]) drawRow(i, w int) line {
	env := d.env
	if d.atRoots {
		return line{plain, env.Ruler.TruncateStart(where(d.opt.Roots[i]), w)}
	}
	if i == 0 {
		state := ""
		switch {
		case d.waiting:
			state = env.Text.Say("reading…")
		case d.failed != "":
			state = env.Text.Say("cannot be listed")
		case len(d.folders) == 0:
			state = env.Text.Say("This folder is empty.")
		}
		return line{strong, two(env, env.Ruler.TruncateStart(where(d.place), w-env.Ruler.Width(state)-2), state, w)}
	}
	s, tail := d.folders[i-1], ""
	if s.ID != "" {
		tail = " " + kit.IDTail(s.ID)
	}
	if s.inside {
		tail = "/" + tail
	}
	return line{plain, "  " + env.Ruler.Truncate(model.Clean(s.Name), w-2-env.Ruler.Width(tail)) + tail}
}

// under returns the folder under the cursor.
func (d *pick[T]) under() model.Place {
	switch {
	case d.atRoots && len(d.opt.Roots) > 0:
		return d.opt.Roots[d.win.At]
	case d.win.At > 0 && d.win.At <= len(d.folders):
		return d.place.With(d.folders[d.win.At-1].Step)
	}
	return d.place
}

// promise says what Enter will do or what went wrong.
func (d *pick[T]) promise(int) string {
	if d.failed != "" && d.win.At == 0 {
		return d.failed
	}
	p := d.under()
	if why := d.refuse(p); why != "" {
		return why
	}
	return d.env.Text.Say("%s: %s (%s)", d.env.Keys.Key(keys.DlgAccept), model.Clean(d.opt.Verb), where(p))
}

func (d *pick[T]) refuse(p model.Place) string {
	if d.atRoots {
		return d.env.Text.Say("%s opens %s", d.env.Keys.Key(keys.PickOpen), where(p))
	}
	if d.opt.Refuse == nil {
		return ""
	}
	return model.Clean(d.opt.Refuse(p))
}

// Update answers a key, a listing, or a new folder.
func (d *pick[T]) Update(msg tea.Msg) (tea.Cmd, bool) {
	switch m := msg.(type) {
	case FolderListed:
		if m.Dialog == d.id && m.Seq == d.seq {
			d.listed(m)
		}
		return nil, true
	case FolderMade:
		if m.Dialog != d.id {
			return nil, true
		}
		if m.Err != nil {
			d.say(warn, client.Sentence(m.Err).In(d.env.Text))
			return nil, true
		}
		return d.enter(m.Place.Parent(), m.Place.Last()), true
	}
	if d.field != nil {
		return d.naming(msg)
	}
	a := action(d.env, d.context, msg)
	switch a {
	case keys.DlgCancel:
		return nil, false
	case keys.DlgAccept:
		p := d.under()
		if d.atRoots {
			return d.enter(p, model.Step{}), true
		}
		if d.failed != "" && d.win.At == 0 {
			d.say(warn, d.failed)
			return nil, true
		}
		if why := d.refuse(p); why != "" {
			d.say(warn, why)
			return nil, true
		}
		return answer(PickAnswered[T]{Origin: d.opt.Origin, Tag: d.opt.Tag, Place: p}), false
	case keys.PickOpen:
		if d.atRoots || d.win.At > 0 {
			return d.enter(d.under(), model.Step{}), true
		}
	case keys.PickParent:
		return d.up(), true
	case keys.PickNew:
		if d.opt.NewFolder && !d.atRoots && !d.waiting {
			d.ask(input.New(d.env, 0, input.Options{
				Prompt: d.env.Text.Say("new folder:") + " ", Cursor: -1, Check: d.opt.CheckName,
			}))
		}
	default:
		return d.rest(a)
	}
	return nil, true
}

// up goes to the parent, and from a root to the list of sources.
func (d *pick[T]) up() tea.Cmd {
	if d.atRoots {
		return nil
	}
	if !d.place.IsRoot() {
		return d.enter(d.place.Parent(), d.place.Last())
	}
	if len(d.opt.Roots) < 2 {
		return nil
	}
	d.seq++ // a pending listing comes too late
	d.atRoots, d.waiting, d.failed = true, false, ""
	d.win.Len = len(d.opt.Roots)
	d.win.At = max(slices.IndexFunc(d.opt.Roots, d.place.SameSource), 0)
	return nil
}

func (d *pick[T]) listed(m FolderListed) {
	d.waiting = false
	if m.Err != nil {
		d.failed = client.Sentence(m.Err).In(d.env.Text)
		return
	}
	d.folders = nil
	twins := m.Listing.Twins()
	for _, e := range m.Listing.Entries {
		if at := d.place.JoinEntry(&e, twins); e.Holds(d.place.Scheme) && at.Valid() {
			d.folders = append(d.folders, subfolder{at.Last(), e.Enterable()})
		}
	}
	slices.SortStableFunc(d.folders, func(a, b subfolder) int {
		return cmp.Or(model.CompareNatural(a.Name, b.Name), cmp.Compare(a.Name, b.Name))
	})
	d.win.Len = len(d.folders) + 1
	if i := slices.IndexFunc(d.folders, func(s subfolder) bool { return s.Step == d.coming }); i >= 0 {
		d.win.At = i + 1
	}
	d.clamp()
}

func (d *pick[T]) naming(msg tea.Msg) (tea.Cmd, bool) {
	did, cmd := typeInto(d.env, d.field, msg)
	switch {
	case did == input.Canceled:
		d.asked()
		d.note = ""
	case did == input.Accepted && d.field.Value() != "" && d.field.Trouble() == "":
		ask := NewFolderAsked{Dialog: d.id, Place: d.place, Name: d.field.Value()}
		d.asked()
		d.say(dim, d.env.Text.Say("saving…"))
		return answer(ask), true
	}
	return cmd, true
}
