package dialog

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/input"
	"aloft/ui/keys"
)

// The full plan has a row for each item. There may be very many, so only those are made that
// show; a filter chooses among them and changes nothing about the plan.

// showFull shows the full plan, or what is said of it.
func (d *plan) showFull(full bool) {
	d.full, d.tall = full, d.brief
	if full {
		d.tall = max(d.brief, len(d.plan.Items)) // as many as the screen has room for
	}
	d.name()
	d.top = 0
	d.setFilter("")
}

// name names the two views of a plan.
func (d *plan) name() {
	brief, full := d.env.Text.Say("plan"), d.env.Text.Say("full plan")
	if d.full {
		full = "[" + full + "]"
	} else {
		brief = "[" + brief + "]"
	}
	d.tabs = brief + "  " + full
}

// setFilter shows the items that have the text, all when there is none.
func (d *plan) setFilter(s string) {
	d.filter, d.rows, d.count, d.shown = model.NewFilter(s), nil, "", nil
	if d.full {
		d.rows = &rows{n: len(d.plan.Items), row: d.itemRow}
	}
	if !d.filter.Empty() {
		for i := range d.plan.Items {
			if d.filter.Match(d.itemRow(i).text) {
				d.shown = append(d.shown, i)
			}
		}
		d.rows = &rows{n: len(d.shown), row: func(i int) line { return d.itemRow(d.shown[i]) }}
		d.count = d.env.Text.Say("%d of %d shown", len(d.shown), len(d.plan.Items))
	}
	d.changed()
}

// typeFilter opens the filter's input.
func (d *plan) typeFilter() {
	if !d.full {
		d.showFull(true)
	}
	d.line = input.New(d.env, 0, input.Options{Prompt: d.env.Text.Say("filter the plan: "), Value: d.filter.String(), Cursor: -1})
	d.changed()
}

// filtering hands a key to the filter's input.
func (d *plan) filtering(msg tea.Msg) (tea.Cmd, bool) {
	switch a := action(d.env, keys.InInput, msg); a {
	case keys.DlgCancel:
		d.line = nil
		d.setFilter("")
		return nil, true
	case keys.InPageDown, keys.InPageUp:
		d.key(besideTyping[a])
		return nil, true
	}
	set := func(s string) {
		d.top = 0
		d.setFilter(s)
	}
	field, cmd := input.TypeFilter(d.line, msg, set, d.scroll)
	d.line = field
	d.changed()
	return cmd, true
}

// itemRow is an item of the full plan.
func (d *plan) itemRow(i int) line {
	it := d.plan.Items[i]
	switch it.Decision {
	case model.DecideSkip:
		return line{dim, d.itemText(it) + "  " + d.decision(it)}
	case model.DecideAsk:
		return line{warn, d.itemText(it) + "  " + d.decision(it)}
	}
	return line{plain, d.itemText(it)}
}
