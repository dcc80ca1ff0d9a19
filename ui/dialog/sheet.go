package dialog

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/model/text"
	"aloft/ui/keys"
)

// button is one choice of a sheet.
type button struct {
	action keys.Action // the key that takes it at once; None = only by focus
	label  string      // clean
	choice Choice
	danger bool
}

// sheet is a text with choices under it: the common form of most questions.
type sheet struct {
	env     *Env
	context keys.Context
	title   string
	body    func(width int) []line
	buttons []button
	column  bool // choices one under the other, each with its key
	focus   int
	note    string // why the last key did nothing; clean
	want    int    // width
	tall    int    // rows of the body that the box is made for; 0 = as many as it has
	offset  int
	limit   int  // how far it can scroll, as drawn last
	follow  bool // keep the body's cursor row in sight
	typed   *typedWord
	hide    []keys.Action // not to be hinted at, since they mean nothing here

	cached []line
	cachedFor,
	revision, drawn int
}

// changed makes the body be asked for again.
func (s *sheet) changed() { s.revision++ }

func (s *sheet) lines(width int) []line {
	if s.cached == nil || s.cachedFor != width || s.drawn != s.revision {
		s.cached, s.cachedFor, s.drawn = s.body(width), width, s.revision
	}
	return s.cached
}

// Context of the sheet's keys.
func (s *sheet) Context() keys.Context {
	if s.typed != nil {
		return keys.InInput
	}
	return s.context
}

// key handles what all sheets have in common. With taken true the button is
// the choice that was made; -1 means backing out.
func (s *sheet) key(a keys.Action) (button int, taken bool) {
	if a == keys.None {
		return -1, false
	}
	s.note = ""
	n := len(s.buttons)
	switch a {
	case keys.DlgCancel, keys.ConfirmNo:
		return -1, true
	case keys.DlgAccept:
		return s.focus, n > 0
	case keys.BtnNext:
		s.focus = (s.focus + 1) % max(n, 1)
	case keys.BtnPrev:
		s.focus = (s.focus + n - 1) % max(n, 1)
	case keys.DlgDown:
		if s.column {
			s.focus = min(s.focus+1, n-1)
		} else {
			s.scroll(1)
		}
	case keys.DlgUp:
		if s.column {
			s.focus = max(s.focus-1, 0)
		} else {
			s.scroll(-1)
		}
	case keys.DlgPageDown:
		s.scroll(8)
	case keys.DlgPageUp:
		s.scroll(-8)
	case keys.DlgTop:
		s.offset = 0
	case keys.DlgBottom:
		s.offset = s.limit
	default:
		for i, b := range s.buttons {
			if b.action == a {
				return i, true
			}
		}
	}
	return -1, false
}

func (s *sheet) scroll(by int) { s.offset, s.follow = max(0, min(s.offset+by, s.limit)), false }

// dense leaves out the empty rows, for small screens.
func dense(ls []line) []line {
	var out []line
	for _, l := range ls {
		if l.text != "" {
			out = append(out, l)
		}
	}
	return out
}

// first row that shows of a body in that much room.
func (s *sheet) first(body []line, room int) int {
	from := s.offset
	if s.follow {
		if i := slices.IndexFunc(body, func(l line) bool { return l.role == cursor }); i >= 0 {
			from = max(min(from, i), i-room+1)
		}
	}
	return max(min(from, len(body)-room), 0)
}

// View draws the sheet. It notes how far the body can scroll and has scrolled,
// and nothing else.
func (s *sheet) View(width, height int) Box {
	f := newFrame(s.env, s.want, height, width, height)
	body := s.lines(f.inner())
	tight := height < 14
	if tight {
		body = dense(body)
	}
	low := s.foot(f.inner(), tight)
	tall := s.tall
	if tall == 0 {
		tall = len(body)
	}
	f.h = max(min(tall+len(low)+2, height), 3)
	room := max(f.h-2-len(low), 0)
	if len(body) > 0 && room == 0 { // the smallest screens: choices may go, not the question
		room = 1
	}
	s.limit = max(len(body)-room, 0)
	from := s.first(body, room)
	s.offset = from
	for _, l := range body[from:min(from+room, len(body))] {
		f.add(l)
	}
	for f.left() > len(low) {
		f.add(line{})
	}
	for _, r := range low {
		if f.left() > 0 {
			if s.typed != nil && r == typedRow {
				s.typed.draw(f)
				continue
			}
			f.raw(r)
		}
	}
	more := ""
	if s.limit > 0 {
		more = s.env.Text.Say(text.DlgLines, from+1, min(from+room, len(body)), len(body))
	}
	return f.box(s.title, more, foot(s.env))
}

// typedRow stands for the input in the rows of the foot.
const typedRow = "\x00typed"

// foot draws what is under the body: the choices, the note, the keys. On small
// screens it does without empty rows.
func (s *sheet) foot(width int, tight bool) []string {
	var out []string
	row := func(l line) {
		f := frame{env: s.env, w: width + 4}
		f.add(l)
		out = append(out, f.rows...)
	}
	if !tight || len(s.buttons) < 3 {
		row(line{})
	}
	if s.typed != nil {
		out = append(out, typedRow)
	}
	if s.column {
		for i, b := range s.buttons {
			out = append(out, s.choiceRow(i, b, width))
		}
	} else if len(s.buttons) > 0 {
		out = append(out, s.buttonRows(width)...)
	}
	switch {
	case s.note != "":
		row(line{warn, s.note})
	case s.column && tight:
	case s.column || s.typed != nil:
		row(line{})
	default:
		row(line{dim, hints(s.env, s.context, width, s.hide...)})
	}
	return out
}

func (s *sheet) choiceRow(i int, b button, width int) string {
	mark, r := " ", plain
	if b.danger {
		r = danger
	}
	if i == s.focus {
		mark, r = s.env.Styles.Glyphs.Cursor, cursor
	}
	t := mark + " " + s.env.Ruler.Fit(s.env.Keys.Key(b.action), 4) + b.label
	f := frame{env: s.env, w: width + 4}
	f.add(line{r, t})
	return f.rows[0]
}

// buttonRows sets the buttons beside each other, as many as fit. The focused
// one is also marked by signs, since not every terminal has colours.
func (s *sheet) buttonRows(width int) []string {
	st, r := s.env.Styles, s.env.Ruler
	var out []string
	now, used := "", 0
	for i, b := range s.buttons {
		label, style := "[ "+b.label+" ]", st.DialogButton
		switch {
		case i == s.focus:
			label, style = "[>"+b.label+"<]", st.DialogButtonFocus
		case b.danger:
			style = st.DialogDanger
		}
		label = r.TruncateEnd(label, width)
		w := r.Width(label)
		if used > 0 && used+3+w > width {
			out = append(out, now+st.DialogText.Render(strings.Repeat(" ", width-used)))
			now, used = "", 0
		}
		if used > 0 {
			now += st.DialogText.Render("   ")
			used += 3
		}
		now += style.Render(label)
		used += w
	}
	rest := ""
	if width > used {
		rest = st.DialogText.Render(strings.Repeat(" ", width-used))
	}
	return append(out, now+rest)
}

// help is the wish for the help of this dialog, when the key asks for it.
func help(a keys.Action, c keys.Context) tea.Cmd {
	if a == keys.DlgHelp {
		return answer(HelpAsked{Context: c})
	}
	return nil
}
