package dialog

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
)

// InfoRow is one known thing about an entry; the value is raw.
type InfoRow struct{ Label, Value string }

// InfoLoaded updates the rows of an open Info dialog with that id.
type InfoLoaded struct {
	ID   string
	Rows []InfoRow
	Err  error
}

// LogLine is one message of the past; the text is raw.
type LogLine struct {
	At   time.Time
	Bad  bool
	Text string
}

// view is a list for reading: its row under the cursor is shown in full and can be
// copied.
type view struct {
	list
	id   string
	copy func(i int) CopyAsked
	load func(InfoLoaded)
}

func newView(env *Env, title string, n int) *view {
	d := &view{}
	d.list = list{env: env, context: keys.InView, title: title, n: n, want: wide, tall: 14}
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
		if d.n > 0 {
			return answer(d.copy(d.cursor)), true
		}
	default:
		return d.rest(a)
	}
	return nil, true
}

// NewInfo shows rows that can be copied: CopyAsked. With loading it says that more
// will come as InfoLoaded.
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
	d.copy = func(i int) CopyAsked { return CopyAsked{What: model.Clean(infos[i].Label), Text: infos[i].Value} }
	d.load = func(m InfoLoaded) {
		d.low = ""
		if m.Err != nil {
			d.say(warn, client.Sentence(env.Text, m.Err))
			return
		}
		infos, d.n = m.Rows, len(m.Rows)
	}
	return d
}

// NewLog shows past messages, the newest last and under the cursor.
func NewLog(env *Env, lines []LogLine) Dialog {
	d := newView(env, env.Text.Say("Messages"), len(lines))
	d.empty = env.Text.Say("No messages yet.")
	d.cursor = max(len(lines)-1, 0)
	d.row = func(i, w int) line {
		l := line{plain, lines[i].At.Format("15:04:05") + "   " + model.Clean(lines[i].Text)}
		if lines[i].Bad {
			l = line{warn, lines[i].At.Format("15:04:05") + " " + env.Styles.Glyphs.Failed + " " + model.Clean(lines[i].Text)}
		}
		return l
	}
	d.detail = func(i int) string { return model.Clean(lines[i].Text) }
	d.copy = func(i int) CopyAsked {
		return CopyAsked{What: env.Text.Say(text.LogMessage), Text: lines[i].Text}
	}
	return d
}
