//go:build unix

package jobs

import (
	"fmt"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/clienttest/fault"
	"aloft/client/jobs/run"
	"aloft/client/office"
	"aloft/model"
)

// What passes this machine has bounded room there: an item that does not fit fails with a
// sentence, the others go, and nothing is left.
func TestTheSpoolIsBounded(t *testing.T) {
	t.Parallel()
	e := newEnds(t)
	from, to := e.root("a/drive").Join("from"), e.root("b/drive").Join("to")
	e.empty(from)
	e.empty(to)
	e.write("keep", map[string]string{"tree/": "", "tree/big": strings.Repeat("x", 5000), "tree/small": "y"})
	if _, err := e.copies([]model.Place{e.root("disk").Join("keep").Join("tree")}, from); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(e.dir, "bounded")
	bounded, err := Open(run.Options{Dir: dir, Sources: e, Scale: 0.01, Convert: office.Convert, SpoolMax: 1000})
	if err != nil {
		t.Fatal(err)
	}
	defer bounded.Close()
	e.Engine = bounded
	_, err = e.do(client.Request{Op: model.OpMove, Items: []model.Place{from.Join("tree")}, Target: to})
	if err == nil || !strings.Contains(err.Error(), string(model.JobFailed)) {
		t.Errorf("the job ended with %v", err)
	}
	job := bounded.Jobs()[0].ID
	said := false
	rs, _ := bounded.Report(job)
	for _, r := range rs {
		said = said || r.Item.Name == "big" && strings.Contains(r.Error.String(), "does not fit into this machine's spool")
	}
	if !said {
		t.Errorf("%+v", rs)
	}
	if got := e.tree(from); len(got) != 3 {
		t.Errorf("the original has %v", len(got))
	}
	if got := e.tree(to); got["tree/small"] != "y" || len(got) != 2 {
		t.Errorf("the copy has %d entries", len(got))
	}
	if left, _ := filepath.Glob(dir + "/*/*/.*"); len(left) > 0 {
		t.Errorf("the spool still has %v", left)
	}
}

// A login that is lost in the middle of a copy between two accounts: the job waits for it,
// and goes on to the end when it is back.
func TestALoginLostBetweenTwoAccounts(t *testing.T) {
	t.Parallel()
	for _, account := range []string{"a", "b"} {
		t.Run(account, func(t *testing.T) {
			t.Parallel()
			e := newEnds(t)
			from, to := e.root("a/drive").Join("from"), e.root("b/drive").Join("to")
			e.empty(from)
			e.empty(to)
			files := map[string]string{"tree/": "", "tree/one": "1", "tree/two": "2", "tree/three": "3"}
			e.write("keep", files)
			if _, err := e.copies([]model.Place{e.root("disk").Join("keep").Join("tree")}, from); err != nil {
				t.Fatal(err)
			}
			out := make(chan bool, 1) // whether the session is over
			out <- false
			n := 0
			e.at = e.clients("losing", func(of string, base http.RoundTripper) http.RoundTripper {
				return roundTrip(func(r *http.Request) (*http.Response, error) {
					lost := <-out
					if strings.HasPrefix(r.URL.Path, "/1/clouddrive/file/upload") {
						n++
						lost = lost || n == 4
					}
					out <- lost
					if lost && of == account {
						r = r.Clone(r.Context())
						r.Header.Del("Cookie")
					}
					return base.RoundTrip(r)
				})
			})
			p, err := e.Plan(t.Context(), client.Request{Op: model.OpMove, Items: []model.Place{from.Join("tree")}, Target: to})
			if err != nil {
				t.Fatal(err)
			}
			id, err := e.Start(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			s, err := e.Wait(t.Context(), id)
			if err != nil || s.State != model.JobNeedsLogin {
				t.Fatalf("%s, %v", s.State, err)
			}
			_ = e.Close() // and the person signs in
			e.at = e.clients("again", func(_ string, base http.RoundTripper) http.RoundTripper { return base })
			if e.Engine, err = Open(run.Options{Dir: filepath.Join(e.dir, "jobs"), Sources: e, Scale: 0.01, Convert: office.Convert}); err != nil {
				t.Fatal(err)
			}
			if err := e.Resume(id); err != nil {
				t.Fatal(err)
			}
			if s, err := e.Wait(t.Context(), id); err != nil || s.State != model.JobDone {
				t.Errorf("%s, %v", s.State, err)
			}
			if got := e.tree(to); !maps.Equal(got, files) {
				t.Errorf("the copy is %v", got)
			}
			if got := e.tree(from); len(got) > 0 {
				t.Errorf("the original has %v", got)
			}
		})
	}
}

// Links that end, connections that break, parts that are refused, and a device that changes
// each account between any two writes, so that every id is another: each route still ends
// with the copy whole, the original gone, and no spool.
func TestTroubleOnEveryRoute(t *testing.T) {
	t.Parallel()
	e := newEnds(t)
	text := strings.Repeat("line\n", 5000) // several ranges
	words := map[string]string{"tree/": "", "tree/one.md": "# One\n\n" + text, "tree/sub/": "", "tree/sub/two.md": "# Two\n", "tree/three.md": "# Three\n"}
	e.write("keep", words)
	all := []string{"disk", "a/drive", "b/drive", "a/docs", "b/docs"}
	for _, end := range all {
		for _, name := range []string{"from", "to"} {
			e.empty(e.root(end).Join(name))
		}
	}
	calm := e.at
	var left, made atomic.Int32 // folders that the device still makes, and has made
	e.serve(fault.Faults{Rotate: true, Bytes: fault.Bytes{LinkEnds: fault.Rate{Every: 9}, DownShort: fault.Rate{Every: 7}, PartRefused: fault.Rate{Every: 3}},
		Blobs: fault.Blobs{CutUp: fault.Rate{Every: 4}, CutDown: fault.Rate{Every: 5}}})
	troubled := e.clients("troubled", func(account string, base http.RoundTripper) http.RoundTripper {
		return roundTrip(func(r *http.Request) (*http.Response, error) {
			res, err := base.RoundTrip(r)
			if r.Method == http.MethodPost && left.Add(-1) >= 0 && !strings.Contains(r.URL.Path, "/oss/") {
				drive := calm[account+string(model.SchemeDrive)]
				_, err := drive.(client.FolderMaker).MakeFolder(r.Context(), model.Ref{Place: drive.Root(), ID: "0", Kind: model.KindFolder}, fmt.Sprint("device", made.Add(1)), client.Bulk)
				if err != nil {
					t.Error(err)
				}
			}
			return res, err
		})
	})
	for _, from := range []string{"disk", "a/drive", "a/docs"} {
		for _, to := range []string{"disk", "b/drive", "b/docs"} {
			source, target := e.root(from).Join("from"), e.root(to).Join("to")
			if from == to {
				continue
			}
			e.at = calm
			e.empty(source)
			e.empty(target)
			if _, err := e.copies([]model.Place{e.root("disk").Join("keep").Join("tree")}, source); err != nil {
				t.Fatal(from, err)
			}
			before := e.tree(source)
			e.at = troubled
			left.Store(20)
			if s, err := e.do(client.Request{Op: model.OpMove, Items: []model.Place{source.Join("tree")}, Target: target}); err != nil {
				t.Errorf("%s → %s: %s, %v", from, to, s.State, err)
				continue
			}
			e.at = calm
			if left := e.tree(source); len(left) > 0 {
				t.Errorf("%s → %s: the original has %q", from, to, slices.Sorted(maps.Keys(left)))
			}
			got := e.tree(target)
			if same := !source.Scheme.Documents() && !target.Scheme.Documents(); same && !maps.Equal(got, words) || len(got) != len(before) {
				t.Errorf("%s → %s: the copy has %q", from, to, slices.Sorted(maps.Keys(got)))
			}
			if left, _ := filepath.Glob(e.dir + "/jobs/*/*/.*"); len(left) > 0 {
				t.Errorf("%s → %s: the spool still has %v", from, to, left)
			}
		}
	}
}

// A drive without room for all: what fits is there, the rest stays where it was, and the
// job says why.
func TestADriveThatFillsOnTheWay(t *testing.T) {
	t.Parallel()
	for _, from := range []string{"disk", "a/drive", "a/docs"} {
		t.Run(from, func(t *testing.T) {
			t.Parallel()
			e := newEnds(t)
			source, target := e.root(from).Join("from"), e.root("b/drive").Join("to")
			e.write("keep", map[string]string{"tree/": "", "tree/a.md": "# A\n", "tree/b.md": "# B\n", "tree/c.md": "# C\n"})
			e.empty(source)
			e.empty(target)
			if _, err := e.copies([]model.Place{e.root("disk").Join("keep").Join("tree")}, source); err != nil {
				t.Fatal(err)
			}
			used, _, err := e.at["b"+string(model.SchemeDrive)].(client.Prober).Capacity(t.Context(), client.Options{})
			if err != nil {
				t.Fatal(err)
			}
			calm := e.at
			e.serve(fault.Faults{Bytes: fault.Bytes{Capacity: used + 9}})
			e.at = e.clients("full", func(_ string, base http.RoundTripper) http.RoundTripper { return base })
			before := e.tree(source)
			s, err := e.do(client.Request{Op: model.OpMove, Items: []model.Place{source.Join("tree")}, Target: target})
			if err == nil {
				t.Fatalf("the job is %s", s.State)
			}
			if !strings.Contains(err.Error(), "room") && !strings.Contains(err.Error(), "full") {
				t.Errorf("it says %v", err)
			}
			e.at = calm
			if got := e.tree(source); !maps.Equal(got, before) {
				t.Errorf("the original has %q", slices.Sorted(maps.Keys(got)))
			}
			if left, _ := filepath.Glob(e.dir + "/jobs/*/*/.*"); s.State.Ended() && len(left) > 0 {
				t.Errorf("the spool still has %v", left)
			}
		})
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// A folder whose id has changed between its lookup and the announcement of a file is looked up again: it is not gone.
func TestAFolderOfAnotherIDIsNotGone(t *testing.T) {
	t.Parallel()
	e := newEnds(t)
	e.serve(fault.Faults{Rotate: true})
	plain := func(_ string, base http.RoundTripper) http.RoundTripper { return base }
	ours, theirs := e.clients("ours", plain)["a"+string(model.SchemeDrive)], e.clients("theirs", plain)["a"+string(model.SchemeDrive)]
	root := model.Ref{Place: ours.Root(), ID: "0", Kind: model.KindFolder}
	if _, err := ours.(client.FolderMaker).MakeFolder(t.Context(), root, "to", client.Bulk); err != nil {
		t.Fatal(err)
	}
	to, err := ours.Walk(client.Options{Fresh: true}).Folder(t.Context(), ours.Root().Join("to"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := theirs.(client.FolderMaker).MakeFolder(t.Context(), root, "device", client.Bulk); err != nil {
		t.Fatal(err)
	}
	_, _, err = ours.(client.Uploader).Announce(t.Context(), to, client.UploadFile{Name: "one", Size: 1, Modified: time.Now()}, client.Bulk)
	if !client.Is(err, client.KindStale) {
		t.Errorf("%v", err)
	}
}
