package transfer

import (
	"context"
	"os"
	"path/filepath"
	"strconv"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/verify"
	"aloft/model"
	"aloft/model/text"
)

// file is the temporary file of the item's conversion.
func (h *Transfer) file() string { return filepath.Join(h.job.Dir, "item-"+strconv.Itoa(h.it.ID)) }

// end journals the item's result.
func (h *Transfer) end(r journal.Record) error {
	_ = os.Remove(h.file())
	if h.spooled() || r.Out != journal.OutDone {
		h.Sweep(h.job.Writes())
	}
	return h.job.Settle(r)
}

func (h *Transfer) done() error {
	r := h.record(journal.RecVerd)
	r.Out, r.Ours, r.Made = journal.OutDone, true, h.ID
	return h.end(r)
}

// onDisk ends an item that is under its name on the disk by now, where it has to have all that was written. It
// is noted as it is, unless it is not what was written any more.
func (h *Transfer) onDisk(at model.Place, soon bool) error {
	e, err := h.job.To.Stat(h.job.Writes(), at, client.Options{})
	if (h.s.First >= 0 || !h.job.Same.IsZero()) && !e.Linked {
		h.Notes = append(h.Notes, model.Say("copied as a separate file, not as a hard link"))
	}
	r := h.record(journal.RecVerd)
	switch {
	case err != nil:
	case e.Kind == model.KindFile && e.Size < h.Size:
		return h.fail(journal.OutFailed, client.KindLocal, "only %d of %d {byte|bytes} arrived", e.Size, h.Size)
	case e.Kind != model.KindFile || e.Size == h.Size:
		r.Kept = journal.KeptAs(&e)
	}
	r.Out, r.Ours, r.Soon = journal.OutDone, true, soon
	return h.end(r)
}

// fail ends the item with a sentence.
func (h *Transfer) fail(out string, k client.Kind, t text.Text, args ...any) error {
	r := verify.Verdict{Out: out, Kind: k, Text: t, Args: args, Said: h.said}.Record(h.s.Op, []int{h.it.ID})
	r.Carry = h.record(journal.RecVerd).Carry
	return h.end(r)
}

// failed ends the item with the error of a client.
func (h *Transfer) failed(err error) error {
	r := h.record(journal.RecVerd)
	r.Out, r.Kind, r.Error = journal.OutFailed, client.KindOf(err), client.Sentence(err)
	switch r.Kind {
	case client.KindNotFound:
		r.Out = journal.OutMissing
	case client.KindConflict:
		r.Out = journal.OutConflict
	}
	return h.end(r)
}

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

// key names the hidden file of the item, for this job only; madeKey that of its conversion.
func (h *Transfer) key() string { return h.job.ID + "-" + strconv.Itoa(h.it.ID) }

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

// spooled reports whether the item passes the spool.
func (h *Transfer) spooled() bool {
	_, from := h.job.From.(client.FileReader)
	_, to := h.job.To.(client.FileWriter)
	return !from && !to
}
