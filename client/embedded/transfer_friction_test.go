//go:build unix

package embedded

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client/clienttest/fault"
	"aloft/client/embedded/docs"
	"aloft/client/embedded/pages"
)

// Several services on one file poll the same slow tasks: the one that polls when
// they are due finishes them, and each makes one document.
func TestTransfersAreSharedBetweenServices(t *testing.T) {
	dir := t.TempDir()
	o := Options{Dir: dir, Faults: fault.Faults{Blobs: fault.Blobs{Task: fault.Span{Min: 50 * time.Millisecond, Max: 150 * time.Millisecond}}}}
	ps := []*porter{openPorter(t, o), openPorter(t, o), openPorter(t, o)}
	var wg sync.WaitGroup
	tasks := make([]string, 12)
	for i := range tasks {
		name := fmt.Sprintf("file %d.pdf", i)
		tasks[i] = val(ps[i%3].tool("async_import", ps[i%3].prepare(name, pdf(t, 1000+i))), "task_id")
	}
	for _, p := range ps {
		wg.Go(func() {
			for _, task := range tasks {
				if out := p.done("import_progress", task); val(out, "file_id") == "" {
					t.Errorf("%v", out)
				}
			}
		})
	}
	wg.Wait()
	for i := range tasks {
		if n := ps[0].home(fmt.Sprintf("file %d", i)); n != 1 {
			t.Errorf("file %d: %d documents", i, n)
		}
	}
	check(t, ps[0].s)
}

// An owner that was delayed for so long that another has done its work does not do
// it again.
func TestAnOwnerThatComesLateMakesNothing(t *testing.T) {
	dir := t.TempDir()
	held, settled := make(chan struct{}), make(chan struct{})
	late := openPorter(t, Options{Dir: dir, onStep: func(name string) {
		switch name {
		case "import produced":
			<-held
		case "import settled":
			close(settled)
		}
	}})
	task := val(late.tool("async_import", late.prepare("a.pdf", pdf(t, 10))), "task_id")
	// Its lease has expired by this one's clock.
	next := openPorter(t, Options{Dir: dir, Now: func() time.Time { return time.Now().Add(time.Hour) }})
	out := next.done("import_progress", task)
	close(held)
	select {
	case <-settled:
	case <-time.After(10 * time.Second):
		t.Fatal("the late owner never ends")
	}
	again := late.done("import_progress", task)
	if n := late.home("a"); n != 1 || val(again, "file_id") != val(out, "file_id") {
		t.Errorf("%d documents, %v, then %v", n, out, again)
	}
}

// A closing service releases its tasks: the next one goes on at once.
func TestATaskOutlivesItsService(t *testing.T) {
	dir := t.TempDir()
	o := Options{Dir: dir, Faults: fault.Faults{Blobs: fault.Blobs{Task: fault.Span{Min: 30 * time.Millisecond}}}}
	p := openPorter(t, o)
	task := val(p.tool("async_import", p.prepare("a.csv", crashFile())), "task_id")
	if err := p.s.Close(); err != nil {
		t.Fatal(err)
	}
	next := openPorter(t, o)
	next.done("import_progress", task)
	if n := next.home("a"); n != 1 {
		t.Errorf("%d documents", n)
	}
}

// A file over which one process after the other has died is given up.
func TestATaskIsGivenUp(t *testing.T) {
	p := openPorter(t, Options{})
	args := p.prepare("a.pdf", pdf(t, 10))
	err := p.s.pages.Update(p.ctx, func(l pages.Rows) error {
		return l.Do("UPDATE transfer SET state = 'running', lease = 1, tries = ? WHERE id = ?", 4, args["task_id"])
	})
	if err != nil {
		t.Fatal(err)
	}
	out := p.done("import_progress", val(args, "task_id"))
	if !strings.Contains(val(out, "error"), "given up") || p.home("a") != 0 {
		t.Error(out)
	}
}

// Progress rises, and 100 is reported only at the end. All times are fake.
func TestProgressOfASlowTask(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := openPorter(t, Options{Faults: fault.Faults{Blobs: fault.Blobs{Task: fault.Span{Min: 10 * time.Second}}}})
		start := time.Now()
		task := val(p.tool("async_import", p.prepare("a.pdf", pdf(t, 1000))), "task_id")
		synctest.Wait() // the work is done, but not due yet
		last := -1.0
		for {
			out := p.tool("import_progress", object{"task_id": task})
			now := out["progress"].(float64)
			if now < last {
				t.Errorf("progress falls from %v to %v", last, now)
			}
			last = now
			if now == 100 {
				break
			}
			if out["status"] != nil || out["file_id"] != nil {
				t.Errorf("while it runs: %v", out)
			}
			time.Sleep(time.Second)
		}
		if took := time.Since(start); took != 10*time.Second {
			t.Errorf("it took %v", took)
		}
		if err := p.s.Close(); err != nil {
			t.Error(err)
		}
	})
}

func TestTransferFaults(t *testing.T) {
	b := pdf(t, 200_000)
	with := func(f fault.Blobs) *porter { return openPorter(t, Options{Faults: fault.Faults{Blobs: f}}) }

	p := with(fault.Blobs{TaskFail: fault.Rate{P: 1}})
	out := p.done("import_progress", val(p.tool("async_import", p.prepare("a.pdf", b)), "task_id"))
	if val(out, "status") != docs.StateFailed || val(out, "error") == "" || p.home("a") != 0 {
		t.Error("fail", out)
	}

	p = with(fault.Blobs{TaskStuck: fault.Rate{P: 1}})
	task := val(p.tool("async_import", p.prepare("a.pdf", b)), "task_id")
	for range 200 {
		if p.home("a") == 1 {
			break
		}
		p.rest(10 * time.Millisecond)
	}
	if out := p.tool("import_progress", object{"task_id": task}); p.home("a") != 1 || out["progress"] != 99.0 || val(out, "file_id") != "" {
		t.Error("stuck", out)
	}

	p = with(fault.Blobs{TaskID: "other"})
	args := p.prepare("a.pdf", b)
	other := val(p.tool("async_import", args), "task_id")
	if other == "" || other == args["task_id"] {
		t.Error("other id", other)
	}
	p.refused("not known", "import_progress", object{"task_id": args["task_id"]})
	if out := p.done("import_progress", other); val(out, "file_id") == "" || p.home("a") != 1 {
		t.Error("other id", out)
	}

	p = with(fault.Blobs{TaskID: "none"})
	args = p.prepare("a.pdf", b)
	if out := p.tool("async_import", args); out["task_id"] != nil {
		t.Error("no id", out)
	}
	if out := p.done("import_progress", val(args, "task_id")); val(out, "file_id") == "" {
		t.Error("no id", out)
	}

	p = with(fault.Blobs{LinkLife: time.Millisecond})
	link := val(p.tool("pre_import", fileArgs("a.pdf", b)), "upload_url")
	p.rest(2 * time.Second)
	if status, words := p.put(link, b); status != 403 || !strings.Contains(words, "expired") {
		t.Error("short links", status, words)
	}

	p = with(fault.Blobs{CutUp: fault.Rate{Every: 1}})
	link = val(p.tool("pre_import", fileArgs("a.pdf", b)), "upload_url")
	req, _ := http.NewRequestWithContext(t.Context(), "PUT", link, bytes.NewReader(b))
	req.Header.Set("Content-Type", octets)
	if _, _, err := p.send(req); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error("cut upload", err)
	}
	if names, _ := os.ReadDir(p.s.db.BlobPath("")); len(names) != 0 {
		t.Errorf("cut upload leaves %d files", len(names))
	}

	got := map[int]bool{}
	p = with(fault.Blobs{PutStatus: "mixed"})
	for range 12 {
		status, _ := p.put(val(p.tool("pre_import", fileArgs("a.pdf", b)), "upload_url"), b)
		got[status] = true
	}
	if len(got) != 3 || !got[200] || !got[201] || !got[204] {
		t.Error("upload status", got)
	}
}

func TestDownloadFaults(t *testing.T) {
	b := pdf(t, 200_000)
	f := fault.Blobs{NoRange: true, CutDown: fault.Rate{Every: 2}}
	p := openPorter(t, Options{Faults: fault.Faults{Blobs: f}})
	id := val(p.imported("a.pdf", b), "file_id")
	link := val(p.done("export_progress", val(p.tool("export_file", object{"file_id": id}), "task_id")), "file_url")
	resp := p.request("GET", link, nil, "Range", "bytes=100-")
	if all, err := io.ReadAll(resp.Body); resp.StatusCode != 200 || err != nil || !bytes.Equal(all, b) || resp.Header.Get("Accept-Ranges") != "none" {
		t.Error("no range", resp.Status, err, len(all))
	}
	resp = p.request("GET", link, nil)
	if all, err := io.ReadAll(resp.Body); !errors.Is(err, io.ErrUnexpectedEOF) || len(all) != len(b)/2 || resp.ContentLength != int64(len(b)) {
		t.Error("cut download", resp.Status, err, len(all))
	}
}

// A file that was removed from the store fails the export with a message.
func TestMissingBytes(t *testing.T) {
	p := openPorter(t, Options{})
	id := val(p.imported("a.pdf", pdf(t, 10)), "file_id")
	if err := os.RemoveAll(p.s.db.BlobPath("")); err != nil {
		t.Fatal(err)
	}
	out := p.done("export_progress", val(p.tool("export_file", object{"file_id": id}), "task_id"))
	if val(out, "status") != docs.StateFailed || !strings.Contains(val(out, "error"), "missing") {
		t.Error(out)
	}
}

// Every page of the sample can be exported, or gives a reason; its Word files,
// sheets and slides are made when they are first read.
func TestSampleDocuments(t *testing.T) {
	p := openPorter(t, Options{Sample: true})
	if _, err := os.Stat(p.s.db.BlobPath("")); !os.IsNotExist(err) {
		t.Errorf("the start has made files: %v", err)
	}
	all, err := func() (all []pages.Document, err error) {
		err = p.s.pages.View(p.ctx, func(l pages.Rows) (err error) {
			all, err = l.Documents("WHERE p.seq > 2 ORDER BY p.seq")
			return err
		})
		return all, err
	}()
	if err != nil || len(all) != 53 {
		t.Fatal(len(all), err)
	}
	for _, d := range all {
		if !slices.Contains([]string{"doc", "sheet", "slide", "smartcanvas", "pdf"}, d.Kind) {
			p.refused("", "export_file", object{"file_id": p.s.pages.FileID(d.Seq)})
			continue
		}
		name, b, _ := p.exported(p.s.pages.FileID(d.Seq))
		again, same, _ := p.exported(p.s.pages.FileID(d.Seq))
		if len(b) < 300 || name != again || !bytes.Equal(b, same) {
			t.Errorf("%s: %s of %d bytes, %s of %d", d.Title, name, len(b), again, len(same))
		}
	}
	// It is added once, to an old database too, and restored by a reset.
	count := func() (n int) {
		_ = p.s.pages.View(p.ctx, func(l pages.Rows) error {
			_, err := l.Row("SELECT count(*) FROM page WHERE seq > 2", nil, &n)
			return err
		})
		return n
	}
	p.imported("mine.pdf", pdf(t, 1))
	if err := p.s.Reset(p.ctx); err != nil || count() != len(all) {
		t.Errorf("after a reset %d pages, %v", count(), err)
	}
	if err := p.s.pages.Update(p.ctx, func(l pages.Rows) error {
		return errors.Join(l.Do("DELETE FROM page WHERE seq > 2"), l.Do("DELETE FROM meta WHERE k = ?", "documents"))
	}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []int{len(all), len(all)} {
		dir := p.s.o.Dir
		if err := p.s.Close(); err != nil {
			t.Fatal(err)
		}
		if p = openPorter(t, Options{Dir: dir, Sample: true}); count() != want {
			t.Errorf("an old database has %d pages, want %d", count(), want)
		}
	}
}
