// Package palette has the lists that are searched by typing: every action by its name, the keys of a context, and all
// settings, which it changes in place.
package palette

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/input"
	"aloft/ui/keys"
)

// Chosen requests to run an action in the context of the palette.
type Chosen struct {
	Context keys.Context
	Action  keys.Action
}

type palette struct {
	*dialog.Picker
	env     *dialog.Env
	context keys.Context
	refuse  func(keys.Action) string
	all     []keys.Doc
	find    func(typed string) []choice // the best first
	shown   []choice
}

// choice is a row, and what it requests.
type choice struct {
	dialog.PickerRow
	why string // it is not possible now
	msg tea.Msg
}

// New returns the palette of a context's actions. Refuse returns why an action is not possible now, or ""; nil = all
// are.
func New(env *dialog.Env, c keys.Context, refuse func(keys.Action) string) dialog.Dialog {
	p := begin(env, env.Text.Say("All actions"), c)
	p.refuse = refuse
	var moves []keys.Doc // nobody looks up the arrow keys here
	for _, d := range env.Keys.Docs(c) {
		switch {
		case d.ID == keys.Palette:
		case d.Group == text.KeyGroupMovingAbout:
			moves = append(moves, d)
		default:
			p.all = append(p.all, d)
		}
	}
	p.all = append(p.all, moves...)
	p.filter()
	return p
}

// Of returns a palette of these actions, all possible now. The title is clean.
func Of(env *dialog.Env, title string, c keys.Context, actions []keys.Action) dialog.Dialog {
	p := begin(env, title, c)
	for _, id := range actions {
		if d, ok := env.Keys.Doc(id); ok {
			p.all = append(p.all, d)
		}
	}
	p.filter()
	return p
}

// Visited returns a palette of places. BookmarkChosen says which one is taken.
func Visited(env *dialog.Env, from dialog.Origin, all []model.Place) dialog.Dialog {
	p := begin(env, env.Text.Say("Jump to"), "")
	p.find = func(typed string) (out []choice) {
		for _, at := range model.Narrow(all, typed) {
			to := dialog.BookmarkChosen{Origin: from, Bookmark: client.Bookmark{Place: at}}
			out = append(out, choice{dialog.PickerRow{Text: model.Clean(at.String())}, "", to})
		}
		return out
	}
	p.filter()
	return p
}

// begin returns a palette without actions.
func begin(env *dialog.Env, title string, c keys.Context) *palette {
	p := &palette{env: env, context: c, Picker: dialog.NewPicker(
		env, title, ": ", env.Text.Say("Nothing matches."), env.Text.Say("Type to search, Up/Down choose, Enter accepts."))}
	p.find = p.actions
	return p
}

func (p *palette) why(a keys.Action) string {
	if p.refuse == nil {
		return ""
	}
	return model.Clean(p.refuse(a))
}

// actions are those that match, the best first.
func (p *palette) actions(typed string) (out []choice) {
	type found struct {
		doc   keys.Doc
		score int
	}
	var hits []found
	for _, d := range p.all {
		if s := Rate(typed, p.env.Text, d.Title); s > 0 {
			hits = append(hits, found{d, s})
		}
	}
	slices.SortStableFunc(hits, func(a, b found) int { return b.score - a.score })
	if len(hits) > 0 && hits[0].score >= Word {
		hits = slices.DeleteFunc(hits, func(h found) bool { return h.score < Word })
	}
	for _, h := range hits {
		why := p.why(h.doc.ID)
		out = append(out, choice{dialog.PickerRow{
			Text: p.env.Text.Say(h.doc.Title), Last: p.env.Keys.Key(h.doc.ID), LastKey: true, Dim: why != "",
		}, why, Chosen{Context: p.context, Action: h.doc.ID}})
	}
	return out
}

// filter shows what matches.
func (p *palette) filter() {
	p.shown = p.find(p.Query())
	rows := make([]dialog.PickerRow, len(p.shown))
	for i := range rows {
		rows[i] = p.shown[i].PickerRow
	}
	p.SetRows(rows)
}

// Update answers a key.
func (p *palette) Update(msg tea.Msg) (tea.Cmd, bool) {
	did, cmd := p.Picker.Update(msg)
	switch did {
	case input.Edited:
		p.filter()
	case input.Canceled:
		return nil, false
	case input.Accepted:
		if len(p.shown) == 0 {
			return nil, true
		}
		chosen := p.shown[p.Cursor()]
		if chosen.why != "" {
			p.Note(chosen.why)
			return nil, true
		}
		return func() tea.Msg { return chosen.msg }, false
	}
	return cmd, true
}
