package dialog

import (
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/model/text"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// button is one choice of a question.
type button struct {
	action keys.Action // takes it at once; None = only by focus
	label  string      // clean
	choice Choice
	danger bool
}

// question is a text with choices: the form of every question with a few choices.
type question struct {
	env     *Env
	context keys.Context
	title   string
	body    func(width int) []line
	buttons []button
	column  bool // stacked choices, each with its key
	focus   int
	note    string       // why the last key did nothing; clean
	want    int          // width
	tall    int          // body rows to make the box for; 0 = as many as it has
	top     int          // first visible row of the body
	follow  bool         // keep the body's cursor row visible
	rows    *rows        // in place of the body; nil = the body
	line    *input.Model // an input in place of the hints
	typed   *typedWord
	hide    []keys.Action // actions without a hint here
	tip     string        // in place of the hints, clean; "" = the hints
	count   string        // in the lower border instead of the visible rows; "" = those
	alone   bool          // the body names the keys
	address string        // target of the body's linked rows
	tabs    string        // the names of the views in the upper border

	field    *input.Model        // an input in place of the choices
	complete bool                // Tab completes in it
	low      func(string) string // remark about its value in the lower border; nil = none

	screenW, screenH int
	text             []line // the body for that size, rebuilt on changes
}

// rows is a body so long that only its visible rows are made.
type rows struct {
	n   int
	row func(i int) line
}

// spot is a clickable part of the box.
type spot struct {
	at     image.Rectangle
	button int
}

// questionLayout places the parts of a question on its screen.
type questionLayout struct {
	frame    *frame // empty, of the box's size
	low      []string
	spots    []spot // of the buttons, in the box
	from, to int    // visible rows of the body
}

// room returns the largest number of visible body rows.
func (l *questionLayout) room() int {
	room := max(l.frame.h-2-len(l.low), 0)
	if room == 0 { // on the smallest screens choices may be hidden, but not the question
		room = 1
	}
	return room
}

// SetSize lays out the question for a screen of that size.
func (q *question) SetSize(width, height int) {
	q.screenW, q.screenH = width, height
	q.changed()
}

// tight screens have no empty rows.
func (q *question) tight() bool { return q.screenH < 14 }

// shorter reports whether the body fits the screen only without its empty rows.
func (q *question) shorter() bool {
	low, _ := q.foot(q.frame().inner())
	room := q.screenH - 2 - len(low)
	return q.tall == 0 && len(q.text) > room && len(dense(q.text)) <= room
}

func (q *question) frame() *frame {
	f := newFrame(q.env, q.want, q.screenH, q.screenW, q.screenH)
	f.address, f.tabs = q.address, q.tabs
	return f
}

// changed rebuilds the body.
func (q *question) changed() {
	if q.screenW == 0 {
		return
	}
	width := q.frame().inner()
	q.text = nil
	if q.rows == nil {
		q.text = q.body(width)
	}
	if q.tight() || q.shorter() {
		q.text = dense(q.text)
	}
	if q.typed != nil {
		q.typed.in.SetWidth(width)
	}
	for _, in := range []*input.Model{q.field, q.line} {
		if in != nil {
			in.SetWidth(width)
		}
	}
	q.scroll(0)
}

// length is the number of rows of the body.
func (q *question) length() int {
	if q.rows != nil {
		return q.rows.n
	}
	return len(q.text)
}

// part returns a range of the body's rows.
func (q *question) part(from, to int) []line {
	if q.rows == nil {
		return q.text[from:to]
	}
	out := make([]line, 0, to-from)
	for i := from; i < to; i++ {
		out = append(out, q.rows.row(i))
	}
	return out
}

// scroll scrolls the body within its length.
func (q *question) scroll(by int) {
	l := q.arrange()
	win := kit.List{Top: kit.Scroll(q.top, by, q.length(), l.room()), Len: q.length(), Height: l.room()}
	q.follow = q.follow && by == 0
	if win.At = slices.IndexFunc(q.text, func(l line) bool { return l.role == cursor }); q.follow && win.At >= 0 {
		win.Fit()
	}
	q.top = win.Top
}

// Context returns the context of the question's keys.
func (q *question) Context() keys.Context {
	if q.typed != nil || q.field != nil || q.line != nil {
		return keys.InInput
	}
	return q.context
}

// key handles what all questions have in common. taken true means that the button was chosen; -1 means backing out.
func (q *question) key(a keys.Action) (button int, taken bool) {
	if a == keys.None {
		return -1, false
	}
	q.note = ""
	n := len(q.buttons)
	switch a {
	case keys.DlgCancel, keys.ConfirmNo:
		return -1, true
	case keys.DlgAccept:
		return q.focus, n > 0
	case keys.BtnNext:
		q.focus = (q.focus + 1) % max(n, 1)
	case keys.BtnPrev:
		q.focus = (q.focus + n - 1) % max(n, 1)
	default:
		l := q.arrange()
		switch by, r := a.Step(max(l.room()-1, 1)); {
		case r == keys.ByLine && q.column:
			q.focus = max(0, min(q.focus+by, n-1))
		case r != keys.Nowhere:
			q.scroll(by)
		}
		for i, b := range q.buttons {
			if b.action == a {
				return i, true
			}
		}
	}
	return -1, false
}

// chosen is key for callers that need only the choice. ChoseNothing means backing out.
func (q *question) chosen(a keys.Action) (c Choice, taken bool) {
	i, taken := q.key(a)
	if taken && i >= 0 {
		c = q.buttons[i].choice
	}
	return c, taken
}

// mouse takes a click on a button, or scrolls the body.
func (q *question) mouse(at image.Point, wheel int) keys.Action {
	if q.field != nil || q.line != nil {
		return keys.None
	}
	if wheel != 0 {
		q.scroll(wheel)
		return keys.None
	}
	for _, p := range q.arrange().spots {
		if at.In(p.at) {
			q.focus = p.button
			return keys.DlgAccept
		}
	}
	if l := q.arrange(); at.Y == l.frame.h-2 && len(q.buttons) > 0 && q.note == "" && q.tip == "" && !q.column && q.typed == nil {
		return hintAt(q.env, q.context, l.frame.inner(), at.X, q.hide...)
	}
	return keys.None
}

// dense drops empty rows on small screens.
func dense(ls []line) []line {
	var out []line
	for _, l := range ls {
		if l.text != "" {
			out = append(out, l)
		}
	}
	return out
}

// arrange places the parts.
func (q *question) arrange() questionLayout {
	l := questionLayout{frame: q.frame()}
	l.low, l.spots = q.foot(l.frame.inner())
	tall := q.tall
	if tall == 0 {
		tall = q.length()
	}
	l.frame.h = max(min(tall+len(l.low)+2, q.screenH), 3)
	room := l.room()
	l.from = kit.Scroll(q.top, 0, q.length(), room)
	l.to = min(l.from+room, q.length())
	below := 1 + max(l.to-l.from, l.frame.h-2-len(l.low))
	for i := range l.spots {
		l.spots[i].at = l.spots[i].at.Add(image.Pt(2, below))
	}
	return l
}

// View draws the question.
func (q *question) View() Box {
	l := q.arrange()
	f := l.frame
	if q.field != nil {
		return q.viewField(f)
	}
	for _, row := range q.part(l.from, l.to) {
		f.add(row)
	}
	for f.left() > len(l.low) {
		f.add(line{})
	}
	if q.env.Plain {
		f.said = append(f.said, q.note, q.choices())
		if q.note == "" && len(q.buttons) > 0 && !q.column {
			f.said = append(f.said, hints(q.env, q.context, l.frame.inner(), q.hide...))
		}
	}
	for _, s := range l.spots {
		if s.button == q.focus {
			f.item = &tea.Position{X: s.at.Min.X, Y: s.at.Min.Y}
		}
	}
	for _, r := range l.low {
		if f.left() > 0 {
			switch {
			case r == typedRow && q.line != nil:
				f.input(q.line)
			case r == typedRow:
				f.input(q.typed.in)
			default:
				f.raw(r)
			}
		}
	}
	more := q.count
	if more == "" && q.length() > l.room() {
		more = q.env.Text.Say(text.DlgLines, l.from+1, l.to, q.length())
	}
	f.now = q.now()
	return f.box(q.title, more, foot(q.env))
}

// typedRow stands for the input among the rows of the foot.
const typedRow = "\x00typed"

// foot draws the part below the body: choices, note, hints. The spots are relative to it.
func (q *question) foot(width int) (out []string, spots []spot) {
	switch {
	case q.alone:
		return nil, nil
	case len(q.buttons) == 0:
		return make([]string, q.fieldRows()), nil
	}
	tight := q.tight()
	row := func(l line) {
		f := frame{env: q.env, w: width + 4}
		f.add(l)
		out = append(out, f.rows...)
	}
	if !tight || len(q.buttons) < 3 {
		row(line{})
	}
	if q.typed != nil {
		out = append(out, typedRow)
		row(line{warn, q.note})
	}
	if q.column {
		for i, b := range q.buttons {
			rows := q.choiceRows(i, b, width)
			spots = append(spots, spot{image.Rect(0, len(out), width, len(out)+len(rows)), i})
			out = append(out, rows...)
		}
	} else if len(q.buttons) > 0 {
		faces := make([]face, len(q.buttons))
		for i, b := range q.buttons {
			faces[i] = face{b.label, b.danger}
		}
		rows, cells := buttonRows(q.env, faces, q.focus, width)
		for i, c := range cells {
			spots = append(spots, spot{c.Add(image.Pt(0, len(out))), i})
		}
		out = append(out, rows...)
	}
	switch {
	case q.line != nil:
		out = append(out, typedRow)
	case q.typed != nil:
	case q.note != "":
		for _, l := range wrap(q.env, warn, q.note, width) {
			row(l)
		}
	case q.column && tight:
	case q.column:
		row(line{})
	case q.tip != "":
		row(line{hinted, q.tip})
	default:
		row(line{hinted, hints(q.env, q.context, width, q.hide...)})
	}
	return out, spots
}

// choiceRows draws a stacked choice, all of its label where the screen has the rows.
func (q *question) choiceRows(i int, b button, width int) []string {
	mark, r, key := " ", plain, q.env.Keys.Key(b.action)
	if b.danger {
		r = danger
	}
	if i == q.focus {
		mark, r = q.env.Styles.Glyphs.Cursor, cursor
	}
	column := 4
	for _, b := range q.buttons {
		column = max(column, q.env.Ruler.Width(q.env.Keys.Key(b.action))+1)
	}
	f, first := frame{env: q.env, w: width + 4}, mark+" "+q.env.Ruler.Fit(key, column)
	labels := []string{b.label}
	if !q.tight() {
		labels = kit.Wrap(q.env.Ruler, b.label, width-2-column)
	}
	for n, label := range labels {
		switch {
		case n > 0:
			f.add(line{r, strings.Repeat(" ", 2+column) + label})
		case r == plain:
			f.addKey(line{r, first + label}, 2, 2+len(key))
		default:
			f.add(line{r, first + label})
		}
	}
	return f.rows
}

// help requests the help of this dialog if the key asks for it.
func help(a keys.Action, c keys.Context) tea.Cmd {
	if a == keys.DlgHelp {
		return answer(HelpAsked{Context: c})
	}
	return nil
}

// words returns a button with its key.
func (q *question) words(b button) string {
	if key := q.env.Keys.Key(b.action); key != "" {
		return b.label + " (" + key + ")"
	}
	return b.label
}

// now returns what the keys are on.
func (q *question) now() kit.Current {
	switch {
	case q.field != nil:
		return q.field.Current()
	case q.line != nil:
		return q.line.Current()
	case q.typed != nil:
		return q.typed.in.Current()
	case q.focus < len(q.buttons):
		return kit.Current{Text: q.words(q.buttons[q.focus])}
	}
	return kit.Current{}
}

// choices returns all buttons in a line.
func (q *question) choices() string {
	if len(q.buttons) < 2 {
		return ""
	}
	all := make([]string, len(q.buttons))
	for i, b := range q.buttons {
		all[i] = q.words(b)
	}
	return strings.Join(all, "   ")
}
