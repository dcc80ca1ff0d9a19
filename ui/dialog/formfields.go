package dialog

import (
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/input"
	"aloft/ui/keys"
)

// area is a field of several lines. The line with the cursor is an input, so all lines take the same keys.
type area struct {
	env  *Env
	text []string // raw; the cursor's line is in the input
	at   int
	top  int // first visible line
	rows int // visible lines
	in   *input.Model
}

func newArea(env *Env, value string, rows int) *area {
	a := &area{env: env, rows: max(rows, 1), text: strings.Split(value, "\n"), in: input.New(env, 0, input.Options{Cursor: -1, Long: true})}
	a.at = len(a.text) - 1
	a.in.Put(a.text[a.at], -1)
	a.reveal()
	return a
}

// reveal scrolls to make the cursor visible.
func (a *area) reveal() { a.top = max(min(a.top, a.at), a.at-a.rows+1) }

// value returns the text with line feeds between lines.
func (a *area) value() string {
	a.text[a.at] = a.in.Value()
	return strings.Join(a.text, "\n")
}

// goTo puts the cursor into a line.
func (a *area) goTo(i, cursor int) {
	a.text[a.at] = a.in.Value()
	a.at = max(0, min(i, len(a.text)-1))
	a.in.Put(a.text[a.at], min(cursor, len(a.text[a.at])))
}

// update handles a key or a paste. moved is false if the key leaves the field from its first or last line.
func (a *area) update(msg tea.Msg) (moved bool) {
	defer a.reveal()
	if m, ok := msg.(tea.PasteMsg); ok {
		a.paste(m.Content)
		return true
	}
	k, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return true
	}
	switch a.env.Keys.Action(keys.InInput, k.String()) {
	case keys.InAccept, keys.InBreak:
		a.breakLine()
	case keys.InHistPrev:
		if a.at == 0 {
			return false
		}
		a.goTo(a.at-1, a.in.Cursor())
	case keys.InHistNext:
		if a.at == len(a.text)-1 {
			return false
		}
		a.goTo(a.at+1, a.in.Cursor())
	case keys.InPageUp:
		a.goTo(a.at-8, a.in.Cursor())
	case keys.InPageDown:
		a.goTo(a.at+8, a.in.Cursor())
	case keys.InLeft:
		if a.in.Cursor() == 0 && a.at > 0 {
			a.goTo(a.at-1, len(a.text[a.at-1]))
			return true
		}
		a.in.Update(msg)
	case keys.InRight:
		if a.in.Cursor() == len(a.in.Value()) && a.at < len(a.text)-1 {
			a.goTo(a.at+1, 0)
			return true
		}
		a.in.Update(msg)
	case keys.InBackspace:
		if a.in.Cursor() == 0 && a.at > 0 {
			a.join(a.at - 1)
			return true
		}
		a.in.Update(msg)
	case keys.InDelete:
		if a.in.Cursor() == len(a.in.Value()) && a.at < len(a.text)-1 {
			a.join(a.at)
			return true
		}
		a.in.Update(msg)
	default:
		a.in.Update(msg)
	}
	return true
}

// breakLine ends the line at the cursor.
func (a *area) breakLine() {
	s, i := a.in.Value(), a.in.Cursor()
	a.replace(s[:i], s[i:])
	a.goTo(a.at+1, 0)
}

// replace replaces the cursor's line by others and puts the cursor into the first of them.
func (a *area) replace(with ...string) {
	rest := append([]string(nil), a.text[a.at+1:]...)
	a.text = append(append(a.text[:a.at:a.at], with...), rest...)
	a.in.Put(a.text[a.at], -1)
}

// join joins a line and the next one and puts the cursor between them.
func (a *area) join(i int) {
	a.text[a.at] = a.in.Value()
	n := len(a.text[i])
	a.text[i] += a.text[i+1]
	a.text = append(a.text[:i+1], a.text[i+2:]...)
	a.at = i
	a.in.Put(a.text[i], n)
}

// paste inserts a text with its line breaks.
func (a *area) paste(s string) {
	lines := strings.Split(PlainLines(s), "\n")
	was, i := a.in.Value(), a.in.Cursor()
	last := len(lines) - 1
	end := len(lines[last])
	if last == 0 {
		end += i
	}
	lines[0] = was[:i] + lines[0]
	lines[last] += was[i:]
	a.replace(lines...)
	a.goTo(a.at+last, end)
}

// PlainLines cleans foreign text for a field of several lines: all line breaks become line feeds, tabs stay, other
// control characters are removed.
func PlainLines(s string) string {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, string(utf8.RuneError))
	}
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n").Replace(s)
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && unicode.IsControl(r) {
			return -1
		}
		return r
	}, s)
}

// view draws the visible lines and returns the cursor's position in them.
func (a *area) view(width int, focused bool) (rows []string, x, y int) {
	st := a.env.Styles
	for i := a.top; i < a.top+a.rows; i++ {
		if i == a.at {
			row, col := a.in.View()
			if !focused {
				col = 0
			}
			rows = append(rows, row)
			x, y = col, i-a.top
			continue
		}
		s := ""
		if i < len(a.text) {
			s = model.Clean(strings.ReplaceAll(a.text[i], "\t", "    "))
		}
		rows = append(rows, input.Field(st, st.InputText, a.env.Ruler, s, width))
	}
	return rows, x, y
}

// hidden is a field for a secret: what is in it is never drawn, only how much it is and what it was understood as.
type hidden struct {
	env   *Env
	raw   string
	whole bool   // it was pasted: nobody can mend what is not seen
	said  string // what it was understood as, clean; "" = not yet
	wrong bool   // said is what is wrong with it
}

// update takes a paste or a key. changed is false if it does nothing here.
func (h *hidden) update(msg tea.Msg) (changed bool) {
	was := h.raw
	switch m := msg.(type) {
	case tea.PasteMsg:
		// A paste takes the place of the one before. Terminals send a line end as CR.
		h.raw = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(m.Content)
		h.whole = true
	case tea.KeyPressMsg:
		switch h.env.Keys.Action(keys.InInput, m.String()) {
		case keys.InAccept, keys.InBreak: // in a command that goes on in the next line
			h.raw += "\n"
		case keys.InBackspace:
			_, n := utf8.DecodeLastRuneInString(h.raw)
			if h.raw = h.raw[:len(h.raw)-n]; h.whole {
				h.raw = ""
			}
		case keys.InKillStart, keys.InKillWord:
			h.raw = ""
		default:
			h.raw += m.Text
		}
		h.whole = h.whole && h.raw != ""
	}
	if h.raw != was {
		h.said, h.wrong = "", false
	}
	return h.raw != was
}

// goesOn reports whether a line that was typed, or pasted as if it were, ends with the sign that the next line belongs
// to it.
func (h *hidden) goesOn() bool {
	return !h.whole && (strings.HasSuffix(h.raw, `\`) || strings.HasSuffix(h.raw, " ^"))
}

// text is drawn in place of what is in the field.
func (h *hidden) text() string {
	say := h.env.Text.Say
	switch n := utf8.RuneCountInString(h.raw); {
	case n == 0:
		return say("paste it here; it is not shown")
	case h.said == "" || h.wrong:
		return say("%d {character|characters}", n)
	default:
		return say("%d {character|characters}: %s", n, h.said)
	}
}
