package docs_test

import (
	"bytes"
	"crypto/md5"
	"encoding/hex"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/clienttest/fault"
	"aloft/client/docs"
	"aloft/client/office"
	"aloft/model"
)

type file struct{ *bytes.Reader }

func (file) Close() error { return nil }

type sink struct {
	bytes.Buffer
	restarts int
}

func (s *sink) Restart() error {
	s.restarts++
	s.Reset()
	return nil
}

// A file is imported and exported again.
func TestImportExport(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := hands{newRig(t, fault.Docs{IntStrings: true}, func(o *docs.Options) { o.Poll = client.Span{Min: time.Second, Max: time.Second} }), t}
		defer h.Close()
		var b bytes.Buffer
		if err := office.Blank(model.KindDoc, "Minutes", &b); err != nil {
			t.Fatal(err)
		}
		imp := h.spaces.(client.Importer)
		sum := md5.Sum(b.Bytes())
		f := client.ImportFile{Name: "Minutes.docx", Size: int64(b.Len()), MD5: hex.EncodeToString(sum[:])}
		up, err := imp.Prepare(t.Context(), f, client.Bulk)
		if err != nil {
			t.Fatal(err)
		}
		var sent int64
		if err := imp.Upload(t.Context(), up, file{bytes.NewReader(b.Bytes())}, func(n int64) { sent = n }); err != nil || sent != f.Size {
			t.Fatalf("%d bytes, %v", sent, err)
		}
		task, err := imp.Begin(t.Context(), up, client.Bulk)
		if err != nil {
			t.Fatal(err)
		}
		st := h.wait(func() (client.TaskState, error) { return imp.ImportState(t.Context(), task, client.Bulk) })
		if st.Entry.Name != "Minutes" && st.Entry.Name != "Minutes.docx" || st.Entry.Kind != model.KindDoc {
			t.Errorf("%+v", st.Entry)
		}
		h.want(imp.Landing(), "Minutes:doc")

		exp := h.home.(client.Exporter)
		doc, err := h.home.Stat(t.Context(), imp.Landing().Join("Minutes"), client.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if name, err := exp.ExportName(doc, ""); err != nil || name != "Minutes.docx" {
			t.Errorf("%q, %v", name, err)
		}
		if task, err = exp.Export(t.Context(), h.ref(imp.Landing().Join("Minutes")), client.Bulk); err != nil {
			t.Fatal(err)
		}
		st = h.wait(func() (client.TaskState, error) { return exp.ExportState(t.Context(), task, client.Bulk) })
		var out sink
		size, err := exp.Download(t.Context(), st.URL, 0, &out)
		if err != nil || size != int64(out.Len()) || !bytes.Equal(out.Bytes(), b.Bytes()) {
			t.Errorf("%d of %d bytes, %v", out.Len(), size, err)
		}
		// The other half of it.
		half := &sink{}
		half.Write(b.Bytes()[:100])
		if size, err = exp.Download(t.Context(), st.URL, 100, half); err != nil || size != int64(b.Len()) || !bytes.Equal(half.Bytes(), b.Bytes()) {
			t.Errorf("%d of %d bytes, %d restarts, %v", half.Len(), size, half.restarts, err)
		}
		if _, err := exp.ExportState(t.Context(), "no-such-task", client.Bulk); err == nil {
			t.Error("a task that is none")
		}
	})
}

// wait polls until the task has ended.
func (h hands) wait(ask func() (client.TaskState, error)) client.TaskState {
	h.t.Helper()
	for range 200 {
		st, err := ask()
		if err != nil {
			h.t.Fatal(err)
		}
		if st.Failed {
			h.t.Fatalf("%+v", st)
		}
		if st.Done {
			return st
		}
		time.Sleep(time.Second)
	}
	h.t.Fatal("the task does not end")
	return client.TaskState{}
}
