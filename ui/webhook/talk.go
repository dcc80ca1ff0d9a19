package webhook

import (
	"context"
	"image"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// Talk is the list of conversations and the text of the current one: side by side in a wide view.
type Talk struct {
	env    *Env
	ctx    context.Context
	cancel context.CancelFunc
	w, h   int
	focus  bool
	paint  viewPaints

	list   []model.Conversation
	win    kit.List // of the list
	onText bool     // the keys scroll the text

	session string // of the text
	said    []model.Message
	page    *leaf
	at      kit.Spot
	scrolls bool // the text does not follow its end
	reading bool
	stale   bool
	read    bool // the messages are loaded
	known   int  // how many there were, and the time of the newest, when they were asked for
	last    time.Time
	err     error
}

var _ View = (*Talk)(nil)

// saidMsg carries the messages of a conversation.
type saidMsg struct {
	of      *Talk
	session string
	said    []model.Message
	err     error
}

// CopyAsked requests to copy text to the clipboard. What is a name for it.
type CopyAsked struct{ What, Text string }

// NewTalk shows the conversations. It reads nothing before Changed.
func NewTalk(env *Env) *Talk {
	t := &Talk{env: env, paint: newViewPaints(env.Styles), stale: true}
	t.ctx, t.cancel = context.WithCancel(env.Ctx)
	return t
}

// Close cancels reads.
func (t *Talk) Close() { t.cancel() }

// SetSize sets the outer size.
func (t *Talk) SetSize(w, h int) {
	t.w, t.h, t.win.Height = w, h, max(1, (h-2)/rowsEach)
	t.win.Fit()
}

// SetFocus sets whether keys go to it.
func (t *Talk) SetFocus(on bool) { t.focus = on }

// Restyle applies new styles.
func (t *Talk) Restyle() { t.paint = newViewPaints(t.env.Styles) }

// Context returns the context of the keys.
func (t *Talk) Context() keys.Context { return keys.InTalk }

// Typing is always false: there is no text field.
func (t *Talk) Typing() bool { return false }

// Type does nothing.
func (t *Talk) Type(tea.Msg) tea.Cmd { return nil }

// Prompt returns nil.
func (t *Talk) Prompt() *input.Model { return nil }

// State returns "".
func (t *Talk) State() string { return "" }

// Changed takes the current conversations and reads what is new in the current one.
func (t *Talk) Changed() tea.Cmd {
	was := t.current()
	t.list = t.env.Hooks.Conversations()
	for i := range t.list {
		if c := &t.list[i]; c.Session == t.session && (c.Messages != t.known || !c.Last.At.Equal(t.last)) {
			t.known, t.last, t.stale = c.Messages, c.Last.At, true
		}
	}
	at := slices.IndexFunc(t.list, func(c model.Conversation) bool { return c.Session == was })
	t.onText = t.onText && at >= 0
	t.win.Keep(at, len(t.list))
	return t.settle()
}

// current returns the session key of the current conversation, or "".
func (t *Talk) current() string {
	if len(t.list) == 0 {
		return ""
	}
	return t.list[t.win.At].Session
}

// settle reads the current conversation.
func (t *Talk) settle() tea.Cmd {
	if t.ctx.Err() != nil || len(t.list) == 0 {
		return nil
	}
	if now := t.current(); t.session != now {
		t.session, t.said, t.page = now, nil, nil
		t.at, t.scrolls, t.stale, t.read, t.err = kit.Spot{}, false, true, false, nil
	}
	if !t.stale || t.reading {
		return nil
	}
	t.stale, t.reading = false, true
	ctx, hooks, session := t.ctx, t.env.Hooks, t.session
	return func() tea.Msg {
		said, err := hooks.Messages(ctx, session, 0)
		return saidMsg{t, session, said, err}
	}
}

// Update handles the answers to its own commands.
func (t *Talk) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	m, ok := msg.(saidMsg)
	if !ok || m.of != t {
		return nil, false
	}
	t.reading = false
	if m.session == t.session {
		if t.err = m.err; m.err == nil {
			t.said, t.page, t.read = m.said, nil, true
		}
	}
	return t.settle(), true
}

// Do carries out an action.
func (t *Talk) Do(a keys.Action) (cmd tea.Cmd, ok bool) {
	page := t.win.Height
	if t.onText {
		page = max(1, t.h-3)
	}
	switch by, r := a.Step(page); {
	case a == keys.Back:
		was := t.onText
		t.onText = false
		return nil, was
	case r != keys.Nowhere && !t.onText:
		t.win.Step(by, r == keys.ByPage)
	case r == keys.ToEnd:
		t.scrolls, t.at = by < 0, kit.Spot{}
	case r != keys.Nowhere:
		t.scroll(by)
	case a == keys.TalkOpen && len(t.list) == 0, a == keys.OtherPane && len(t.list) == 0:
		return input.Tell(t.env.Text.Say("there are no conversations")), true
	case a == keys.TalkOpen, a == keys.OtherPane:
		t.onText = !t.onText
	case a == keys.TalkClose && !t.onText:
		return input.Tell(t.env.Text.Say("no conversation is open")), true
	case a == keys.TalkClose:
		t.onText = false
	case a == keys.TalkCopy:
		asked := CopyAsked{What: t.env.Text.Say("the newest message")}
		if n := len(t.said); n > 0 {
			asked.Text = t.said[n-1].In(t.env.Text)
		}
		return func() tea.Msg { return asked }, true
	default:
		return nil, false
	}
	return t.settle(), true
}

// Wheel scrolls the part that has the keys.
func (t *Talk) Wheel(by int) tea.Cmd {
	if t.onText {
		t.scroll(by)
	} else {
		t.win.Wheel(by)
	}
	return t.settle()
}

// scroll scrolls the text.
func (t *Talk) scroll(by int) {
	if at := t.textAt(); !at.Empty() && len(t.said) > 0 {
		l := t.text(at.Dx() - 1)
		t.at = l.clamp(l.step(t.spot(l, at.Dy()), by), at.Dy())
		t.scrolls = t.at.Before(l.last(at.Dy()))
	}
}

// spot returns the first visible spot of the text.
func (t *Talk) spot(l *leaf, height int) kit.Spot {
	if !t.scrolls {
		return l.last(height)
	}
	return l.clamp(t.at, height)
}

// Click puts the cursor at the pointer.
func (t *Talk) Click(x, y int) tea.Cmd {
	at := image.Pt(x, y)
	list, was := t.listAt(), t.win.At
	if at.In(list) && t.win.Click((y-list.Min.Y)/rowsEach) {
		t.onText = was == t.win.At
	} else if at.In(t.textAt()) {
		t.onText = len(t.said) > 0
	}
	return t.settle()
}

const (
	apart    = 80 // the least width to show list and text side by side
	rowsEach = 2  // the height of a conversation in the list
)

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

// text returns the messages at a width.
func (t *Talk) text(width int) *leaf {
	if t.page.fits(width, t.env.Ruler) {
		return t.page
	}
	var lines []leafLine
	for i := range t.said {
		m := &t.said[i]
		head, l := asHead, asText
		if m.Bad {
			head = asBad
		}
		if m.Kind == model.MessageNotice {
			l = asMeta
		}
		if i > 0 {
			lines = append(lines, leafLine{})
		}
		lines = append(lines, leafLine{text: t.headOf(m), look: head, prose: true})
		n := len(lines)
		cutLines(m.In(t.env.Text), func(s string, _ int) {
			lines = append(lines, leafLine{text: s, look: l, prose: true})
		})
		if len(lines) == n {
			lines = append(lines, leafLine{text: t.env.Text.Say("(nothing)"), look: asMeta})
		}
	}
	t.page = newLeaf(lines, width, t.env.Ruler)
	return t.page
}

// headOf draws the line above a message: time, kind, sender, subject.
func (t *Talk) headOf(m *model.Message) string {
	c := t.env.Text
	kind := foreign(string(m.Kind))
	if s, ok := messageKinds[m.Kind]; ok {
		kind = c.Say(s)
	}
	at, day := when(c, m.At, t.env.Now())
	if day {
		at += " " + m.At.In(time.Local).Format(c.Say(text.HookPaneTime))
	}
	parts := []string{at, kind}
	if from := foreign(m.From); from != "" {
		parts = append(parts, c.Say("from %s", from))
	}
	if e := foreign(m.Event); e != "" {
		parts = append(parts, c.Say("event %s", e))
	}
	if m.Bad {
		parts = append(parts, c.Say("failed"))
	}
	return strings.Join(parts, "  ")
}

var messageKinds = map[model.MessageKind]text.Text{
	model.MessageNotice: "notice", model.MessageOutcome: "outcome", model.MessagePrompt: "prompt", model.MessageReply: "reply",
}

// View draws it as h lines of w cells.
func (t *Talk) View() []string {
	if t.w < 4 || t.h < 3 {
		return nil
	}
	b := newBars(t.env, &t.paint)
	left, right, mid := b.Sides()
	list, txt := t.listAt(), t.textAt()
	all := make([]string, t.h)
	for y := range all {
		switch y {
		case 0:
			all[y] = t.rule(b, list, txt, false, "5 "+t.env.Text.Say("conversations"), foreign(t.session))
			continue
		case t.h - 1:
			all[y] = t.rule(b, list, txt, true, t.count(), t.env.Text.Say("%d {message|messages}", len(t.said)))
			continue
		}
		all[y] = left
	}
	part := func(before string, rows []string) {
		for y, s := range rows {
			all[y+1] += before + s
		}
	}
	if !list.Empty() {
		part("", t.listRows(b, list))
	}
	if !txt.Empty() {
		if list.Empty() {
			mid = ""
		}
		part(mid, t.textRows(b, txt))
	}
	for y := 1; y < t.h-1; y++ {
		all[y] += right
	}
	return all
}

// rule draws an edge with a word for each visible part.
func (t *Talk) rule(b bars, list, txt image.Rectangle, low bool, ofList, ofText string) string {
	e := b.Edge(low)
	paint := func(on bool) kit.Paint {
		if low {
			return b.p.count
		}
		return b.title(t.focus && on)
	}
	switch {
	case list.Empty():
		return b.Rule(t.w, e, ofText, paint(true), low)
	case txt.Empty():
		return b.Rule(t.w, e, ofList, paint(true), low)
	}
	left, right := e.Columns()
	return b.Rule(list.Max.X, left, ofList, paint(!t.onText), low) + b.Rule(t.w-list.Max.X, right, ofText, paint(t.onText), low)
}

// count returns the place of the cursor in the list.
func (t *Talk) count() string {
	if len(t.list) == 0 {
		return ""
	}
	return strconv.Itoa(t.win.At+1) + "/" + strconv.Itoa(len(t.list))
}

// Item returns the place of the current conversation, or of the text that the keys scroll.
func (t *Talk) Item() kit.Item {
	at, i := t.listAt(), t.win.At-t.win.Top
	if t.onText {
		at = t.textAt()
	}
	if t.onText || len(t.list) == 0 {
		return kit.Item{X: at.Min.X, Y: at.Min.Y}
	}
	return kit.Item{X: at.Min.X, Y: at.Min.Y + i*rowsEach, From: at.Min.Y, To: at.Max.Y}
}

// Now returns the current conversation in words.
func (t *Talk) Now() kit.Current {
	if len(t.list) == 0 {
		return kit.Current{}
	}
	c, v := t.env.Text, &t.list[t.win.At]
	at, _ := when(c, v.Last.At, t.env.Now())
	return kit.Current{Text: strings.Join([]string{foreign(v.Session), foreign(v.Last.In(c)), at, c.Say("%d of %d", t.win.At+1, len(t.list))}, "  ")}
}

// listRows draws each conversation in two lines: its session, and its newest message.
func (t *Talk) listRows(b bars, at image.Rectangle) []string {
	c, r := t.env.Text, t.env.Ruler
	w := at.Dx()
	if len(t.list) == 0 {
		note := newLeaf([]leafLine{{text: c.Say("No conversations yet. Messages to a session key that begins with tui: appear here."), look: asMeta, prose: true}}, w-1, r)
		return b.page(note, kit.Spot{}, w, at.Dy(), needle{})
	}
	out := make([]string, 0, at.Dy())
	for i := t.win.Top; i < len(t.list) && len(out)+rowsEach <= at.Dy(); i++ {
		v := &t.list[i]
		sign, first, second := " ", b.p.row, b.p.rowMeta
		if i == t.win.At {
			sign, first = t.env.Styles.Glyphs.Cursor, b.p.blurred
			if t.focus && !t.onText {
				first, second = b.p.cursor, b.p.cursor
			}
		}
		last, _ := when(c, v.Last.At, t.env.Now())
		room := max(0, w-5-r.Width(last))
		out = append(out, first.On(r.Fit(sign+" "+r.TruncateEnd(foreign(v.Session), max(0, w-3)), w)),
			second.On(r.Fit("  "+r.Fit(r.TruncateEnd(foreign(v.Last.In(c)), room), room)+"  "+last, w)))
	}
	for len(out) < at.Dy() {
		out = append(out, strings.Repeat(" ", w))
	}
	return out
}

// textRows draws the messages.
func (t *Talk) textRows(b bars, at image.Rectangle) []string {
	c := t.env.Text
	note, l := "", asMeta
	switch {
	case len(t.list) == 0:
		note = " "
	case t.err != nil:
		note, l = client.Sentence(t.err).In(c), asBad
	case !t.read:
		note = c.Say("reading…")
	case len(t.said) == 0:
		note = c.Say("No messages yet.")
	}
	if note != "" {
		return b.page(newLeaf([]leafLine{{text: note, look: l, prose: true}}, at.Dx()-1, t.env.Ruler), kit.Spot{}, at.Dx(), at.Dy(), needle{})
	}
	page := t.text(at.Dx() - 1)
	return b.page(page, t.spot(page, at.Dy()), at.Dx(), at.Dy(), needle{})
}
