package dialog

import (
	"image"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// Picker is a list with an input above it, as in the palette and the help. Typing filters, the arrows move, Enter
// takes. Its owner fills in the rows.
type Picker struct {
	list
	rows   []PickerRow
	given  []PickerRow // the same before long texts were broken for columns
	told   []string    // of each row there: what it says in full
	first  int         // widths of the columns: of any rows until now, so that typing moves nothing
	text   int
	last   int
	cell   int          // least width of a column of rows, 0 = there is one
	browse keys.Context // "" = typing filters at once
	search keys.Action  // starts typing in browse mode
}

// PickerRow is one row of a Picker, in clean texts. A Heading cannot be chosen.
type PickerRow struct {
	First   string // the keys, before the texts of all rows and aligned to them
	Brief   string // the same where the rows stand beside each other
	Text    string
	Last    string // in a column after the texts
	LastKey bool   // Last is a key
	Dim     bool
	Heading bool
}

// The columns of a picker are as wide as the rows need. What is longer than usual moves only its own row.
const (
	narrowest = 50 // of the box: the hints in its last row
	broadest  = 90
	usualKeys = 18
	usualText = 40
	briefKeys = 10
	columnGap = 2
)

// NewPicker makes a list under an input, as tall as its rows and the screen allow. The tip explains the keys; "" =
// show their hints.
func NewPicker(env *Env, title, prompt, empty, tip string) *Picker {
	p := &Picker{list: list{
		env: env, context: keys.InInput, title: title, empty: empty, atOnce: true,
		over: input.New(env, 0, input.Options{Prompt: prompt, Cursor: -1}), typing: true,
	}}
	p.row = func(i, w int) line { l, _ := p.draw(i, w); return l }
	p.key = func(i, w int) [2]int { _, key := p.draw(i, w); return key }
	if tip != "" {
		p.tip = func() string { return tip }
	}
	return p
}

// Browse makes the list readable first, with the keys of a context. Its search key starts typing, and Esc ends that.
func (f *Picker) Browse(c keys.Context, search keys.Action) *Picker {
	f.browse, f.search, f.typing, f.context = c, search, false, c
	f.hide = []keys.Action{keys.DlgAccept}
	return f
}

// Tell shows more about the current row. about is clean and has that many rows, or more if needed. Enter and a second
// click take such a row.
func (f *Picker) Tell(rows int, about func(i int) string) *Picker {
	f.detail, f.details, f.hide, f.atOnce = about, rows, nil, false
	return f
}

// Across puts the rows beside each other where the screen has room for columns of that width, at most three, and tells the
// current row in full below them.
func (f *Picker) Across(cell int) *Picker {
	f.cell = cell
	return f
}

// mostAcross and broadCell limit what a wide screen makes of the columns.
const (
	mostAcross = 3
	broadCell  = 50
)

// layAcross chooses the number of columns.
func (f *Picker) layAcross(width, height int) {
	if f.cell == 0 || f.env.Plain || f.tall <= height-7 { // one column has room for all
		return
	}
	inner := width - 4
	if f.across = min(inner/f.cell, mostAcross); f.across < 2 {
		f.across = 0
		if f.told != nil {
			f.detail = nil
		}
		return
	}
	f.want = min(width, f.across*broadCell+4)
	f.details, f.detail = 1, func(i int) string { return f.told[i] }
}

// flow breaks texts that are longer than a column.
func (f *Picker) flow() {
	f.rows, f.told = f.given, nil
	if f.across < 2 {
		return
	}
	f.rows = nil
	room := (f.want-4)/f.across - briefKeys - columnGap - 3
	for _, r := range f.given {
		whole := strings.TrimSpace(r.First + keyGap + r.Text)
		for _, s := range kit.Wrap(f.env.Ruler, r.Text, room) {
			r.Text = s
			f.rows, f.told = append(f.rows, r), append(f.told, whole)
			r.Brief = ""
		}
	}
}

// Explain shows what a mark of the rows means in the lower border, clean.
func (f *Picker) Explain(s string) *Picker {
	f.low = s
	return f
}

// Ask opens an input in place of the hints, Asked closes it. Warn shows a problem with the typed text below it,
// clean.
func (f *Picker) Ask(in *input.Model) { f.ask(in) }
func (f *Picker) Asked()              { f.asked() }
func (f *Picker) Warn(s string)       { f.warning = s }

// Asking returns that input, or nil.
func (f *Picker) Asking() *input.Model { return f.field }

// Type sends a message to that input.
func (f *Picker) Type(msg tea.Msg) (input.Did, tea.Cmd) { return typeInto(f.env, f.field, msg) }

// Pressed returns the action of a key or a click in browse mode.
func (f *Picker) Pressed(msg tea.Msg) keys.Action {
	if f.typing || f.field != nil {
		return keys.None
	}
	return action(f.env, f.browse, msg)
}

// keptFree is how many rows of a large screen stay free around the input, among them the hints and the state, since
// the box does not name the keys.
const keptFree = 4

// SetSize lays out the picker for a screen of that size.
func (f *Picker) SetSize(width, height int) {
	if f.browse == "" && height-keptFree >= 16 {
		height -= keptFree
	}
	was := [2]int{f.across, f.want}
	if f.layAcross(width, height); f.cell > 0 && was != [2]int{f.across, f.want} {
		f.SetRows(f.given)
	}
	f.list.SetSize(width, height)
}

// Context returns the context of the keys.
func (f *Picker) Context() keys.Context {
	if f.typing || f.field != nil {
		return keys.InInput
	}
	return f.browse
}

// Query returns the typed text.
func (f *Picker) Query() string { return f.over.Value() }

// SetRows replaces the rows and puts the cursor on the first selectable one.
func (f *Picker) SetRows(rs []PickerRow) {
	f.given = rs
	f.flow()
	rs = f.rows
	f.win = kit.List{Len: len(rs), Height: f.win.Height}
	f.tall = max(f.tall, len(rs)) // typing does not resize the box
	width := f.env.Ruler.Width
	for _, r := range rs {
		f.first = max(f.first, width(r.First))
		f.last = max(f.last, width(r.Last))
		f.text = max(f.text, width(r.Text))
	}
	if f.screenW == 0 && f.across < 2 {
		need := 2 + f.text
		for _, w := range []int{min(f.first, usualKeys), f.last} {
			if w > 0 {
				need += columnGap + w
			}
		}
		f.want = min(max(need, width(f.title)+2, narrowest)+4, broadest)
	}
	for f.win.At < len(rs)-1 && rs[f.win.At].Heading {
		f.win.At++
	}
}

// draw draws a row, and says which bytes of it are a key. A row leaves the columns before it is cut.
func (f *Picker) draw(i, w int) (line, [2]int) {
	r, ruler, gap := f.rows[i], f.env.Ruler, strings.Repeat(" ", columnGap)
	role := plain
	switch {
	case r.Heading:
		role = strong
	case r.Dim:
		role = dim
	}
	s, key := "", [2]int{}
	if f.first > 0 {
		room := min(f.first, usualKeys, w/3)
		if f.across > 1 {
			r.First, room = ruler.TruncateEnd(r.Brief, briefKeys), briefKeys
		}
		have := w - columnGap - ruler.Width(r.Text) // beside the whole text
		switch need := ruler.Width(r.First); {
		case r.Heading, f.across > 1:
		case need > room:
			room = max(room, min(need, have))
		default:
			room = max(need, min(room, have))
		}
		s = ruler.TruncateEnd(r.First, room)
		blank := room - ruler.Width(s)
		key = [2]int{blank, blank + len(s)}
		s = strings.Repeat(" ", blank) + s + gap
		w -= room + columnGap
	}
	if f.last == 0 || r.Heading {
		return line{role, s + ruler.TruncateEnd(r.Text, w)}, key
	}
	last := ruler.Truncate(r.Last, w/2)
	n := ruler.Width(last)
	room := max(min(f.text, usualText, max(w-f.last-columnGap, w/2)), ruler.Width(r.Text))
	room = min(room, w-n-columnGap)
	s += ruler.Fit(ruler.Truncate(r.Text, room), room) + gap
	if r.LastKey {
		key = [2]int{len(s), len(s) + len(last)}
	}
	return line{role, s + last}, key
}

// Cursor returns the chosen row, GoTo chooses another.
func (f *Picker) Cursor() int { return f.win.At }
func (f *Picker) GoTo(i int)  { f.goTo(i) }

// Aside goes to the row beside the chosen one, or where there is one column as far up or down.
func (f *Picker) Aside(columns int) { f.goTo(f.win.At + columns*f.arrange().room) }

// Note shows a note below the list until the next key.
func (f *Picker) Note(s string) { f.say(warn, s) }

// Update handles a key: first as a cursor key, then as input.
func (f *Picker) Update(msg tea.Msg) (did input.Did, cmd tea.Cmd) {
	if !f.typing {
		return f.reading(msg), nil
	}
	switch a := action(f.env, keys.InInput, msg); a {
	case keys.InHistNext:
		f.move(keys.DlgDown)
	case keys.InHistPrev:
		f.move(keys.DlgUp)
	case keys.InPageDown, keys.InPageUp:
		f.move(a)
	case keys.DlgAccept: // a click
		return input.Accepted, nil
	case keys.DlgCancel:
		return input.Canceled, nil
	default:
		did, cmd = f.over.Update(msg)
		if f.browse != "" && (did == input.Canceled || did == input.Accepted) {
			f.typing = false
			if did == input.Canceled && f.over.Value() != "" {
				f.over.SetValue("")
				return input.Edited, nil
			}
			return input.Moved, nil
		}
		if did == input.Edited {
			f.note = ""
		}
		return did, cmd
	}
	return input.Moved, nil
}

// mouse handles the mouse in the list, which begins below the input.
func (f *Picker) mouse(at image.Point, wheel int) keys.Action {
	a := f.list.mouse(at, wheel)
	if a == keys.DlgAccept && f.browse != "" && f.detail == nil {
		return keys.None // nothing to take
	}
	return a
}

// reading handles a key in browse mode.
func (f *Picker) reading(msg tea.Msg) input.Did {
	switch a := action(f.env, f.browse, msg); a {
	case keys.None:
		return input.Nothing
	case keys.DlgCancel, keys.DlgHelp:
		return input.Canceled
	case keys.DlgAccept:
		return input.Accepted
	case f.search:
		f.typing = true
	default:
		f.move(a)
	}
	return input.Moved
}
