package jobs

import (
	"maps"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"aloft/client"
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
		said = said || r.Item.Name == "big" && strings.Contains(r.Error, "its spool has no room for it")
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

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
