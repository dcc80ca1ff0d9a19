package embedded

import (
	"bytes"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// request makes one by hand.
func (p *porter) request(method, url string, body []byte, head ...string) *http.Response {
	p.t.Helper()
	req, err := http.NewRequestWithContext(p.ctx, method, url, bytes.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	for i := 0; i < len(head); i += 2 {
		req.Header.Set(head[i], head[i+1])
	}
	resp, err := p.by.RoundTrip(req)
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { resp.Body.Close() })
	return resp
}

const octets = "application/octet-stream"

func TestUploadLinks(t *testing.T) {
	now := &clock{}
	p := openPorter(t, Options{Now: now.Now})
	b := pdf(t, 100)
	pre := p.tool("pre_import", fileArgs("a.pdf", b))
	link := val(pre, "upload_url")
	other := val(p.tool("pre_import", fileArgs("b.pdf", append(b, '\n'))), "upload_url")
	swap := func(from, to string) string {
		u, err := url.Parse(from)
		if err != nil {
			t.Fatal(err)
		}
		v, err := url.Parse(to)
		if err != nil {
			t.Fatal(err)
		}
		u.RawQuery = v.RawQuery
		return u.String()
	}
	files := func() int {
		names, err := os.ReadDir(p.s.db.BlobPath(""))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		return len(names)
	}
	for _, c := range []struct {
		name, method, url, kind string
		body                    []byte
		status                  int
	}{
		{"no signature", "PUT", strings.SplitN(link, "?", 2)[0], octets, b, 404},
		{"altered signature", "PUT", link + "x", octets, b, 403},
		{"later expiry", "PUT", strings.Replace(link, "expires=", "expires=9", 1), octets, b, 403},
		{"another's signature", "PUT", swap(link, other), octets, b, 403},
		{"another key", "PUT", strings.Replace(link, val(pre, "file_key"), strings.Repeat("0", 32), 1), octets, b, 403},
		{"GET", "GET", link, octets, nil, 405},
		{"POST", "POST", link, octets, b, 405},
		{"form", "PUT", link, "multipart/form-data", b, 415},
		{"no type", "PUT", link, "", b, 415},
		{"short", "PUT", link, octets, b[1:], 400},
		{"long", "PUT", link, octets, append(b, 'x'), 400},
		{"wrong bytes", "PUT", link, octets, bytes.Replace(b, []byte("Hello"), []byte("Hullo"), 1), 400},
	} {
		resp := p.request(c.method, c.url, c.body, "Content-Type", c.kind)
		if resp.StatusCode != c.status {
			t.Errorf("%s: %d, want %d", c.name, resp.StatusCode, c.status)
		}
		if n := files(); n != 0 {
			t.Errorf("%s leaves %d files", c.name, n)
		}
	}
	// The length is not declared: it is counted.
	chunked, err := http.NewRequestWithContext(t.Context(), "PUT", link, struct{ *bytes.Reader }{bytes.NewReader(append(b, 'x'))})
	if err != nil {
		t.Fatal(err)
	}
	chunked.ContentLength = -1
	chunked.Header.Set("Content-Type", octets)
	if status, words, err := p.send(chunked); status != 413 || err != nil {
		t.Error(status, words, err)
	}
	// None of it has damaged the task or the link.
	if status, words := p.put(link, b); status != 200 {
		t.Fatal(status, words)
	}
	if status, _ := p.put(link, b); status != 409 {
		t.Errorf("a link that was used answers %d", status)
	}
	now.pass(31 * time.Minute)
	if status, words := p.put(other, append(b, '\n')); status != 403 || !strings.Contains(words, "expired") {
		t.Errorf("after 31 minutes: %d %s", status, words)
	}
}

// Many upload by one link at once: one of them succeeds.
func TestUploadLinkIsGoodOnce(t *testing.T) {
	var there atomic.Int32
	all := make(chan struct{})
	p := openPorter(t, Options{onStep: func(name string) {
		if name != "kept" {
			return
		}
		if there.Add(1) == 6 { // none comes too late to be refused at once
			close(all)
		}
		select {
		case <-all:
		case <-time.After(10 * time.Second):
		}
	}})
	b := pdf(t, 50_000)
	link := val(p.tool("pre_import", fileArgs("a.pdf", b)), "upload_url")
	var wg sync.WaitGroup
	got := make([]int, 6)
	for i := range got {
		wg.Go(func() { got[i], _ = p.put(link, b) })
	}
	wg.Wait()
	good := 0
	for _, status := range got {
		switch status {
		case 200:
			good++
		case 409:
		default:
			t.Errorf("an upload answers %d", status)
		}
	}
	if good != 1 {
		t.Errorf("%d of %d uploads succeed", good, len(got))
	}
}

func TestDownloadLinks(t *testing.T) {
	now := &clock{}
	p := openPorter(t, Options{Now: now.Now})
	b := pdf(t, 100_000)
	id := val(p.imported("Übersicht 文档.pdf", b), "file_id")
	task := val(p.tool("export_file", object{"file_id": id}), "task_id")
	out := p.done("export_progress", task)
	link := val(out, "file_url")
	read := func(resp *http.Response) []byte {
		var got bytes.Buffer
		if _, err := got.ReadFrom(resp.Body); err != nil {
			t.Error(err)
		}
		return got.Bytes()
	}
	resp := p.request("GET", link, nil)
	tag := resp.Header.Get("ETag")
	if resp.StatusCode != 200 || !bytes.Equal(read(resp), b) || resp.ContentLength != int64(len(b)) {
		t.Error(resp.Status, resp.ContentLength)
	}
	if d := resp.Header.Get("Content-Disposition"); !strings.Contains(d, "filename*=utf-8''%C3%9Cbersicht%20%E6%96%87%E6%A1%A3.pdf") {
		t.Error(d)
	}
	resp = p.request("HEAD", link, nil)
	if resp.StatusCode != 200 || resp.ContentLength != int64(len(b)) || len(read(resp)) != 0 {
		t.Error("HEAD", resp.Status, resp.ContentLength)
	}
	resp = p.request("GET", link, nil, "Range", "bytes=1000-", "If-Range", tag)
	if resp.StatusCode != 206 || !bytes.Equal(read(resp), b[1000:]) {
		t.Error("Range", resp.Status)
	}
	resp = p.request("GET", link, nil, "Range", "bytes=1000-", "If-Range", `"another"`)
	if resp.StatusCode != 200 || !bytes.Equal(read(resp), b) {
		t.Error("If-Range of another file", resp.Status)
	}
	if resp = p.request("GET", link, nil, "Range", "bytes=999999999-"); resp.StatusCode != 416 {
		t.Error("beyond the end", resp.Status)
	}
	for name, bad := range map[string]string{
		"altered":      link + "A",
		"another name": strings.Replace(link, ".pdf?", ".exe?", 1),
		"another task": strings.Replace(link, task, strings.Repeat("0", 32), 1),
		"later":        strings.Replace(link, "expires=", "expires=9", 1),
	} {
		if resp := p.request("GET", bad, nil); resp.StatusCode != 403 {
			t.Errorf("%s: %s", name, resp.Status)
		}
	}
	if resp := p.request("POST", link, nil); resp.StatusCode != 405 {
		t.Error("POST", resp.Status)
	}
	now.pass(31 * time.Minute)
	resp = p.request("GET", link, nil)
	if words := string(read(resp)); resp.StatusCode != 403 || !strings.Contains(words, "expired") {
		t.Error(resp.Status, words)
	}
	// Another poll returns a valid one.
	again := val(p.tool("export_progress", object{"task_id": task}), "file_url")
	if resp := p.request("GET", again, nil); resp.StatusCode != 200 || !bytes.Equal(read(resp), b) {
		t.Error("a new link", resp.Status)
	}
}
