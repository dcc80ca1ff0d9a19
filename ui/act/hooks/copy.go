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

// partMsg carries a part of a delivery for the clipboard.
type partMsg struct {
	text string
	said text.Text
	args []any
	err  error
}

func (a *Acts) part(m partMsg) tea.Cmd {
	if m.err != nil {
		return a.Note.Fail(m.err)
	}
	return a.copyText(m.text, m.said, m.args...)
}

// copyText copies a text and names it. The text may be long and is not shown.
func (a *Acts) copyText(value string, said text.Text, args ...any) tea.Cmd {
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
func (a *Acts) partOf(id string, part func(*model.DeliveryDetail) partMsg) tea.Cmd {
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

// copyBody copies the body of a request as it came.
func (a *Acts) copyBody(d *model.Delivery) tea.Cmd {
	return a.partOf(d.ID, func(d *model.DeliveryDetail) partMsg {
		return partMsg{text: string(d.Body), said: "copied: %s", args: []any{kit.Size(int64(len(d.Body)))}}
	})
}

// copyRequest copies the request as a curl command.
func (a *Acts) copyRequest(d *model.Delivery) tea.Cmd {
	s := &a.known.status
	call := hooks.HookCall{Delivery: d.ID, Route: d.Route, URL: s.Lines, Open: s.Open, Program: a.Machine.Program}
	return a.partOf(d.ID, func(d *model.DeliveryDetail) partMsg {
		call.Body = d.Body
		return partMsg{text: call.Curl(), said: "copied: %s", args: []any{text.Typed("curl")}}
	})
}

// copyOutput copies the output of a delivery, or the end of a long one.
func (a *Acts) copyOutput(id string) tea.Cmd {
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
