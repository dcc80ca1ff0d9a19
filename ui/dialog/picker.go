package dialog

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"aloft/ui/input"
	"aloft/ui/keys"
)

// Picker is a list with an input above it, as in the palette and the help. Typing filters, the arrows move, Enter
// takes. Its owner fills in the rows.
type Picker struct {
	list
	browse keys.Context // "" = typing filters at once
	search keys.Action  // starts typing in browse mode
}

// PickerRow is one row of a Picker: clean texts for both ends. A Heading cannot be chosen.
type PickerRow struct {
	Left, Right string
	Dim         bool
	Heading     bool
}

// NewPicker makes a list under an input, as tall as its rows and the screen allow. The tip explains the keys; "" =
// show their hints.
func NewPicker(env *Env, title, prompt, empty, tip string) *Picker {
	p := &Picker{list: list{
		env: env, context: keys.InInput, title: title, want: wide, empty: empty, atOnce: true,
		over: input.New(env, 0, input.Options{Prompt: prompt, Cursor: -1}), typing: true,
	}}
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

// Ask opens an input in place of the hints, Asked closes it. Warn shows a problem with the typed text above it,
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
	f.n, f.cursor = len(rs), 0
	f.tall = max(f.tall, len(rs)) // typing does not resize the box
	f.row = func(i, w int) line {
		r := rs[i]
		switch {
		case r.Heading:
			return line{strong, r.Left}
		case r.Dim:
			return line{dim, two(f.env, r.Left, r.Right, w)}
		}
		return line{plain, two(f.env, r.Left, r.Right, w)}
	}
	for f.cursor < len(rs)-1 && rs[f.cursor].Heading {
		f.cursor++
	}
}

// Cursor returns the chosen row, GoTo chooses another.
func (f *Picker) Cursor() int { return f.cursor }
func (f *Picker) GoTo(i int)  { f.goTo(i) }

// Note shows a note below the list until the next key.
func (f *Picker) Note(s string) { f.say(warn, s) }

// Update handles a key: first as a cursor key, then as input.
func (f *Picker) Update(msg tea.Msg) input.Did {
	if !f.typing {
		return f.reading(msg)
	}
	switch a := action(f.env, keys.InInput, msg); a {
	case keys.InHistNext:
		f.move(keys.DlgDown)
	case keys.InHistPrev:
		f.move(keys.DlgUp)
	case keys.InPageDown, keys.InPageUp:
		f.move(a)
	case keys.DlgAccept: // a click
		return input.Accepted
	case keys.DlgCancel:
		return input.Canceled
	default:
		did, _ := f.over.Update(msg)
		if f.browse != "" && (did == input.Canceled || did == input.Accepted) {
			f.typing = false
			if did == input.Canceled && f.over.Value() != "" {
				f.over.SetValue("")
				return input.Edited
			}
			return input.Moved
		}
		if did == input.Edited {
			f.note = ""
		}
		return did
	}
	return input.Moved
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
