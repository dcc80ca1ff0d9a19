package docs

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"aloft/client"
	"aloft/client/docs/tool"
	"aloft/client/lenient"
	"aloft/model"
	"aloft/model/text"
)

// importSuffixes are the files that the service accepts.
var importSuffixes = []string{"xls", "xlsx", "csv", "doc", "docx", "txt", "text", "ppt", "pptx", "pdf", "xmind"}

// convertSuffixes are first converted to docx on this machine.
var convertSuffixes = []string{"md", "markdown"}

// exportSuffixes: "Export" in the document specification, which does not mention
// smart documents; a service that exports one makes a docx of it.
var exportSuffixes = map[model.Kind]string{
	model.KindDoc: ".docx", model.KindSheet: ".xlsx", model.KindSlide: ".pptx", model.KindSmartCanvas: ".docx",
}

// kept are kinds whose bytes a service may return unchanged. Only its answer says
// whether it does, and with which suffix.
var kept = map[model.Kind]bool{model.KindFile: true, model.KindMind: true, model.KindOther: true}

func suffix(name string) string { return strings.ToLower(strings.TrimPrefix(path.Ext(name), ".")) }

// Announces: a change waits for its turn at the gate, and reports when it is sent.
func (v *Source) Announces() bool { return true }

// Landing is where imports arrive: the home root.
func (v *reader) Landing() model.Place { return v.s.home() }

// Poll is the time between two polls of a task.
func (v *Source) Poll() client.Span {
	return v.s.conn.Poll()
}

func (v *reader) CheckImport(name string, size int64) error {
	p := v.Root().Join(name)
	switch sfx := suffix(name); {
	case !slices.Contains(importSuffixes, sfx) && !slices.Contains(convertSuffixes, sfx), strings.TrimSuffix(name, path.Ext(name)) == "":
		return client.Errorf(client.KindInvalid, string(model.OpImport), p, "%q cannot be imported: the document service accepts %s", name,
			strings.Join(append(slices.Clone(importSuffixes), convertSuffixes[0]), ", "))
	case !utf8.ValidString(name):
		return client.Errorf(client.KindInvalid, string(model.OpImport), p, text.DocsTitleUTF8)
	case size == 0:
		return client.Errorf(client.KindInvalid, string(model.OpImport), p, "%q is empty; the document service does not accept empty files", name)
	}
	return nil
}

func (v *reader) ImportName(name string) (string, bool) {
	if !slices.Contains(convertSuffixes, suffix(name)) {
		return "", false
	}
	return strings.TrimSuffix(name, path.Ext(name)) + exportSuffixes[model.KindDoc], true
}

// Prepare announces a file to the service, once. That makes nothing that anybody sees, but the
// service counts it.
func (v *Source) Prepare(ctx context.Context, f client.ImportFile, class client.Class) (client.Upload, error) {
	const op = string(model.OpImport)
	p := v.Root().Join(f.Name)
	if err := v.CheckImport(f.Name, f.Size); err != nil {
		return client.Upload{}, err
	}
	if len(f.MD5) != 32 || strings.Trim(f.MD5, "0123456789abcdef") != "" {
		return client.Upload{}, client.Errorf(client.KindInvalid, op, p, text.BadCall, "docs", "digest")
	}
	c := tool.Purpose{Op: op, Place: p, Class: class}.Write(tool.PreImport, fileArgs(f)...)
	var w struct {
		URL  lenient.String `json:"upload_url"`
		Key  lenient.String `json:"file_key"`
		Task lenient.String `json:"task_id"`
	}
	if _, err := v.s.conn.Read(ctx, c, &w, nil); err != nil {
		return client.Upload{}, err
	}
	if w.URL == "" {
		return client.Upload{}, c.Unclear("the service returned no upload address")
	}
	return client.Upload{URL: client.Signed(v.s.whole(string(w.URL))), Key: string(w.Key), Task: string(w.Task), File: f}, nil
}

func fileArgs(f client.ImportFile) []tool.Arg {
	return []tool.Arg{tool.Is("file_name", f.Name), tool.Is("file_size", f.Size), tool.Is("file_md5", f.MD5)}
}

// Begin starts the import, once. The task is that of this answer, which may be another than that of
// Prepare. Where the answer has none, the task is that of Prepare.
func (v *Source) Begin(ctx context.Context, u client.Upload, class client.Class) (string, error) {
	a := tool.Purpose{Op: string(model.OpImport), Place: v.Root().Join(u.File.Name), Class: class}
	c := a.Write(tool.AsyncImport, append(fileArgs(u.File), tool.Is("file_key", u.Key), tool.Is("task_id", u.Task))...)
	task, err := v.s.begin(ctx, c)
	if err == nil && task == "" {
		task = u.Task
	}
	if err == nil && task == "" {
		return "", c.Unclear(text.DocsIncomplete)
	}
	return task, err
}

func (s *Service) begin(ctx context.Context, c *tool.Call) (string, error) {
	r, err := s.conn.Do(ctx, c)
	if err != nil {
		return "", err
	}
	var w struct {
		Task lenient.String `json:"task_id"`
	}
	_ = lenient.Object(r.Payload, &w)
	return string(w.Task), nil
}

// wireTask is the answer to a poll; only the embedded service has warnings.
type wireTask struct {
	Progress lenient.Int     `json:"progress"`
	Status   lenient.String  `json:"status"`
	FileID   lenient.String  `json:"file_id"`
	Name     lenient.String  `json:"file_name"`
	URL      lenient.String  `json:"file_url"`
	Error    lenient.String  `json:"error"`
	ErrMsg   lenient.String  `json:"err_msg"`
	Warnings lenient.Strings `json:"warnings"`
}

func (s *Service) task(ctx context.Context, t tool.Tool, id string, a tool.Purpose) (wireTask, client.TaskState, error) {
	c := a.Read(t, tool.Is("task_id", id))
	c.Task = id
	var w wireTask
	if _, err := s.conn.Read(ctx, c, &w, nil); err != nil {
		return w, client.TaskState{}, err
	}
	st := client.TaskState{
		Percent: int(max(0, min(100, w.Progress.Or(0)))),
		Error:   string(cmp.Or(w.Error, w.ErrMsg)),
		Name:    string(w.Name),
	}
	for _, said := range w.Warnings {
		st.Notes = append(st.Notes, model.Say("%s", said))
	}
	status := strings.ToLower(string(w.Status))
	st.Failed = st.Error != "" || strings.Contains(status, "fail") || status == "error"
	if st.Failed && st.Error == "" {
		st.Error = string(w.Status)
	}
	return w, st, nil
}

// ImportState: an import is done at 100 and with the document's id.
func (v *Source) ImportState(ctx context.Context, task string, class client.Class) (client.TaskState, error) {
	a := tool.Purpose{Op: string(model.OpImport), Place: v.Root(), Class: class}
	w, st, err := v.s.task(ctx, tool.ImportProgress, task, a)
	if err != nil || st.Failed || st.Percent < 100 || w.FileID == "" {
		return st, err
	}
	st.Done = true
	st.Entry = wireEntry{FileID: w.FileID, FileName: w.Name, FileURL: w.URL}.entry(v.s)
	return st, nil
}

func (v *reader) ExportName(e model.Entry, format string) (string, error) {
	p := v.s.rootOf(e).JoinPin(e.Name, e.ID)
	sfx, ok := exportSuffixes[e.Kind]
	switch {
	case kept[e.Kind] && format == model.FormatNative:
		if e.MIME == mimePDF && !strings.EqualFold(path.Ext(e.Name), ".pdf") {
			return e.Name + ".pdf", nil
		}
		return e.Name, nil
	case kept[e.Kind] && format == model.FormatPDF && (e.MIME == mimePDF || strings.EqualFold(path.Ext(e.Name), ".pdf")):
		return v.ExportName(e, model.FormatNative)
	case kept[e.Kind]:
		return "", client.Errorf(client.KindInvalid, string(model.OpExport), p, text.DocsNoExportAs, e.Name, format)
	case !ok:
		return "", client.Errorf(client.KindUnsupported, string(model.OpExport), p, "%q cannot be exported: the document service exports documents, sheets, slides and files", e.Name)
	}
	base := e.Name
	if strings.EqualFold(path.Ext(base), sfx) {
		base = base[:len(base)-len(sfx)]
	}
	switch format {
	case model.FormatNative, strings.TrimPrefix(sfx, "."):
		return base + sfx, nil
	case model.FormatMarkdown, model.FormatText, model.FormatPDF:
		return base + "." + format, nil
	case model.FormatMarkdownAlone:
		return base + "." + model.FormatMarkdown, nil
	}
	return "", client.Errorf(client.KindInvalid, string(model.OpExport), p, text.DocsNoExportAs, e.Name, format)
}

// Export starts an export, once.
func (v *Source) Export(ctx context.Context, item model.Ref, class client.Class) (string, error) {
	return v.export(ctx, item, class)
}

// ExportsPDF: the specification knows no format of an export; a service that has an argument
// for it lists it.
func (v *reader) ExportsPDF() bool {
	_, _, ok := v.s.conn.Known().Choice(tool.Export, model.FormatPDF)
	return ok
}

// ExportPDF is Export with that argument.
func (v *Source) ExportPDF(ctx context.Context, item model.Ref, class client.Class) (string, error) {
	arg, value, ok := v.s.conn.Known().Choice(tool.Export, model.FormatPDF)
	if !ok {
		return "", client.Errorf(client.KindUnsupported, string(model.OpExport), item.Place, text.DocsNoExportAs, item.Place.Base(), "PDF")
	}
	return v.export(ctx, item, class, tool.Is(arg, value))
}

func (v *Source) export(ctx context.Context, item model.Ref, class client.Class, more ...tool.Arg) (string, error) {
	const op = string(model.OpExport)
	if err := v.page(op, item); err != nil {
		return "", err
	}
	c := tool.Purpose{Op: op, Place: item.Place, Class: class}.Write(tool.Export, append([]tool.Arg{tool.Is("file_id", item.ID)}, more...)...)
	task, err := v.s.begin(ctx, c)
	if err == nil && task == "" {
		return "", c.Unclear(text.DocsIncomplete)
	}
	return task, err
}

// ExportState: done at 100 and with a link.
func (v *Source) ExportState(ctx context.Context, task string, class client.Class) (client.TaskState, error) {
	a := tool.Purpose{Op: string(model.OpExport), Place: v.Root(), Class: class}
	w, st, err := v.s.task(ctx, tool.ExportProgress, task, a)
	if err != nil || st.Failed || st.Percent < 100 || w.URL == "" {
		return st, err
	}
	st.Done, st.URL = true, client.Signed(v.s.whole(string(w.URL)))
	return st, nil
}

func (v *Source) Upload(ctx context.Context, up client.Upload, body client.Body, sent func(int64)) error {
	return v.s.bytes.Upload(ctx, up, body, sent)
}

func (v *Source) Download(ctx context.Context, link client.SignedURL, offset int64, w client.Sink) (int64, error) {
	return v.s.bytes.Download(ctx, link, offset, w)
}
