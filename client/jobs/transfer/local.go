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
	size, err := disk.CopyFile(ctx, h.it.Place(), to, client.FileCopy{Token: h.key(), Resumed: h.job.Resumed, Same: h.same(ctx),
		Progress: func(done int64) { h.show(model.PhasePlace, int(100*done/max(h.it.Print.Size, 1)), done) }})
	if client.Is(err, client.KindConflict) && h.job.Resumed {
		same, e := disk.SameFile(ctx, h.it.Place(), to)
		if e == nil && same {
			err = nil
		}
	}
	switch {
	case err == nil: // it is there, also when the session is to end
	case ctx.Err() != nil:
		return &stops{ctx.Err()}
	case client.Is(err, client.KindConflict):
		return h.fail(journal.OutConflict, client.KindConflict, "%s exists already", h.s.Rename)
	default:
		return err
	}
	h.Size = size
	return h.onDisk(to, true)
}

// same is Job.Same where that is still a copy of the file, which has the item's name as the plan has seen it.
func (h *Transfer) same(ctx context.Context) model.Place {
	at := h.job.Same
	if at.IsZero() {
		return at
	}
	from, err := h.job.From.Stat(ctx, h.it.Place(), client.Options{})
	to, err2 := h.job.To.Stat(ctx, at, client.Options{})
	if err != nil || err2 != nil || from.ID != h.it.Inode || from.Differs(&to, false) != "" || h.job.SameKept != nil && !h.job.SameKept.Same(&to) {
		return model.Place{}
	}
	return at
}
