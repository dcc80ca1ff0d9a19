package docs_test

import (
	"bytes"
	"crypto/md5"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"aloft/client"
	"aloft/client/docs/second"
	"aloft/model"
)

// sharing reads and sets policies of documents and spaces.
func (r *tour) sharing() {
	ctx, sharer := r.t.Context(), r.home.(client.PolicySetter)
	for _, p := range []model.Place{r.home.Root().Join("Work").Join("Note 2"), r.spaces.Root().Join("Hand"), r.spaces.Root().Join("Hand").Join("Note 1")} {
		item := r.ref(p)
		before, err := sharer.Policy(ctx, item, client.Options{})
		r.need(err)
		if before != model.PolicyPrivate {
			r.t.Errorf("%s was %q", p, before)
		}
		for _, want := range []model.Policy{model.PolicyRead, model.PolicyEdit} {
			r.need(sharer.SetPolicy(ctx, item, want, client.Bulk))
			if got, err := sharer.Policy(ctx, item, client.Options{}); err != nil || got != want {
				r.t.Errorf("%s is %q, want %q (%v)", p, got, want, err)
			}
		}
		if err := sharer.SetPolicy(ctx, item, model.PolicySome, client.Bulk); !client.Is(err, client.KindInvalid) {
			r.t.Errorf("a policy that cannot be set: %v", err)
		}
	}
	odd := r.srv.AddDoc("", "Odd", "doc", nil)
	r.srv.SetPolicy(odd, 7)
	if _, err := sharer.Policy(ctx, r.ref(r.home.Root().Join("Odd")), client.Options{}); !client.Is(err, client.KindUnsupported) {
		r.t.Errorf("an odd policy: %v", err)
	}
}

// finding searches, lists the recent ones and resolves ids and links.
func (r *tour) finding() {
	ctx := r.t.Context()
	hits, err := r.home.(client.Searcher).Search(ctx, "note 3", client.Options{})
	r.need(err)
	if len(hits) != 1 || hits[0].Entry.Name != "Note 3" || hits[0].Entry.Kind != model.KindForm {
		r.t.Fatalf("hits %+v", hits)
	}
	id := hits[0].Entry.ID
	e, err := r.home.(client.Steady).ByID(ctx, id, client.Options{})
	r.need(err)
	if e.ID != id || e.Facts().Owner != "Ada" || e.Facts().Editor != "Ben" || e.Created.Year() < 2020 || e.Created.Year() > 2100 || e.Modified.Before(e.Created.Add(-time.Second)) {
		r.t.Errorf("by id: %+v", e)
	}
	_, e, err = r.home.(client.Steady).Resolve(ctx, r.srv.Base()+"/form/"+id, client.Options{})
	r.need(err)
	if e.ID != id {
		r.t.Errorf("by link: %+v", e)
	}
	deep := r.ref(r.home.Root().Join("Work").Join("Deep"))
	p, _, err := r.home.(client.Steady).Resolve(ctx, deep.ID, client.Options{})
	r.need(err)
	if got := strings.Join(p.Names(), "/"); got != "Work/Deep" {
		r.t.Errorf("the folder is at %q", got)
	}
	e, err = r.home.(client.Detailer).Details(ctx, hits[0].Entry, client.Options{})
	r.need(err)
	if e.Kind != model.KindForm || e.Facts().Creator != "Ada" {
		r.t.Errorf("details: %+v", e)
	}
	for _, order := range []client.RecentOrder{client.RecentViewed, client.RecentModified, client.RecentName} {
		var names []string
		for page := 1; page < 20; page++ {
			list, err := r.home.(client.Recents).Recent(ctx, page, 3, order, client.Options{})
			r.need(err)
			for _, h := range list {
				names = append(names, h.Entry.Name)
			}
			if len(list) < 3 {
				break
			}
		}
		if slices.Contains(names, "Note 4") || !slices.Contains(names, "Note 3") {
			r.t.Errorf("recent by %s: %q", order, names)
		}
		if order == client.RecentName && !slices.IsSorted(names) {
			r.t.Errorf("recent by name: %q", names)
		}
	}
	if _, err := r.home.(client.Steady).ByID(ctx, "f-none", client.Options{}); !client.Is(err, client.KindNotFound) {
		// InCode and InStatus have no code of the service.
		r.t.Errorf("an id of nobody: %v", err)
	}
}

// held is a file in memory.
type held struct{ *bytes.Reader }

func (held) Close() error { return nil }

// took is the sink of a download.
type took struct {
	bytes.Buffer
	restarts int
}

func (t *took) Restart() error {
	t.restarts++
	t.Reset()
	return nil
}

// until polls a task until it ends.
func (r *tour) until(ask func() (client.TaskState, error)) client.TaskState {
	r.t.Helper()
	last := -1
	for range 40 {
		st, err := ask()
		r.need(err)
		if st.Percent < last && !st.Failed {
			r.t.Errorf("progress fell from %d to %d", last, st.Percent)
		}
		last = st.Percent
		if st.Done || st.Failed {
			return st
		}
	}
	r.t.Fatal("the task never ended")
	return client.TaskState{}
}

func (r *tour) send(name string, data []byte) client.TaskState {
	r.t.Helper()
	ctx, in := r.t.Context(), r.home.(client.Importer)
	sum := md5.Sum(data)
	r.need(in.CheckImport(name, int64(len(data))))
	u, err := in.Prepare(ctx, client.ImportFile{Name: name, Size: int64(len(data)), MD5: hex.EncodeToString(sum[:])}, client.Bulk)
	r.need(err)
	var sent int64
	r.need(in.Upload(ctx, u, held{bytes.NewReader(data)}, func(n int64) { sent = n }))
	if sent != int64(len(data)) {
		r.t.Errorf("told of %d bytes, not %d", sent, len(data))
	}
	task, err := in.Begin(ctx, u, client.Bulk)
	r.need(err)
	return r.until(func() (client.TaskState, error) { return in.ImportState(ctx, task, client.Bulk) })
}

// files imports and exports files, of all kinds or of one.
func (r *tour) files(all bool) {
	ctx, out := r.t.Context(), r.home.(client.Exporter)
	kinds := map[string]model.Kind{"数据.xlsx": model.KindSheet}
	if all {
		kinds["Letter.docx"], kinds["Talk.PPTX"] = model.KindDoc, model.KindSlide
	}
	for name, kind := range kinds {
		data := bytes.Repeat([]byte(name), 20_000)
		st := r.send(name, data)
		title := name[:strings.LastIndexByte(name, '.')]
		if d := r.doc(st.Entry.ID); !st.Done || st.Entry.Name != title || st.Entry.Kind != kind || !bytes.Equal(d.Data, data) || len(st.Notes) != 1 {
			r.t.Errorf("imported %+v", st)
		}
		item := r.ref(r.home.Root().Join(title))
		file, err := out.ExportName(st.Entry, model.FormatNative)
		r.need(err)
		task, err := out.Export(ctx, item, client.Bulk)
		r.need(err)
		st = r.until(func() (client.TaskState, error) { return out.ExportState(ctx, task, client.Bulk) })
		if !strings.EqualFold(st.Name, file) {
			r.t.Errorf("exported as %q, foretold %q", st.Name, file)
		}
		var got took
		size, err := out.Download(ctx, st.URL, 0, &got)
		r.need(err)
		if size != int64(len(data)) || !bytes.Equal(got.Bytes(), data) {
			r.t.Errorf("%s: %d bytes of %d came", name, got.Len(), len(data))
		}
		// The second half of what an earlier run has begun.
		half := took{}
		half.Write(data[:len(data)/2])
		_, err = out.Download(ctx, st.URL, int64(half.Len()), &half)
		r.need(err)
		if !bytes.Equal(half.Bytes(), data) {
			r.t.Errorf("%s: resumed to %d bytes", name, half.Len())
		}
		r.srv.CutDownloads(1)
		got = took{}
		_, err = out.Download(ctx, st.URL, 0, &got)
		r.need(err)
		if !bytes.Equal(got.Bytes(), data) {
			r.t.Errorf("%s: %d bytes after a break", name, got.Len())
		}
		r.srv.CutDownloads(0)
	}
}

// refusals: business errors are returned as errors, in every carrier.
func (r *tour) refusals() {
	ctx := r.t.Context()
	gone := r.ref(r.home.Root().Join("Work").Join("Note 5"))
	r.srv.Stale(gone.ID)
	if err := r.home.(client.Renamer).Rename(ctx, gone, "x", client.Bulk); err == nil || client.Is(err, client.KindUnknown) {
		r.t.Errorf("rename of a stale id: %v", err)
	}
	if _, err := r.home.(client.Exporter).Export(ctx, gone, client.Bulk); err == nil || client.Is(err, client.KindUnknown) {
		r.t.Errorf("export of a stale id: %v", err)
	}
	mind := r.ref(r.home.Root().Join("Work").Join("Note 6"))
	mind.Kind = model.KindDoc // for a kind unknown to the client the service decides
	if _, err := r.home.(client.Exporter).Export(ctx, mind, client.Bulk); err == nil || !strings.Contains(err.Error(), "does not fit") {
		r.t.Errorf("export of another kind: %v", err)
	}
	r.srv.Change(func(o *second.Options) { o.TaskFails = "the file is broken" })
	st := r.send("Bad.docx", []byte("x"))
	if !st.Failed || st.Error != "the file is broken" {
		r.t.Errorf("a failed import: %+v", st)
	}
	r.srv.Change(func(o *second.Options) { o.TaskFails = "" })
	for name, size := range map[string]int64{"a.docx": 0, "a.exe": 5, "noname": 5} {
		if err := r.home.(client.Importer).CheckImport(name, size); err == nil {
			r.t.Errorf("%s with %d bytes", name, size)
		}
	}
	if err := r.home.(client.Maker).CheckTitle(strings.Repeat("字", 37)); err == nil {
		r.t.Error("37 characters")
	}
	if _, err := r.home.(client.Maker).Create(ctx, r.ref(r.home.Root()), strings.Repeat("字", 36), model.New{Kind: model.KindDoc}, client.Bulk); err != nil {
		r.t.Errorf("36 characters: %v", err)
	}
}
