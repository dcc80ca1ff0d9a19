package dialog

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
)

type results struct {
	rows
	from  Origin
	query string
	hits  []client.Hit
}

// NewResults waits for Found and shows it: ResultChosen.
func NewResults(env *Env, from Origin, query string) Dialog {
	d := &results{from: from, query: query}
	d.rows = rows{
		env: env, context: keys.InDialog, title: env.Text.Say(text.ResultsTitle, model.Clean(query)),
		want: wide, tall: 14, empty: env.Text.Say(text.ResultsWait),
		detail: func(i int) string { return d.place(i) },
		row: func(i, w int) line {
			name := model.Clean(d.hits[i].Entry.Name)
			if d.hits[i].Entry.Kind.Container() {
				name += "/"
			}
			right := known(d.hits[i].Entry)
			if d.hits[i].Place != nil {
				right = env.Ruler.TruncateStart(d.place(i), w/2)
			}
			return line{plain, two(env, name, right, w)}
		},
	}
	return d
}

// known is what a hit says besides its name.
func known(e model.Entry) string {
	s := string(e.Kind)
	if !e.Modified.IsZero() {
		s += "  " + e.Modified.Format("2006-01-02")
	}
	return s
}

// place is the folder of a hit, when the service tells it.
func (d *results) place(i int) string {
	if p := d.hits[i].Place; p != nil {
		return where(*p)
	}
	return d.env.Text.Say(text.ResultsNowhere)
}

// Update answers a key, or takes what was found.
func (d *results) Update(msg tea.Msg) (tea.Cmd, bool) {
	if m, ok := msg.(Found); ok {
		if m.Query != d.query || m.Origin.Pane != d.from.Pane || !m.Origin.Place.Equal(d.from.Place) {
			return nil, true
		}
		d.hits, d.n = m.Hits, len(m.Hits)
		d.empty = d.env.Text.Say(text.ResultsNone)
		if m.Err != nil {
			d.empty = sayError(d.env, m.Err)
		}
		d.low = d.env.Text.Count(d.n, text.ResultsOne, text.ResultsMany)
		d.clamp()
		return nil, true
	}
	switch a := action(d.env, d.context, msg); a {
	case keys.None:
	case keys.DlgCancel:
		return nil, false
	case keys.DlgAccept:
		if d.n == 0 {
			return nil, true
		}
		h := d.hits[d.cursor]
		if h.Place == nil {
			d.say(warn, d.env.Text.Say(text.ResultsNoWay))
			return nil, true
		}
		return answer(ResultChosen{Origin: d.from, Hit: h}), false
	case keys.DlgHelp:
		return help(a, d.context), true
	default:
		d.move(a)
	}
	return nil, true
}
