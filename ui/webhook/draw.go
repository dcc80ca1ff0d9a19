package webhook

import (
	"net/netip"
	"strings"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// View draws the panel as lines of its size.
func (p *Panel) View() []string {
	if p.h < 3 {
		return nil
	}
	st, r, f := p.env.Styles, p.env.Ruler, p.env.Frame()
	left, right, _ := f.Sides()
	title, width := p.title(p.w - 3)
	out := make([]string, 0, p.h)
	out = append(out, f.Line(p.w, f.Edge(false), title, width, false))
	body := func(s string) { out = append(out, left+s+right) }
	for _, b := range p.banner() {
		body(b.paint.On(r.Fit(b.text, p.inner())))
	}
	n := p.h - 1 - len(out)
	empty := p.empty(n)
	for i := range n {
		switch at := p.Top + i; {
		case at < len(p.rows):
			body(p.row(p.rows[at], at == p.At))
		case len(p.rows) == 0 && i < len(empty):
			body(st.StatusHint.Render(r.Fit(empty[i], p.inner())))
		default:
			body(strings.Repeat(" ", p.inner()))
		}
	}
	return append(out, f.Rule(p.w, f.Edge(true), p.count(), kit.NewPaint(st.PaneCount), true))
}

// Item returns the place of the cursor in the drawn panel.
func (p *Panel) Item() kit.Item {
	return p.List.Item(p.env.Borders.Side(), 1+len(p.banner()))
}

// count draws the number of deliveries at the lower edge.
func (p *Panel) count() string {
	c := p.env.Text
	if !p.filter.Empty() {
		return c.Say("%d of %d", len(p.rows), len(p.all))
	}
	return c.Say("%d {delivery|deliveries}", len(p.all))
}

// title draws the panel's name and the receiver's state. In a narrow panel the least important parts are dropped, but
// never that it is open.
func (p *Panel) title(most int) (drawn string, width int) {
	st, c, r := p.env.Styles, p.env.Text, p.env.Ruler
	type part struct {
		text string
		keep int // the lowest are dropped first
		warn bool
	}
	var parts []part
	s := &p.status
	up := s.State == model.HookUp || s.State == model.HookPaused || s.State == model.HookOther
	if _, where, ok := strings.Cut(s.URL, "://"); ok && up {
		parts = append(parts, part{text: foreign(where), keep: 3})
	}
	switch {
	case up && s.Open:
		parts = append(parts, part{text: c.Say("open, no token"), keep: 9, warn: true})
	case up:
		parts = append(parts, part{text: c.Say("token set"), keep: 1})
	}
	if up && far(s.Address) {
		parts = append(parts, part{text: c.Say("exposed to the network"), keep: 8, warn: true})
	}
	follow := text.Text("follow off")
	if p.follow {
		follow = "follow on"
	}
	parts = append(parts, part{text: c.Say(follow), keep: 2})
	if !p.filter.Empty() {
		parts = append(parts, part{text: r.TruncateEnd(c.Say("filter: %s", foreign(p.filter.String())), max(8, most/3)), keep: 5})
	}
	name := " 5 " + c.Say(text.HookPaneTitle) + " "
	total := func() int {
		n := r.Width(name)
		for _, x := range parts {
			n += r.Width(x.text) + 2
		}
		return n
	}
	for len(parts) > 0 && total() > most {
		least := 0
		for i := range parts {
			if parts[i].keep < parts[least].keep {
				least = i
			}
		}
		parts = append(parts[:least], parts[least+1:]...)
	}
	style := st.PaneTitle
	if p.focus {
		style = st.PaneTitleFocus
	}
	drawn, width = style.Render(name), r.Width(name)
	for _, x := range parts {
		style := st.PaneCount
		if x.warn {
			style = st.StatusWarn
		}
		drawn += style.Render(" " + x.text + " ")
		width += r.Width(x.text) + 2
	}
	return drawn, width
}

// far reports whether other machines can reach the receiver.
func far(address string) bool {
	at, err := netip.ParseAddrPort(address)
	return err == nil && !at.Addr().IsLoopback()
}

// empty is the text of a list without rows.
func (p *Panel) empty(most int) []string {
	c := p.env.Text
	s, bad := p.standing()
	switch {
	case len(p.all) > 0:
		s = c.Say("No delivery matches the filter. %s shows all.", p.env.Keys.Key(keys.Back))
	case bad:
		return nil // the notice above says so
	case s == "" || p.status.State == model.HookOther:
		s = model.Sentences(s, c.Say("The list is empty. Programs send deliveries to %s. %s has snippets for them, %s shows the token.", foreign(p.status.URL), p.env.Keys.Key(keys.HookLines), p.env.Keys.Key(keys.HookToken)))
		if n := p.status.Instead; n > 0 {
			s = model.Sentences(s, c.Say("The receiver keeps this port because another user had port %d. Set webhook.port in config.toml to change it.", n))
		}
	}
	return p.fold(s, most)
}
