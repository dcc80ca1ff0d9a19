package transfer

import (
	"context"
	"errors"

	"aloft/client"
)

// Run executes the item to its end, or as far as it gets. An error is the
// session's: the item's own are journaled.
func (h *Transfer) Run(ctx context.Context) error {
	err := h.carry(ctx)
	if st, ok := errors.AsType[*stops](err); ok {
		return st.err
	}
	if err != nil && ctx.Err() == nil && h.job.Writable() {
		return h.failed(err)
	}
	return err
}

// carry brings the item to its taking end.
func (h *Transfer) carry(ctx context.Context) error {
	switch to := h.job.To.(type) {
	case client.FileWriter:
		if c, ok := to.(client.FileCopier); ok && h.job.From.Root().SameSource(h.job.To.Root()) {
			return h.copyFile(ctx, c)
		}
		return h.toDisk(ctx, to)
	case client.Uploader:
		return h.through(ctx, func() error { return h.uploadFile(ctx, to) })
	}
	return h.through(ctx, func() error { return h.importFile(ctx, h.job.To.(client.Importer)) })
}
