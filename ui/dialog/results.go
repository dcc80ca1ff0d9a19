package dialog

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

type results struct {
	found
	query string
}

// NewResults waits for Found and shows it: ResultChosen, HitAsked.
func NewResults(env *Env, from Origin, query string) Dialog {
	d := &results{query: query}
	d.from = from
	d.begin(env, keys.InResults, env.Text.Say("Search: %s", model.Clean(query)), env.Text.Say("Searching the whole source…"))
	if !from.Place.Scheme.Documents() {
		d.never = []keys.Action{keys.HitExport, keys.HitCopy, keys.HitShare}
	}
	d.set(nil)
	return d
}

// known is what is known of a hit besides its name.
func known(env *Env, e *model.Entry) string {
	s := ""
	if e.Kind != "" {
		s = kit.TypeWord(env.Text, e)
	}
	if !e.Modified.IsZero() {
		s += "  " + e.Modified.Format("2006-01-02")
	}
	return s
}

// Update answers a key, or takes what was found.
func (d *results) Update(msg tea.Msg) (tea.Cmd, bool) {
	if m, ok := msg.(Found); ok {
		if m.Query != d.query || m.Origin.Pane != d.from.Pane || !m.Origin.Place.Equal(d.from.Place) {
			return nil, true
		}
		d.set(m.Hits)
		if !slices.ContainsFunc(d.hits, func(h client.Hit) bool { return h.Place != nil }) && !d.from.Place.Scheme.Documents() {
			d.hide = append(d.hide, keys.HitDelete, keys.DlgAccept)
		}
		d.empty = d.env.Text.Say("Nothing found.")
		if m.Err != nil {
			d.empty = client.Sentence(d.env.Text, m.Err)
		}
		d.low = d.env.Text.Say("%d found", d.n)
		return nil, true
	}
	a := action(d.env, d.context, msg)
	if cmd, open, mine := d.act(a, RecentAsked{}); mine {
		return cmd, open
	}
	switch a {
	case keys.DlgAccept:
		if d.n == 0 {
			return nil, true
		}
		h := d.hits[d.cursor]
		if h.Place == nil {
			d.say(warn, d.env.Text.Say(noFolder))
			return nil, true
		}
		return answer(ResultChosen{Origin: d.from, Hit: h}), false
	default:
		return d.rest(a)
	}
}
