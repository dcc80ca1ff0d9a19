package transfer

import (
	"context"
	"errors"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/plan"
	"aloft/model"
	"aloft/model/text"
)

// export makes a file of a document in the hidden file: start the task, wait, download,
// and convert into a second one.
func (h *Transfer) export(ctx context.Context, out client.Exporter, to *hidden) (on bool, err error) {
	if h.Doing == journal.DoCommit {
		h.Did = journal.DidBegin // the file here is lost; the service still has it
	}
	if h.Doing == journal.DoBegin || h.Did == "" { // a person has continued what ended without an answer
		if on, err := h.ask(ctx, out); err != nil || !on {
			return on, err
		}
	}
	part, err := to.open(ctx, h.key())
	if err != nil {
		return false, h.orStopped(ctx, err)
	}
	if h.Did != journal.DidLoad || part.Size() != h.Size {
		if on, err := h.loadExport(ctx, out, part); err != nil || !on {
			return on, err
		}
	}
	switch {
	case h.it.Served && !client.IsPDF(part):
		return false, h.fail(journal.OutFailed, client.KindServer, "the service was asked for a PDF but sent another kind of file: %s", model.Clean(h.Name))
	case !h.it.Converted():
		return true, nil
	}
	made, err := to.open(ctx, h.madeKey())
	if err != nil {
		return false, h.orStopped(ctx, err)
	}
	h.show(model.PhaseConvert, 95, h.Size)
	err = made.Restart()
	var notes []model.Sentence
	if err == nil {
		out := h.written(made, to)
		notes, err = h.convert(ctx, servedAs(h.it.Kind, h.Name), h.it.Format, part, part.Size(), out)
		if b, ok := out.(*illustrated); ok && err == nil {
			b.note()
		}
	}
	if err != nil {
		return false, h.orStopped(ctx, err)
	}
	h.Notes = append(h.Notes, notes...)
	return true, nil
}

// ask starts the export, again where it was certainly not started; false = the item has ended.
func (h *Transfer) ask(ctx context.Context, out client.Exporter) (bool, error) {
	h.show(model.PhaseWork, 0, 0)
	ref := model.Ref{Place: h.s.Source(), ID: h.s.Pin, Kind: h.s.Of.Kind, At: time.Now()}
	for n := 0; ; n++ {
		var task string
		err, broken := h.call(h.job.From, journal.DoBegin, func(call context.Context) (err error) {
			if pdf, ok := out.(client.PDFExporter); ok && h.it.Served {
				task, err = pdf.ExportPDF(call, ref, h.job.Class)
			} else {
				task, err = out.Export(call, ref, h.job.Class)
			}
			return err
		})
		if broken != nil {
			return false, broken
		}
		if err == nil {
			h.Task, h.said, h.begun = task, "", true
			return true, h.did(journal.DidBegin)
		}
		if err := h.did(""); err != nil {
			return false, err
		}
		switch k := client.KindOf(err); {
		case k == client.KindAuth:
			return false, &stops{err}
		case unclear(ctx, err):
			return false, h.unanswered(err, "no answer came, and nothing was made; retry the job to send the request again")
		case !journal.Retryable(err) && k != client.KindStale:
			return false, err
		case n == transferTries:
			return false, &stops{err}
		}
		if err := h.again(ctx, n); err != nil {
			return false, err
		}
	}
}

// loadExport waits for the task and downloads the bytes; false = the item has ended.
func (h *Transfer) loadExport(ctx context.Context, out client.Exporter, part client.Partial) (bool, error) {
	var last error
	for links := 0; links <= 3; links++ {
		st, err := h.poll(ctx, out.Poll(), 0, 50, func() (client.TaskState, error) { return out.ExportState(ctx, h.Task, h.job.Class) })
		switch {
		case errors.Is(err, errSlow):
			return false, h.fail(journal.OutFailed, client.KindServer, "the service's task did not end within %s", taskPatience.String())
		case client.Is(err, client.KindNotFound):
			return false, h.fail(journal.OutFailed, client.KindServer, "the service has forgotten its task")
		case err != nil:
			return false, err
		case st.Failed:
			return false, h.fail(journal.OutFailed, client.KindServer, text.JobsTaskSays, st.Error)
		}
		if h.Did != journal.DidName {
			h.Name = st.Name
			h.Notes = st.Notes
			if err := h.did(journal.DidName); err != nil {
				return false, err
			}
		}
		size, err := h.load(ctx, func(from int64, w client.Sink) (int64, error) { return out.Download(ctx, st.URL, from, w) }, &sink{part, h})
		var stop *stops
		switch {
		case errors.As(err, &stop):
			return false, err
		case err == nil:
			h.Size = size
			return true, h.did(journal.DidLoad)
		case !client.Is(err, client.KindStale):
			return false, h.notLoaded(err)
		}
		last = err
	}
	return false, h.fail(journal.OutFailed, client.KindServer, "the download link failed, and so did a new one: %s", last.Error())
}

// notLoaded ends the item whose download failed for good, or the session.
func (h *Transfer) notLoaded(err error) error {
	switch {
	case client.Is(err, client.KindNetwork), client.Is(err, client.KindThrottled), client.Is(err, client.KindAuth), journal.NoRoom(err):
		return &stops{err} // what was downloaded is kept
	case journal.Retryable(err):
		return h.fail(journal.OutFailed, client.KindOf(err), "the download broke off: %s", err.Error())
	}
	return err
}

// load downloads, and resumes where it broke off as long as bytes arrive.
func (h *Transfer) load(ctx context.Context, fetch func(from int64, w client.Sink) (int64, error), part client.Partial) (int64, error) {
	over := func() {}
	defer func() { over() }()
	for bad, misfits := 0, 0; ; {
		before := part.Size()
		size, err := fetch(before, part)
		if err == nil && part.Size() == size {
			return size, nil
		}
		switch {
		case ctx.Err() != nil:
			return 0, &stops{ctx.Err()}
		case err == nil:
			err = client.Errorf(client.KindServer, string(h.s.Op), h.it.Place(), "only %d of %d {byte|bytes} arrived", part.Size(), size)
			if part.Size() > size {
				_ = part.Restart()
			}
		case !journal.Retryable(err):
			return 0, err
		}
		if part.Size() > before {
			bad = 0
		}
		if journal.Misfit(err) {
			misfits++
		}
		if bad++; bad >= transferTries || misfits > 1 && bad > 1 {
			return 0, err
		}
		over()
		over = h.job.Waits(journal.Again(err))
		if err := h.again(ctx, bad-1); err != nil {
			return 0, err
		}
	}
}

// sink counts the bytes downloaded.
type sink struct {
	client.Partial
	h *Transfer
}

func (s *sink) Write(p []byte) (int, error) {
	n, err := s.Partial.Write(p)
	s.h.show(model.PhaseDownload, 50, s.Partial.Size())
	return n, err
}

// servedAs is the name of the downloaded file, to find its format. A service may
// name it by the title alone; then the kind says what it made.
func servedAs(k model.Kind, name string) string {
	if plan.Native(name) {
		return name
	}
	switch k {
	case model.KindDoc, model.KindSmartCanvas:
		return name + ".docx"
	case model.KindSheet:
		return name + ".xlsx"
	case model.KindSlide:
		return name + ".pptx"
	}
	return name
}
