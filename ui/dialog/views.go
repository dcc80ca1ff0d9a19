package dialog

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// InfoRow is one known property of an entry; the value is raw.
type InfoRow struct{ Label, Value string }

// InfoLoaded updates the rows of an open Info dialog with that id.
type InfoLoaded struct {
	ID   string
	Rows []InfoRow
	Err  error
}

// LogLine is one past message; the text is raw.
type LogLine struct {
	At   time.Time
	Bad  bool
	Text string
}

// view is a list for reading. The current row is shown in full and can be copied.
type view struct {
	list
	id   string
	copy func(i int) string
	load func(InfoLoaded)
}

func newView(env *Env, title string, n int) *view {
	d := &view{}
	d.list = list{env: env, context: keys.InView, title: title, win: kit.List{Len: n}, want: wide, tall: 14}
	return d
}

// Update answers a key.
func (d *view) Update(msg tea.Msg) (tea.Cmd, bool) {
	if m, ok := msg.(InfoLoaded); ok && d.load != nil && m.ID == d.id {
		d.load(m)
		d.clamp()
		return nil, true
	}
	switch a := action(d.env, d.context, msg); a {
	case keys.DlgCancel, keys.DlgAccept:
		return nil, false
	case keys.ViewCopy:
		if d.win.Len > 0 {
			return answer(CopyAsked{d.copy(d.win.At)}), true
		}
	default:
		return d.rest(a)
	}
	return nil, true
}

// NewInfo shows rows that can be copied: CopyAsked. With loading, more rows follow as InfoLoaded.
func NewInfo(env *Env, id string, title string, infos []InfoRow, loading bool) Dialog {
	d := newView(env, model.Clean(title), len(infos))
	d.id = id
	d.empty = env.Text.Say(text.InfoWait)
	if loading {
		d.low = env.Text.Say(text.InfoWait)
	}
	d.row = func(i, w int) line {
		label := env.Ruler.Fit(model.Clean(infos[i].Label), 12)
		return line{plain, label + " " + env.Ruler.Truncate(model.Clean(infos[i].Value), w-13)}
	}
	d.detail = func(i int) string { return model.Clean(infos[i].Value) }
	d.copy = func(i int) string { return infos[i].Value }
	d.load = func(m InfoLoaded) {
		d.low = ""
		if m.Err != nil {
			d.say(warn, client.Sentence(m.Err).In(env.Text))
			return
		}
		infos, d.win.Len = m.Rows, len(m.Rows)
	}
	return d
}

// NewLog shows past messages, with the cursor on the newest, which is last.
func NewLog(env *Env, lines []LogLine) Dialog {
	d := newView(env, env.Text.Say("Messages"), len(lines))
	d.empty = env.Text.Say("No messages yet.")
	d.win.At = max(len(lines)-1, 0)
	d.row = func(i, w int) line {
		l := line{plain, lines[i].At.Format("15:04:05") + "   " + model.Clean(lines[i].Text)}
		if lines[i].Bad {
			l = line{warn, lines[i].At.Format("15:04:05") + " " + env.Styles.Glyphs.Failed + " " + model.Clean(lines[i].Text)}
		}
		return l
	}
	d.detail = func(i int) string { return model.Clean(lines[i].Text) }
	d.copy = func(i int) string { return lines[i].Text }
	return d
}

// link shows an address to click if the terminal can, to select, and to copy.
type link struct {
	question
	name string
}

// NewLink shows a web address: CopyAsked.
func NewLink(env *Env, name, address string) Dialog {
	d := &link{name: model.Clean(name)}
	// Clean removes everything from the address that a terminal would obey.
	d.question = question{env: env, context: keys.InView, want: wide, body: d.lines, alone: true, address: model.Clean(address)}
	return d
}

// SetSize lays out the link for a screen of that size.
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
		return answer(CopyAsked{d.address}), false
	case keys.DlgHelp:
		return help(a, keys.InView), true
	}
	return nil, true
}

// lines draws the address over as many rows as it needs. Each row links to the whole address.
func (d *link) lines(w int) []line {
	out := wrap(d.env, linked, d.address, w)
	tall := len(out) + 3
	out = append(out, line{})
	out = append(out, wrap(d.env, dim, d.env.Text.Say("A click opens it if the terminal supports links; %s copies it.", d.env.Keys.Key(keys.ViewCopy)), w)...)
	for len(out) < tall {
		out = append(out, line{})
	}
	return out
}
