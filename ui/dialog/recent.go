package dialog

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model/text"
	"aloft/ui/keys"
)

// RecentAsked requests a page of the recent list.
type RecentAsked struct {
	Origin Origin
	Page   int // from 1
	Order  client.RecentOrder
}

// RecentListed answers RecentAsked. More: another page may follow.
type RecentListed struct {
	Asked RecentAsked
	Hits  []client.Hit
	More  bool
	Err   error
}

// RecentOrderAsked requests another order.
type RecentOrderAsked struct{ Asked RecentAsked }

type recent struct {
	found
	now   RecentAsked // what is shown or requested
	more  bool
	waits bool
}

// NewRecent waits for RecentListed and shows it: ResultChosen, HitAsked,
// RecentAsked, RecentOrderAsked.
func NewRecent(env *Env, from Origin) Dialog {
	d := &recent{now: RecentAsked{Origin: from, Page: 1, Order: client.RecentViewed}, waits: true}
	d.from = from
	d.begin(env, keys.InRecent, env.Text.Say("Recent documents"), env.Text.Say(text.RecentWait))
	d.set(nil)
	return d
}

// ask requests another page; what is shown stays until it comes.
func (d *recent) ask(m RecentAsked) tea.Cmd {
	d.now, d.waits = m, true
	d.low = d.env.Text.Say(text.RecentWait)
	return answer(m)
}

func (d *recent) listed(m RecentListed) {
	if m.Asked.Page != d.now.Page || m.Asked.Order != d.now.Order {
		return // another page was requested since
	}
	d.waits = false
	if m.Err != nil {
		d.say(warn, client.Sentence(d.env.Text, m.Err))
		d.empty = client.Sentence(d.env.Text, m.Err)
		return
	}
	d.more = m.More
	d.empty = d.env.Text.Say("No recent documents.")
	d.set(m.Hits)
	d.low = d.env.Text.Say("page %d, by %s", d.now.Page, orderWords(d.env, d.now.Order))
}

func orderWords(env *Env, o client.RecentOrder) string {
	switch o {
	case client.RecentModified:
		return env.Text.Say(text.RecentModified)
	case client.RecentName:
		return env.Text.Say(text.RecentName)
	}
	return env.Text.Say(text.RecentViewed)
}

// Update answers a key, or takes a page.
func (d *recent) Update(msg tea.Msg) (tea.Cmd, bool) {
	switch m := msg.(type) {
	case RecentListed:
		d.listed(m)
		return nil, true
	case RecentAsked: // another order was chosen and is being requested
		d.now, d.waits, d.cursor = m, true, 0
		return nil, true
	}
	a := action(d.env, d.context, msg)
	if cmd, open, mine := d.act(a, d.now); mine {
		return cmd, open
	}
	next := d.now
	switch a {
	case keys.DlgAccept:
		if d.n > 0 {
			return answer(ResultChosen{Origin: d.from, Hit: d.hits[d.cursor]}), false
		}
	case keys.RecentOrder:
		return answer(RecentOrderAsked{d.now}), true
	case keys.RecentNext:
		if !d.more || d.waits {
			d.say(dim, d.env.Text.Say("that was the last page"))
			return nil, true
		}
		next.Page++
		d.cursor = 0
		return d.ask(next), true
	case keys.RecentPrev:
		if next.Page == 1 || d.waits {
			d.say(dim, d.env.Text.Say("this is the first page"))
			return nil, true
		}
		next.Page--
		d.cursor = 0
		return d.ask(next), true
	default:
		return d.rest(a)
	}
	return nil, true
}
