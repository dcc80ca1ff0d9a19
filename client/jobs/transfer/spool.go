package transfer

import (
	"context"
	"errors"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/plan"
	"aloft/model/text"
)

// through brings the bytes into the spool, where the giving end is a service, before they
// are sent.
func (h *Transfer) through(ctx context.Context, send func() error) error {
	for n := 0; ; n++ {
		if h.spooled() && !h.Got {
			if on, err := h.spool(ctx); err != nil || !on {
				return err
			}
		}
		if err := send(); !errors.Is(err, errSpoolLost) || n == transferTries {
			return err
		}
		h.Got, h.Did = false, ""
	}
}

// spool fetches the file into the spool; false = the item has ended.
func (h *Transfer) spool(ctx context.Context) (bool, error) {
	need := max(h.it.Print.Size, 0)
	room, err := h.job.Spool.Room(ctx)
	if err != nil {
		return false, err
	}
	if need > room {
		needed, there := text.Sizes(need, room)
		return false, h.fail(journal.OutFailed, client.KindLocal, "%s does not fit into this machine's spool: %s needed, %s free; nothing was sent", h.it.Name, needed, there)
	}
	to := &hidden{disk: h.job.Spool.Disk, folder: h.job.Spool.Folder}
	defer to.close()
	if on, err := h.fetch(ctx, to); err != nil || !on {
		return on, err
	}
	h.Got, h.GotSize = true, h.Size
	if _, documents := h.job.From.(client.Exporter); documents {
		h.GotName = plan.ExportedAs(h.it, h.Name)
	}
	h.Name, h.Task, h.Key, h.said = "", "", "", "" // those of the giving end
	return true, h.did("")
}
