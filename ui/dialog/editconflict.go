package dialog

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
)

// EditConflictOptions configure the question about an edit whose document has changed.
type EditConflictOptions[T any] struct {
	Tag   T      // returned in the answer
	Title string // of the document, raw
	EditConflict
}

// EditConflict is what has changed and the state of the edit.
type EditConflict struct {
	Was  client.Outdated
	Done int  // steps made before the conflict
	Kept bool // the typed text is kept for the next try
}

// EditConflictAnswered answers it: ChoseRetry, ChoseLook, or ChoseNothing.
type EditConflictAnswered[T any] struct {
	Tag    T
	Choice Choice
}

// ChoseLook shows the document as it is now.
const ChoseLook Choice = "look"

// NewEditConflict lists others' changes and asks what to do: EditConflictAnswered.
func NewEditConflict[T any](env *Env, o EditConflictOptions[T]) Dialog {
	say := env.Text.Say
	d := &choose{reply: func(c Choice) tea.Msg { return EditConflictAnswered[T]{Tag: o.Tag, Choice: c} }}
	d.question = question{
		env: env, context: keys.InEditConflict, title: say("%s has changed", model.Clean(o.Title)), want: wide,
		column: true, body: func(w int) []line { return editConflictLines(env, &o.EditConflict, w) },
		buttons: []button{
			{action: keys.EditAgain, label: say("try again"), choice: ChoseRetry},
			{action: keys.EditLook, label: say("show the newest version"), choice: ChoseLook},
			{action: keys.DlgCancel, label: text.Capital(say(text.DlgCancel)), choice: ChoseNothing},
		},
	}
	return d
}

func editConflictLines(env *Env, o *EditConflict, w int) []line {
	say := env.Text.Say
	head := say("You looked at version %d; the document is now version %d.", o.Was.Base, o.Was.Version)
	if o.Was.Base == 0 || o.Was.Version == 0 {
		head = say("Someone else changed the document in the meantime.")
	}
	out := wrap(env, strong, head, w)
	switch {
	case o.Done > 0:
		out = append(out, wrap(env, warn, env.Text.Say("%d {step|steps} of your edit {was|were} already applied and {stays|stay}.", o.Done), w)...)
	default:
		out = append(out, wrap(env, plain, say("Your edit was not applied."), w)...)
	}
	out = append(out, line{})
	switch {
	case len(o.Was.Changes) > 0:
		for _, c := range o.Was.Changes {
			out = append(out, line{plain, ChangeText(env, c)})
		}
		if o.Was.ByLength {
			out = append(out, wrap(env, dim, say("Sections are compared by their length."), w)...)
		}
	case o.Was.Unread:
		out = append(out, wrap(env, dim, say("The changes are unknown: version %d can no longer be read.", o.Was.Base), w)...)
	default:
		out = append(out, wrap(env, dim, say("The headings and the lengths of the sections are the same."), w)...)
	}
	if o.Kept {
		out = append(out, line{})
		out = append(out, wrap(env, dim, say("Your text is kept for the next try."), w)...)
	}
	return out
}

// ChangeText describes one difference between two outlines as a clean line.
func ChangeText(env *Env, c model.OutlineChange) string {
	n, path := c.New, c.NewPath
	if n == nil {
		n, path = c.Old, c.OldPath
	}
	if n == nil {
		return ""
	}
	title := headingText(env, n)
	switch c.Kind {
	case model.SectionRenamed:
		if c.Old != nil {
			return env.Text.Say("renamed  %s, now %s", headingText(env, c.Old), title)
		}
	case model.SectionMoved:
		return env.Text.Say("moved    %s, now in %s", title, pathText(path))
	case model.SectionAdded:
		return env.Text.Say("added    %s", title)
	case model.SectionGone:
		return env.Text.Say("deleted  %s", title)
	}
	return env.Text.Say("changed  %s", title)
}

func headingText(env *Env, n *model.OutlineNode) string {
	if t := strings.TrimSpace(model.Clean(n.Title)); t != "" {
		return strconv.Quote(t)
	}
	return env.Text.Say(text.NoHeading)
}

func pathText(path []string) string {
	if len(path) == 0 {
		return "/"
	}
	return strings.Join(model.Each(path, model.Clean), " / ")
}
