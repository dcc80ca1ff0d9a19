package webhook

import (
	"image"
	"strconv"
	"strings"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// messageLines returns the lines of a message without the empty one after it.
func (p *talkPage) messageLines(i int) (first, last int) {
	first, last = p.heads[i], len(p.lines)-1
	if i+1 < len(p.heads) {
		last = p.heads[i+1] - 2
	}
	return first, max(first, last)
}

// messageAt returns the message at a spot.
func (p *talkPage) messageAt(at kit.Spot) int {
	i := 0
	for i+1 < len(p.heads) && p.heads[i+1] <= at.Line {
		i++
	}
	return i
}

// text returns the messages at a width.
func (t *Talk) text(width int) *talkPage {
	if t.page != nil && t.page.fits(width, t.env.Ruler) {
		return t.page
	}
	var lines []leafLine
	var heads []int
	for i := range t.said {
		m := &t.said[i]
		if i > 0 {
			lines = append(lines, leafLine{})
		}
		heads = append(heads, len(lines))
		l := asHead
		if m.Bad {
			l = asBad
		}
		lines = append(lines, leafLine{text: t.headOf(m), look: l, prose: true})
		l = asText
		if m.Kind == model.MessageNotice {
			l = asMeta
		}
		n := len(lines)
		cutLines(m.In(t.env.Text), func(s string, _ int) {
			lines = append(lines, leafLine{text: s, look: l, prose: true})
		})
		if len(lines) == n {
			lines = append(lines, leafLine{text: t.env.Text.Say("(nothing)"), look: asMeta})
		}
	}
	return &talkPage{newLeaf(lines, width, t.env.Ruler), heads}
}

// headOf draws the line above a message: time, kind, sender, subject.
func (t *Talk) headOf(m *model.Message) string {
	c := t.env.Text
	parts := []string{t.when(m.At), t.kind(m.Kind)}
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

func (t *Talk) kind(k model.MessageKind) string {
	c := t.env.Text
	if s, ok := messageKinds[k]; ok {
		return c.Say(s)
	}
	return foreign(string(k))
}

// when formats the time of day, with the day if it was another one.
func (t *Talk) when(at time.Time) string {
	c := t.env.Text
	at, now := at.In(time.Local), t.env.Now().In(time.Local)
	s := at.Format(c.Say(text.HookPaneTime))
	if at.YearDay() != now.YearDay() || at.Year() != now.Year() {
		s = at.Format(c.Say(text.HookPaneDay)) + " " + s
	}
	return s
}

// day formats the time of day, or the day if it was another one.
func (t *Talk) day(at time.Time) string {
	c := t.env.Text
	at, now := at.In(time.Local), t.env.Now().In(time.Local)
	if at.YearDay() != now.YearDay() || at.Year() != now.Year() {
		return at.Format(c.Say(text.HookPaneDay))
	}
	return at.Format(c.Say(text.HookPaneTime))
}

// View draws it as h lines of w cells.
func (t *Talk) View() []string {
	if t.w < 4 || t.h < 3 {
		return nil
	}
	b := newBars(t.env, &t.paint)
	left, right, mid := b.Sides()
	list, txt := t.listAt(), t.textAt()
	var rows, lines []string
	if !list.Empty() {
		rows = t.listRows(list)
	}
	if !txt.Empty() {
		lines = t.textRows(txt)
	}
	all := make([]string, 0, t.h)
	all = append(all, t.topRule(list, txt))
	for y := range t.h - 2 {
		s := left
		if rows != nil {
			s += rows[y]
		}
		if rows != nil && lines != nil {
			s += mid
		}
		if lines != nil {
			s += lines[y]
		}
		all = append(all, s+right)
	}
	return append(all, t.bottomRule(list, txt))
}

// Item returns the place of the current conversation, or of the text that the keys scroll.
func (t *Talk) Item() kit.Item {
	at, i := t.listAt(), t.index(t.cursor)-t.top
	if t.onText {
		at = t.textAt()
	}
	if t.onText || i < 0 {
		return kit.Item{X: at.Min.X, Y: at.Min.Y}
	}
	return kit.Item{X: at.Min.X, Y: at.Min.Y + i*rowsEach, From: at.Min.Y, To: at.Max.Y}
}

// Now returns the current conversation in words.
func (t *Talk) Now() kit.Current {
	i := t.index(t.cursor)
	if i < 0 {
		return kit.Current{}
	}
	c, v := t.env.Text, &t.list[i]
	said := []string{foreign(v.Session)}
	switch {
	case v.Unread > 0:
		said = append(said, c.Say(text.HookPaneTitleUnread, v.Unread))
	case v.Busy:
		said = append(said, c.Say("at work"))
	}
	said = append(said, foreign(v.Last.In(c)), t.day(v.Last.At), c.Say("%d of %d", i+1, len(t.list)))
	return kit.Current{Text: strings.Join(said, "  ")}
}

func (t *Talk) topRule(list, txt image.Rectangle) string {
	b := newBars(t.env, &t.paint)
	e := b.Edge(false)
	name := "5 " + t.env.Text.Say("conversations")
	session := foreign(t.session)
	if list.Empty() || txt.Empty() {
		if !txt.Empty() {
			name = "5 " + session
		}
		return b.Rule(t.w, e, name, b.title(t.focus), false)
	}
	left, right := e.Columns()
	return b.Rule(list.Max.X, left, name, b.title(t.focus && !t.onText), false) +
		b.Rule(t.w-list.Max.X, right, session, b.title(t.focus && t.onText), false)
}

func (t *Talk) bottomRule(list, txt image.Rectangle) string {
	b := newBars(t.env, &t.paint)
	e, count := b.Edge(true), b.p.count
	var of, place string
	if n := len(t.list); n > 0 {
		of = strconv.Itoa(max(0, t.index(t.cursor))+1) + "/" + strconv.Itoa(n)
	}
	if n := len(t.said); n > 0 && t.onText {
		place = strconv.Itoa(t.message+1) + "/" + strconv.Itoa(n)
	} else if n > 0 {
		place = t.env.Text.Say("%d {message|messages}", n)
	}
	switch {
	case list.Empty():
		return b.Rule(t.w, e, strings.TrimSpace(place+"  "+t.env.Text.Say("%s: the list", t.env.Keys.Key(keys.TalkClose))), count, true)
	case txt.Empty():
		return b.Rule(t.w, e, of, count, true)
	}
	left, right := e.Columns()
	return b.Rule(list.Max.X, left, of, count, true) + b.Rule(t.w-list.Max.X, right, place, count, true)
}

// listRows draws each conversation in two lines: its session with the number of new messages, and its last message.
func (t *Talk) listRows(at image.Rectangle) []string {
	b, c, r, st := newBars(t.env, &t.paint), t.env.Text, t.env.Ruler, t.env.Styles
	w := at.Dx()
	out := make([]string, 0, at.Dy())
	if len(t.list) == 0 {
		note := newLeaf([]leafLine{{text: c.Say("No conversations yet. Messages to a session key that begins with tui: appear here."), look: asMeta, prose: true}}, w-1, r)
		return b.page(note, kit.Spot{}, w, at.Dy(), needle{})
	}
	two := func(left, right string, width int) string {
		room := width - r.Width(right)
		if right != "" {
			room -= 2
			right = "  " + right
		}
		return r.Fit(r.TruncateEnd(left, max(0, room)), max(0, room)) + right
	}
	for i := t.top; i < len(t.list) && len(out)+rowsEach <= at.Dy(); i++ {
		v := &t.list[i]
		sign, paint := " ", b.p.row
		if v.Unread > 0 {
			paint = b.p.rowNew
		}
		on := v.Session == t.cursor
		if on {
			sign = st.Glyphs.Cursor
		}
		state := ""
		switch {
		case v.Unread > 0:
			state = c.Say(text.HookPaneTitleUnread, v.Unread)
		case v.Busy:
			state = c.Say("at work")
		}
		mark := " "
		if v.Unread > 0 {
			mark = st.Glyphs.Selected
		}
		first := r.Fit(sign+mark+two(foreign(v.Session), state, w-3)+" ", w)
		second := r.Fit("  "+r.Fit(two(foreign(v.Last.In(c)), t.day(v.Last.At), w-3), w-3), w)
		switch {
		case on && t.focus && !t.onText:
			first, second = b.p.cursor.On(first), b.p.cursor.On(second)
		case on:
			first, second = b.p.blurred.On(first), b.p.rowMeta.On(second)
		default:
			first, second = paint.On(first), b.p.rowMeta.On(second)
		}
		out = append(out, first, second)
	}
	blank := strings.Repeat(" ", w)
	for len(out) < at.Dy() {
		out = append(out, blank)
	}
	return out
}

// textRows draws the messages, with a bar before the current one.
func (t *Talk) textRows(at image.Rectangle) []string {
	b, c := newBars(t.env, &t.paint), t.env.Text
	note, l := "", asMeta
	switch {
	case t.index(t.cursor) < 0:
		note = " "
	case t.err != nil:
		note, l = client.Sentence(t.err).In(c), asBad
	case !t.read:
		note = c.Say("reading the conversation…")
	case len(t.said) == 0:
		note = c.Say("No messages yet.")
	}
	if note != "" {
		return b.page(newLeaf([]leafLine{{text: note, look: l, prose: true}}, at.Dx()-1, t.env.Ruler), kit.Spot{}, at.Dx(), at.Dy(), needle{})
	}
	page := t.text(at.Dx() - 2)
	top := page.clamp(t.at, at.Dy())
	rows := b.page(page.leaf, top, at.Dx()-1, at.Dy(), needle{})
	first, last := page.messageLines(t.message)
	bar := b.p.titleFocus.On(t.env.Styles.Glyphs.Cursor)
	if !t.onText || !t.focus {
		bar = " "
	}
	for i, s := 0, top; i < len(rows); i++ {
		if s.Line >= first && s.Line <= last {
			rows[i] = bar + rows[i]
		} else {
			rows[i] = " " + rows[i]
		}
		if s.Line < len(page.lines) {
			if s.Row++; s.Row >= len(page.rows(s.Line)) {
				s = kit.Spot{Line: s.Line + 1}
			}
		}
	}
	return rows
}
