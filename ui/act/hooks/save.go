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
)

// save asks where to save the deliveries, as lines of JSON.
func (a *Acts) save(all []*model.Delivery) tea.Cmd {
	h, c, ids := a.Client.Hooks, a.Env.Text, model.Each(all, func(d *model.Delivery) string { return d.ID })
	name := "deliveries-" + a.Env.Now().Format("20060102-150405") + ".jsonl"
	if len(all) == 1 {
		name = "delivery-" + all[0].ID + ".jsonl"
	}
	return a.AskSave("save as lines of JSON", name, act.Save{
		Elsewhere: "Deliveries can only be saved to a new file on this computer.", Slow: true,
		Write: func(ctx context.Context, w client.FileWriter, at model.Place) (int, error) {
			return saveLines(ctx, h, w, at, ids)
		},
		Said: func(n int, at string) string { return c.Say("Saved %d {delivery|deliveries} to %s.", n, at) },
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
