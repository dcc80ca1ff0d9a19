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
	Max         int // bytes, 0 = no limit
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
			Max: o.Max, History: o.History, Check: o.Check, Complete: o.Complete,
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
	said := PromptAnswered[T]{Origin: d.opt.Origin, For: d.opt.For}
	switch did {
	case input.Canceled:
		return answer(said), false
	case input.Accepted:
		said.Value, said.OK = d.field.Value(), true
		return answer(said), false
	}
	return cmd, true
}
