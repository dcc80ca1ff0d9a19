package dialog

import (
	"image"
	"strings"

	"charm.land/lipgloss/v2"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// Sizes of boxes including the frame. A box keeps its size while it is open.
const (
	least  = 24 // cells, if the screen has them
	normal = 66
	wide   = 76
)

// role is the meaning of a line in a dialog.
type role int

const (
	plain  role = iota
	dim         // explanation
	strong      // subject of the dialog
	warn        // warning
	danger
	cursor // current row
	insert // inserted into a document
	linked // a web address or a part of one
	keyed  // a key, keyGap, and what it does
	hinted // hints, keyGap between them
)

// keyGap ends the key of a keyed line, and a hint.
const keyGap = "  "

func (r role) style(env *Env) lipgloss.Style {
	st := env.Styles
	switch r {
	case dim:
		return st.RowMeta
	case strong:
		return st.DialogTitle
	case warn:
		return st.StatusWarn
	case danger:
		return st.DialogDanger
	case cursor:
		return st.RowCursor
	case insert:
		return st.PreviewInsert
	}
	return st.DialogText
}

// line is one row of a dialog with clean text.
type line struct {
	role role
	text string
}

// frame is a box that is being drawn.
type frame struct {
	env  *Env
	w, h int // outer size
	rows []string
	cur  *tea.Position
	item *tea.Position // the row that the keys are on
	now  kit.Current   // the same in words
	said []string      // the other rows that the linear screen says
	at   string        // the one among them that keys act on
	tabs string        // the names of the views, with the current one in brackets; "" = there is one
	// address is the target of linked rows.
	address string
}

// newFrame starts a box of the wanted size, limited by the screen.
func newFrame(env *Env, wantW, wantH, screenW, screenH int) *frame {
	if env.Plain { // its rows are said, not drawn
		wantW = screenW
	}
	return &frame{env: env, w: max(min(wantW, screenW), min(least, screenW)), h: max(min(wantH, screenH), 3)}
}

// inner returns the width for text.
func (f *frame) inner() int { return max(f.w-4, 1) }

// left returns how many rows can still be added.
func (f *frame) left() int { return f.h - 2 - len(f.rows) }

// add adds a row of clean text.
func (f *frame) add(l line) {
	r := f.env.Ruler
	if at := strings.Index(l.text, keyGap); l.role == keyed && at >= 0 && r.Width(l.text) <= f.inner() {
		f.addKey(line{plain, l.text}, 0, at)
		return
	}
	f.said = append(f.said, f.spoken(l))
	if l.role == cursor && f.item == nil {
		f.on(0, f.now)
	}
	s := r.TruncateEnd(l.text, f.inner())
	rest := strings.Repeat(" ", f.inner()-r.Width(s))
	switch l.role {
	case linked:
		f.raw(f.env.Styles.DialogTitle.Underline(true).Hyperlink(f.address).Render(s) + rest)
	case hinted:
		f.raw(hintRow(f.env, s) + rest)
	default:
		f.raw(kit.NewPaint(l.role.style(f.env)).On(s + rest))
	}
}

// hintRow draws a row of keys and what they do.
func hintRow(env *Env, s string) string {
	text, key := kit.NewPaint(env.Styles.StatusHint), kit.NewPaint(env.Styles.StatusKey)
	var out strings.Builder
	for i, hint := range strings.Split(s, keyGap) {
		if i > 0 {
			out.WriteString(keyGap)
		}
		first, rest, _ := strings.Cut(hint, " ")
		out.WriteString(key.On(first))
		if rest != "" {
			out.WriteString(text.On(" " + rest))
		}
	}
	return out.String()
}

// addKey adds a row of clean text with a key in these bytes, if it fits.
func (f *frame) addKey(l line, from, to int) {
	if f.env.Ruler.Width(l.text) > f.inner() {
		f.add(l)
		return
	}
	f.said = append(f.said, f.spoken(l))
	text, key := kit.NewPaint(l.role.style(f.env)), kit.NewPaint(f.env.Styles.StatusKey)
	f.raw(text.On(l.text[:from]) + key.On(l.text[from:to]) +
		text.On(l.text[to:]+strings.Repeat(" ", max(f.inner()-f.env.Ruler.Width(l.text), 0))))
}

// input adds an input with the terminal's cursor in it.
func (f *frame) input(in *input.Model) {
	row, x := in.View()
	f.cur = &tea.Position{X: x + 2, Y: len(f.rows) + 1}
	f.now = in.Current()
	f.raw(row)
}

// raw adds a drawn row that is exactly as wide as inner.
func (f *frame) raw(s string) { f.rows = append(f.rows, s) }

// box closes the frame with the title in the upper border and notes in the lower one.
func (f *frame) box(title, low, foot string) Box {
	g := f.env.Styles.Glyphs
	border := f.env.Styles.DialogBorder
	for f.left() > 0 {
		f.add(line{})
	}
	f.rows = f.rows[:f.h-2]
	out := make([]string, 0, f.h)
	tabs := f.tabs
	if r := f.env.Ruler; r.Width(title)+r.Width(tabs) > f.w-8 {
		tabs = ""
	}
	out = append(out, f.rule(g.TopLeft, g.Top, g.TopRight, title, tabs, f.env.Styles.DialogTitle))
	left, right := border.Render(g.Left)+" ", " "+border.Render(g.Right)
	for _, r := range f.rows {
		out = append(out, left+r+right)
	}
	out = append(out, f.rule(g.BottomLeft, g.Bottom, g.BottomRight, low, foot, f.env.Styles.RowMeta))
	deaf := f.rule(g.BottomLeft, g.Bottom, g.BottomRight, low, "", f.env.Styles.RowMeta)
	leave := image.Rectangle{}
	if foot != "" {
		leave = image.Rect(f.w-3-f.env.Ruler.Width(foot), f.h-1, f.w-3, f.h)
	}
	b := Box{Lines: out, Width: f.w, Height: f.h, Cursor: f.cur, Item: tea.Position{X: 2, Y: 1}, Now: f.now, leave: leave, deaf: deaf}
	if f.item != nil {
		b.Item = *f.item
	}
	b.Said = append(append([]string{title}, f.said...), f.at, low, foot)
	return b
}

// rule draws a border line with labels at both ends, the left one in a style.
func (f *frame) rule(from, fill, to, left, right string, st lipgloss.Style) string {
	r, border := f.env.Ruler, f.env.Styles.DialogBorder
	room := f.w - 2
	word := func(s string) string {
		s = r.Truncate(s, room-4) // the end of a title tells as much as its beginning: a name, a version
		if s == "" {
			return ""
		}
		room -= r.Width(s) + 2
		return " " + s + " "
	}
	right = word(right) // how to leave matters more than notes
	left = word(left)
	lead := min(1, max(room, 0))
	tail := lead
	if right == "" {
		tail = 0
	}
	return border.Render(from+strings.Repeat(fill, lead)) + some(st, left) +
		border.Render(strings.Repeat(fill, max(room-lead-tail, 0))) + some(f.env.Styles.RowMeta, right) +
		border.Render(strings.Repeat(fill, tail)+to)
}

func some(st lipgloss.Style, s string) string {
	if s == "" {
		return ""
	}
	return st.Render(s)
}

// wrap breaks clean text into lines of a role.
func wrap(env *Env, r role, s string, width int) []line {
	return model.Each(kit.Wrap(env.Ruler, s, width), func(s string) line { return line{r, s} })
}

// field is a line with a label column: "from   drive:/Work".
func field(env *Env, label, value string, width int) []line {
	const column = 8
	var out []line
	pad := strings.Repeat(" ", column)
	for i, s := range kit.Wrap(env.Ruler, value, width-column) {
		if i == 0 {
			out = append(out, line{plain, env.Ruler.Fit(label, column-1) + " " + s})
		} else {
			out = append(out, line{plain, pad + s})
		}
	}
	return out
}

// typeInto sends a message to an input. ctrl+c cancels it too.
func typeInto(env *Env, in *input.Model, msg tea.Msg) (input.Did, tea.Cmd) {
	if action(env, keys.InInput, msg) == keys.DlgCancel {
		return input.Canceled, nil
	}
	return in.Update(msg)
}

// completions draws at most n rows of an input's open list, around the chosen one, and how many follow.
func completions(env *Env, in *input.Model, n, width int) []line {
	items, at := in.Completions()
	n = max(0, min(n, len(items)))
	from := max(0, min(at-n+2, len(items)-n))
	out := make([]line, n)
	for i := range out {
		out[i] = line{plain, "  " + env.Ruler.TruncateStart(items[from+i], width-2)}
		if from+i == at {
			out[i] = line{cursor, env.Styles.Glyphs.Cursor + out[i].text[1:]}
		}
	}
	if more := len(items) - from - n; more > 0 && n > 0 {
		out[n-1] = line{dim, "  " + env.Text.Say(text.DlgMore, more+1, env.Keys.Key(keys.InComplete))}
	}
	return out
}

// paragraphs are the paragraphs of a raw body.
func paragraphs(env *Env, all []string) func(width int) []line {
	return func(width int) (out []line) {
		for _, p := range all {
			out = append(out, wrap(env, plain, model.Clean(p), width)...)
		}
		return out
	}
}

// action is the meaning of a key or a click in a dialog.
func action(env *Env, c keys.Context, msg tea.Msg) keys.Action {
	if m, ok := msg.(acted); ok {
		return m.action
	}
	k, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return keys.None
	}
	if k.String() == "ctrl+c" {
		return keys.DlgCancel
	}
	return env.Keys.Action(c, k.String())
}

// hints draws the dialog's own keys. How to leave is already in the lower border.
func hints(env *Env, c keys.Context, width int, without ...keys.Action) string {
	return keys.Joined(ownHints(env, c, width, without...))
}

// hintAt returns the action of the hint in a cell of that line, from the box's left edge.
func hintAt(env *Env, c keys.Context, width, x int, without ...keys.Action) keys.Action {
	return keys.HintAt(ownHints(env, c, width, without...), x-2)
}

func ownHints(env *Env, c keys.Context, width int, without ...keys.Action) []keys.Hint {
	return env.Keys.OwnHintList(env.Text, c, width, append(without, keys.DlgCancel, keys.InCancel)...)
}

// foot says how to leave.
func foot(env *Env) string {
	return env.Keys.Key(keys.DlgCancel) + " " + env.Text.Say(text.KeyShortBack)
}

func answer(msg tea.Msg) tea.Cmd { return func() tea.Msg { return msg } }

// where formats a place for people, clean: without pinned ids.
func where(p model.Place) string {
	if p.IsResults() {
		return model.Clean(p.ResultsTitle())
	}
	if p.IsLoose() {
		return model.Clean(p.Root().String())
	}
	return model.Clean(p.Unpinned().String())
}

// Where formats a place for people: without pinned ids, and in words if only an id is known.
func Where(env *Env, p model.Place) string {
	if p.IsLoose() {
		return env.Text.Say(text.HitSomewhere, where(p))
	}
	return where(p)
}

// whereItem returns the place of an item of a plan.
func whereItem(env *Env, it model.Item) string {
	if it.Loose {
		return env.Text.Say(text.HitSomewhere, where(it.Parent))
	}
	if named := it.Named(); !named.IsZero() {
		return where(named)
	}
	return where(it.Place())
}

// on marks the next row as the one that the keys are on, from a column of it on.
func (f *frame) on(x int, now kit.Current) {
	f.now = now
	f.item = &tea.Position{X: x + 2, Y: len(f.rows) + 1}
}

// silent draws rows that the linear screen says only when the keys are on them.
func (f *frame) silent(draw func()) {
	said, at := f.said, f.at
	draw()
	f.said, f.at = said, at
}

// spoken returns a row without the sign of the current one, which is said apart: rows that only change their sign are
// not said again.
func (f *frame) spoken(l line) string {
	s := l.text
	if l.role == cursor {
		s = strings.TrimPrefix(s, f.env.Styles.Glyphs.Cursor)
		f.at = f.env.Text.Say("current: %s", strings.TrimSpace(s))
	}
	return s
}

// completions draws the completions of an input. The current one is in the input.
func (f *frame) completions(rows []line) {
	said := f.said
	for _, l := range rows {
		said = append(said, f.spoken(l))
	}
	f.silent(func() {
		for _, l := range rows {
			if f.left() > 0 {
				f.add(l)
			}
		}
	})
	f.said, f.at = said, ""
}
