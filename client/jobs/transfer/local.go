package transfer

import (
	"context"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/model"
)

// copyFile copies a file or a link within the disk. Nothing is journaled before, and what is
// journaled after need not be durable: what has the name after a crash is compared with the
// original.
func (h *Transfer) copyFile(ctx context.Context, disk client.FileCopier) error {
	to := h.s.To.Join(h.s.Rename)
	h.show(model.PhasePlace, 0, 0)
	size, err := disk.CopyFile(ctx, h.it.Place(), to, client.FileCopy{Token: h.key(), Resumed: h.job.Resumed,
		Progress: func(done int64) { h.show(model.PhasePlace, int(100*done/max(h.it.Print.Size, 1)), done) }})
	if client.Is(err, client.KindConflict) && h.job.Resumed {
		same, e := disk.SameFile(ctx, h.it.Place(), to)
		if e == nil && same {
			err = nil
		}
	}
	switch {
	case ctx.Err() != nil:
		return &stops{ctx.Err()}
	case client.Is(err, client.KindConflict):
		return h.fail(journal.OutConflict, client.KindConflict, "%s exists by now; nothing was overwritten", h.s.Rename)
	case err != nil:
		return err
	}
	h.Size = size
	r := h.record(journal.RecVerd)
	if e, err := h.job.To.Stat(ctx, to, client.Options{}); err == nil && (e.Size == size || e.Kind != model.KindFile) {
		r.Kept = journal.KeptAs(&e)
	}
	r.Out, r.Ours, r.Soon = journal.OutDone, true, true
	return h.end(r)
}
