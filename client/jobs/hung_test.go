package jobs

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/disk"
	"aloft/client/jobs/run"
	"aloft/model"
)

// hung is a disk that never answers a read, like a network mount without its server.
type hung struct {
	*disk.Source
	reads, back chan struct{}
}

func (d hung) Within(tops []model.Place) client.Source {
	d.Source = d.Source.Within(tops).(*disk.Source)
	return d
}

func (h hung) Open(ctx context.Context, at model.Place) (client.Body, model.Entry, error) {
	b, e, err := h.Source.Open(ctx, at)
	return hungBody{b, h}, e, err
}

type hungBody struct {
	client.Body
	h hung
}

func (b hungBody) Read(p []byte) (int, error) {
	close(b.h.reads)
	<-b.h.back
	return b.Body.Read(p)
}

// withDisk are the documents of a cabinet, and a disk.
type withDisk struct {
	docSources
	disk client.Source
}

func (s withDisk) For(p model.Place) (client.Source, error) {
	if p.Scheme == model.SchemeDisk {
		return s.disk, nil
	}
	return s.docSources.For(p)
}

// A disk that does not answer a read keeps the program from ending for a while only,
// and the job goes on later.
func TestCloseDoesNotWaitForAHungDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir, kept, c := t.TempDir(), t.TempDir(), newDocs()
		writeFiles(t, dir, "a.docx")
		h := hung{disk.New(), make(chan struct{}), make(chan struct{})}
		e, err := Open(run.Options{Dir: kept, Sources: withDisk{docSources{c}, h}, Convert: fmtConvert})
		if err != nil {
			t.Fatal(err)
		}
		p, err := e.Plan(t.Context(), client.Request{Op: model.OpImport, Items: []model.Place{onDisk(dir + "/a.docx")}, Target: docAt("docs:/"), Rule: model.ConflictNumber})
		if err != nil {
			t.Fatal(err)
		}
		id, err := e.Start(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		<-h.reads
		began := time.Now()
		closed := make(chan error)
		go func() { closed <- e.Close() }()
		select {
		case err := <-closed:
			if took := time.Since(began); err != nil || took > 30*time.Second {
				t.Errorf("%v after %s", err, took)
			}
		case <-time.After(time.Minute):
			t.Error("it waits for the disk")
			defer func() { <-closed }()
		}
		close(h.back) // the end of the process
		synctest.Wait()
		next := openDocs(t, c, run.Options{Dir: kept})
		if err := next.Resume(id); err != nil {
			t.Fatal(err)
		}
		if s, err := next.Wait(t.Context(), id); err != nil || s.State != model.JobDone {
			t.Errorf("%+v, %v", s, err)
		}
		wantTree(t, c, "docs:/a")
	})
}
