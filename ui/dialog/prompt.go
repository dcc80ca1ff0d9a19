package dialog

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/input"
	"aloft/ui/keys"
)

// PromptOptions configure one line of input.
type PromptOptions[T any] struct {
	Origin      Origin
	For         T // returned in the answer
	Title       string
	Label       string   // before the input
	Body        []string // raw paragraphs above it
	Placeholder string
	Value       string
	Cursor      int // byte offset, -1 = end
	History     []string
	Check       func(string) error  // nil = any value
	Empty       bool                // an empty value is accepted
	Complete    bool                // Tab asks with input.CompleteAsked
	Low         func(string) string // a remark about the value in the lower border; nil = none
}

type prompt[T any] struct {
	question
	opt PromptOptions[T]
}

// NewPrompt asks for one line: PromptAnswered.
func NewPrompt[T any](env *Env, o PromptOptions[T]) Dialog {
	label := strings.TrimSpace(o.Label)
	if label != "" {
		label += " "
	}
	d := &prompt[T]{opt: o}
	d.question = question{
		env: env, context: keys.InInput, title: model.Clean(o.Title), want: normal,
		body: paragraphs(env, o.Body), complete: o.Complete, low: o.Low,
		field: input.New(env, 0, input.Options{
			Prompt: label, Placeholder: o.Placeholder, Value: o.Value, Cursor: o.Cursor,
			History: o.History, Check: o.Check, Complete: o.Complete,
		}),
	}
	return d
}

func (d *prompt[T]) setID(id int) tea.Cmd {
	d.field.SetID(id)
	return nil
}

// Update answers a key, a paste, or completions.
func (d *prompt[T]) Update(msg tea.Msg) (tea.Cmd, bool) {
	did, cmd := d.fill(msg, d.opt.Empty)
	switch did {
	case input.Canceled:
		return nil, false
	case input.Accepted:
		return answer(PromptAnswered[T]{d.opt.Origin, d.opt.For, d.field.Value()}), false
	}
	return cmd, true
}

// ask opens an input in place of the choices.
func (q *question) ask(in *input.Model) {
	q.field = in
	in.SetWidth(q.frame().inner())
}

// fill sends a message to the field. It is accepted only with a valid value; empty allows a value without a
// character.
func (q *question) fill(msg tea.Msg, empty bool) (input.Did, tea.Cmd) {
	did, cmd := typeInto(q.env, q.field, msg)
	switch none := q.field.Value() == ""; {
	case did == input.Edited:
		q.note = ""
	case did == input.Accepted && none && !empty:
		q.note = q.env.Text.Say("nothing is typed yet")
		return input.Moved, cmd
	case did == input.Accepted && !none && q.field.Trouble() != "":
		return input.Moved, cmd
	}
	return did, cmd
}

// viewField draws the input in place of the choices, so that the box keeps its size. Below it are the problem with
// the value and the completions, and at the end the hints.
func (q *question) viewField(f *frame) Box {
	gap := min(len(q.buttons), 1)
	for _, l := range q.body(f.inner()) {
		if f.left() > 2+gap {
			f.add(l)
		}
	}
	for range gap {
		f.add(line{})
	}
	f.input(q.field)
	why, low := q.note, ""
	if q.field.Value() != "" {
		why = q.field.Trouble()
	}
	var rows []line
	if why != "" {
		rows = wrap(q.env, warn, why, f.inner())
	}
	for _, l := range rows {
		if f.left() > 0 {
			f.add(l)
		}
	}
	f.completions(completions(q.env, q.field, f.left()-1, f.inner()))
	for f.left() > 1 {
		f.add(line{})
	}
	if f.left() > 0 {
		var hide []keys.Action
		if !q.complete {
			hide = []keys.Action{keys.InComplete}
		}
		f.add(line{hinted, hints(q.env, keys.InInput, f.inner(), hide...)})
	}
	if q.low != nil {
		low = q.low(q.field.Value())
	}
	return f.box(q.title, low, foot(q.env))
}

// shownCompletions is the number of rows for completions.
const shownCompletions = 6

// fieldRows is the height of a field without choices to replace. It does not depend on the typed text.
func (q *question) fieldRows() int {
	if q.complete {
		return 3 + shownCompletions
	}
	return 3 // the input, the problem with its value, and the hints
}

// typedWord is the word to type before a final action.
type typedWord struct {
	word string
	in   *input.Model
}

func newTyped(env *Env, word string) *typedWord {
	prompt := env.Text.Say("Type %q to confirm:", word)
	return &typedWord{word: word, in: input.New(env, 0, input.Options{Prompt: prompt + " ", Cursor: -1})}
}

func (t *typedWord) right() bool { return strings.EqualFold(strings.TrimSpace(t.in.Value()), t.word) }
