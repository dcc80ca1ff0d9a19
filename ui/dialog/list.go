package dialog

import (
	"cmp"
	"image"
	"slices"
	"strconv"
	"strings"

	"aloft/model/lazy"
	"aloft/model/text"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/kit"

	tea "charm.land/bubbletea/v2"
)

// list is rows with a cursor: the form of every choice among many.
type list struct {
	env     *Env
	context keys.Context
	title   string
	win     kit.List
	row     func(i, width int) line   // clean; its role is used without the cursor
	key     func(i, width int) [2]int // the bytes of a row that are a key; nil = none
	details int                       // least rows for the detail, which gives way to the list; 0 = detailRows, in full
	detail  func(i int) string        // shown in full below the list; nil = nothing
	text    func(i, width int) []line // a scrolling text below that; nil = none. The box is then as tall as the screen
	top     int                       // first visible line of the text
	empty   string                    // shown without rows
	note    string                    // shown below the list until the next key
	notice  role
	tip     func() string // shown there otherwise; nil = the hints
	low     string        // shown in the lower border
	want    int
	tall    int  // rows to make the box for
	across  int  // columns that the rows stand in, one above the other; fewer than 2 = one
	atOnce  bool // the first click on a row takes it, not the second
	hide    []keys.Action
	verb    string // what Enter does, clean; "" = as the keys say

	over    *input.Model // an input above the rows; its owner uses the text
	typing  bool         // keys go to that input
	field   *input.Model // an input in place of the hints; it gets the keys
	warning string       // shown below that input
	waits   bool         // the next key press is taken literally

	screenW, screenH int
}

// detailRows is the room for the detail. A longer detail takes more.
const detailRows = 2

// listLayout says which rows of the list are visible.
type listLayout struct {
	frame *frame   // empty, of the box's size
	about []string // the detail
	low   int      // rows below the list
	room  int      // rows of the list
	win   kit.List
	whole []line // the current row, in full

	text     []line // below the list, in full
	textRoom int    // its visible lines
	gap      int    // empty rows around it
}

// SetSize lays out the list for a screen of that size.
func (l *list) SetSize(width, height int) {
	first := l.screenW == 0
	l.screenW, l.screenH = width, height
	inner := l.arrange().frame.inner()
	if l.clamp(); first {
		l.win.Reveal()
	}
	l.scroll(0)
	for _, in := range []*input.Model{l.over, l.field} {
		if in != nil {
			in.SetWidth(inner)
		}
	}
}

// arrange finds the visible rows.
func (l *list) arrange() listLayout {
	height, head := l.screenH, 0
	if l.over != nil {
		height, head = max(height-1, 3), 1
	}
	f := newFrame(l.env, l.want, height, l.screenW, height)
	out := listLayout{frame: f, low: 1}
	if l.detail != nil {
		if l.win.Len > 0 {
			out.about = kit.Wrap(l.env.Ruler, l.detail(l.win.At), f.inner())
		}
		if most := max(l.details, (height-6)/2); l.details > 0 && len(out.about) > most { // it gives way to the list
			out.about = append(out.about[:most-1], l.env.Ruler.TruncateEnd(out.about[most-1]+" "+out.about[most], f.inner()))
		}
		if l.text != nil {
			l.arrangeText(&out)
			return out
		}
		out.low += max(cmp.Or(l.details, detailRows), min(len(out.about), height-4)) // keep one row of the list
	}
	out.whole = l.whole(l.win.At, f.inner()-2)
	tall := l.tall + l.folded(f.inner()-2)
	if l.across > 1 {
		out.whole, tall = out.whole[:min(len(out.whole), 1)], (l.tall+l.across-1)/l.across
	}
	f.h = max(min(tall+out.low+3, height), 3)
	out.room = f.h - 2 - out.low
	if out.room > 3 {
		out.room-- // an empty row before the keys
	}
	if out.room < 1 {
		out.room = max(f.h-2, 1)
	}
	out.place(l)
	f.h += head
	return out
}

// arrangeText divides the screen's rows between the list, the detail and the text.
func (l *list) arrangeText(out *listLayout) {
	f := out.frame
	if l.screenH >= 16 { // smaller screens have no empty rows
		out.gap = 1
	}
	free := max(f.left()-1-3*out.gap, 0)
	out.whole = l.whole(l.win.At, f.inner()-2)
	out.room = max(min(l.win.Len+l.folded(f.inner()-2), free/2), 1)
	out.place(l)
	out.low = f.left() - out.room - out.gap
	free = max(free-out.room, 0)
	out.about = out.about[:min(len(out.about), max(free-2, 0))]
	out.textRoom = free - len(out.about)
	if l.win.Len > 0 {
		out.text = l.text(l.win.At, f.inner())
	}
}

// place chooses the visible rows, so that the current one shows in full.
func (a *listLayout) place(l *list) {
	a.whole = a.whole[:min(len(a.whole), a.room)]
	a.win = l.win
	a.win.Height, a.win.More = a.room*max(l.across, 1), max(len(a.whole)-1, 0)
	a.win.Fit()
}

// anyWidth is the width at which no row is cut.
const anyWidth = 1000

// wideGap is a gap that fills such a row.
var wideGap = lazy.Regexp(` {40,}`)

// whole returns a row in full: over several lines if it is cut in one.
func (l *list) whole(i, width int) []line {
	if i < 0 || i >= l.win.Len {
		return nil
	}
	r := l.row(i, width)
	all := l.row(i, anyWidth)
	if l.env.Ruler.Width(r.text) <= width && slices.Equal(strings.Fields(r.text), strings.Fields(all.text)) {
		return []line{r}
	}
	if all.text = wideGap().ReplaceAllString(all.text, keyGap); l.env.Ruler.Width(all.text) <= width {
		return []line{all}
	}
	return wrap(l.env, all.role, all.text, width)
}

// fewRows are so few that a box has room for each of them in full.
const fewRows = 24

// folded returns how many more lines the longest of few rows takes.
func (l *list) folded(width int) (more int) {
	if l.win.Len > fewRows || l.across > 1 {
		return 0
	}
	for i := range l.win.Len {
		more = max(more, len(l.whole(i, width))-1)
	}
	return more
}

// move handles the keys that move the cursor.
func (l *list) move(a keys.Action) {
	if a == keys.None {
		return
	}
	l.note = ""
	by, reach := a.Step(l.win.Height)
	if l.text == nil || reach == keys.ByLine {
		l.step(by, reach == keys.ByPage)
		return
	}
	by, _ = a.Step(max(l.arrange().textRoom-1, 1))
	l.scroll(by)
}

// goTo puts the cursor on the nearest row.
func (l *list) goTo(i int) { l.step(i-l.win.At, false) }

// step moves the cursor, and with page the window. Another row's text is shown from its beginning.
func (l *list) step(by int, page bool) {
	was := l.win.At
	l.win.More = 0
	l.win.Step(by, page)
	l.clamp()
	if l.win.Reveal(); l.win.At != was {
		l.top = 0
	}
}

// scroll scrolls the text within its length.
func (l *list) scroll(by int) {
	if l.text != nil {
		a := l.arrange()
		l.top = kit.Scroll(l.top, by, len(a.text), a.textRoom)
	}
}

// rest handles the keys of every list: leave, help, and cursor.
func (l *list) rest(a keys.Action) (cmd tea.Cmd, open bool) {
	switch a {
	case keys.DlgCancel:
		return nil, false
	case keys.DlgHelp:
		return help(a, l.context), true
	}
	l.move(a)
	return nil, true
}

// clamp lays out other rows with the cursor on one of them.
func (l *list) clamp() {
	if l.win.Fit(); l.screenW > 0 {
		l.win = l.arrange().win
	}
}

// say shows a note below the list.
func (l *list) say(r role, s string) { l.note, l.notice = s, r }

// ask opens an input in place of the hints.
func (l *list) ask(in *input.Model) {
	l.field = in
	in.SetWidth(l.arrange().frame.inner())
}

// asked closes that input.
func (l *list) asked() { l.field, l.warning = nil, "" }

// Context returns the context of the keys.
func (l *list) Context() keys.Context {
	if l.field != nil || l.waits {
		return keys.InInput
	}
	return l.context
}

// mouse puts the cursor on the clicked row; a click on the current row takes it. The wheel scrolls the rows or the
// text. The mouse does nothing during typing.
func (l *list) mouse(at image.Point, wheel int) keys.Action {
	if l.field != nil || l.waits {
		return keys.None
	}
	if wheel != 0 {
		l.note = ""
		if l.text != nil {
			l.scroll(wheel)
		} else {
			l.win.Wheel(wheel)
			l.clamp()
		}
		return keys.None
	}
	if at.Y == l.arrange().frame.h-2 && l.note == "" && l.tip == nil {
		return keys.HintAt(l.hints(l.arrange().frame.inner()), at.X-2)
	}
	y := at.Y - 1
	if l.over != nil {
		y--
	}
	a := l.arrange()
	win := a.win
	if l.across > 1 && y >= 0 && y < a.room {
		y += max(at.X-2, 0) / (a.frame.inner() / l.across) * a.room
	}
	if at.X < 1 || !win.Click(y) {
		return keys.None
	}
	again := win.At == l.win.At
	if l.win, l.note = win, ""; !again {
		l.top = 0
		l.clamp()
	}
	if again || l.atOnce {
		return keys.DlgAccept
	}
	return keys.None
}

// View draws the list.
func (l *list) View() Box {
	a := l.arrange()
	f := a.frame
	if l.over != nil {
		if f.input(l.over); !l.typing {
			f.cur, f.now = nil, kit.Current{}
		}
	}
	if l.win.Len == 0 {
		for _, s := range wrap(l.env, dim, l.empty, f.inner()) {
			f.add(s)
		}
	}
	now := f.now
	f.silent(func() { l.viewRows(f, a) })
	if l.typing {
		f.said, f.now = append(f.said, f.now.Text), now
	}
	low := l.low
	if l.text != nil {
		f.said, f.now = append(f.said, f.now.Text), kit.Current{} // before its text
		low = l.viewText(f, a)
	}
	last := l.lastRows(f.inner())
	for f.left() > len(last) {
		f.add(line{})
	}
	f.rows = f.rows[:max(f.h-2-len(last), 0)]
	for _, r := range last {
		f.add(r)
	}
	if l.field != nil {
		l.viewField(f)
	}
	at := ""
	if l.win.Len > a.win.Height {
		at = l.env.Text.Say("%d/%d", l.win.At+1, l.win.Len)
	}
	b := f.box(l.title, strings.TrimSpace(at+"  "+low), foot(l.env))
	b.Said[len(b.Said)-2] = low // the row says where it is
	return b
}

// viewRows draws the visible rows, the current one in full, and what is told of it.
func (l *list) viewRows(f *frame, a listLayout) {
	width, end := f.inner()-2, len(f.rows)+a.room
	if l.across > 1 {
		l.viewAcross(f, a)
	}
	for i := a.win.Top; i < l.win.Len && len(f.rows) < end && l.across < 2; i++ {
		if i == l.win.At {
			l.viewCurrent(f, a.whole)
			continue
		}
		r := l.row(i, width)
		r.text = "  " + r.text
		if l.key != nil && r.role == plain {
			at := l.key(i, width)
			f.addKey(r, at[0]+2, at[1]+2)
			continue
		}
		f.add(r)
	}
	for f.left() > a.low {
		f.add(line{})
	}
	for _, s := range a.about {
		if f.left() > 1 {
			f.add(line{dim, s})
		}
	}
}

// viewAcross draws the visible rows in columns.
func (l *list) viewAcross(f *frame, a listLayout) {
	r, text, key := f.env.Ruler, kit.NewPaint(plain.style(f.env)), kit.NewPaint(f.env.Styles.StatusKey)
	w := f.inner() / l.across
	for y := range a.room {
		out := ""
		for x := range l.across {
			i := a.win.Top + x*a.room + y
			if i >= l.win.Len {
				out += text.On(strings.Repeat(" ", w))
				continue
			}
			row := l.row(i, w-3)
			s := "  " + r.Fit(row.text, w-2)
			switch at := l.key(i, w-3); {
			case i == l.win.At:
				f.on(x*w, kit.Current{Text: l.ofList(row.text)})
				out += kit.NewPaint(cursor.style(f.env)).On(l.env.Styles.Glyphs.Cursor + s[1:])
			case row.role == plain:
				out += text.On(s[:at[0]+2]) + key.On(s[at[0]+2:at[1]+2]) + text.On(s[at[1]+2:])
			default:
				out += kit.NewPaint(row.role.style(f.env)).On(s)
			}
		}
		f.raw(out + text.On(strings.Repeat(" ", f.inner()-l.across*w)))
	}
}

// viewCurrent draws the current row.
func (l *list) viewCurrent(f *frame, whole []line) {
	var told []string
	for _, r := range whole {
		told = append(told, r.text)
	}
	f.on(0, kit.Current{Text: l.ofList(strings.Join(told, " "))})
	mark := l.env.Styles.Glyphs.Cursor + " "
	for _, r := range whole {
		f.add(line{cursor, mark + r.text})
		mark = "  "
	}
}

// viewText draws the text and says which part is visible if it does not fit.
func (l *list) viewText(f *frame, a listLayout) (low string) {
	for range a.gap {
		f.add(line{})
	}
	to := min(l.top+a.textRoom, len(a.text))
	for _, s := range a.text[min(l.top, to):to] {
		f.add(s)
	}
	if len(a.text) <= a.textRoom {
		return l.low
	}
	return l.env.Text.Say(text.DlgLines, l.top+1, to, len(a.text))
}

// lastRows returns the note or the hints.
func (l *list) lastRows(width int) []line {
	switch {
	case l.note != "":
		return wrap(l.env, l.notice, l.note, width)
	case l.tip != nil:
		return wrap(l.env, dim, l.tip(), width)
	}
	return []line{{hinted, keys.Joined(l.hints(width))}}
}

// hints are the keys of the list, with what Enter does here.
func (l *list) hints(width int) []keys.Hint {
	if l.verb != "" {
		width -= l.env.Ruler.Width(l.verb)
	}
	out := ownHints(l.env, l.context, width, l.hide...)
	for i := range out {
		if out[i].Action == keys.DlgAccept && l.verb != "" {
			out[i].Text = l.verb
		}
	}
	return out
}

// viewField draws the input over the last rows, and below it all that is wrong, or the hints.
func (l *list) viewField(f *frame) {
	below := []line{{hinted, hints(l.env, keys.InInput, f.inner(), keys.InComplete)}}
	why := l.warning
	if why == "" && l.field.Value() != "" {
		why = l.field.Trouble()
	}
	if why != "" {
		below = wrap(l.env, danger, why, f.inner())
	}
	last := f.h - 3
	below = below[:min(len(below), last)]
	f.rows = f.rows[:last-len(below)]
	f.input(l.field)
	for _, r := range below {
		f.add(r)
	}
}

// two puts two texts at the ends of a row and cuts the left one first.
func two(env *Env, left, right string, width int) string {
	r := env.Ruler
	right = r.Truncate(right, width/2)
	room := width - r.Width(right) - 2
	if right == "" {
		return r.Fit(left, width)
	}
	return r.Fit(left, room) + "  " + right
}

// ofList is an item of a list with its number and what is told of it.
func (l *list) ofList(row string) string {
	parts := []string{row, strconv.Itoa(l.win.At+1) + "/" + strconv.Itoa(l.win.Len)}
	if l.detail != nil {
		if more := l.detail(l.win.At); !strings.Contains(row, more) {
			parts = append(parts, more)
		}
	}
	return strings.Join(parts, "  ")
}
