package input

import (
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"aloft/model"
	"aloft/themes"
	"aloft/ui/kit"
)

// glyph is a drawn cluster of the value.
type glyph struct {
	at    int // byte offset in the value
	text  string
	width int
}

// glyphs returns up to n clusters of the value from a boundary on, each clean and at least one cell wide. A cluster
// without width, or one that would merge with its neighbour, becomes the replacement character.
func (m *Model) glyphs(from, n int) []glyph {
	r := m.env.Ruler
	sign := string(model.Shown)
	one := r.Width(sign)
	var out []glyph
	before := ""
	for i := from; i < len(m.line.s) && len(out) < n; {
		end := next(m.line.s, i)
		text := model.Clean(m.line.s[i:end])
		w := r.Width(text)
		if w == 0 || r.Width(sign+text) != one+w || before != "" && r.Width(before+text) != r.Width(before)+w {
			text, w = sign, one
		}
		out = append(out, glyph{i, text, w})
		before = text
		i = end
	}
	return out
}

// room returns the width for the text after the prompt. One cell is for the cursor after the text.
func (m *Model) room() int {
	return max(m.width-m.env.Ruler.Width(m.prompt), 1)
}

// follow scrolls to the cursor and some text before it.
func (m *Model) follow() {
	room := m.room()
	at := starts(m.line.s)
	cursor, _ := slices.BinarySearch(at, m.line.cursor)
	// A cluster takes a cell at least, so those further from the cursor than the room cannot be seen.
	first := max(cursor-room, 0)
	gs := m.glyphs(at[first], 2*room)
	cursor -= first
	offset, _ := slices.BinarySearch(at, m.offset)
	offset = min(max(offset-first, 0), cursor)
	span := func(from int) (w int) {
		for _, g := range gs[from:cursor] {
			w += g.width
		}
		return w
	}
	under := 1 // cells that the cursor needs
	if cursor < len(gs) {
		under = gs[cursor].width
	}
	for offset < cursor && span(offset)+under > room {
		offset++
	}
	// If room is left after the text, show more of its start.
	all := 1
	for _, g := range gs[offset:] {
		all += g.width
	}
	for offset > 0 && all+gs[offset-1].width <= room {
		offset--
		all += gs[offset].width
	}
	m.offset = at[first+offset]
}

// View draws the field at exactly its width and returns the column of the cursor.
func (m *Model) View() (view string, cursor int) {
	st, r := m.env.Styles, m.env.Ruler
	prompt := r.TruncateEnd(m.prompt, max(m.width-1, 0))
	room := max(m.width-r.Width(prompt), 0)
	at := r.Width(prompt)
	prompt = draw(st.InputPrompt, prompt)
	if m.line.s == "" {
		return prompt + Field(st, st.InputPlaceholder, r, m.placeholder, room), at
	}
	var b strings.Builder
	w, seen := 0, false
	for _, g := range m.glyphs(m.offset, room+1) {
		if g.at >= m.line.cursor && !seen {
			cursor, seen = at+w, true
		}
		if w+g.width > room {
			break
		}
		b.WriteString(g.text)
		w += g.width
	}
	if !seen {
		cursor = at + w
	}
	return prompt + Field(st, st.InputText, r, b.String(), room), min(cursor, max(m.width-1, 0))
}

// Field draws a clean text in a style on the ground of a field. In a theme without such a ground a line under the rest
// shows where the field ends; the text has none, since it would hide underscores.
func Field(st *themes.Styles, text lipgloss.Style, r model.Ruler, s string, width int) string {
	s = r.TruncateEnd(s, width)
	rest := strings.Repeat(" ", max(width-r.Width(s), 0))
	switch {
	case !themes.Ground(st.InputText):
		return draw(text, s) + kit.NewPaint(st.InputText.Underline(true)).On(rest)
	case s == "":
		return draw(st.InputText, rest)
	}
	return draw(text, s+rest)
}

func draw(s lipgloss.Style, t string) string {
	if t == "" {
		return ""
	}
	return s.Render(t)
}

// Current returns the field in words, with the whole value.
func (m *Model) Current() kit.Current {
	var b strings.Builder
	w, x := 0, 0
	for _, g := range m.glyphs(0, len(m.line.s)) {
		b.WriteString(g.text)
		if w += g.width; g.at < m.line.cursor {
			x = w
		}
	}
	return kit.Current{Label: m.prompt, Text: b.String(), Typed: true, X: x}
}
