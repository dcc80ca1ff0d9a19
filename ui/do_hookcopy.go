package ui

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/kit"
	"aloft/ui/status"
)

// mostCopied is how much is given to the terminal for its clipboard: many drop a
// longer sequence without a word.
const mostCopied = 256 << 10

// hookPartMsg: a part of a delivery for the clipboard.
type hookPartMsg struct {
	text string
	said text.Text
	args []any
	err  error
}

func (a *App) hookPart(m hookPartMsg) tea.Cmd {
	if m.err != nil {
		return a.Fail(m.err)
	}
	return a.copyHook(m.text, m.said, m.args...)
}

// copyHook puts a text into the clipboard and says which; the text itself may be
// long and is not said.
func (a *App) copyHook(value string, said text.Text, args ...any) tea.Cmd {
	switch {
	case value == "":
		return a.SayText(status.Warn, "There is nothing to copy: the delivery has no such part.")
	case len(value) > mostCopied:
		return a.SayText(status.Warn, "%s is too long for a terminal's clipboard; %s saves it to a file.", kit.Size(int64(len(value))), a.Env.Keys.Key(keys.HookSave))
	}
	s := a.Env.Text.Say(said, args...)
	if a.Getenv("TMUX") != "" {
		s = a.Env.Text.Say("tmux (set-clipboard on): %s", s)
	}
	return tea.Batch(tea.SetClipboard(value), a.Say(status.OK, s))
}

// hookPartOf reads a delivery and takes a part of it, off the update loop.
func (a *App) hookPartOf(id string, part func(*model.DeliveryDetail) hookPartMsg) tea.Cmd {
	h, ctx := a.Hooks, a.Ctx
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, hookWait)
		defer cancel()
		d, err := h.Delivery(ctx, id)
		if err != nil {
			return hookPartMsg{err: err}
		}
		return part(d)
	}
}

// copyHookBody puts the body of a request into the clipboard, as it came.
func (a *App) copyHookBody(id string) tea.Cmd {
	return a.hookPartOf(id, func(d *model.DeliveryDetail) hookPartMsg {
		return hookPartMsg{text: string(d.Body), said: "The body is in the clipboard: %s.", args: []any{kit.Size(int64(len(d.Body)))}}
	})
}

// copyHookRequest puts the request into the clipboard, as a curl command.
func (a *App) copyHookRequest(id string) tea.Cmd {
	s, program := a.hooks.status, a.Program
	return a.hookPartOf(id, func(d *model.DeliveryDetail) hookPartMsg {
		call := model.HookCall{Delivery: id, URL: s.Lines, Open: s.Open, Program: program, Body: d.Body}
		return hookPartMsg{text: call.Curl(), said: "The request is in the clipboard as a curl command."}
	})
}

// copyHookOutput puts what a delivery has printed into the clipboard; of a long
// output the end.
func (a *App) copyHookOutput(id string) tea.Cmd {
	h, ctx := a.Hooks, a.Ctx
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, hookWait)
		defer cancel()
		part, at, _, err := h.Output(ctx, id, -mostCopied, mostCopied)
		m := hookPartMsg{text: string(part), said: "The output is in the clipboard: %s.", args: []any{kit.Size(int64(len(part)))}, err: err}
		if at > 0 {
			m.said = "The last %s of the output are in the clipboard."
		}
		return m
	}
}

// The field and the button of that question.
const (
	inFile = "file"
	doSave = "save"
)

// hookSaveTag marks the question where deliveries are saved.
type hookSaveTag struct{ ids []string }

// saveDeliveries asks where the deliveries are saved, as lines of JSON.
func (a *App) saveDeliveries(all []*model.Delivery) tea.Cmd {
	c := a.Env.Text
	tag := hookSaveTag{}
	for _, d := range all {
		tag.ids = append(tag.ids, d.ID)
	}
	name := c.Say("deliveries-%s.jsonl", a.Now().Format("20060102-150405"))
	if len(all) == 1 {
		name = c.Say("delivery-%s.jsonl", all[0].ID)
	}
	return a.Dialogs.Push(dialog.NewForm(a.Env, dialog.FormOptions{
		Origin: a.Origin(), Tag: tag, Title: c.Say("Save as lines of JSON"),
		Fields:  []dialog.FormField{{Name: inFile, Kind: dialog.FieldLine, Label: c.Say(text.FileLabel), Value: a.NewFileIn(name), Complete: true}},
		Buttons: []dialog.FormButton{{Label: c.Say("Save"), Value: doSave}},
	}))
}

// hookSavedMsg: deliveries were saved, or could not be.
type hookSavedMsg struct {
	at  model.Place
	n   int
	err error
}

// hookSaveAsked saves them when the person has said where; nothing is ever
// overwritten.
func (a *App) hookSaveAsked(t hookSaveTag, m dialog.FormAnswered) tea.Cmd {
	if m.Button == "" {
		return nil
	}
	at, err := a.FilePlace(m.Values.Text[inFile])
	if err != nil {
		return a.Fail(err)
	}
	w, ok := a.FileWriter()
	if !act.Local(at) || at.IsRoot() || !ok {
		return a.SayText(status.Warn, "Deliveries are saved to a folder of this computer, into a new file.")
	}
	ctx, h := a.Ctx, a.Hooks
	return tea.Batch(a.SayText(status.Info, "saving…"), func() tea.Msg {
		n, err := saveLines(ctx, h, w, at, t.ids)
		return hookSavedMsg{at, n, err}
	})
}

// saveLines writes a line for each delivery, the oldest first. One that is not
// stored any more is left out.
func saveLines(ctx context.Context, h client.Hooks, w client.FileWriter, at model.Place, ids []string) (n int, err error) {
	err = act.WriteNew(ctx, w, at, "deliveries", func(f client.Partial) (err error) {
		n, err = writeLines(ctx, h, f, ids)
		return err
	})
	return n, err
}

func writeLines(ctx context.Context, h client.Hooks, w io.Writer, ids []string) (n int, err error) {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	for i := len(ids) - 1; i >= 0; i-- {
		d, err := h.Delivery(ctx, ids[i])
		var e *client.Error
		if errors.As(err, &e) && e.Kind == client.KindNotFound {
			continue
		}
		if err == nil {
			err = out.Encode(model.ToDeliveryDetailJSON(d))
		}
		if err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

func (a *App) hookSaved(m hookSavedMsg) tea.Cmd {
	if m.err != nil {
		return a.Fail(m.err)
	}
	return tea.Batch(a.Say(status.OK, a.Env.Text.Say("%d {delivery is|deliveries are} in %s.", m.n, a.PlaceText(m.at))), a.RefreshAt(m.at.Parent()))
}
