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

// EditConflictOptions of an edit whose document has changed.
type EditConflictOptions struct {
	Tag   any
	Title string // of the document, raw
	Was   client.Outdated
	// Done: some steps were made before it was seen.
	Done int
	// Kept: what was typed is offered again.
	Kept bool
}

// EditConflictAnswered answers it: ChoseRetry, ChoseLook, or ChoseNothing.
type EditConflictAnswered struct {
	Tag    any
	Choice Choice
}

// ChoseLook: show the document as it is now.
const ChoseLook Choice = "look"

type editConflict struct {
	sheet
	opt EditConflictOptions
}

// NewEditConflict says what others have changed and asks how to go on:
// EditConflictAnswered.
func NewEditConflict(env *Env, o EditConflictOptions) Dialog {
	say := env.Text.Say
	d := &editConflict{opt: o}
	d.sheet = sheet{
		env: env, context: keys.InEditConflict, title: say(text.EditConflictTitle, model.Clean(o.Title)), want: wide,
		column: true, body: d.lines,
		buttons: []button{
			{action: keys.EditAgain, label: say(text.EditConflictAgain), choice: ChoseRetry},
			{action: keys.EditLook, label: say(text.EditConflictLook), choice: ChoseLook},
			{action: keys.DlgCancel, label: say(text.DlgCancel), choice: ChoseNothing},
		},
	}
	return d
}

func (d *editConflict) lines(w int) []line {
	o := &d.opt
	say := d.env.Text.Say
	head := say(text.EditConflictWas, o.Was.Base, o.Was.Version)
	if o.Was.Base == 0 || o.Was.Version == 0 {
		head = say(text.EditConflictSome)
	}
	out := wrap(d.env, strong, head, w)
	switch {
	case o.Done > 0:
		out = append(out, wrap(d.env, warn, d.env.Text.Say(text.EditConflictDone, o.Done), w)...)
	default:
		out = append(out, wrap(d.env, plain, say(text.EditConflictNothing), w)...)
	}
	out = append(out, line{})
	switch {
	case len(o.Was.Changes) > 0:
		for _, c := range o.Was.Changes {
			out = append(out, line{plain, ChangeText(d.env, c)})
		}
		if o.Was.ByLength {
			out = append(out, wrap(d.env, dim, say(text.EditConflictByLength), w)...)
		}
	case o.Was.Unread:
		out = append(out, wrap(d.env, dim, say(text.EditConflictUnread, o.Was.Base), w)...)
	default:
		out = append(out, wrap(d.env, dim, say(text.EditConflictSame), w)...)
	}
	if o.Kept {
		out = append(out, line{})
		out = append(out, wrap(d.env, dim, say(text.EditConflictKept), w)...)
	}
	return out
}

// Update answers a key.
func (d *editConflict) Update(msg tea.Msg) (tea.Cmd, bool) {
	a := action(d.env, d.context, msg)
	i, taken := d.key(a)
	switch {
	case taken && i < 0:
		return answer(EditConflictAnswered{Tag: d.opt.Tag}), false
	case taken:
		return answer(EditConflictAnswered{Tag: d.opt.Tag, Choice: d.buttons[i].choice}), false
	}
	return help(a, d.context), true
}

// ChangeText is one difference between two outlines as a clean line.
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
			return env.Text.Say(text.ChangeRenamed, headingText(env, c.Old), title)
		}
	case model.SectionMoved:
		return env.Text.Say(text.ChangeMoved, title, pathText(path))
	case model.SectionAdded:
		return env.Text.Say(text.ChangeAdded, title)
	case model.SectionGone:
		return env.Text.Say(text.ChangeGone, title)
	}
	return env.Text.Say(text.ChangeChanged, title)
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
	clean := make([]string, len(path))
	for i, p := range path {
		clean[i] = model.Clean(p)
	}
	return strings.Join(clean, " / ")
}
