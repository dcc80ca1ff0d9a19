package jobs

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"aloft/client"
	"aloft/client/system"
	"aloft/model"
)

// put writes a file to be uploaded.
func (c *carriage) put(name, body string) model.Place {
	c.t.Helper()
	p := filepath.Join(c.dir, "in", name)
	if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
		c.t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(body), 0o600); err != nil {
		c.t.Fatal(err)
	}
	return onDisk(p)
}

func TestUploadsAndTheirUndo(t *testing.T) {
	c := newCarriage(t)
	c.d.Part = 100_000
	c.put("top/a.txt", "a")
	c.put("top/sub/large.bin", large)
	c.put("top/empty", "")
	single := c.put("single", "s")
	p, s, rs := c.run(client.Request{Op: model.OpUpload, Items: []model.Place{onDisk(c.dir + "/in/top"), single}, Target: driveAt()})
	if e := p.Estimate; e.Bytes != int64(len(large))+2 || e.Calls != 2+4*5 || p.Undo != "yes" {
		t.Errorf("the plan says %+v, undo %s", e, p.Undo)
	}
	if s.State != model.JobDone || s.Bytes != int64(len(large))+2 || s.BytesAll != s.Bytes {
		t.Errorf("%+v, %+v", s, rs)
	}
	c.same(c.d.Files(), map[string]string{"top/a.txt": "a", "top/sub/large.bin": large, "top/empty": "", "single": "s"})
	if left, _ := filepath.Glob(c.dir + "/jobs/*/*/item-*"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	_, s, _ = c.run(client.Request{Undo: s.ID})
	if s.State != model.JobDone || len(c.d.Files()) != 0 || strings.Join(c.d.Deleted(), " ") != "single top" {
		t.Errorf("%s, still there %d, in the bin %v", s.State, len(c.d.Files()), c.d.Deleted())
	}
}

// flushes counts how often a log is taken to the disk.
type flushes struct {
	system.LogFile
	n *int
}

func (f flushes) Sync() error { *f.n++; return f.LogFile.Sync() }

// An upload waits for the disk before its three calls, and at its end: start, announcement, checksums, completion, item, job.
func TestAnUploadIsFlushedBeforeItsCalls(t *testing.T) {
	c := newCarriage(t)
	c.close()
	n := 0
	c.log = func(l system.LogFile) system.LogFile { return flushes{l, &n} }
	c.open(nil)
	_, s, rs := c.run(client.Request{Op: model.OpUpload, Items: []model.Place{c.put("small", "small")}, Target: driveAt()})
	if s.State != model.JobDone || n != 6 {
		t.Errorf("%s, %d flushes, %+v", s.State, n, rs)
	}
}

// Content that the drive has already needs no bytes.
func TestUploadOfKnownContent(t *testing.T) {
	c := newCarriage(t)
	c.d.Put("there", []byte(large))
	_, s, _ := c.run(client.Request{Op: model.OpUpload, Items: []model.Place{c.put("copy", large)}, Target: driveAt()})
	if calls := c.d.Calls(); s.State != model.JobDone || calls["POST auth"] != 0 {
		t.Errorf("%s, %v", s.State, calls)
	}
	c.same(c.d.Files(), map[string]string{"there": large, "copy": large})
}

func TestUploadFaults(t *testing.T) {
	type seen struct{ puts, hashes, finishes int }
	for name, c := range map[string]struct {
		before func(c *carriage, w http.ResponseWriter, r *http.Request, n seen) bool
		state  model.ItemState
		says   string
	}{
		"a part is refused once": {func(_ *carriage, w http.ResponseWriter, r *http.Request, n seen) bool {
			if r.Method != http.MethodPut || n.puts != 2 {
				return false
			}
			w.WriteHeader(http.StatusForbidden)
			return true
		}, model.ItemDone, ""},
		"a part is refused for ever": {func(_ *carriage, w http.ResponseWriter, r *http.Request, n seen) bool {
			if r.Method != http.MethodPut || n.puts < 2 {
				return false
			}
			w.WriteHeader(http.StatusForbidden)
			return true
		}, model.ItemFailed, "refused (HTTP 403)"},
		"the connection breaks off behind a part": {func(c *carriage, w http.ResponseWriter, r *http.Request, n seen) bool {
			if r.Method != http.MethodPut || n.puts != 2 {
				return false
			}
			c.d.Before = nil
			c.d.ServeHTTP(httpNothing{}, r) // the part is there; the next try gets 409
			panic(http.ErrAbortHandler)
		}, model.ItemDone, ""},
		"the store fails": {func(_ *carriage, w http.ResponseWriter, r *http.Request, n seen) bool {
			if r.Method != http.MethodPut || n.puts != 1 {
				return false
			}
			w.WriteHeader(http.StatusServiceUnavailable)
			return true
		}, model.ItemDone, ""},
		"the drive forgets it": {func(c *carriage, _ http.ResponseWriter, r *http.Request, n seen) bool {
			if r.Method == http.MethodPut && n.puts == 2 {
				c.d.Lose()
			}
			return false
		}, model.ItemDone, ""},
		"the session is renewed in the middle": {func(c *carriage, w http.ResponseWriter, r *http.Request, n seen) bool {
			if !strings.HasSuffix(r.URL.Path, "/auth") || n.puts < 1 || strings.Contains(r.Header.Get("Cookie"), "new") {
				return false
			}
			c.jar.SetNext("__pus=u; __puus=new")
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = w.Write([]byte(`{"status":401,"code":31001,"message":"require login"}`))
			return true
		}, model.ItemDone, ""},
		"no answer to the end, which was done": {func(c *carriage, w http.ResponseWriter, r *http.Request, n seen) bool {
			if !strings.HasSuffix(r.URL.Path, "upload/finish") || n.finishes != 1 {
				return false
			}
			c.d.Before = nil
			c.d.ServeHTTP(httpNothing{}, r)
			panic(http.ErrAbortHandler)
		}, model.ItemDone, ""},
		"no answer to the end, which was not done": {func(_ *carriage, w http.ResponseWriter, r *http.Request, n seen) bool {
			if !strings.HasSuffix(r.URL.Path, "upload/finish") || n.finishes != 1 {
				return false
			}
			panic(http.ErrAbortHandler)
		}, model.ItemDone, ""},
		"the drive joins the parts a while longer": {func(_ *carriage, w http.ResponseWriter, r *http.Request, n seen) bool {
			return strings.HasSuffix(r.URL.Path, "upload/finish") && n.finishes <= 2 && refuse(w, "complete_upload_lock_timeout")
		}, model.ItemDone, ""},
		"the drive never has joined the parts": {func(_ *carriage, w http.ResponseWriter, r *http.Request, n seen) bool {
			return strings.HasSuffix(r.URL.Path, "upload/finish") && refuse(w, "complete_upload_lock_timeout")
		}, model.ItemFailed, "complete_upload_lock_timeout"},
		"the drive fails to look for the content once": {func(_ *carriage, w http.ResponseWriter, r *http.Request, n seen) bool {
			return strings.HasSuffix(r.URL.Path, "update/hash") && n.hashes == 1 && refuse(w, "inner error")
		}, model.ItemDone, ""},
		"the drive refuses the end": {func(_ *carriage, w http.ResponseWriter, r *http.Request, n seen) bool {
			return strings.HasSuffix(r.URL.Path, "upload/finish") && refuse(w, "no such key")
		}, model.ItemFailed, "no such key"},
		"the store has other bytes of a part once": {func(_ *carriage, w http.ResponseWriter, r *http.Request, n seen) bool {
			if r.Method != http.MethodPut || n.puts != 2 {
				return false
			}
			_, _ = io.Copy(io.Discard, r.Body)
			w.Header().Set("ETag", `"0123456789ABCDEF0123456789ABCDEF"`)
			return true
		}, model.ItemDone, ""},
		"the store has other bytes of a part for ever": {func(_ *carriage, w http.ResponseWriter, r *http.Request, n seen) bool {
			if r.Method != http.MethodPut || n.puts < 2 {
				return false
			}
			_, _ = io.Copy(io.Discard, r.Body)
			w.Header().Set("ETag", `"0123456789ABCDEF0123456789ABCDEF"`)
			return true
		}, model.ItemFailed, "does not match the MD5 that the drive reports"},
		"the name is taken meanwhile": {func(c *carriage, w http.ResponseWriter, r *http.Request, n seen) bool {
			if r.Method == http.MethodPut && n.puts == 2 {
				c.d.Put("f", []byte("other"))
			}
			return false
		}, model.ItemConflict, "name"},
	} {
		t.Run(name, func(t *testing.T) {
			g := newCarriage(t)
			g.d.Part = 100_000
			var mu sync.Mutex
			var n seen
			g.d.Before = func(w http.ResponseWriter, r *http.Request) bool {
				mu.Lock()
				switch {
				case r.Method == http.MethodPut:
					n.puts++
				case strings.HasSuffix(r.URL.Path, "update/hash"):
					n.hashes++
				case strings.HasSuffix(r.URL.Path, "upload/finish"):
					n.finishes++
				}
				now := n
				mu.Unlock()
				return c.before(g, w, r, now)
			}
			_, _, rs := g.run(client.Request{Op: model.OpUpload, Items: []model.Place{g.put("f", large)}, Target: driveAt()})
			if rs[0].State != c.state || !strings.Contains(rs[0].Error.String(), c.says) {
				t.Errorf("%s: %s", rs[0].State, rs[0].Error)
			}
			want := map[string]string{}
			switch c.state {
			case model.ItemDone:
				want["f"] = large
			case model.ItemConflict:
				want["f"] = "other"
			}
			g.same(g.d.Files(), want)
			if calls := g.d.Calls(); name != "the drive forgets it" && calls["POST pre"] > 1 {
				t.Errorf("announced %d times", calls["POST pre"])
			}
		})
	}
}

// refuse answers as a drive whose own parts fail.
func refuse(w http.ResponseWriter, words string) bool {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusBadRequest)
	_, _ = fmt.Fprintf(w, `{"status":400,"code":30001,"message":%q}`, words)
	return true
}

// httpNothing takes an answer that nobody gets.
type httpNothing struct{}

func (httpNothing) Header() http.Header         { return http.Header{} }
func (httpNothing) Write(b []byte) (int, error) { return len(b), nil }
func (httpNothing) WriteHeader(int)             {}

// Another process goes on with the part that is missing.
func TestUploadGoesOnAtItsPart(t *testing.T) {
	c := newCarriage(t)
	c.d.Part = 100_000
	cut, once, puts := make(chan struct{}), sync.Once{}, 0
	c.d.Before = func(_ http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodPut {
			if puts++; puts == 3 {
				once.Do(func() { close(cut) })
				<-r.Context().Done()
			}
		}
		return false
	}
	p, err := c.Plan(t.Context(), client.Request{Op: model.OpUpload, Items: []model.Place{c.put("f", large)}, Target: driveAt()})
	if err != nil {
		t.Fatal(err)
	}
	id, err := c.Start(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	<-cut
	c.close()
	log, err := filepath.Glob(c.dir + "/jobs/*/" + id + "/*")
	if err != nil || len(log) == 0 {
		t.Fatal(log, err)
	}
	for _, name := range log {
		b, _ := os.ReadFile(name)
		if !strings.Contains(name, "item-") && strings.Contains(string(b), "info-") {
			t.Errorf("what the drive has signed is in %s", filepath.Base(name))
		}
	}
	numbers := ""
	c.d.Before = func(_ http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodPut {
			numbers += fmt.Sprint(r.URL.Query().Get("partNumber"), " ")
		}
		return false
	}
	c.open(nil)
	if err := c.Resume(id); err != nil {
		t.Fatal(err)
	}
	if s := c.ended(id); s.State != model.JobDone || numbers != "3 4 " && numbers != "4 " {
		t.Errorf("%s, parts %s", s.State, numbers)
	}
	c.same(c.d.Files(), map[string]string{"f": large})
	if c.d.Pending() != 0 || c.d.Calls()["POST pre"] != 1 {
		t.Errorf("%d uploads are left, %d were announced", c.d.Pending(), c.d.Calls()["POST pre"])
	}
}

func TestUploadsNeverOverwrite(t *testing.T) {
	c := newCarriage(t)
	c.d.Put("a", []byte("old"))
	r := client.Request{Op: model.OpUpload, Items: []model.Place{c.put("a", "new")}, Target: driveAt()}
	p, err := c.Plan(t.Context(), r)
	if err != nil || len(p.Undecided()) != 1 {
		t.Errorf("%v, %v", p, err)
	}
	r.Rule = model.ConflictNumber
	c.run(r)
	c.same(c.d.Files(), map[string]string{"a": "old", "a (1)": "new"})
	// A drive that gives another name by itself is not asked when the name is taken.
	c.d.Renames = true
	p, err = c.Plan(t.Context(), client.Request{Op: model.OpUpload, Items: []model.Place{c.put("late", "new")}, Target: driveAt()})
	if err != nil {
		t.Fatal(err)
	}
	c.d.Put("late", []byte("old"))
	id, err := c.Start(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if s := c.ended(id); s.Failed != 1 {
		t.Errorf("%+v", c.report(id))
	}
	c.same(c.d.Files(), map[string]string{"a": "old", "a (1)": "new", "late": "old"})
}

// What has no room is refused before anything is sent.
func TestUploadWithoutRoom(t *testing.T) {
	c := newCarriage(t)
	c.d.Before = func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.HasSuffix(r.URL.Path, "/member") {
			return false
		}
		_, _ = w.Write([]byte(`{"status":200,"code":0,"data":{"use_capacity":0,"total_capacity":18000000}}`))
		return true
	}
	_, err := c.Plan(t.Context(), client.Request{Op: model.OpUpload, Items: []model.Place{c.put("f", strings.Repeat("x", 18_000_001))}, Target: driveAt()})
	if !client.Is(err, client.KindInvalid) || !strings.Contains(err.Error(), "room") {
		t.Errorf("%v", err)
	}
	if _, err := c.Plan(t.Context(), client.Request{Op: model.OpUpload, Items: []model.Place{c.put("f", strings.Repeat("x", 18_000_000))}, Target: driveAt()}); err != nil {
		t.Error(err)
	}
}
