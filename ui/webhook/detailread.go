package webhook

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
)

// Changed takes the receiver's current state of the delivery and reads what is missing.
func (d *Detail) Changed() tea.Cmd {
	var now *model.Delivery
	all := d.env.Hooks.Deliveries()
	if i := slices.IndexFunc(all, func(o *model.Delivery) bool { return o.ID == d.id }); i >= 0 {
		now = all[i]
	}
	was := d.Current()
	if now != nil && now != d.now { // what has left the list stays as it was read
		d.now, d.out.stale = now, true
	}
	again := d.detail == nil && !d.reading || was != nil && now != nil && (was.State != now.State || len(was.Notes) != len(now.Notes) || was.Count != now.Count)
	if d.detail == nil && d.now != nil && d.lines == nil {
		d.lines = knownLines(d.env.Text, d.now, asMeta, d.env.Text.Say(text.HookViewReading))
	}
	var read tea.Cmd
	if again {
		read = d.read()
	}
	return tea.Batch(read, d.settle())
}

// read requests everything from the store.
func (d *Detail) read() tea.Cmd {
	d.seq++
	d.reading = true
	ctx, id, seq, hooks, c := d.ctx, d.id, d.seq, d.env.Hooks, d.env.Text
	return func() tea.Msg {
		m := detailMsg{of: d, seq: seq}
		if m.detail, m.err = hooks.Delivery(ctx, id); m.err == nil {
			m.lines = requestLines(c, m.detail)
		}
		return m
	}
}

// Update handles the answers to its own commands.
func (d *Detail) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case detailMsg:
		if m.of != d {
			return nil, false
		}
		if m.seq == d.seq {
			d.reading = false
			d.take(m)
		}
	case streamFound:
		if m.of != d.out {
			return nil, false
		}
		cmd = d.outputFound(m)
	default:
		if !d.out.update(msg) {
			return nil, false
		}
	}
	return tea.Batch(cmd, d.settle()), true
}

func (d *Detail) take(m detailMsg) {
	d.leaf = nil
	if d.err = m.err; m.err != nil {
		if d.detail == nil && d.now != nil {
			d.lines = knownLines(d.env.Text, d.now, asBad, d.failure(m.err))
		}
		return
	}
	d.detail, d.lines = m.detail, m.lines
	d.out.stale = true
	if !d.chosen {
		d.onOutput = d.hasOutput() && d.detail.State != model.DeliveryAsking
	}
}
