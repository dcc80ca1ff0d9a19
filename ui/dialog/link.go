package dialog

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
)

// link shows an address that can be clicked where the terminal knows how, read
// and selected everywhere else, and copied.
type link struct {
	env     *Env
	title   string
	address string // a web address without anything that a terminal could obey
}

// NewLink shows a web address: CopyAsked.
func NewLink(env *Env, name, address string) Dialog {
	return &link{env: env, title: model.Clean(name), address: model.Clean(address)}
}

// Context of the keys.
func (d *link) Context() keys.Context { return keys.InView }

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

// View draws the address over as many lines as it needs, each of them a link to
// the whole.
func (d *link) View(width, height int) Box {
	f := newFrame(d.env, wide, height, width, height)
	parts := wrapText(d.env, d.address, f.inner())
	f.h = max(min(len(parts)+5, height), 3)
	st := d.env.Styles.DialogTitle.Underline(true).Hyperlink(d.address)
	for _, p := range parts {
		if f.left() > 0 {
			f.raw(st.Render(p) + strings.Repeat(" ", f.inner()-d.env.Ruler.Width(p)))
		}
	}
	for _, l := range append([]line{{}}, wrap(d.env, dim, d.env.Text.Say("A click opens it where the terminal can; %s copies it.", d.env.Keys.Key(keys.ViewCopy)), f.inner())...) {
		if f.left() > 0 {
			f.add(l)
		}
	}
	return f.box(d.env.Text.Say("Link of %s", d.env.Ruler.Truncate(d.title, max(8, f.w-20))), "", foot(d.env))
}
