package dialog

import (
	"image"
	"slices"
	"strings"

	"charm.land/bubbles/v2/viewport"
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
	note    string         // why the last key did nothing; clean
	want    int            // width
	tall    int            // rows of the body that the box is made for; 0 = as many as it has
	port    viewport.Model // which part of the body shows
	follow  bool           // keep the body's cursor row in sight
	typed   *typedWord
	hide    []keys.Action // not to be hinted at, since they mean nothing here

	cached []line
	cachedFor,
	revision, drawn int
	dense bool   // cached without its empty rows
	spots []spot // where the buttons were drawn last
}

// spot is a place in the box that can be clicked.
type spot struct {
	at     image.Rectangle
	button int
}

// changed makes the body be asked for again.
func (s *sheet) changed() { s.revision++ }

func (s *sheet) lines(width int) []line { return s.bodyLines(width, false) }

// bodyLines gives the viewport what it scrolls over, once per change.
func (s *sheet) bodyLines(width int, tight bool) []line {
	if s.cached != nil && s.cachedFor == width && s.drawn == s.revision && s.dense == tight {
		return s.cached
	}
	s.cached, s.cachedFor, s.drawn, s.dense = s.body(width), width, s.revision, tight
	if tight {
		s.cached = dense(s.cached)
	}
	texts := make([]string, len(s.cached))
	for i := range s.cached {
		texts[i] = s.cached[i].text
	}
	s.port.SetContentLines(texts)
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
		s.port.GotoTop()
	case keys.DlgBottom:
		s.port.GotoBottom()
	default:
		for i, b := range s.buttons {
			if b.action == a {
				return i, true
			}
		}
	}
	return -1, false
}

func (s *sheet) scroll(by int) {
	s.port.SetYOffset(s.port.YOffset() + by)
	s.follow = false
}

// mouse takes a click on a button, or scrolls the body.
func (s *sheet) mouse(at image.Point, wheel int) keys.Action {
	if wheel != 0 {
		s.scroll(wheel)
		return keys.None
	}
	for _, p := range s.spots {
		if at.In(p.at) {
			s.focus = p.button
			return keys.DlgAccept
		}
	}
	return keys.None
}

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

// View draws the sheet. It notes how much of the body shows and where the
// buttons are, and nothing else.
func (s *sheet) View(width, height int) Box {
	f := newFrame(s.env, s.want, height, width, height)
	tight := height < 14
	body := s.bodyLines(f.inner(), tight)
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
	s.port.SetHeight(room)
	s.port.SetYOffset(s.port.YOffset())
	if i := slices.IndexFunc(body, func(l line) bool { return l.role == cursor }); s.follow && i >= 0 {
		s.port.SetYOffset(max(min(s.port.YOffset(), i), i-room+1))
	}
	from := s.port.YOffset()
	for _, l := range body[from:min(from+room, len(body))] {
		f.add(l)
	}
	for f.left() > len(low) {
		f.add(line{})
	}
	for i := range s.spots {
		s.spots[i].at = s.spots[i].at.Add(image.Pt(2, 1+len(f.rows)))
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
	if len(body) > room {
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
	s.spots = s.spots[:0]
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
			s.spots = append(s.spots, spot{image.Rect(0, len(out), width, len(out)+1), i})
			out = append(out, s.choiceRow(i, b, width))
		}
	} else if len(s.buttons) > 0 {
		out = s.buttonRows(out, width)
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
func (s *sheet) buttonRows(out []string, width int) []string {
	st, r := s.env.Styles, s.env.Ruler
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
		s.spots = append(s.spots, spot{image.Rect(used, len(out), used+w, len(out)+1), i})
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
