package transfer

import (
	"context"
	"strconv"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/plan"
	"aloft/model"
)

// hidden are the hidden files of an item in a folder of the disk, open until close.
type hidden struct {
	disk   client.FileWriter
	folder model.Place
	files  []client.Partial
}

// open opens the file with the key, a new one or that of an earlier run.
func (f *hidden) open(ctx context.Context, key string) (client.Partial, error) {
	p, err := f.disk.Receive(ctx, f.folder, key)
	if err == nil {
		f.files = append(f.files, p)
	}
	return p, err
}

// made is what the item becomes: the last one.
func (f *hidden) made() client.Partial { return f.files[len(f.files)-1] }

func (f *hidden) close() {
	for _, p := range f.files {
		_ = p.Close()
	}
}

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
	name := plan.ExportedAs(h.it, h.Name)
	_, err := to.made().Commit(name)
	h.job.Hook("sent")
	switch {
	case client.Is(err, client.KindConflict):
		return h.fail(journal.OutConflict, client.KindConflict, "%s is there by now; nothing was overwritten", name)
	case err != nil:
		return err
	}
	for _, p := range to.files[:len(to.files)-1] {
		_ = p.Drop()
	}
	return h.done()
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
	return true, h.done()
}

// key names the hidden file of the item, for this job only; madeKey that of its conversion.
func (h *Transfer) key() string     { return h.job.ID + "-" + strconv.Itoa(h.it.ID) }
func (h *Transfer) madeKey() string { return h.key() + "-made" }

// Sweep removes the hidden files of the item.
func (h *Transfer) Sweep(ctx context.Context) {
	at := &hidden{disk: h.job.Spool.Disk, folder: h.job.Spool.Folder}
	switch to := h.job.To.(type) {
	case client.FileWriter:
		at.disk, at.folder = to, h.s.To
	default:
		if !h.spooled() {
			return
		}
	}
	for _, key := range []string{h.key(), h.madeKey()} {
		if p, err := at.open(ctx, key); err == nil {
			_ = p.Drop()
		}
	}
	at.close()
}
