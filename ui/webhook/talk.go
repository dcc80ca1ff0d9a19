package webhook

import (
	"context"
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// Talk shows the conversations and the messages of the current one. In a wide view they are side by side.
type Talk struct {
	env    *Env
	ctx    context.Context
	cancel context.CancelFunc
	w, h   int
	focus  bool

	list   []model.Conversation
	cursor string // session key of the current one
	top    int    // first visible row of the list
	onText bool   // the focus is on the messages, which then count as read

	session string // of the messages
	said    []model.Message
	page    *talkPage
	at      kit.Spot
	message int // current message
	most    int // messages to read; older ones follow when the cursor is at the first
	toEnd   bool
	reading bool
	stale   bool
	read    bool // the messages are loaded
	seen    int  // number of messages when it was marked as seen, -1 = never
	seq     int
	err     error
	paint   viewPaints
}

var _ View = (*Talk)(nil)

// saidMsg carries the messages of a conversation.
type saidMsg struct {
	of   *Talk
	seq  int
	said []model.Message
	err  error
}

// markedMsg says that a conversation is marked as seen.
type markedMsg struct {
	of  *Talk
	err error
}

// DeliveryAsked requests to show a delivery in full.
type DeliveryAsked struct {
	ID      string
	Session string // of the conversation it was requested in
}

// CopyAsked requests to copy text to the clipboard. What is a name for it.
type CopyAsked struct{ What, Text string }

// moreMessages is how many more messages one read adds.
const moreMessages = 500

// NewTalk shows the conversations and, if given, opens a session. It reads nothing before Changed.
func NewTalk(env *Env, session string) *Talk {
	t := &Talk{env: env, paint: newViewPaints(env.Styles), cursor: session, most: moreMessages, onText: session != "", toEnd: true, stale: true, seen: -1}
	t.ctx, t.cancel = context.WithCancel(env.Ctx)
	return t
}

// Delivery returns the id of the current message's delivery, or "".
func (t *Talk) Delivery() string {
	if t.onText && t.message < len(t.said) {
		return t.said[t.message].Delivery
	}
	return ""
}

// Close cancels reads.
func (t *Talk) Close() { t.cancel() }

// SetSize sets the outer size.
func (t *Talk) SetSize(w, h int) {
	if w != t.w || h != t.h {
		t.w, t.h = w, h
		t.reveal()
		t.layOut()
	}
}

// SetFocus sets whether keys go to it.
func (t *Talk) SetFocus(on bool) { t.focus = on }

// Restyle applies new styles or another ruler.
func (t *Talk) Restyle() {
	t.paint = newViewPaints(t.env.Styles)
	t.layOut()
}

// layOut wraps the messages to their width.
func (t *Talk) layOut() {
	if at := t.textAt(); !at.Empty() {
		t.page = t.text(at.Dx() - 2)
	}
}

// Context returns the context of the keys.
func (t *Talk) Context() keys.Context { return keys.InTalk }

// Changed takes the current conversations and reads what is new in the current one.
func (t *Talk) Changed() tea.Cmd {
	old, _ := t.find(t.session)
	t.list = t.env.Hooks.Conversations()
	if i := t.index(t.cursor); i < 0 && len(t.list) > 0 {
		if t.cursor != "" && t.onText {
			t.onText = false
		}
		t.cursor = t.list[0].Session
	}
	if now, ok := t.find(t.session); ok && (now.Messages != old.Messages || now.Unread > old.Unread || !now.Last.At.Equal(old.Last.At)) {
		t.stale = true
	}
	t.reveal()
	return t.settle()
}

func (t *Talk) index(session string) int {
	return slices.IndexFunc(t.list, func(c model.Conversation) bool { return c.Session == session })
}

func (t *Talk) find(session string) (c model.Conversation, ok bool) {
	if i := t.index(session); i >= 0 {
		return t.list[i], true
	}
	return model.Conversation{}, false
}

// settle reads the current conversation and marks it as seen while it is open.
func (t *Talk) settle() tea.Cmd {
	defer t.layOut()
	if t.ctx.Err() != nil || t.index(t.cursor) < 0 {
		return nil
	}
	if t.session != t.cursor {
		t.session, t.said, t.page = t.cursor, nil, nil
		t.message, t.at, t.toEnd, t.stale, t.read, t.reading, t.err = 0, kit.Spot{}, true, true, false, false, nil
		t.seen, t.most = -1, moreMessages
	}
	if c, _ := t.find(t.session); t.onText && t.read && !t.reading && t.message == 0 && len(t.said) == t.most && c.Messages > t.most {
		t.most += moreMessages
		t.stale = true
	}
	var cmds []tea.Cmd
	ctx, hooks, session, most := t.ctx, t.env.Hooks, t.session, t.most
	if t.stale && !t.reading {
		t.stale, t.reading = false, true
		t.seq++
		seq := t.seq
		cmds = append(cmds, func() tea.Msg {
			said, err := hooks.Messages(ctx, session, most)
			return saidMsg{t, seq, said, err}
		})
	}
	// Messages that were not read from the store were not seen.
	if c, _ := t.find(session); t.onText && c.Unread > 0 && c.Unread <= len(t.said) && t.read && t.seen != c.Messages {
		t.seen = c.Messages
		cmds = append(cmds, func() tea.Msg { return markedMsg{t, hooks.Read(ctx, session)} })
	}
	return tea.Batch(cmds...)
}

// Update handles the answers to its own commands.
func (t *Talk) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case saidMsg:
		if m.of != t {
			return nil, false
		}
		if m.seq == t.seq {
			t.take(m)
		}
	case markedMsg:
		if m.of != t {
			return nil, false
		}
		if m.err != nil {
			err := m.err
			return func() tea.Msg { return Told{Err: err} }, true
		}
		t.list = t.env.Hooks.Conversations()
		return nil, true
	default:
		return nil, false
	}
	return t.settle(), true
}

// take shows the messages. A cursor at the end stays at the end.
func (t *Talk) take(m saidMsg) {
	t.reading = false
	if t.err = m.err; m.err != nil {
		return
	}
	end := t.toEnd || t.message >= len(t.said)-1
	older := t.olderIn(m.said)
	t.message += older
	t.said, t.page, t.read, t.toEnd = m.said, nil, true, false
	t.message = max(0, min(t.message, len(t.said)-1))
	if end {
		t.message = max(0, len(t.said)-1)
	}
	if end || older > 0 {
		t.revealMessage()
	}
}

// olderIn returns how many messages precede the first shown one.
func (t *Talk) olderIn(said []model.Message) int {
	if len(t.said) == 0 {
		return 0
	}
	first := &t.said[0]
	return max(0, slices.IndexFunc(said, func(m model.Message) bool {
		return m.At.Equal(first.At) && m.Delivery == first.Delivery && m.Kind == first.Kind && m.In(nil) == first.In(nil)
	}))
}

// apart is the least width to show list and conversation side by side.
const apart = 80

// listAt and textAt return the areas of the parts; a hidden part is empty.
func (t *Talk) listAt() image.Rectangle {
	r := t.body()
	switch {
	case t.w >= apart:
		r.Max.X = t.split()
	case t.onText:
		return image.Rectangle{}
	}
	return r
}

func (t *Talk) textAt() image.Rectangle {
	r := t.body()
	switch {
	case t.w >= apart:
		r.Min.X = t.split() + 1
	case !t.onText:
		return image.Rectangle{}
	}
	return r
}

func (t *Talk) split() int { return max(28, t.w*3/10) }

func (t *Talk) body() image.Rectangle {
	side := t.env.Borders.Side()
	if t.w < 4 || t.h < 3 {
		return image.Rectangle{}
	}
	return image.Rect(side, 1, t.w-side, t.h-1)
}

// rowsEach is the height of a conversation in the list.
const rowsEach = 2

// reveal keeps the cursor of the list visible.
func (t *Talk) reveal() {
	n := max(1, (t.h-2)/rowsEach)
	i := max(0, t.index(t.cursor))
	t.top = min(t.top, i)
	t.top = max(t.top, i-n+1)
	t.top = max(0, min(t.top, len(t.list)-n))
}

// Typing is always false: there is no text field.
func (t *Talk) Typing() bool { return false }

// Type does nothing.
func (t *Talk) Type(tea.Msg) tea.Cmd { return nil }

// Prompt returns nil.
func (t *Talk) Prompt() *input.Model { return nil }

// State returns "".
func (t *Talk) State() string { return "" }

// back goes back to the list.
func (t *Talk) back() bool {
	if !t.onText {
		return false
	}
	t.onText = false
	return true
}

// talkPage is the messages at one width.
type talkPage struct {
	*leaf
	heads []int // first line of each message
}
