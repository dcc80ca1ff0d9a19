package dialog

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/input"
	"aloft/ui/keys"
)

// PromptOptions of one line of input.
type PromptOptions[T any] struct {
	Origin      Origin
	For         T // comes back in the answer
	Title       string
	Label       string   // before the input
	Body        []string // raw paragraphs above it
	Placeholder string
	Value       string
	Cursor      int // byte offset, -1 = end
	Max         int // bytes, 0 = no limit
	History     []string
	Check       func(string) error  // nil = anything goes
	Empty       bool                // an empty value is accepted
	Complete    bool                // Tab asks with input.CompleteAsked
	Low         func(string) string // shown about the value in the lower border; nil = nothing
}

type prompt[T any] struct {
	env *Env
	opt PromptOptions[T]
	in  *input.Model
	// said: the value was refused once, so the reason is shown from now on.
	said bool

	screenW, screenH int
}

// shownCompletions are the rows for completions.
const shownCompletions = 6

// NewPrompt asks for one line: PromptAnswered.
func NewPrompt[T any](env *Env, o PromptOptions[T]) Dialog {
	label := strings.TrimSpace(o.Label)
	if label != "" {
		label += " "
	}
	return &prompt[T]{env: env, opt: o, in: input.New(env, 0, input.Options{
		Prompt: label, Placeholder: o.Placeholder, Value: o.Value, Cursor: o.Cursor,
		Max: o.Max, History: o.History, Check: o.Check, Complete: o.Complete,
	})}
}

func (d *prompt[T]) setID(id int) tea.Cmd {
	d.in.SetID(id)
	return nil
}

// Context of the keys.
func (d *prompt[T]) Context() keys.Context { return keys.InInput }

func (d *prompt[T]) done(ok bool) (tea.Cmd, bool) {
	v := ""
	if ok {
		v = d.in.Value()
	}
	return answer(PromptAnswered[T]{Origin: d.opt.Origin, For: d.opt.For, Value: v, OK: ok}), false
}

// Update answers a key, a paste, or completions.
func (d *prompt[T]) Update(msg tea.Msg) (tea.Cmd, bool) {
	if action(d.env, keys.InInput, msg) == keys.DlgCancel {
		return d.done(false)
	}
	did, cmd := d.in.Update(msg)
	switch did {
	case input.Canceled:
		return d.done(false)
	case input.Accepted:
		if d.trouble() == "" {
			return d.done(true)
		}
		d.said = true
	case input.Edited:
		d.said = d.said && d.in.Value() != ""
	}
	return cmd, true
}

func (d *prompt[T]) trouble() string {
	if d.in.Value() == "" {
		if d.opt.Empty {
			return ""
		}
		return d.env.Text.Say(text.PromptEmpty)
	}
	return d.in.Trouble()
}

// SetSize lays the prompt out for a screen of that size.
func (d *prompt[T]) SetSize(width, height int) {
	d.screenW, d.screenH = width, height
	d.in.SetWidth(d.frame().inner())
}

func (d *prompt[T]) frame() *frame { return newFrame(d.env, normal, d.screenH, d.screenW, d.screenH) }

// View draws the prompt. It keeps its size whatever is typed: one row is for the
// error, and some are for completions when there can be any.
func (d *prompt[T]) View() Box {
	f := d.frame()
	var body []line
	for _, p := range d.opt.Body {
		body = append(body, wrap(d.env, plain, model.Clean(p), f.inner())...)
	}
	rows := len(body) + 3
	if d.opt.Complete {
		rows += shownCompletions
	}
	f.h = max(min(rows+2, d.screenH), 3)
	for _, l := range body[:min(len(body), max(f.left()-2, 0))] {
		f.add(l)
	}
	f.input(d.in)
	trouble := d.trouble()
	if d.in.Value() == "" && !d.said {
		trouble = ""
	}
	switch {
	case f.left() == 0:
	case trouble != "":
		for _, l := range wrap(d.env, warn, trouble, f.inner()) {
			if f.left() > 0 {
				f.add(l)
			}
		}
	default:
		var hide []keys.Action
		if !d.opt.Complete {
			hide = []keys.Action{keys.InComplete}
		}
		f.add(line{dim, hints(d.env, keys.InInput, f.inner(), hide...)})
	}
	d.completions(f)
	low := ""
	if d.opt.Low != nil {
		low = d.opt.Low(d.in.Value())
	}
	return f.box(model.Clean(d.opt.Title), low, d.env.Text.Say(text.DlgFoot, d.env.Keys.Key(keys.InCancel)))
}

// completions shows a window of the list around the chosen one.
func (d *prompt[T]) completions(f *frame) {
	items, at := d.in.Completions()
	room := f.left()
	from := 0
	if at >= room {
		from = at - room + 1
	}
	for i := from; i < len(items) && f.left() > 0; i++ {
		l := line{plain, "  " + f.env.Ruler.TruncateStart(items[i], f.inner()-2)}
		if i == at {
			l = line{cursor, f.env.Styles.Glyphs.Cursor + l.text[1:]}
		}
		if f.left() == 1 && i < len(items)-1 {
			l = line{dim, "  " + f.env.Text.Say(text.DlgMore, len(items)-i, f.env.Keys.Key(keys.InComplete))}
		}
		f.add(l)
	}
}

func dialogError(t text.Text) error {
	return &client.Error{Kind: client.KindInvalid, Op: "dialog", What: t}
}
