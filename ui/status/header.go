package status

import (
	"strings"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// Header shows the account, running work, and the help key.
type Header struct {
	Account   string // raw
	SignedOut bool
	Live      int    // jobs that run or wait in any process; so with Paused
	Rate      string // transfer rate, or ""
	Failed    int    // jobs that ended with errors and were not looked at
	Paused    int
	Quitting  bool // quit once the jobs have ended
	Hook      Hook
	Choosing  bool // the screen is there to choose entries for another program
}

// Header draws the first line.
func (l *Lines) Header(h Header, width int) string {
	r := l.env.Ruler
	left, state, end, room := l.header(h, width)
	if room < minAccount {
		return end.drawn + strings.Repeat(" ", max(0, width-end.width))
	}
	left = r.TruncateEnd(left, room)
	gap := strings.Repeat(" ", max(0, room-r.Width(left)))
	return l.paint.title.On(left) + l.paint.bad.On(state) + gap + end.drawn
}

// HeaderAt returns what a click on a cell of the header shows or hides, or None.
func (l *Lines) HeaderAt(h Header, width, x int) keys.Action {
	_, state, end, room := l.header(h, width)
	if room >= minAccount {
		x -= room + l.env.Ruler.Width(state)
	}
	for _, c := range end.cells {
		if x >= c.from && x < c.from+l.env.Ruler.Width(c.text) {
			return c.action
		}
	}
	return keys.None
}

// header returns the parts of the line and the room for its left part.
func (l *Lines) header(h Header, width int) (left, state string, end headerEnd, room int) {
	if h.SignedOut {
		state = "  " + l.env.Text.Say("signed out")
	}
	w := l.env.Ruler.Width(state)
	// The left part matters more than the receiver's details, but less than its trouble.
	for _, left = range l.lefts(h) {
		if end, ok := l.headerEnd(h, width, width-w-l.env.Ruler.Width(left)-1, hookShort); ok {
			return left, state, end, width - w - end.width
		}
	}
	end, _ = l.headerEnd(h, width, width-w-minAccount, hookBare)
	return left, state, end, width - w - end.width
}

// lefts returns the left part of the line, the longest first: the program's name and the account, or how to choose.
func (l *Lines) lefts(h Header) []string {
	c := l.env.Text
	name := " " + c.Say(text.AppName) + "   "
	if !h.Choosing {
		return []string{name + model.Clean(h.Account)}
	}
	enter, all := l.env.Keys.Key(keys.Open), l.env.Keys.Key(keys.Choose)
	return []string{
		name + c.Say("Choose: %s picks a file, %s a folder or all selected", enter, all),
		" " + c.Say("Choose: %s picks a file, %s a folder", enter, all),
		" " + c.Say("Choose: %s or %s", enter, all),
		" " + c.Say("Choose: %s", all),
	}
}

// minAccount is the least width of the program's name and the account.
const minAccount = 8

// headerEnd returns the right part of the header: work, receiver, and help.
type headerEnd struct {
	drawn string
	width int
	cells []headerCell
}

// headerCell is one of them with the action of its key.
type headerCell struct {
	text   string
	paint  kit.Paint
	action keys.Action
	from   int // from the start of the right part
}

// headerEnd is shortened to at most most cells. ok is false if it must be shorter than briefest, unless that is the
// shortest.
func (l *Lines) headerEnd(h Header, width, most, briefest int) (end headerEnd, ok bool) {
	c, r := l.env.Text, l.env.Ruler
	var busy []string
	if h.Live > 0 {
		busy = append(busy, c.Say("jobs %d", h.Live))
		if h.Rate != "" {
			busy = append(busy, h.Rate)
		}
	}
	if h.Paused > 0 {
		busy = append(busy, c.Say("%d paused", h.Paused))
	}
	if h.Failed > 0 {
		busy = append(busy, c.Say("%d failed", h.Failed))
	}
	if h.Quitting {
		busy = append(busy, c.Say("quits when done"))
	}
	help := ""
	if k := l.env.Keys.Key(keys.Help); k != "" {
		help = c.Say("%s help", k)
	}
	for brevity := hookFull; ; brevity++ {
		var cells []headerCell
		if len(busy) > 0 {
			paint := l.paint.state
			if h.Failed > 0 {
				paint = l.paint.bad
			}
			cells = append(cells, headerCell{text: c.List(busy), paint: paint, action: keys.JobsPanel})
		}
		if h.Hook.There {
			s, paint := l.hookCell(h.Hook, min(brevity, hookBare))
			cells = append(cells, headerCell{text: s, paint: paint, action: keys.HookPanel})
		}
		if help != "" && brevity <= hookBare {
			cells = append(cells, headerCell{text: help, paint: l.paint.state, action: keys.Help})
		}
		const gap = "   "
		drawn, plain := "", ""
		for i := range cells {
			c := &cells[i]
			if i > 0 {
				drawn, plain = drawn+gap, plain+gap
			}
			c.from = r.Width(plain)
			drawn, plain = drawn+c.paint.On(c.text), plain+c.text
		}
		plain += " "
		if size := r.Width(plain); size <= most {
			return headerEnd{drawn + " ", size, cells}, true
		}
		if brevity == briefest && briefest < hookBare {
			return headerEnd{}, false
		}
		if brevity > hookBare {
			s := r.TruncateEnd(plain, width)
			return headerEnd{l.paint.title.On(s), r.Width(s), cells}, true
		}
	}
}
