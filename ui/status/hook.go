package status

import (
	"strings"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/kit"
)

// Hook is the header's view of the webhook receiver. The zero Hook shows nothing.
type Hook struct {
	There  bool // there is a receiver
	Told   bool // its state is known
	Status model.HookStatus
	New    int // deliveries since the panel was last open
	Failed int // those with a bad end
}

// How much the cell shows in a narrow header.
const (
	hookFull  = iota
	hookShort // no port
	hookBare  // only the state
)

// hookCell returns the words of the cell and their style.
func (l *Lines) hookCell(h Hook, brevity int) (string, kit.Paint) {
	c, s := l.env.Text, &h.Status
	word, paint := "", l.paint.state
	switch s.State {
	case model.HookUp, model.HookPaused:
		word = model.Word(c, "up")
		if s.Open { // always shown: anybody who can reach it runs commands
			word, paint = model.Word(c, "open"), l.paint.warn
		}
		if s.State == model.HookPaused {
			paint = l.paint.warn
			if s.Open {
				word = c.Say("%s, %s", word, text.HookPaneCellPaused)
			} else {
				word = c.Say(text.HookPaneCellPaused)
			}
		}
	case model.HookOther:
		word = c.Say("another aloft")
		if brevity > hookFull {
			word = c.Say("elsewhere")
		}
		if s.Open {
			word, paint = c.Say("%s, %s", model.Word(c, "open"), word), l.paint.warn
		}
		if s.Paused {
			word, paint = c.Say("%s, %s", word, text.HookPaneCellPaused), l.paint.warn
		}
	case model.HookTaken:
		word, paint = c.Say("port in use"), l.paint.bad
	case model.HookRefused:
		word, paint = c.Say("refused"), l.paint.bad
	default:
		word = c.Say("off")
	}
	if !h.Told {
		word = c.Say("starting")
	}
	var more []string
	if s.Asking > 0 {
		more, paint = append(more, c.Say("%d {asks|ask}", s.Asking)), l.paint.warn
	}
	if h.Failed > 0 {
		more, paint = append(more, c.Say("%d failed", h.Failed)), l.paint.bad
	}
	if h.New > 0 && (brevity == hookFull || len(more) == 0) {
		more = append(more, c.Say("%d new", h.New))
	}
	if len(more) > 0 && brevity < hookBare {
		word = c.Say("%s (%s)", word, c.List(more))
	}
	if s.State == model.HookOther || s.State == model.HookTaken {
		return c.Say("webhook: %s", word), paint
	}
	if port := hookPort(s); port != "" && brevity == hookFull && s.State != model.HookOff && s.State != model.HookRefused {
		if s.Instead > 0 {
			return c.Say("webhook :%s (not %d) %s", port, s.Instead, word), paint
		}
		return c.Say("webhook :%s %s", port, word), paint
	}
	return c.Say("webhook %s", word), paint
}

// hookPort returns the port of the address, or "" if nothing listens.
func hookPort(s *model.HookStatus) string {
	at := s.Address
	if at == "" {
		_, at, _ = strings.Cut(s.URL, "://")
		at, _, _ = strings.Cut(at, "/")
	}
	i := strings.LastIndexByte(at, ':')
	return model.Clean(at[i+1:])
}

// HookAlone draws the cell if there is no header and it must not be missed, or returns "".
func (l *Lines) HookAlone(h Hook, most int) (drawn string, width int) {
	s := &h.Status
	loud := s.Open && s.URL != "" || s.State == model.HookPaused || s.State == model.HookTaken || s.State == model.HookRefused ||
		s.Asking > 0 || h.Failed > 0
	if !h.There || !h.Told || !loud {
		return "", 0
	}
	r := l.env.Ruler
	for _, brevity := range []int{hookShort, hookBare} {
		cell, paint := l.hookCell(h, brevity)
		if n := r.Width(cell) + 2; n <= most {
			return " " + paint.On(cell) + " ", n
		}
	}
	return "", 0
}
