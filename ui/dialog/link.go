package dialog

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
)

// link shows an address that can be clicked where the terminal knows how, read
// and selected everywhere else, and copied.
type link struct {
	question
	name string
}

// NewLink shows a web address: CopyAsked.
func NewLink(env *Env, name, address string) Dialog {
	d := &link{name: model.Clean(name)}
	// Clean: a web address without anything that a terminal could obey.
	d.question = question{env: env, context: keys.InView, want: wide, body: d.lines, alone: true, address: model.Clean(address)}
	return d
}

// SetSize lays it out for a screen of that size.
func (d *link) SetSize(width, height int) {
	d.question.SetSize(width, height)
	d.title = d.env.Text.Say("Link of %s", d.env.Ruler.Truncate(d.name, max(8, d.frame().w-20)))
}

// Update answers a key.
func (d *link) Update(msg tea.Msg) (tea.Cmd, bool) {
	switch a := action(d.env, keys.InView, msg); a {
	case keys.DlgCancel, keys.DlgAccept:
		return nil, false
	case keys.ViewCopy:
		return answer(CopyAsked{What: d.env.Text.Say(text.InfoLink), Text: d.address}), false
	case keys.DlgHelp:
		return help(a, keys.InView), true
	}
	return nil, true
}

// lines are the address over as many rows as it needs, each of them a link to the
// whole.
func (d *link) lines(w int) []line {
	out := wrap(d.env, linked, d.address, w)
	tall := len(out) + 3
	out = append(out, line{})
	out = append(out, wrap(d.env, dim, d.env.Text.Say("A click opens it where the terminal can; %s copies it.", d.env.Keys.Key(keys.ViewCopy)), w)...)
	for len(out) < tall {
		out = append(out, line{})
	}
	return out
}
