package pane

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/input"
	"aloft/ui/keys"
)

// errStopped: the person stopped the first listing of a folder.
var errStopped = errors.New("stopped")

// typing is the text field of the pane that has the focus.
type typing struct {
	what  what
	field *input.Model
	key   model.Key // renaming: the entry
	entry model.Entry
	start int // finding: the row where it began
}

// what is being typed.
type what int

const (
	nothing what = iota
	filtering
	finding
	renaming
)

// Inputs of a pane have these ids, apart from those of dialogs.
const inputID = -10

// RenameAsked is the wish for another name.
type RenameAsked struct {
	Pane   ID
	Folder model.Place
	Entry  model.Entry
	Name   string
}

// Typing reports whether keys and pastes go into a text field of this pane.
func (p *Pane) Typing() bool { return p.typing.what != nothing }

// Prompt is the text field that wants the prompt line, nil when there is none:
// renaming is done in the row itself.
func (p *Pane) Prompt() *input.Model {
	if p.typing.what == filtering || p.typing.what == finding {
		return p.typing.field
	}
	return nil
}

// Trouble is what is wrong with what is being typed, "" when nothing is.
func (p *Pane) Trouble() string {
	if p.typing.field == nil {
		return ""
	}
	return p.typing.field.Trouble()
}

func (p *Pane) doType(a keys.Action) (tea.Cmd, bool) {
	switch a {
	case keys.Filter:
		p.begin(filtering, "filter: ", p.rows.Filter().String())
	case keys.Find:
		p.typing.start = p.rows.Cursor()
		p.begin(finding, "find: ", "")
	case keys.FindNext:
		p.findOn(p.rows.Cursor(), false)
	case keys.FindPrev:
		p.findOn(p.rows.Cursor(), true)
	default:
		return nil, false
	}
	return nil, true
}

func (p *Pane) begin(w what, prompt text.Text, value string) {
	p.typing.what = w
	p.typing.field = input.New(p.env.Env, inputID-int(p.id), input.Options{
		Prompt: p.env.Text.Say(prompt), Value: value, Cursor: -1,
	})
}

// Rename begins to rename the entry under the cursor in its row, the cursor
// before the extension. check says why a name would be refused.
func (p *Pane) Rename(check func(string) error) bool {
	e := p.rows.Current()
	if e == nil {
		return false
	}
	at := len(e.Name)
	if !e.Kind.Container() {
		at -= len(model.Extension(e.Name))
	}
	p.reveal()
	p.typing = typing{what: renaming, entry: *e, key: p.rows.Key(p.rows.Cursor())}
	p.typing.field = input.New(p.env.Env, inputID-int(p.id), input.Options{
		Value: e.Name, Cursor: at, Check: check, Width: p.cols.name,
	})
	return true
}

// updateTyping hands a key, a paste or an answer to the text field.
func (p *Pane) updateTyping(msg tea.Msg) tea.Cmd {
	f := p.typing.field
	if f == nil {
		return nil
	}
	did, cmd := f.Update(msg)
	switch did {
	case input.Edited:
		p.edited(f.Value())
	case input.Accepted:
		return tea.Batch(cmd, p.accept(f.Value()))
	case input.Canceled:
		p.cancelTyping()
	case input.Nothing:
		p.whileTyping(msg)
	}
	return cmd
}

// edited follows what is being typed.
func (p *Pane) edited(value string) {
	switch p.typing.what {
	case filtering:
		p.setFilter(value)
	case finding:
		p.setFind(value)
		p.findOn(p.typing.start-1, false)
	}
}

func (p *Pane) accept(value string) tea.Cmd {
	t := p.typing
	switch t.what {
	case renaming:
		if f := t.field; f.Trouble() != "" {
			return nil // the field says why, and stays
		}
		p.typing = typing{}
		if value == t.entry.Name || value == "" {
			return nil
		}
		asked := RenameAsked{p.id, p.place, t.entry, value}
		return func() tea.Msg { return asked }
	case finding, filtering:
		p.typing = typing{}
	}
	return nil
}

func (p *Pane) cancelTyping() {
	t := p.typing
	p.typing = typing{}
	switch t.what {
	case filtering:
		p.setFilter("")
	case finding:
		p.setFind("")
		p.rows.MoveTo(t.start)
		p.reveal()
	}
}

// whileTyping lets the cursor move in a list that is being filtered.
func (p *Pane) whileTyping(msg tea.Msg) {
	k, ok := msg.(tea.KeyPressMsg)
	if !ok || p.typing.what == renaming {
		return
	}
	switch k.Code {
	case tea.KeyDown:
		p.Move(1)
	case tea.KeyUp:
		p.Move(-1)
	}
}

func (p *Pane) setFilter(s string) {
	was := p.line() - p.top
	p.rows.SetFilter(model.NewFilter(s))
	p.top = max(0, p.line()-max(0, was))
	p.redraw()
	p.reveal()
}

// Filter in force, "" when there is none.
func (p *Pane) Filter() string { return p.rows.Filter().String() }

func (p *Pane) setFind(s string) {
	p.find = model.NewFilter(s)
	p.redraw()
}

// findOn puts the cursor on the next match after a row.
func (p *Pane) findOn(from int, back bool) {
	if p.find.Empty() {
		return
	}
	if row, ok := p.rows.Find(p.find, max(from, -1), back); ok {
		p.rows.MoveTo(row)
		p.reveal()
	}
}

// FindsOther reports whether another entry than that under the cursor matches what
// is being looked for.
func (p *Pane) FindsOther(back bool) bool {
	row, ok := p.rows.Find(p.find, max(p.rows.Cursor(), -1), back)
	return ok && row != p.rows.Cursor()
}

// Finding is what is being looked for, "" when nothing is.
func (p *Pane) Finding() string { return p.find.String() }
