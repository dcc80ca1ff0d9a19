package dialog

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"aloft/ui/input"
	"aloft/ui/keys"
)

// Finder is a list with an input over it, as the palette and the help have:
// typing filters, the arrows move, Enter takes. Its owner fills in the rows.
type Finder struct {
	env    *Env
	in     *input.Model
	lst    rows
	browse keys.Context // "" = typing is what it is for
	typing bool
}

// FinderRow is one row of a Finder: clean texts for its two ends. A Heading
// cannot be chosen.
type FinderRow struct {
	Left, Right string
	Dim         bool
	Heading     bool
}

// NewFinder makes a list of the given height under an input. The tip says what
// can be done.
func NewFinder(env *Env, title, prompt, empty, tip string, tall int) *Finder {
	f := &Finder{env: env, typing: true, in: input.New(env, 0, input.Options{Prompt: prompt, Cursor: -1})}
	f.lst = rows{env: env, context: keys.InInput, title: title, want: wide, tall: tall, empty: empty, tip: tip, down: 1, atOnce: true}
	return f
}

// Browse makes it a list that is read first, with the keys of a context: its
// search key begins typing, and Esc ends it.
func (f *Finder) Browse(c keys.Context) *Finder {
	f.browse, f.typing, f.lst.context = c, false, c
	f.lst.hide = []keys.Action{keys.DlgAccept}
	return f
}

// Context of the keys.
func (f *Finder) Context() keys.Context {
	if f.typing {
		return keys.InInput
	}
	return f.browse
}

// Query is what is typed.
func (f *Finder) Query() string { return f.in.Value() }

// SetTitle names the box anew.
func (f *Finder) SetTitle(s string) { f.lst.title = s }

// SetRows replaces the rows and puts the cursor on the first one that can be
// chosen.
func (f *Finder) SetRows(rs []FinderRow) {
	f.lst.n, f.lst.cursor = len(rs), 0
	f.lst.row = func(i, w int) line {
		r := rs[i]
		switch {
		case r.Heading:
			return line{strong, r.Left}
		case r.Dim:
			return line{dim, two(f.env, r.Left, r.Right, w)}
		}
		return line{plain, two(f.env, r.Left, r.Right, w)}
	}
	for f.lst.cursor < len(rs)-1 && rs[f.lst.cursor].Heading {
		f.lst.cursor++
	}
}

// Cursor is the chosen row.
func (f *Finder) Cursor() int { return f.lst.cursor }

// Note says something under the list until the next key.
func (f *Finder) Note(s string) { f.lst.say(warn, s) }

// Update takes a key: first the cursor's, then the input's.
func (f *Finder) Update(msg tea.Msg) input.Did {
	if !f.typing {
		return f.reading(msg)
	}
	switch action(f.env, keys.InInput, msg) {
	case keys.InHistNext:
		f.lst.move(keys.DlgDown)
	case keys.InHistPrev:
		f.lst.move(keys.DlgUp)
	case keys.InPageDown:
		f.lst.move(keys.DlgPageDown)
	case keys.InPageUp:
		f.lst.move(keys.DlgPageUp)
	case keys.DlgAccept: // clicked
		return input.Accepted
	case keys.DlgCancel:
		return input.Canceled
	default:
		did, _ := f.in.Update(msg)
		if f.browse != "" && (did == input.Canceled || did == input.Accepted) {
			f.typing = false
			if did == input.Canceled && f.in.Value() != "" {
				f.in.SetValue("")
				return input.Edited
			}
			return input.Moved
		}
		if did == input.Edited {
			f.lst.note = ""
		}
		return did
	}
	return input.Moved
}

// mouse follows the mouse in the list, which begins below the input.
func (f *Finder) mouse(at image.Point, wheel int) keys.Action {
	a := f.lst.mouse(at, wheel)
	if a == keys.DlgAccept && f.browse != "" {
		return keys.None // there is nothing to take
	}
	return a
}

// reading takes a key while nothing is typed.
func (f *Finder) reading(msg tea.Msg) input.Did {
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
		f.lst.move(a)
	}
	return input.Moved
}

// View draws the input over the list.
func (f *Finder) View(width, height int) Box {
	b := f.lst.View(width, max(height-1, 3))
	fr := frame{env: f.env, w: b.Width, h: 3}
	f.in.SetWidth(fr.inner())
	row, x := f.in.View()
	fr.raw(row)
	line := fr.box("", "", "").Lines[1]
	b.Lines = append(b.Lines[:1], append([]string{line}, b.Lines[1:]...)...)
	b.Height++
	if f.typing {
		b.Cursor = &tea.Position{X: x + 2, Y: 1}
	}
	return b
}
