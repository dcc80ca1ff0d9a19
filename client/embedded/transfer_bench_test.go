package embedded

import (
	"bytes"
	"context"
	"crypto/md5"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"strings"
	"testing"
)

// bigPDF is a file of any size that takes no memory: a head, a long comment, a
// tail. Its bytes are always the same.
func bigPDF(size int64) io.Reader {
	head, tail := "%PDF-1.4\n%", "\n%%EOF\n"
	return io.MultiReader(strings.NewReader(head), io.LimitReader(filler{}, size-int64(len(head)+len(tail))), strings.NewReader(tail))
}

type filler struct{}

func (filler) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// through imports and exports a file of that size, streaming all the way.
func (p *porter) through(size int64) error {
	h := md5.New()
	if _, err := io.Copy(h, bigPDF(size)); err != nil {
		return err
	}
	hash := hex.EncodeToString(h.Sum(nil))
	args := object{"file_name": "big.pdf", "file_size": size, "file_md5": hash}
	pre, err := p.ask("pre_import", args)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(p.ctx, "PUT", val(pre, "upload_url"), bigPDF(size))
	if err != nil {
		return err
	}
	req.ContentLength = size
	req.Header.Set("Content-Type", octets)
	if status, words, err := p.send(req); err != nil || status != 200 {
		return fmt.Errorf("%d %s %w", status, words, err)
	}
	args["file_key"], args["task_id"] = pre["file_key"], pre["task_id"]
	if _, err := p.ask("async_import", args); err != nil {
		return err
	}
	made := p.done("import_progress", val(pre, "task_id"))
	task, err := p.ask("export_file", object{"file_id": made["file_id"]})
	if err != nil {
		return err
	}
	link := val(p.done("export_progress", val(task, "task_id")), "file_url")
	if req, err = http.NewRequestWithContext(p.ctx, "GET", link, nil); err != nil {
		return err
	}
	resp, err := p.by.RoundTrip(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	h.Reset()
	n, err := io.Copy(h, resp.Body)
	if err != nil || n != size || hex.EncodeToString(h.Sum(nil)) != hash {
		return fmt.Errorf("%d of %d bytes came back, %w", n, size, err)
	}
	return nil
}

// What goes through the service is never in memory as a whole.
func TestTransfersStream(t *testing.T) {
	const size = 64 << 20
	p := openPorter(t, Options{})
	p.tool("folder_list", object{}) // the servers of the tools are made once
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := p.through(size); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 6<<20 {
		t.Errorf("%d MB allocated for %d MB", n>>20, size>>20)
	}
}

// peak is the largest resident memory of this process so far, in MB; 0 where the
// system does not report it.
func peak() float64 {
	b, _ := os.ReadFile("/proc/self/status")
	for line := range bytes.Lines(b) {
		var kb float64
		if _, err := fmt.Sscanf(string(line), "VmHWM: %f kB", &kb); err == nil {
			return kb / 1024
		}
	}
	return 0
}

// One gigabyte in and out, on the real disk.
func BenchmarkGigabyte(b *testing.B) {
	s, err := Open(b.Context(), Options{Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	p := &porter{t: &testing.T{}, ctx: context.Background(), s: s, base: "http://aloft.local", by: s.Transport()}
	b.SetBytes(2 << 30)
	for b.Loop() {
		if err := p.through(1 << 30); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(peak(), "peak-MB")
}
