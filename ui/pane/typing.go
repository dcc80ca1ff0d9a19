package pane

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/input"
	"aloft/ui/keys"
)

// errStopped says that the user stopped the first listing of a folder.
var errStopped = errors.New("stopped")

// typing is the pane's text field: over the list, or in the row that is renamed.
type typing struct {
	env   *Env
	pane  ID
	list  *list
	what  what
	field *input.Model
	entry model.Entry // the entry being renamed
	began int         // the row where the search began
}

// what says what is being typed.
type what int

const (
	nothing what = iota
	filtering
	finding
	renaming
)

// inputID minus the number of the pane is the id of its text fields, apart from those of dialogs.
const inputID = -10

// RenameAsked requests another name.
type RenameAsked struct {
	Pane   ID
	Folder model.Place
	Entry  model.Entry
	Name   string
}

// Typing reports whether keys and pastes go into a text field of this pane.
func (t *typing) Typing() bool { return t.what != nothing }

// Filtering reports whether a filter is typed.
func (t *typing) Filtering() bool { return t.what == filtering }

// Prompt returns the text field of the prompt line, or nil. Renaming happens in the row.
func (t *typing) Prompt() *input.Model {
	if t.what == filtering || t.what == finding {
		return t.field
	}
	return nil
}

// inRow returns the text field in the row of the cursor, or nil.
func (t *typing) inRow() *input.Model {
	if t.what == renaming {
		return t.field
	}
	return nil
}

// Trouble returns the problem with the typed text, or "".
func (t *typing) Trouble() string {
	if t.field == nil {
		return ""
	}
	return t.field.Trouble()
}

// do carries out an action that types or repeats a search. It returns false for all others.
func (t *typing) do(a keys.Action) bool {
	switch a {
	case keys.Filter:
		t.begin(filtering, "filter: ", t.list.Filter())
	case keys.Find:
		t.began = t.list.rows.Cursor()
		t.begin(finding, "find: ", "")
	case keys.FindNext:
		t.list.findOn(t.list.rows.Cursor(), false)
	case keys.FindPrev:
		t.list.findOn(t.list.rows.Cursor(), true)
	default:
		return false
	}
	return true
}

func (t *typing) begin(w what, prompt text.Text, value string) {
	t.what = w
	t.field = input.New(t.env.Env, inputID-int(t.pane), input.Options{
		Prompt: t.env.Text.Say(prompt), Value: value, Cursor: -1,
	})
}

// end closes the field.
func (t *typing) end() { t.what, t.field, t.entry = nothing, nil, model.Entry{} }

// rename starts renaming an entry in its row, with the cursor before the extension.
func (t *typing) rename(e *model.Entry, check func(string) error, width int) {
	at := len(e.Name)
	if !e.Kind.Container() {
		at -= len(model.Extension(e.Name))
	}
	t.what, t.entry = renaming, *e
	t.field = input.New(t.env.Env, inputID-int(t.pane), input.Options{
		Value: e.Name, Cursor: at, Check: check, Width: width,
	})
}

// Type passes a key, a paste or an answer to the text field.
func (t *typing) Type(msg tea.Msg) tea.Cmd {
	f := t.field
	if f == nil {
		return nil
	}
	did, cmd := f.Update(msg)
	switch did {
	case input.Edited:
		t.edited(f.Value())
	case input.Accepted:
		return tea.Batch(cmd, t.accept(f.Value()))
	case input.Canceled:
		t.cancel()
	case input.Nothing:
		t.move(msg)
	}
	return cmd
}

// edited applies what is being typed.
func (t *typing) edited(value string) {
	switch t.what {
	case filtering:
		t.list.setFilter(value)
	case finding:
		t.list.setFind(value)
		t.list.findOn(t.began-1, false)
	}
}

func (t *typing) accept(value string) tea.Cmd {
	if t.what != renaming {
		t.end()
		return nil
	}
	if t.field.Trouble() != "" {
		return nil // the field shows the reason and stays
	}
	asked := RenameAsked{t.pane, t.list.place, t.entry, value}
	t.end()
	if value == asked.Entry.Name || value == "" {
		return nil
	}
	return func() tea.Msg { return asked }
}

func (t *typing) cancel() {
	was := t.what
	t.end()
	switch was {
	case filtering:
		t.list.setFilter("")
	case finding:
		t.list.setFind("")
		t.list.rows.MoveTo(t.began)
		t.list.reveal()
	}
}

// move moves the cursor while the list is being filtered.
func (t *typing) move(msg tea.Msg) {
	k, ok := msg.(tea.KeyPressMsg)
	if !ok || t.what == renaming {
		return
	}
	switch k.Code {
	case tea.KeyDown:
		t.list.Move(1)
	case tea.KeyUp:
		t.list.Move(-1)
	}
}
