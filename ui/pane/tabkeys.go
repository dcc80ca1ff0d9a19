package pane

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
)

// NewTab opens a tab with the same folder and no selection. full reports that there are too many tabs.
func (p *Pane) NewTab() (cmd tea.Cmd, full bool) {
	n, _ := p.Tabs()
	if n >= client.MaxTabs {
		return nil, true
	}
	t := p.put()
	if n == 1 {
		p.tabs.all = make([]tab, 1)
	}
	p.tabs.all[p.tabs.at] = t
	p.tabs.at++
	fresh := tab{place: t.place, on: t.on, order: t.order}
	p.tabs.all = slices.Insert(p.tabs.all, p.tabs.at, fresh)
	return p.open(fresh), false
}

// CloseTab closes the current tab and shows the next one. It does nothing with one tab.
func (p *Pane) CloseTab() tea.Cmd {
	t := &p.tabs
	if len(t.all) < 2 {
		return nil
	}
	p.put()
	t.all = slices.Delete(t.all, t.at, t.at+1)
	t.at = min(t.at, len(t.all)-1)
	next := t.all[t.at]
	if len(t.all) == 1 {
		*t = tabs{}
	}
	return p.open(next)
}

// StepTab shows the tab that many after this one, wrapping around.
func (p *Pane) StepTab(by int) tea.Cmd {
	t := &p.tabs
	n := len(t.all)
	if n < 2 {
		return nil
	}
	t.all[t.at] = p.put()
	t.at = ((t.at+by)%n + n) % n
	return p.open(t.all[t.at])
}

// put stores the current state as a tab.
func (p *Pane) put() tab {
	t := tab{place: p.place, on: p.step(), order: p.order, filter: p.Filter(), hist: p.hist}
	p.leave()
	t.marked = p.elsewhere
	return t
}

// step returns the entry under the cursor or the one it will go to, or zero.
func (p *Pane) step() model.Step {
	if e := p.Current(); e != nil && p.coming.step == (model.Step{}) {
		return p.PlaceOf(e).Last()
	}
	return p.coming.step
}

// open shows a tab after put.
func (p *Pane) open(t tab) tea.Cmd {
	p.list.enter(model.Place{})
	p.elsewhere, p.hist = t.marked, t.hist
	cmd := p.enterIn(t.place, t.on, t.order)
	if t.filter != "" {
		p.list.setFilter(t.filter)
	}
	return cmd
}
