package limited

import (
	"context"

	"aloft/client"
	"aloft/model"
)

// What only jobs and edits do is refused here, whatever the rights: they have sources of their
// own. What is said about it beforehand is answered.

type writes struct {
	t  *tree
	of writer
}

func (w writes) MakeFolder(_ context.Context, parent model.Ref, _ string, _ client.Class) (string, error) {
	return "", w.t.g.unsent("mkdir", parent.Place)
}

func (w writes) Rename(_ context.Context, item model.Ref, _ string, _ client.Class) error {
	return w.t.g.unsent("rename", item.Place)
}

func (w writes) Move(_ context.Context, _ []model.Ref, to model.Ref, _ client.Class) error {
	return w.t.g.unsent("move", to.Place)
}

func (w writes) MoveBatch() int { return w.of.MoveBatch() }

func (w writes) Delete(context.Context, []model.Ref, client.DeleteMode, client.Class) error {
	return w.t.g.unsent("delete", w.t.Root())
}

func (w writes) DeleteBatch() int                 { return w.of.DeleteBatch() }
func (w writes) DeleteModes() []client.DeleteMode { return w.of.DeleteModes() }
func (w writes) CheckTitle(title string) error    { return w.of.CheckTitle(title) }

// CreateKinds are none where the person may make nothing.
func (w writes) CreateKinds(folder model.Place) []model.Kind {
	if w.t.g.rights.ReadOnly || w.t.g.view(folder) < root {
		return nil
	}
	return w.of.CreateKinds(folder)
}

func (w writes) Create(_ context.Context, folder model.Ref, _ string, _ model.New, _ client.Class) (model.Entry, error) {
	return model.Entry{}, w.t.g.unsent("new", folder.Place)
}

type turns struct{ t *tree }

func (w turns) Turn(context.Context) (func(), error) {
	return nil, w.t.g.unsent("turn", w.t.Root())
}

func (w turns) Fence(context.Context, func() error) error {
	return w.t.g.unsent("turn", w.t.Root())
}

type copies struct {
	t  *tree
	of client.Copier
}

func (w copies) Copy(_ context.Context, _ []model.Ref, folder model.Ref, _ string, _ client.Class) (model.Entry, error) {
	return model.Entry{}, w.t.g.unsent("copy", folder.Place)
}

// Copies says nothing of places that are not theirs.
func (w copies) Copies(to model.Place) client.Copying {
	if w.t.g.view(to) < root {
		return client.Copying{}
	}
	return w.of.Copies(to)
}

type downloads struct {
	t  *tree
	of client.Downloader
}

func (w downloads) CheckDownload(e model.Entry) error { return w.of.CheckDownload(e) }

func (w downloads) Link(_ context.Context, p model.Place, _ client.Class) (client.Link, error) {
	return client.Link{}, w.t.g.unsent("download", p)
}

func (w downloads) Fetch(context.Context, client.Link, int64, client.Sink) (int64, error) {
	return 0, w.t.g.unsent("download", w.t.Root())
}

type uploads struct {
	t  *tree
	of client.Uploader
}

func (w uploads) CheckUpload(name string, size int64) error { return w.of.CheckUpload(name, size) }
func (w uploads) UploadCalls(size int64) int                { return w.of.UploadCalls(size) }

func (w uploads) Announce(_ context.Context, folder model.Ref, _ client.UploadFile, _ client.Class) (client.Uploading, bool, error) {
	return client.Uploading{}, false, w.t.g.unsent("upload", folder.Place)
}

func (w uploads) Known(_ context.Context, p model.Place, _ client.Uploading, _ client.UploadFile, _ client.Class) (bool, error) {
	return false, w.t.g.unsent("upload", p)
}

func (w uploads) Parts(_ context.Context, p model.Place, _ client.Uploading, _ client.UploadFile, _ client.Body, _ client.Class, _ func(string) error, _ func(int64)) error {
	return w.t.g.unsent("upload", p)
}

func (w uploads) Complete(_ context.Context, p model.Place, _ client.Uploading, _ client.UploadFile, _ client.Class) error {
	return w.t.g.unsent("upload", p)
}

// transfers are imports and exports of documents.
type transfers struct {
	t  *tree
	of aDocuments
}

func (w transfers) Announces() bool                           { return w.of.Announces() }
func (w transfers) Landing() model.Place                      { return w.of.Landing() }
func (w transfers) Poll() client.Span                         { return w.of.Poll() }
func (w transfers) ExportsPDF() bool                          { return w.of.ExportsPDF() }
func (w transfers) CheckImport(name string, size int64) error { return w.of.CheckImport(name, size) }
func (w transfers) ImportName(name string) (string, bool)     { return w.of.ImportName(name) }

func (w transfers) ExportName(e model.Entry, format string) (string, error) {
	return w.of.ExportName(e, format)
}

func (w transfers) Prepare(context.Context, client.ImportFile, client.Class) (client.Upload, error) {
	return client.Upload{}, w.t.g.unsent("import", w.t.Root())
}

func (w transfers) Upload(context.Context, client.Upload, client.Body, func(int64)) error {
	return w.t.g.unsent("import", w.t.Root())
}

func (w transfers) Begin(context.Context, client.Upload, client.Class) (string, error) {
	return "", w.t.g.unsent("import", w.t.Root())
}

func (w transfers) ImportState(context.Context, string, client.Class) (client.TaskState, error) {
	return client.TaskState{}, w.t.g.unsent("import", w.t.Root())
}

func (w transfers) Export(_ context.Context, item model.Ref, _ client.Class) (string, error) {
	return "", w.t.g.unsent("export", item.Place)
}

func (w transfers) ExportPDF(_ context.Context, item model.Ref, _ client.Class) (string, error) {
	return "", w.t.g.unsent("export", item.Place)
}

func (w transfers) ExportState(context.Context, string, client.Class) (client.TaskState, error) {
	return client.TaskState{}, w.t.g.unsent("export", w.t.Root())
}

func (w transfers) Download(context.Context, client.SignedURL, int64, client.Sink) (int64, error) {
	return 0, w.t.g.unsent("export", w.t.Root())
}

// bin is a recycle bin: the person sees what was in their places.
type bin struct {
	t  *tree
	of client.Binner
}

func (b bin) Bin(ctx context.Context, opt client.Options) ([]client.BinEntry, error) {
	all, err := b.of.Bin(ctx, opt)
	return b.t.g.binned(all, b.t.Root()), err
}

func (b bin) Recover(context.Context, []string, client.Class) error {
	return b.t.g.unsent("recover", b.t.Root())
}

func (b bin) Purge(context.Context, []string, client.Class) error {
	return b.t.g.unsent("purge", b.t.Root())
}

// binned are those entries of a bin that were in a place of theirs.
func (g *Person) binned(all []client.BinEntry, of model.Place) []client.BinEntry {
	if g.open(of.Scheme) {
		return all
	}
	var out []client.BinEntry
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, e := range all {
		if was := e.Was(); !was.IsZero() && e.From.SameSource(of) && g.view(was) >= root {
			g.records[record(of, e.Record)] = true
			out = append(out, e)
		}
	}
	return out
}

// record names an entry of a bin among those of all sources.
func record(of model.Place, id string) string { return string(of.Scheme) + ":" + id }

// machine is what the disk does beside.
type machine struct {
	t  *tree
	of aDisk
}

// Open opens a file that is theirs.
func (m machine) Open(ctx context.Context, p model.Place) (client.Body, model.Entry, error) {
	if err := m.t.g.read("open", p); err != nil {
		return nil, model.Entry{}, err
	}
	return m.of.Open(ctx, p)
}

func (m machine) Watch(ctx context.Context, p model.Place) <-chan struct{} {
	if m.t.g.read("list", p) != nil {
		return nil
	}
	return m.of.Watch(ctx, p)
}
