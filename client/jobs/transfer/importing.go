package transfer

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/model"
	"aloft/model/text"
)

// importFile makes a document of a file: check, convert, hash, announce, upload,
// begin, wait, and move it to its folder.
func (h *Transfer) importFile(ctx context.Context, in client.Importer) error {
	landing := in.Landing()
	switch {
	case h.Doing == journal.DoBegin:
		if on, err := h.whether(ctx, in, nil); err != nil || !on {
			return err
		}
	case h.Did == journal.DidBegin, h.Did == journal.DidMake, h.Did == journal.DidRename:
	default:
		// An upload whose import was not begun may be incomplete; repeating it is
		// harmless, and what was announced and not begun has no effect.
		if on, err := h.send(ctx, in); err != nil || !on {
			return err
		}
	}
	if h.Did == journal.DidBegin {
		st, err := h.poll(ctx, in.Poll(), 60, 95, func() (client.TaskState, error) { return in.ImportState(ctx, h.Task, h.job.Class) })
		if on, err := h.landed(ctx, in, st, err); err != nil || !on {
			return err
		}
	}
	return h.place(ctx, landing)
}

// source opens the file, converted if necessary.
func (h *Transfer) source(ctx context.Context, in client.Importer) (*given, error) {
	file, err := h.open(ctx)
	if err != nil {
		return nil, err
	}
	h.Sent, h.Size = file.name, file.size
	sent, convert := in.ImportName(file.name)
	if !convert {
		return file, nil
	}
	defer file.Close()
	h.show(model.PhaseConvert, 1, 0)
	h.Sent = sent
	out, err := os.OpenFile(h.file(), os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, journal.Error(h.job.Dir, err)
	}
	notes, err := h.convert(ctx, file.name, model.Extension(sent), file.Body, file.size, out)
	h.Notes = append(h.Notes, notes...)
	if err == nil {
		h.Size, err = out.Seek(0, io.SeekEnd)
	}
	if err == nil {
		_, err = out.Seek(0, io.SeekStart)
	}
	if err != nil {
		_ = out.Close()
		if client.KindOf(err) == "" {
			err = journal.Error(h.job.Dir, err)
		}
		return nil, err
	}
	file.Body = out
	return file, nil
}

// send uploads the file and begins the import; false = it has ended.
func (h *Transfer) send(ctx context.Context, in client.Importer) (bool, error) {
	h.show(model.PhaseCheck, 0, 0)
	body, err := h.source(ctx, in)
	if err != nil {
		return false, h.orStopped(ctx, err)
	}
	defer body.Close()
	if err := in.CheckImport(h.Sent, h.Size); err != nil {
		return false, err
	}
	sum, n, err := digestOf(ctx, body.Body)
	if err != nil {
		return false, h.orStopped(ctx, err)
	}
	if h.MD5 = sum; n != h.Size || body.changed() {
		return false, h.fail(journal.OutFailed, client.KindConflict, text.JobsFileChanged)
	}
	if err := h.did(journal.DidHash); err != nil {
		return false, err
	}
	up, err := h.upload(ctx, in, body)
	if err != nil {
		return false, err
	}
	if up == nil {
		return false, nil
	}
	if body.changed() {
		return false, h.fail(journal.OutFailed, client.KindConflict, text.JobsFileChanged)
	}
	return h.begin(ctx, in, *up)
}

// upload announces the file to the service and sends the bytes; for a link that has
// expired a new one is requested. nil = the item has ended.
func (h *Transfer) upload(ctx context.Context, in client.Importer, body *given) (*client.Upload, error) {
	f := client.ImportFile{Name: h.Sent, Size: h.Size, MD5: h.MD5}
	for n := 1; ; n++ {
		var up client.Upload
		var lost error
		err := h.try(ctx, func() (err error) {
			if up, err = in.Prepare(ctx, f, h.job.Class); unclear(ctx, err) {
				lost, err = err, nil
			}
			return err
		})
		if lost != nil {
			return nil, h.unanswered(lost, "no answer came, and nothing was made; retry the job to send the request again")
		}
		if err != nil {
			return nil, err
		}
		h.Key, h.Task = up.Key, up.Task
		if err := h.did(journal.DidTell); err != nil {
			return nil, err
		}
		if _, err := body.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		h.show(model.PhaseUpload, 5, 0)
		err = in.Upload(ctx, up, body.Body, func(sent int64) {
			h.show(model.PhaseUpload, 5+int(55*sent/max(h.Size, 1)), sent)
		})
		switch {
		case err == nil:
			return &up, h.did(journal.DidUpload)
		case ctx.Err() != nil:
			return nil, &stops{ctx.Err()}
		case body.changed(): // which may be the cause
			return nil, h.fail(journal.OutFailed, client.KindConflict, text.JobsFileChanged)
		case !journal.Retryable(err) && !client.Is(err, client.KindStale) && !client.Is(err, client.KindUnknown):
			return nil, err
		case n == transferTries && (client.Is(err, client.KindNetwork) || client.Is(err, client.KindThrottled)):
			return nil, &stops{err}
		case n == transferTries:
			return nil, h.fail(journal.OutFailed, client.KindOf(err), "the upload broke off: %s", err.Error())
		}
		if err := h.wait(ctx, h.job.Scaled(time.Second<<n)); err != nil {
			return nil, err
		}
	}
}

// begin begins the import, once; false = the item has ended.
func (h *Transfer) begin(ctx context.Context, in client.Importer, up client.Upload) (bool, error) {
	var task string
	err, broken := h.call(h.job.To, journal.DoBegin, func(call context.Context) (err error) {
		task, err = in.Begin(call, up, h.job.Class)
		return err
	})
	if broken != nil {
		return false, broken
	}
	switch k := client.KindOf(err); {
	case err == nil:
		if task != "" {
			h.Task = task
		}
		h.begun = true
		return true, h.did(journal.DidBegin)
	case k == client.KindUnknown || k == "":
		return h.whether(ctx, in, err)
	default:
		// Certainly nothing was begun.
		if err := h.did(journal.DidTell); err != nil {
			return false, err
		}
		if k == client.KindAuth || journal.Retryable(err) {
			return false, &stops{err}
		}
		return false, err
	}
}

// maxBegins bounds how often an import that did not begin is begun again.
const maxBegins = 2

// whether: the import was begun, and the result is not known; why is the answer,
// nil after a restart. The state of the task that the service named before decides:
// one that has not started is started when the first call can no longer have an
// effect. false = the item has ended.
func (h *Transfer) whether(ctx context.Context, in client.Importer, why error) (bool, error) {
	t := h.job.Times() // also after a restart: a task that was begun goes on in another process
	over := h.looks()
	defer over()
	settle := t.Settle
	if how := journal.TaskOf(why); how == journal.TaskError || how == journal.TaskTold {
		settle = t.Lag // the call has ended
	}
	if why != nil {
		h.said = journal.SaidOf(why)
	}
	for {
		var st client.TaskState
		err := h.try(ctx, func() (err error) { st, err = in.ImportState(ctx, h.Task, h.job.Class); return err })
		var s *stops
		idle := err == nil && st.Percent == 0 && !st.Done
		old := time.Since(h.started)
		switch {
		case errors.As(err, &s):
			return false, err
		case err == nil && !idle && st.Failed:
			return h.landed(ctx, in, st, nil)
		case err == nil && !idle:
			return true, h.did(journal.DidBegin)
		case old <= settle:
		case idle && st.Failed && h.begins < maxBegins: // it made nothing, and never will
			h.begins++
			over()
			if err := h.did(""); err != nil {
				return false, err
			}
			return h.send(ctx, in)
		case idle && st.Failed && h.said == "":
			return h.landed(ctx, in, st, nil)
		case idle && st.Failed:
			return false, h.fail(journal.OutFailed, client.KindServer, "the service failed on every try")
		case old <= 2*settle:
		default:
			over()
			return h.taskTellsNothing(ctx, in, idle)
		}
		if err := h.pause(ctx, in.Poll()); err != nil {
			return false, err
		}
	}
}

// taskTellsNothing handles a task whose state is not known. One without progress,
// from which nothing has arrived, is started again: one task makes one document.
// Where a service counts in other tasks than it named, that could make two.
func (h *Transfer) taskTellsNothing(ctx context.Context, in client.Importer, idle bool) (bool, error) {
	hits, _, err := h.arrived(ctx, in.Landing())
	if err != nil {
		return false, err
	}
	if !idle || len(hits) > 0 || h.begins >= maxBegins {
		return false, h.fail(journal.OutFailed, client.KindUnknown, text.JobsImportUnknown, client.ImportTitle(h.Sent), in.Landing().String())
	}
	h.begins++
	if err := h.did(journal.DidUpload); err != nil {
		return false, err
	}
	f := client.ImportFile{Name: h.Sent, Size: h.Size, MD5: h.MD5}
	return h.begin(ctx, in, client.Upload{Key: h.Key, Task: h.Task, File: f})
}

// landed handles the end of the task; false = the item has ended.
func (h *Transfer) landed(ctx context.Context, in client.Importer, st client.TaskState, err error) (bool, error) {
	switch {
	case errors.Is(err, errSlow), client.Is(err, client.KindNotFound):
		return false, h.fail(journal.OutFailed, client.KindUnknown, text.JobsImportUnknown, client.ImportTitle(h.Sent), in.Landing().String())
	case err != nil:
		var s *stops
		if errors.As(err, &s) || ctx.Err() != nil || client.Is(err, client.KindAuth) {
			return false, err
		}
		// It was begun: the service refuses only to report, and the document may
		// still come.
		return false, h.fail(journal.OutFailed, client.KindUnknown, "the import was started, but its progress is not known (%s); look for %s in %s before you try again", wordsOf(err), client.ImportTitle(h.Sent), in.Landing().String())
	case st.Failed:
		return false, h.fail(journal.OutFailed, client.KindServer, text.JobsTaskSays, st.Error)
	}
	h.Notes = append(h.Notes, st.Notes...)
	h.ID, h.Name = st.Entry.ID, st.Entry.Name
	if h.ID == "" {
		if err := h.byTitle(ctx, in.Landing()); err != nil {
			return false, err
		}
	}
	if h.ID == "" {
		return false, h.fail(journal.OutFailed, client.KindUnknown, "it was imported, but %s was not found in %s", client.ImportTitle(h.Sent), in.Landing().String())
	}
	return true, h.did(journal.DidMake)
}

// wordsOf is the service's own message of an error, otherwise ours.
func wordsOf(err error) string {
	var e *client.Error
	switch {
	case !errors.As(err, &e):
		return err.Error()
	case e.Server != "":
		return e.Server
	}
	bare := *e
	bare.Hint = "" // another hint is added
	return bare.Error()
}

// byTitle finds the new document where imports arrive, when the service does not
// return its id. With several of the title none is taken.
func (h *Transfer) byTitle(ctx context.Context, landing model.Place) error {
	hits, complete, err := h.arrived(ctx, landing)
	if err == nil && len(hits) == 1 && complete {
		h.ID, h.Name = hits[0].ID, hits[0].Name
	}
	return err
}

// arrived returns the documents of the title, where imports arrive, that belong to
// no other item.
func (h *Transfer) arrived(ctx context.Context, landing model.Place) (hits []model.Entry, complete bool, err error) {
	err = h.try(ctx, func() error {
		l, err := h.job.To.List(ctx, landing, client.Options{Class: h.job.Class, Fresh: true})
		hits, complete = nil, l.Complete
		for _, e := range l.Entries {
			if (h.Name != "" && e.Name == h.Name || e.Name == h.Sent || e.Name == client.ImportTitle(h.Sent)) && !h.job.Claimed(e.ID) {
				hits = append(hits, e)
			}
		}
		return err
	})
	return hits, complete, err
}
