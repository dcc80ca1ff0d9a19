package webhook

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"aloft/ui/keys"
	"aloft/ui/kit"
)

// Do carries out an action.
func (t *Talk) Do(a keys.Action) (cmd tea.Cmd, ok bool) {
	page := max(1, (t.h-2)/rowsEach-1)
	if t.onText {
		page = max(1, t.h-3)
	}
	switch by, r := a.Step(page); {
	case a == keys.Back:
		return nil, t.back()
	case r == keys.ByLine:
		t.by(by, false)
	case r == keys.ByPage:
		t.by(by, true)
	case r == keys.ToEnd:
		t.to(by)
	case a == keys.TalkOpen, a == keys.OtherPane:
		switch {
		case len(t.list) == 0:
			return told(t.env.Text.Say("there are no conversations")), true
		case !t.onText:
			t.onText = true
		case a == keys.OtherPane:
			t.onText = false
		default:
			return t.inspect(), true
		}
	case a == keys.TalkClose:
		if !t.onText {
			return told(t.env.Text.Say("no conversation is open")), true
		}
		t.onText = false
	case a == keys.TalkDelivery:
		return t.inspect(), true
	case a == keys.TalkCopy:
		if !t.onText || t.message >= len(t.said) {
			return told(t.env.Text.Say("Open the conversation first: %s.", t.env.Keys.Key(keys.TalkOpen))), true
		}
		asked := CopyAsked{t.env.Text.Say("the message"), t.said[t.message].Text}
		return func() tea.Msg { return asked }, true
	default:
		return nil, false
	}
	return t.settle(), true
}

// inspect requests the delivery of the current message.
func (t *Talk) inspect() tea.Cmd {
	id := t.Delivery()
	if id == "" {
		return told(t.env.Text.Say("No delivery belongs to this message."))
	}
	asked := DeliveryAsked{id, t.session}
	return func() tea.Msg { return asked }
}

// by moves the cursor of the list. In a conversation it reads on: by a page, or line by line through a long message
// and then to the next one.
func (t *Talk) by(n int, page bool) {
	if !t.onText {
		t.to(max(0, t.index(t.cursor)) + n)
		return
	}
	at := t.textAt()
	if at.Empty() || len(t.said) == 0 {
		return
	}
	l := t.text(at.Dx() - 2)
	top := l.clamp(t.at, at.Dy())
	next := l.clamp(l.step(top, n), at.Dy())
	begin, end := l.messageLines(t.message)
	last := l.step(kit.Spot{Line: end}, len(l.rows(end))-1)
	switch {
	case page:
		t.turn(l, top, next, n)
	case n > 0 && l.step(top, at.Dy()-1).Before(last), n < 0 && (kit.Spot{Line: begin}).Before(top):
		t.at = next
	default:
		t.to(t.message + n)
	}
}

// turn shows the next page. The cursor goes to the first message that starts on it, or at the end to the last one.
func (t *Talk) turn(l *talkPage, top, next kit.Spot, n int) {
	t.at, t.message = next, l.messageAt(next)
	switch {
	case next == top && n > 0:
		t.message = len(t.said) - 1
	case next == top:
		t.message = 0
	case l.heads[t.message] < next.Line && t.message+1 < len(t.said) && (kit.Spot{Line: l.heads[t.message+1]}).Before(l.step(next, t.textAt().Dy())):
		t.message++
	}
}

// to puts the cursor on a row of the list, or on a message.
func (t *Talk) to(i int) {
	if !t.onText {
		if len(t.list) > 0 {
			t.cursor = t.list[max(0, min(i, len(t.list)-1))].Session
			t.reveal()
		}
		return
	}
	t.message = max(0, min(i, len(t.said)-1))
	t.revealMessage()
}

// revealMessage scrolls to the current message: all of it or its beginning.
func (t *Talk) revealMessage() {
	at := t.textAt()
	if at.Empty() {
		if at = t.body(); at.Empty() {
			return
		}
	}
	if len(t.said) == 0 {
		return
	}
	l := t.text(at.Dx() - 2)
	begin, end := l.messageLines(t.message)
	first, last := kit.Spot{Line: begin}, kit.Spot{Line: end, Row: len(l.rows(end)) - 1}
	top := l.clamp(t.at, at.Dy())
	if l.step(top, at.Dy()-1).Before(last) {
		top = l.step(last, 1-at.Dy())
	}
	if first.Before(top) {
		top = first
	}
	t.at = l.clamp(top, at.Dy())
}

// Wheel scrolls the focused part.
func (t *Talk) Wheel(by int) tea.Cmd {
	if !t.onText {
		t.to(max(0, t.index(t.cursor)) + by)
		return t.settle()
	}
	at := t.textAt()
	if !at.Empty() && len(t.said) > 0 {
		l := t.text(at.Dx() - 2)
		t.at = l.clamp(l.step(l.clamp(t.at, at.Dy()), by), at.Dy())
	}
	return nil
}

// Click puts the cursor at the pointer.
func (t *Talk) Click(x, y int) tea.Cmd {
	at := image.Pt(x, y)
	switch list, txt := t.listAt(), t.textAt(); {
	case at.In(list):
		t.onText = false
		if i := t.top + (y-list.Min.Y)/rowsEach; i < len(t.list) {
			if t.cursor == t.list[i].Session {
				t.onText = true
			}
			t.cursor = t.list[i].Session
		}
	case at.In(txt) && len(t.said) > 0:
		t.onText = true
		l := t.text(txt.Dx() - 2)
		t.message = l.messageAt(l.step(l.clamp(t.at, txt.Dy()), y-txt.Min.Y))
	}
	return t.settle()
}
