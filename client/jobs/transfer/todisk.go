package transfer

import (
	"context"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/plan"
	"aloft/model"
)

// toDisk brings what a service gives into a folder of the disk: into a hidden file beside
// its name, which it gets when it is whole.
func (h *Transfer) toDisk(ctx context.Context, disk client.FileWriter) error {
	if h.Doing == journal.DoCommit {
		if ok, err := h.committed(ctx); err != nil || ok {
			return err
		}
	}
	to := &hidden{disk: disk, folder: h.s.To}
	defer to.close()
	if on, err := h.fetch(ctx, to); err != nil || !on {
		return err
	}
	return h.commit(to)
}

// fetch brings the bytes into hidden files; false = the item has ended.
func (h *Transfer) fetch(ctx context.Context, to *hidden) (on bool, err error) {
	if out, ok := h.job.From.(client.Exporter); ok {
		if on, err = h.export(ctx, out, to); err != nil || !on {
			return on, err
		}
		if h.MD5, h.Size, err = digestOf(ctx, to.made()); err != nil {
			return false, h.orStopped(ctx, err)
		}
		return true, nil
	}
	return h.download(ctx, h.job.From.(client.Downloader), to)
}

// commit gives the file its name. Its digest is journaled before, so that after a crash it
// is known whose file has that name.
func (h *Transfer) commit(to *hidden) error {
	h.show(model.PhasePlace, 97, h.Size)
	if err := h.doing(journal.DoCommit); err != nil {
		return err
	}
	if s, ok := to.made().(client.Stamped); ok && !h.modified().IsZero() {
		if err := s.Stamp(h.modified()); err != nil {
			return err
		}
	}
	name := plan.ExportedAs(h.it, h.Name)
	_, err := to.made().Commit(name)
	h.job.Hook("sent")
	switch {
	case client.Is(err, client.KindConflict):
		return h.fail(journal.OutConflict, client.KindConflict, "%s exists already", name)
	case err != nil:
		return err
	}
	for _, p := range to.files[:len(to.files)-1] {
		_ = p.Drop()
	}
	return h.onDisk(h.s.To.Join(name), false)
}

// committed: a crash came between the rename and the journal.
func (h *Transfer) committed(ctx context.Context) (bool, error) {
	t := h.s.To.Join(plan.ExportedAs(h.it, h.Name))
	body, e, err := h.job.To.(client.FileReader).Open(ctx, t)
	if err != nil {
		return false, nil
	}
	defer body.Close()
	sum, size, err := digestOf(ctx, body)
	if err != nil {
		return false, h.orStopped(ctx, err)
	}
	if size != h.Size || e.Size != h.Size || sum != h.MD5 {
		return false, nil
	}
	h.Sweep(ctx) // the crash may have left it under both names
	return true, h.onDisk(t, false)
}
