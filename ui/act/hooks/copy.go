package hooks

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/hooks"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/keys"
	"aloft/ui/kit"
	"aloft/ui/status"
)

// copies copies deliveries or parts of them to the clipboard or a file.
type copies struct {
	*act.Screen
}

// partMsg carries a part of a delivery for the clipboard.
type partMsg struct {
	text string
	said text.Text
	args []any
	err  error
}

func (a copies) part(m partMsg) tea.Cmd {
	if m.err != nil {
		return a.Note.Fail(m.err)
	}
	return a.copy(m.text, m.said, m.args...)
}

// copy copies a text and names it. The text may be long and is not shown.
func (a copies) copy(value string, said text.Text, args ...any) tea.Cmd {
	switch {
	case value == "":
		return a.Note.SayText(status.Warn, "There is nothing to copy: that part of the delivery is empty.")
	case len(value) > act.MaxCopied:
		return a.Note.SayText(status.Warn, "%s is too long for a terminal's clipboard; %s saves it to a file.", kit.Size(int64(len(value))), a.Env.Keys.Key(keys.HookSave))
	}
	s := a.Env.Text.Say(said, args...)
	if a.Machine.Getenv("TMUX") != "" {
		s += " " + a.Env.Text.Say("(tmux needs set-clipboard on)")
	}
	return tea.Batch(tea.SetClipboard(value), a.Note.Say(status.OK, s))
}

// partOf reads a delivery and extracts a part of it, off the update loop.
func (a copies) partOf(id string, part func(*model.DeliveryDetail) partMsg) tea.Cmd {
	h, ctx := a.Client.Hooks, a.Env.Ctx
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, hookWait)
		defer cancel()
		d, err := h.Delivery(ctx, id)
		if err != nil {
			return partMsg{err: err}
		}
		return part(d)
	}
}

// body copies the body of a request as it came.
func (a copies) body(id string) tea.Cmd {
	return a.partOf(id, func(d *model.DeliveryDetail) partMsg {
		return partMsg{text: string(d.Body), said: "copied: %s", args: []any{kit.Size(int64(len(d.Body)))}}
	})
}

// request copies the request as a curl command; call is that command without its body.
func (a copies) request(call hooks.HookCall) tea.Cmd {
	return a.partOf(call.Delivery, func(d *model.DeliveryDetail) partMsg {
		call.Body = d.Body
		return partMsg{text: call.Curl(), said: "copied: %s", args: []any{text.Typed("curl")}}
	})
}

// output copies the output of a delivery, or the end of a long one.
func (a copies) output(id string) tea.Cmd {
	h, ctx := a.Client.Hooks, a.Env.Ctx
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, hookWait)
		defer cancel()
		part, at, _, err := h.Output(ctx, id, -act.MaxCopied, act.MaxCopied)
		m := partMsg{text: string(part), said: "copied: %s", args: []any{kit.Size(int64(len(part)))}, err: err}
		if at > 0 {
			m.said = "Copied the last %s of the output."
		}
		return m
	}
}
