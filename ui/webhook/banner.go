package webhook

import (
	"strings"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// notice is a line above the list.
type notice struct {
	text  string
	paint kit.Paint
}

// banner is shown above the list: the receiver's state if it needs attention, and the token on request.
func (p *Panel) banner() []notice {
	st, c := p.env.Styles, p.env.Text
	var out []notice
	add := func(s string, paint kit.Paint, most int) {
		for _, l := range p.fold(s, most) {
			out = append(out, notice{l, paint})
		}
	}
	most := maxNotice
	if p.h < 6 {
		most = 1
	}
	if s, bad := p.standing(); s != "" && (len(p.rows) > 0 || bad) {
		style := st.StatusWarn
		if bad {
			style = st.StatusError
		}
		add(s, kit.NewPaint(style), most)
	}
	if p.tokenShown {
		s := c.Say("The receiver is open: it requires no token.")
		if p.token != "" {
			s = c.Say("Token: %s", foreign(p.token))
		}
		add(s, kit.NewPaint(st.StatusInfo), 3)
	}
	if room := max(0, p.h-3); len(out) > room {
		out = out[:room]
	}
	return out
}

// standing describes the receiver's state, or returns "" while it listens.
func (p *Panel) standing() (s string, bad bool) {
	c, s0 := p.env.Text, &p.status
	key := func(a keys.Action) string { return p.env.Keys.Key(a) }
	why := func(other text.Text) string {
		if s0.Why.IsZero() {
			return c.Say(other)
		}
		return Sentence(foreign(s0.Why.In(c)))
	}
	if !p.told {
		return c.Say("The receiver is starting."), false
	}
	switch s0.State {
	case model.HookOff:
		if s0.Why.IsZero() {
			return c.Say("The receiver is off. %s starts it.", key(keys.HookListen)), false
		}
		return c.Say("%s %s starts it.", why(""), key(keys.HookListen)), false
	case model.HookPaused:
		return c.Say("Paused: senders get 503 and may try again. %s resumes.", key(keys.HookPause)), false
	case model.HookTaken:
		return c.Say("%s %s tries again or uses a free port.", why(text.HookPaneTakenWhy), key(keys.HookListen)), true
	case model.HookRefused:
		return c.Say("%s %s tries again.", why("The receiver did not start."), key(keys.HookListen)), true
	case model.HookOther:
		other := c.Say("process %d", s0.PID)
		for _, more := range []string{model.Clean(s0.Host), model.Clean(s0.At)} {
			if more != "" {
				other = more + ", " + other
			}
		}
		if s0.Paused {
			return c.Say("Paused, in another aloft (%s): senders get 503. %s resumes.", other, key(keys.HookPause)), false
		}
		return c.Say("Another aloft (%s) listens; its deliveries show here too.", other), false
	}
	return "", false
}

// maxNotice is the largest height of a notice.
const maxNotice = 2

// Sentence capitalises a text and ends it with a full stop.
func Sentence(s string) string {
	s = text.Capital(s)
	if strings.HasSuffix(s, ".") || s == "" {
		return s
	}
	return s + "."
}

// fold wraps a sentence to at most that many lines of the panel.
func (p *Panel) fold(s string, most int) []string {
	r, w := p.env.Ruler, p.inner()-1
	out := kit.Wrap(r, s, w-2)
	if len(out) > most {
		out = append(out[:most-1], strings.Join(out[most-1:], " "))
	}
	for i := range out {
		out[i] = r.TruncateEnd("  "+out[i], w)
	}
	return out
}
