package jobs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/model"
)

// What became of a call without an answer is looked for while the other items go on.
func TestALostAnswerHoldsItsItemOnly(t *testing.T) {
	c := newCarriage(t)
	c.close()
	c.settle = 500 * time.Second // 5 s
	c.open(nil)
	var items []model.Place
	for i := range 12 {
		items = append(items, c.put(fmt.Sprintf("f%02d", i), fmt.Sprint("content ", i)))
	}
	const lost = 3
	var mu sync.Mutex
	var late []*http.Request // with a body that can be read
	finishes := 0
	c.d.Before = func(_ http.ResponseWriter, r *http.Request) bool {
		mu.Lock()
		defer mu.Unlock()
		if strings.HasSuffix(r.URL.Path, "upload/finish") {
			if finishes++; finishes <= lost {
				b, _ := io.ReadAll(r.Body)
				r = r.Clone(context.Background())
				r.Body = io.NopCloser(bytes.NewReader(b))
				late = append(late, r)
				panic(http.ErrAbortHandler)
			}
		} else if len(c.d.Files()) == len(items)-lost { // all the others are there: now the lost calls are done, too
			did := late
			late = nil
			mu.Unlock()
			for _, r := range did {
				c.d.ServeHTTP(httpNothing{}, r)
			}
			mu.Lock()
		}
		return false
	}
	_, s, rs := c.run(client.Request{Op: model.OpUpload, Items: items, Target: driveAt()})
	if s.State != model.JobDone || finishes != len(items)+lost || len(c.d.Files()) != len(items) {
		t.Errorf("%s, %d calls to end an upload: %+v", s.State, finishes, rs)
	}
}

// Twelve files, and every fourth change has no answer, ten in all: what that costs is what a person waits for.
func TestLostAnswersOfUploadsCostLittle(t *testing.T) {
	for name, c := range map[string]struct {
		lost func(n int, call string) bool // the n-th change of all, and whether it is done all the same
		most time.Duration
	}{
		"of every fourth change":       {func(n int, _ string) bool { return n%4 == 3 }, time.Minute},
		"of each announcement":         {func(_ int, call string) bool { return call == "file/upload/pre" }, time.Minute},
		"of the end of the last three": {func(n int, call string) bool { return n >= 33 && call == "file/upload/finish" }, time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := newCarriage(t)
				g.close()
				g.host = newHost(1)
				g.open(nil)
				defer g.close()
				var items []model.Place
				for i := range 12 {
					items = append(items, g.put(fmt.Sprintf("f%02d", i), fmt.Sprint("content ", i)))
				}
				var mu sync.Mutex
				calls, all, changes, lost := map[string]int{}, 0, 0, 0
				g.d.Before = func(_ http.ResponseWriter, r *http.Request) bool {
					_, call, ours := strings.Cut(r.URL.Path, "/1/clouddrive/")
					if !ours || r.Header.Get("Done-Anyway") != "" {
						return false
					}
					mu.Lock()
					defer mu.Unlock()
					all++
					calls[call]++
					if call != "file/upload/pre" && call != "file/update/hash" && call != "file/upload/finish" {
						return false
					}
					if changes++; lost == 10 || !c.lost(changes, call) {
						return false
					}
					lost++
					r = r.Clone(r.Context())
					r.Header.Set("Done-Anyway", "yes")
					g.d.ServeHTTP(httpNothing{}, r)
					panic(http.ErrAbortHandler)
				}
				start := time.Now()
				_, s, rs := g.run(client.Request{Op: model.OpUpload, Items: items, Target: driveAt()})
				took := time.Since(start)
				t.Logf("%v, %d requests, %d lost: %v", took, all, lost, calls)
				if s.State != model.JobDone || len(g.d.Files()) != len(items) || calls["file/upload/finish"] != len(items) {
					t.Errorf("%s: %+v", s.State, rs)
				}
				if took > c.most || all > 120 {
					t.Errorf("%v, %d requests", took, all)
				}
			})
		})
	}
}

// The process ends while it does not know what became of a call; the next one finds out, and repeats none that makes an entry.
func TestTheNextProcessFindsWhatBecameOfAnUpload(t *testing.T) {
	for call, want := range map[string]map[string]int{
		"pre":    {"POST pre": 1, "POST hash": 1, "POST finish": 1},
		"hash":   {"POST pre": 0, "POST hash": 1, "POST finish": 1},
		"finish": {"POST pre": 0, "POST hash": 0, "POST finish": 0},
	} {
		t.Run(call, func(t *testing.T) {
			c := newCarriage(t)
			var mu sync.Mutex
			dead, killed := false, make(chan struct{})
			c.d.Before = func(_ http.ResponseWriter, r *http.Request) bool {
				mu.Lock()
				defer mu.Unlock()
				select {
				case <-killed:
					if dead {
						panic(http.ErrAbortHandler)
					}
				default:
					if strings.HasSuffix(r.URL.Path, "/"+call) && !dead {
						dead = true
						mu.Unlock()
						c.d.ServeHTTP(httpNothing{}, r)
						mu.Lock()
						if err := os.CopyFS(c.dir+"/copy", os.DirFS(c.dir+"/jobs")); err != nil {
							t.Error(err)
						}
						close(killed)
						panic(http.ErrAbortHandler)
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
			<-killed
			c.close()
			if err := errors.Join(os.RemoveAll(c.dir+"/jobs"), os.Rename(c.dir+"/copy", c.dir+"/jobs")); err != nil {
				t.Fatal(err)
			}
			mu.Lock()
			dead = false
			mu.Unlock()
			before := c.d.Calls()
			c.open(nil)
			if err := c.Resume(id); err != nil {
				t.Fatal(err)
			}
			if s := c.ended(id); s.State != model.JobDone {
				t.Errorf("%+v", c.report(id))
			}
			c.same(c.d.Files(), map[string]string{"f": large})
			got := c.d.Calls()
			for k, n := range want {
				if got[k]-before[k] != n {
					t.Errorf("%s: %d", k, got[k]-before[k])
				}
			}
		})
	}
}
