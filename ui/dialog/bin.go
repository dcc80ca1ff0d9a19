package dialog

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

type bin struct {
	list
	from    Origin
	brake   model.Brake
	entries []client.BinEntry
	marked  map[string]bool // by record
	waiting bool
	word    *typedWord // while a purge waits for its word
}

// NewBin waits for BinListed and shows the recycle bin: BinAnswered.
func NewBin(env *Env, from Origin, brake model.Brake) Dialog {
	d := &bin{from: from, brake: brake, marked: map[string]bool{}, waiting: true}
	d.list = list{
		env: env, context: keys.InBin, title: env.Text.Say("Recycle bin of %s", where(from.Place.Root())), want: wide, tall: 14,
		empty: env.Text.Say("Loading…"), detail: d.was,
		row: func(i, w int) line {
			e := d.entries[i]
			mark, r := " ", plain
			if d.marked[e.Record] {
				mark, r = env.Styles.Glyphs.Selected, strong
			}
			name := model.CleanName(e.Entry.Name)
			if e.Entry.Kind.Container() {
				name += "/"
			}
			when := ""
			if !e.Deleted.IsZero() {
				when = e.Deleted.Format("2006-01-02 15:04")
			}
			return line{r, mark + two(env, name, when, w-1)}
		},
	}
	d.hints()
	return d
}

// was says where an entry was, and its size as far as that is known.
func (d *bin) was(i int) string {
	if d.word != nil {
		return "" // the question stands there
	}
	e := d.entries[i]
	said := d.env.Text.Say("the service does not say where it was")
	if !e.From.IsZero() {
		said = d.env.Text.Say("deleted from %s", where(e.From))
	}
	if e.Entry.Size >= 0 && !e.Entry.Kind.Container() {
		said += ", " + kit.Size(e.Entry.Size)
	}
	return said
}

// chosen are the marked entries, or the one under the cursor.
func (d *bin) chosen() []client.BinEntry {
	var out []client.BinEntry
	for _, e := range d.entries {
		if d.marked[e.Record] {
			out = append(out, e)
		}
	}
	if len(out) == 0 && d.n > 0 {
		out = append(out, d.entries[d.cursor])
	}
	return out
}

// Update answers a key, or takes the list.
func (d *bin) Update(msg tea.Msg) (tea.Cmd, bool) {
	if m, ok := msg.(BinListed); ok {
		if m.Origin.Pane == d.from.Pane && m.Origin.Place.Equal(d.from.Place) {
			d.listed(m)
		}
		return nil, true
	}
	if d.word != nil {
		return d.purging(msg)
	}
	a := action(d.env, d.context, msg)
	switch a {
	case keys.BinToggle:
		if d.n > 0 {
			r := d.entries[d.cursor].Record
			d.marked[r] = !d.marked[r]
			d.move(keys.DlgDown)
		}
	case keys.BinAll:
		all := true
		for _, e := range d.entries {
			all = all && d.marked[e.Record]
		}
		for _, e := range d.entries {
			d.marked[e.Record] = !all
		}
	case keys.BinRecover, keys.DlgAccept:
		if d.waiting || d.n == 0 {
			return nil, true
		}
		return d.reply(ChoseRecover, "recovering %d…"), true
	case keys.BinPurge:
		if !d.waiting && d.n > 0 {
			d.purge()
		}
	default:
		return d.rest(a)
	}
	return nil, true
}

func (d *bin) reply(c Choice, said text.Text) tea.Cmd {
	chosen := d.chosen()
	d.waiting = true
	d.say(dim, d.env.Text.Say(said, len(chosen)))
	return answer(BinAnswered{Origin: d.from, Choice: c, Entries: chosen})
}

// purge asks for the word, or for the number where the brake stops so many.
func (d *bin) purge() {
	n := len(d.chosen())
	word := d.env.Text.Say(text.DeleteWord)
	d.warning = d.env.Text.Say("%d {entry|entries} will be gone for good. Nothing brings {it|them} back.", n)
	if x, over := d.brake.Stops(n, d.n); over {
		word = strconv.Itoa(n)
		d.warning += " " + x.Say(d.env.Text)
	}
	d.word = newTyped(d.env, word)
	d.ask(d.word.in)
	d.note = ""
}

// purging handles the typed word.
func (d *bin) purging(msg tea.Msg) (tea.Cmd, bool) {
	switch did, _ := typeInto(d.env, d.word.in, msg); did {
	case input.Canceled:
		d.keep()
	case input.Accepted:
		if !d.word.right() {
			return nil, true
		}
		d.keep()
		return d.reply(ChosePurge, "deleting %d for good…"), true
	}
	return nil, true
}

// keep cancels the purge.
func (d *bin) keep() {
	d.word = nil
	d.asked()
}

func (d *bin) listed(m BinListed) {
	d.waiting = false
	d.note = ""
	d.empty = d.env.Text.Say("The recycle bin is empty.")
	if m.Err != nil {
		if d.n == 0 {
			d.empty = client.Sentence(d.env.Text, m.Err)
			return
		}
		d.say(warn, client.Sentence(d.env.Text, m.Err))
		return
	}
	d.entries, d.n = m.Entries, len(m.Entries)
	there := map[string]bool{}
	for _, e := range d.entries {
		if d.marked[e.Record] {
			there[e.Record] = true
		}
	}
	d.marked = there
	d.low = d.env.Text.Say("%d {entry|entries}", d.n)
	d.clamp()
	d.hints()
}

// hints hides what needs an entry while there is none.
func (d *bin) hints() {
	d.hide = nil
	if d.n == 0 {
		d.hide = []keys.Action{keys.BinToggle, keys.BinAll, keys.BinRecover, keys.BinPurge, keys.DlgAccept}
	}
}
