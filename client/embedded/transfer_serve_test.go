//go:build unix

package embedded

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// Over a real port: links have the port of the request, need no token, and a client
// that disconnects in the middle leaves nothing.
func TestTransfersOverAPort(t *testing.T) {
	r, v := serveTest(t, Options{})
	tr := &http.Transport{DisableCompression: true}
	t.Cleanup(tr.CloseIdleConnections)
	p := &porter{t, t.Context(), r.s, v.Drive, tr}
	b := pdf(t, 3_000_000)
	pre := p.tool("pre_import", fileArgs("a.pdf", b))
	if link := val(pre, "upload_url"); !strings.HasPrefix(link, v.Drive+"/blob/up/") {
		t.Fatal(link)
	}
	ctx, away := context.WithCancel(t.Context())
	from, to := io.Pipe()
	req, err := http.NewRequestWithContext(ctx, "PUT", val(pre, "upload_url"), from)
	if err != nil {
		t.Fatal(err)
	}
	req.ContentLength = int64(len(b))
	req.Header.Set("Content-Type", octets)
	broken := make(chan error, 1)
	go func() {
		_, _, err := p.send(req)
		broken <- err
	}()
	if _, err := to.Write(b[:1_000_000]); err != nil {
		t.Fatal(err)
	}
	away()
	to.Close() // the transport may wait for what it reads the body from
	if err := <-broken; err == nil {
		t.Error("an upload that was broken off succeeds")
	}

	out := p.imported("a.pdf", b)
	task := val(p.tool("export_file", object{"file_id": out["file_id"]}), "task_id")
	link := val(p.done("export_progress", task), "file_url")
	resp := p.request("GET", link, nil, "Range", "bytes=2000000-")
	if got, err := io.ReadAll(resp.Body); resp.StatusCode != 206 || err != nil || !bytes.Equal(got, b[2_000_000:]) {
		t.Error(resp.Status, err)
	}
	// A client that stops reading does not block the service.
	slow := p.request("GET", link, nil)
	if _, err := io.ReadFull(slow.Body, make([]byte, 1000)); err != nil {
		t.Fatal(err)
	}
	closed := make(chan error, 1)
	go func() { closed <- r.s.Close() }()
	select {
	case err := <-closed:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Error("the service waits for a client that reads nothing")
	}
}

// In process too: Close does not wait for stalled clients.
func TestCloseDoesNotWaitForStalledBytes(t *testing.T) {
	p := openPorter(t, Options{})
	b := pdf(t, 3_000_000)
	out := p.imported("a.pdf", b)
	task := val(p.tool("export_file", object{"file_id": out["file_id"]}), "task_id")
	p.request("GET", val(p.done("export_progress", task), "file_url"), nil) // nobody reads it

	from, to := io.Pipe()
	defer to.Close()
	req, err := http.NewRequestWithContext(t.Context(), "PUT", val(p.tool("pre_import", fileArgs("b.pdf", b)), "upload_url"), from)
	if err != nil {
		t.Fatal(err)
	}
	req.ContentLength = int64(len(b))
	req.Header.Set("Content-Type", octets)
	go func() { _, _, _ = p.send(req) }()
	if _, err := to.Write(b[:1000]); err != nil { // it has begun
		t.Fatal(err)
	}
	closed := make(chan error, 1)
	go func() { closed <- p.s.Close() }()
	select {
	case err := <-closed:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the service waits for a stalled upload or download")
	}
}
