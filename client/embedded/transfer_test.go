package embedded

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/md5"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aloft/client/clienttest/fault"
	"aloft/client/embedded/docs"
	"aloft/client/embedded/pages"
)

// porter calls the document half by hand: JSON-RPC for tools, plain requests for
// bytes.
type porter struct {
	t    *testing.T
	ctx  context.Context
	s    *Service
	base string
	by   http.RoundTripper
}

func openPorter(t *testing.T, o Options) *porter {
	t.Helper()
	r := open(t, o)
	return &porter{t, t.Context(), r.s, "http://aloft.local", r.s.Transport()}
}

// ask calls a tool and returns its answer, or the message of its refusal.
func (p *porter) ask(tool string, args object) (object, error) {
	p.t.Helper()
	body, err := json.Marshal(object{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": object{"name": "manage." + tool, "arguments": args}})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(p.ctx, "POST", p.base+DocsPath, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", p.s.Token())
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	resp, err := p.by.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	var answer struct {
		Result struct {
			Content []struct{ Text string }
		}
		Error *struct{ Message string }
	}
	if err := json.Unmarshal(raw, &answer); err != nil {
		return nil, fmt.Errorf("%w: %d %s", err, resp.StatusCode, raw)
	}
	if answer.Error != nil {
		return nil, errors.New(answer.Error.Message)
	}
	out := object{}
	if len(answer.Result.Content) != 1 {
		return nil, fmt.Errorf("no content: %s", raw)
	}
	return out, json.Unmarshal([]byte(answer.Result.Content[0].Text), &out)
}

func (p *porter) tool(tool string, args object) object {
	p.t.Helper()
	out, err := p.ask(tool, args)
	if err != nil {
		p.t.Fatalf("%s %v: %v", tool, args, err)
	}
	return out
}

// refused expects a refusal with that message.
func (p *porter) refused(says, tool string, args object) {
	p.t.Helper()
	out, err := p.ask(tool, args)
	if err == nil || !strings.Contains(err.Error(), says) {
		p.t.Errorf("%s %v: %v %v, want a refusal with %q", tool, args, out, err, says)
	}
}

func val(o object, key string) string { s, _ := o[key].(string); return s }

func sum(b []byte) string { h := md5.Sum(b); return hex.EncodeToString(h[:]) }

func fileArgs(name string, b []byte) object {
	return object{"file_name": name, "file_size": len(b), "file_md5": sum(b)}
}

// put uploads and returns the status and the message.
func (p *porter) put(url string, b []byte) (int, string) {
	p.t.Helper()
	req, err := http.NewRequestWithContext(p.ctx, "PUT", url, bytes.NewReader(b))
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/octet-stream")
	status, words, err := p.send(req)
	if err != nil {
		p.t.Fatal(err)
	}
	return status, words
}

func (p *porter) send(req *http.Request) (int, string, error) {
	resp, err := p.by.RoundTrip(req)
	if err != nil {
		return 0, "", err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(b), err
}

// prepare announces and uploads a file; the arguments are those of async_import.
func (p *porter) prepare(name string, b []byte) object {
	p.t.Helper()
	args := fileArgs(name, b)
	pre := p.tool("pre_import", args)
	if status, words := p.put(val(pre, "upload_url"), b); status/100 != 2 {
		p.t.Fatalf("upload of %s: %d %s", name, status, words)
	}
	args["file_key"], args["task_id"] = pre["file_key"], pre["task_id"]
	return args
}

// done polls until a task has ended.
func (p *porter) done(tool, task string) object {
	p.t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); {
		out := p.tool(tool, object{"task_id": task})
		if out["progress"] == 100.0 || val(out, "error") != "" {
			return out
		}
		for key := range out {
			if key != "progress" && key != "trace_id" {
				p.t.Fatalf("while it runs %s answers %v", tool, out)
			}
		}
		p.rest(5 * time.Millisecond)
	}
	p.t.Fatalf("%s never ends", tool)
	return nil
}

// rest lets other goroutines work.
func (p *porter) rest(d time.Duration) {
	ctx, end := context.WithTimeout(p.ctx, d)
	defer end()
	<-ctx.Done()
}

func (p *porter) imported(name string, b []byte) object {
	p.t.Helper()
	out := p.done("import_progress", val(p.tool("async_import", p.prepare(name, b)), "task_id"))
	if val(out, "error") != "" || val(out, "file_id") == "" || val(out, "file_url") == "" {
		p.t.Fatalf("import of %s: %v", name, out)
	}
	return out
}

// exported returns the name and the bytes.
func (p *porter) exported(id string) (string, []byte, http.Header) {
	p.t.Helper()
	out := p.done("export_progress", val(p.tool("export_file", object{"file_id": id}), "task_id"))
	if val(out, "file_url") == "" {
		p.t.Fatalf("export of %s: %v", id, out)
	}
	req, err := http.NewRequestWithContext(p.ctx, "GET", val(out, "file_url"), nil)
	if err != nil {
		p.t.Fatal(err)
	}
	resp, err := p.by.RoundTrip(req)
	if err != nil {
		p.t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != 200 {
		p.t.Fatal(resp.StatusCode, err, string(b))
	}
	return val(out, "file_name"), b, resp.Header
}

// home counts the pages of that title in the home's root.
func (p *porter) home(title string) (n int) {
	p.t.Helper()
	err := p.s.pages.View(p.ctx, func(l pages.Rows) error {
		_, err := l.Row("SELECT count(*) FROM page WHERE parent = 1 AND title = ? AND binned = 0", []any{title}, &n)
		return err
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return n
}

func pdf(t testing.TB, more int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := pages.SamplePDF(&b, "Hello"); err != nil {
		t.Fatal(err)
	}
	return bytes.Replace(b.Bytes(), []byte("%PDF-1.4\n"), []byte("%PDF-1.4\n%"+strings.Repeat("x", more)+"\n"), 1)
}

func TestImportAndExportKeepTheBytes(t *testing.T) {
	p := openPorter(t, Options{})
	b := pdf(t, 300_000)
	out := p.imported("Contract, signed.pdf", b)
	if val(out, "file_name") != "Contract, signed" || val(out, "status") != docs.StateComplete || !strings.Contains(val(out, "file_url"), "/pdf/") {
		t.Error(out)
	}
	if n := p.home("Contract, signed"); n != 1 {
		t.Errorf("%d documents in the home's root", n)
	}
	name, got, head := p.exported(val(out, "file_id"))
	if name != "Contract, signed.pdf" || !bytes.Equal(got, b) {
		t.Errorf("%s: %d of %d bytes", name, len(got), len(b))
	}
	if head.Get("Content-Type") != "application/pdf" || !strings.Contains(head.Get("Content-Disposition"), `attachment; filename="Contract, signed.pdf"`) || head.Get("ETag") == "" {
		t.Error(head)
	}
	// The same bytes again: another document, no other file.
	p.imported("Contract, signed.pdf", b)
	if n := p.home("Contract, signed"); n != 2 {
		t.Errorf("%d documents in the home's root", n)
	}
}

func TestImportConverts(t *testing.T) {
	p := openPorter(t, Options{})
	for _, c := range []struct{ file, body, kind, export string }{
		{"values.csv", "a,b\n1,2\n", "/sheet/", "values.xlsx"},
		{"note.txt", "Hello\nyou\n", "/doc/", "note.docx"},
	} {
		out := p.imported(c.file, []byte(c.body))
		name, got, _ := p.exported(val(out, "file_id"))
		if !strings.Contains(val(out, "file_url"), c.kind) || name != c.export || !bytes.HasPrefix(got, []byte("PK")) {
			t.Errorf("%s: %v, %s of %d bytes", c.file, out, name, len(got))
		}
	}
}

func TestImportRefusals(t *testing.T) {
	p := openPorter(t, Options{Faults: fault.Faults{Blobs: fault.Blobs{MaxSize: 1000}}})
	b := pdf(t, 10)
	with := func(key string, value any) object {
		o := fileArgs("a.pdf", b)
		o[key] = value
		return o
	}
	p.refused("suffix", "pre_import", with("file_name", "a.md"))
	p.refused("suffix", "pre_import", with("file_name", "a"))
	p.refused("nothing but a suffix", "pre_import", with("file_name", ".pdf"))
	p.refused("file_name", "pre_import", with("file_name", "a/b.pdf"))
	p.refused("empty file", "pre_import", with("file_size", 0))
	p.refused("at most 1000", "pre_import", with("file_size", 1001))
	p.refused("hexadecimal", "pre_import", with("file_md5", strings.ToUpper(sum(b))))
	p.refused("hexadecimal", "pre_import", with("file_md5", "abc"))
	p.refused("not known", "import_progress", object{"task_id": "no"})
	p.refused("not known", "export_progress", object{"task_id": "no"})

	pre := p.tool("pre_import", fileArgs("a.pdf", b))
	begin := fileArgs("a.pdf", b)
	begin["file_key"], begin["task_id"] = pre["file_key"], pre["task_id"]
	p.refused("not been uploaded", "async_import", begin)
	if out := p.tool("import_progress", object{"task_id": pre["task_id"]}); out["progress"] != 0.0 || val(out, "error") == "" {
		t.Error(out)
	}
	if status, _ := p.put(val(pre, "upload_url"), b); status != 200 {
		t.Fatal(status)
	}
	for key, value := range map[string]any{"file_key": "x", "task_id": "x", "file_name": "b.pdf", "file_size": 3, "file_md5": sum(nil)} {
		wrong := object{}
		for k, v := range begin {
			wrong[k] = v
		}
		wrong[key] = value
		if out, err := p.ask("async_import", wrong); err == nil {
			t.Errorf("with another %s: %v", key, out)
		}
	}
	first := val(p.tool("async_import", begin), "task_id")
	if again := val(p.tool("async_import", begin), "task_id"); again != first {
		t.Errorf("asked twice, another task: %s %s", first, again)
	}
	p.done("import_progress", first)
	p.tool("async_import", begin)
	p.done("import_progress", first)
	if n := p.home("a"); n != 1 {
		t.Errorf("%d documents of one task", n)
	}
}

// Bytes that do not match the suffix fail the task with a message, and make
// nothing.
func TestImportOfWrongBytesFails(t *testing.T) {
	p := openPorter(t, Options{})
	for _, name := range []string{"a.docx", "b.xlsx", "c.pptx", "d.pdf", "e.xmind", "f.doc", "g.xls", "h.ppt"} {
		args := p.prepare(name, []byte("just some words that are none of these"))
		out := p.done("import_progress", val(p.tool("async_import", args), "task_id"))
		if val(out, "status") != docs.StateFailed || val(out, "error") == "" || val(out, "file_id") != "" {
			t.Errorf("%s: %v", name, out)
		}
		if n := p.home(strings.TrimSuffix(name, filepath.Ext(name))); n != 0 {
			t.Errorf("%s: %d documents", name, n)
		}
	}
}

// What an import has lost is reported with its end, at every poll.
func TestImportWarnings(t *testing.T) {
	p := openPorter(t, Options{})
	wide := strings.Repeat("x,", 20_000) + "x\n"
	args := p.prepare("wide.csv", []byte(wide))
	task := val(p.tool("async_import", args), "task_id")
	for range 2 {
		out := p.done("import_progress", task)
		list, _ := out["warnings"].([]any)
		if val(out, "file_id") == "" || len(list) != 1 {
			t.Errorf("%v", out)
		}
	}
	if out := p.imported("narrow.csv", []byte("a,b\n")); out["warnings"] != nil {
		t.Errorf("%v", out)
	}
}

// An xmind file is exported unchanged; documents made here are exported in the
// format of their kind, or give a reason.
func TestExportOfEachKind(t *testing.T) {
	p := openPorter(t, Options{})
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range []string{"content.json", "metadata.json"} {
		w, err := z.Create(name)
		if err == nil {
			_, err = io.WriteString(w, "[]")
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	out := p.imported("Ideas.xmind", b.Bytes())
	if name, got, _ := p.exported(val(out, "file_id")); name != "Ideas.xmind" || !bytes.Equal(got, b.Bytes()) || !strings.Contains(val(out, "file_url"), "/mind/") {
		t.Error(name, len(got), out)
	}
	for kind, suffix := range map[string]string{pages.KindDoc: ".docx", pages.KindSheet: ".xlsx", pages.KindSlide: ".pptx", pages.KindSmartCanvas: ".docx",
		pages.KindForm: "", pages.KindMind: "", pages.KindFlowchart: "", pages.KindSmartSheet: "", pages.KindFolder: ""} {
		made := p.tool("create_file", object{"title": "New one: 1/2", "file_type": kind})
		if suffix == "" {
			p.refused("export", "export_file", object{"file_id": made["file_id"]})
			continue
		}
		name, got, head := p.exported(val(made, "file_id"))
		if name != "New one: 1/2"+suffix || !bytes.HasPrefix(got, []byte("PK")) || !strings.Contains(head.Get("Content-Disposition"), "New one: 1_2"+suffix) {
			t.Errorf("%s: %s of %d bytes, %v", kind, name, len(got), head)
		}
	}
	p.refused("no file", "export_file", object{"file_id": "nothing"})
}
