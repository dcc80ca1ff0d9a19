package dialog

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"aloft/ui/input"
	"aloft/ui/keys"
)

// Picker is a list with an input above it, as in the palette and the help: typing
// filters, the arrows move, Enter takes. Its owner fills in the rows.
type Picker struct {
	list
	browse keys.Context // "" = typing filters at once
}

// PickerRow is one row of a Picker: clean texts for its two ends. A Heading
// cannot be chosen.
type PickerRow struct {
	Left, Right string
	Dim         bool
	Heading     bool
}

// NewPicker makes a list of the given height under an input. The tip says what the
// keys do; "" = the hints of the keys do.
func NewPicker(env *Env, title, prompt, empty, tip string, tall int) *Picker {
	p := &Picker{list: list{
		env: env, context: keys.InInput, title: title, want: wide, tall: tall, empty: empty, atOnce: true,
		over: input.New(env, 0, input.Options{Prompt: prompt, Cursor: -1}), typing: true,
	}}
	if tip != "" {
		p.tip = func() string { return tip }
	}
	return p
}

// Browse makes it a list that is read first, with the keys of a context: its search
// key begins typing, and Esc ends it.
func (f *Picker) Browse(c keys.Context) *Picker {
	f.browse, f.typing, f.context = c, false, c
	f.hide = []keys.Action{keys.DlgAccept}
	return f
}

// Context of the keys.
func (f *Picker) Context() keys.Context {
	if f.typing {
		return keys.InInput
	}
	return f.browse
}

// Query is what is typed.
func (f *Picker) Query() string { return f.over.Value() }

// SetRows replaces the rows and puts the cursor on the first one that can be
// chosen.
func (f *Picker) SetRows(rs []PickerRow) {
	f.n, f.cursor = len(rs), 0
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

// Cursor is the chosen row.
func (f *Picker) Cursor() int { return f.cursor }

// Note shows a note under the list until the next key.
func (f *Picker) Note(s string) { f.say(warn, s) }

// Update handles a key: first the cursor's, then the input's.
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
	case keys.DlgAccept: // clicked
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
	if a == keys.DlgAccept && f.browse != "" {
		return keys.None // there is nothing to take
	}
	return a
}

// reading handles a key while nothing is typed.
func (f *Picker) reading(msg tea.Msg) input.Did {
	switch a := action(f.env, f.browse, msg); a {
	case keys.None:
		return input.Nothing
	case keys.DlgCancel, keys.DlgHelp:
		return input.Canceled
	case keys.DlgAccept:
		return input.Accepted
	case keys.HelpSearch:
		f.typing = true
	default:
		f.move(a)
	}
	return input.Moved
}
