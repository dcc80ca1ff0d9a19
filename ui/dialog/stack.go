package dialog

import (
	"image"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/ui/keys"
)

// Grace is how long a dialog that opened by itself ignores keys.
const Grace = 500 * time.Millisecond

// armedMsg ends the grace period of a dialog.
type armedMsg struct{ id int }

type level struct {
	d     Dialog
	id    int
	armed bool
}

// Stack holds the open dialogs. The zero value is ready.
type Stack struct {
	levels []level
	queue  []level // waiting dialogs that open by themselves
	last   int

	w, h int // screen size
}

// identified dialogs make requests and match the answers.
type identified interface{ setID(int) tea.Cmd }

// SetSize sets the screen size.
func (s *Stack) SetSize(width, height int) {
	s.w, s.h = width, height
	for _, ls := range [][]level{s.levels, s.queue} {
		for _, l := range ls {
			l.d.SetSize(width, height)
		}
	}
}

// Push opens a dialog that the user asked for.
func (s *Stack) Push(d Dialog) tea.Cmd {
	s.last++
	d.SetSize(s.w, s.h)
	s.levels = append(s.levels, level{d: d, id: s.last, armed: true})
	return begin(d, s.last)
}

// Offer opens a dialog that nobody asked for. It ignores keys for a moment, and waits while another is open because
// keys typed there are not meant for it.
func (s *Stack) Offer(d Dialog) tea.Cmd {
	s.last++
	d.SetSize(s.w, s.h)
	l := level{d: d, id: s.last}
	if len(s.levels) > 0 {
		s.queue = append(s.queue, l)
		return begin(d, l.id)
	}
	s.levels = append(s.levels, l)
	return tea.Batch(begin(d, l.id), arm(l.id))
}

func begin(d Dialog, id int) tea.Cmd {
	if i, ok := d.(identified); ok {
		return i.setID(id)
	}
	return nil
}

func arm(id int) tea.Cmd {
	return tea.Tick(Grace, func(time.Time) tea.Msg { return armedMsg{id} })
}

// Len is the number of open dialogs.
func (s *Stack) Len() int { return len(s.levels) }

// Top returns the dialog that gets keys, or nil.
func (s *Stack) Top() Dialog {
	if len(s.levels) == 0 {
		return nil
	}
	return s.levels[len(s.levels)-1].d
}

// Shown identifies the top dialog within the session; 0 = none.
func (s *Stack) Shown() int {
	if len(s.levels) == 0 {
		return 0
	}
	return s.levels[len(s.levels)-1].id
}

// Armed reports whether the top dialog already accepts keys.
func (s *Stack) Armed() bool { return len(s.levels) == 0 || s.levels[len(s.levels)-1].armed }

// Moves reports whether an action only moves within a dialog. At the end of a list it needs no message.
func Moves(a keys.Action) bool {
	_, reach := a.Step(1)
	return a.Context() == keys.InDialog && reach != keys.Nowhere
}

// Context returns the context of the top dialog, or the global one.
func (s *Stack) Context() keys.Context {
	if d := s.Top(); d != nil {
		return d.Context()
	}
	return keys.InGlobal
}

// Typing reports whether a dialog is open: it takes all keys.
func (s *Stack) Typing() bool { return len(s.levels) > 0 }

// Type gives a key or a paste to the top dialog.
func (s *Stack) Type(msg tea.Msg) tea.Cmd { return s.Update(msg) }

// Update sends keys and pastes to the top dialog and every other message to all dialogs. The root calls it for every
// message that is not its own.
func (s *Stack) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case armedMsg:
		for i := range s.levels {
			if s.levels[i].id == msg.id {
				s.levels[i].armed = true
			}
		}
		return nil
	case tea.KeyPressMsg, tea.PasteMsg:
		return s.toTop(msg)
	case tea.MouseMsg, tea.KeyReleaseMsg, tea.PasteStartMsg, tea.PasteEndMsg:
		return nil
	}
	var cmds []tea.Cmd
	for _, l := range append(append([]level(nil), s.levels...), s.queue...) {
		cmd, open := l.d.Update(msg)
		cmds = append(cmds, cmd)
		if !open {
			cmds = append(cmds, s.drop(l.id))
		}
	}
	return tea.Batch(cmds...)
}

// toTop passes input to the top dialog.
func (s *Stack) toTop(msg tea.Msg) tea.Cmd {
	i := len(s.levels) - 1
	if i < 0 || !s.levels[i].armed {
		return nil
	}
	cmd, open := s.levels[i].d.Update(msg)
	if !open {
		cmd = tea.Batch(cmd, s.drop(s.levels[i].id))
	}
	return cmd
}

// wheelRows is how far one notch of the wheel goes.
const wheelRows = 3

// pointed dialogs handle the mouse; at is the clicked cell of the box, or of the wheel. They return the action of the
// click.
type pointed interface {
	mouse(at image.Point, wheel int) keys.Action
}

// acted is an action meant by a click.
type acted struct{ action keys.Action }

// Mouse sends a click or a turn of the wheel to the top dialog.
func (s *Stack) Mouse(msg tea.MouseMsg) tea.Cmd {
	i := len(s.levels) - 1
	if i < 0 || !s.levels[i].armed {
		return nil
	}
	m := msg.Mouse()
	wheel := 0
	switch msg.(type) {
	case tea.MouseWheelMsg:
		switch m.Button {
		case tea.MouseWheelUp:
			wheel = -wheelRows
		case tea.MouseWheelDown:
			wheel = wheelRows
		default:
			return nil
		}
	case tea.MouseClickMsg:
		if m.Button != tea.MouseLeft {
			return nil
		}
	default:
		return nil
	}
	box := s.levels[i].d.View()
	x, y := box.At(s.w, s.h)
	at := image.Pt(m.X-x, m.Y-y)
	if !at.In(image.Rect(0, 0, box.Width, box.Height)) {
		return nil
	}
	if wheel == 0 && at.In(box.leave) {
		return s.toTop(acted{keys.DlgCancel})
	}
	d, ok := s.levels[i].d.(pointed)
	if !ok {
		return nil
	}
	if a := d.mouse(at, wheel); a != keys.None {
		return s.toTop(acted{a})
	}
	return nil
}

// drop closes the dialog and opens the next waiting one.
func (s *Stack) drop(id int) tea.Cmd {
	without := func(ls []level) []level {
		var out []level
		for _, l := range ls {
			if l.id != id {
				out = append(out, l)
			}
		}
		return out
	}
	s.levels, s.queue = without(s.levels), without(s.queue)
	if len(s.levels) > 0 || len(s.queue) == 0 {
		return nil
	}
	next := s.queue[0]
	s.queue = s.queue[1:]
	s.levels = append(s.levels, next)
	return arm(next.id)
}

// Clear closes all dialogs without an answer.
func (s *Stack) Clear() { s.levels, s.queue = nil, nil }

// Boxes draws all open dialogs, the lowest first, to lay over the screen in that order. Only the last one's cursor
// counts.
func (s *Stack) Boxes() []Box {
	var out []Box
	for _, l := range s.levels {
		b := l.d.View()
		if !l.armed {
			b.Lines[len(b.Lines)-1] = b.deaf // no key works yet, so none is shown
		}
		out = append(out, b)
	}
	return out
}
