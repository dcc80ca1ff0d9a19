package hooks

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/hooks"
	"aloft/ui/act"
	"aloft/ui/dialog"
	"aloft/ui/status"
)

// saveTag marks the question where to save deliveries.
type saveTag struct{ ids []string }

// save asks where to save the deliveries, as lines of JSON.
func (a copies) save(all []*model.Delivery) tea.Cmd {
	tag := saveTag{}
	for _, d := range all {
		tag.ids = append(tag.ids, d.ID)
	}
	name := "deliveries-" + a.env.Now().Format("20060102-150405") + ".jsonl"
	if len(all) == 1 {
		name = "delivery-" + all[0].ID + ".jsonl"
	}
	return act.AskSave(a.screen, a.screen.Origin(), tag, "save as lines of JSON", name)
}

// savedMsg says that deliveries were saved or could not be.
type savedMsg struct {
	at  model.Place
	n   int
	err error
}

// saveAsked saves them to the given file. It never overwrites.
func (a copies) saveAsked(t saveTag, m dialog.FormAnswered[saveTag]) tea.Cmd {
	if m.Button == "" {
		return nil
	}
	at, w, refused := a.screen.NewFile(m.Values.Text[act.SaveFile], "Deliveries can only be saved to a new file on this computer.")
	if refused != nil {
		return refused
	}
	ctx, h := a.env.Ctx, a.client.Hooks
	return tea.Batch(a.note.SayText(status.Info, "saving…"), func() tea.Msg {
		n, err := saveLines(ctx, h, w, at, t.ids)
		return savedMsg{at, n, err}
	})
}

// saveLines writes a line for each delivery, the oldest first. It skips those no longer in the store.
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
		if e, ok := errors.AsType[*client.Error](err); ok && e.Kind == client.KindNotFound {
			continue
		}
		if err == nil {
			err = out.Encode(hooks.ToDeliveryDetailJSON(d))
		}
		if err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

func (a copies) saved(m savedMsg) tea.Cmd {
	if m.err != nil {
		return a.note.Fail(m.err)
	}
	return tea.Batch(a.note.Say(status.OK, a.env.Text.Say("Saved %d {delivery|deliveries} to %s.", m.n, a.screen.PlaceText(m.at))), a.screen.RefreshAt(m.at.Parent()))
}
