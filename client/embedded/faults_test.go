package embedded

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client/clienttest/fault"
	"aloft/client/clienttest/faultwords"
	"aloft/client/embedded/pages"
)

// bubble runs f with a service under fake time.
func bubble(t *testing.T, f fault.Faults, run func(t *testing.T, r *rig)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var seen []fault.Arrival
		f.Watch = &fault.Watch{Observe: func(a fault.Arrival) { seen = append(seen, a) }}
		r := open(t, Options{Faults: f})
		run(t, r)
		for i, a := range seen {
			if a.N != i+1 {
				t.Errorf("arrival %d is number %d", i, a.N)
			}
		}
		if len(seen) != r.watch.Drive().Requests {
			t.Errorf("%d arrivals told, %d counted", len(seen), r.watch.Drive().Requests)
		}
	})
}

func TestRotateChangesEveryFid(t *testing.T) {
	bubble(t, fault.Faults{Rotate: true}, func(t *testing.T, r *rig) {
		r.plant("a/x", "a/y", "b/")
		a, b, x := r.fid("a"), r.fid("b"), r.fid("a/x")
		if r.fid("a") != a {
			t.Error("a fid changed without a mutation")
		}
		env := r.want(200, 0, "POST", "/file", object{"pdir_fid": "0", "file_name": "new", "file_type": 0, "dir_init": true})
		if r.fid("new") != env.str(t, "fid") {
			t.Error("the fid of the answer is not the new folder's present one")
		}
		if r.fid("a") == a || r.fid("a/x") == x || r.fid("b") == b {
			t.Error("a fid did not change")
		}
		// A stale fid: empty and a success in a listing, refused in a mutation.
		if r.names(a) != "" {
			t.Error("a stale fid lists something")
		}
		r.want(404, 23404, "POST", "/file/move", move(r.fid("b"), x))
		r.want(404, 23404, "POST", "/file/move", move(b, r.fid("a/x")))
		r.want(404, 23404, "POST", "/file/rename", object{"fid": x, "file_name": "z"})
		if c := r.watch.Drive(); c.StaleLists != 1 || c.StaleMutations != 3 {
			t.Errorf("counted %+v", c)
		}
		// A refused mutation changes nothing: fids stay.
		fresh := r.fid("a/x")
		r.want(200, 0, "POST", "/file/move", move(r.fid("b"), fresh))
		if r.names(r.fid("b")) != "x" {
			t.Error("the move did not happen")
		}
	})
	for stale, want := range map[string]string{"other": "a,b", "error": ""} {
		bubble(t, fault.Faults{Rotate: true, Stale: stale}, func(t *testing.T, r *rig) {
			r.plant("a/x", "b/")
			a := r.fid("a")
			r.want(200, 0, "POST", "/file/rename", object{"fid": r.fid("a/x"), "file_name": "z"})
			if want == "" {
				r.want(404, 23404, "GET", sorted(a, ""), nil)
			} else if r.names(a) != want {
				t.Errorf("stale=%s lists %s", stale, r.names(a))
			}
		})
	}
}

// With lag a listing may be old, but only for the time of the lag, and never shows
// a state that did not exist.
func TestLag(t *testing.T) {
	shapes := map[string]bool{}
	for seed := range uint64(24) {
		bubble(t, fault.Faults{Seed: seed + 1, Lag: fault.Span{Min: 2 * time.Second, Max: 2 * time.Second}}, func(t *testing.T, r *rig) {
			r.plant("a/x", "a/y", "b/z")
			a, b, x := r.fid("a"), r.fid("b"), r.fid("a/x")
			r.want(200, 0, "POST", "/file/move", move(b, x))
			from, to := r.names(a), r.names(b)
			shapes[from+"|"+to] = true
			env := r.want(200, 0, "GET", sorted(a, "&_fetch_total=1"), nil)
			if *env.Meta.Total != env.Meta.Count {
				t.Errorf("total %d of %d entries", *env.Meta.Total, env.Meta.Count)
			}
			for _, e := range env.list(t) {
				if e.Parent != a {
					t.Errorf("a ghost says that it is elsewhere: %+v", e)
				}
			}
			for _, sort := range []string{"file_name:desc", "updated_at:asc", "size:desc", "created_at:asc"} {
				r.want(200, 0, "GET", sorted(a, "&_sort=file_type:asc,"+sort), nil)
			}
			time.Sleep(2*time.Second - 1)
			if r.names(a) != from || r.names(b) != to {
				t.Error("the lag ended early")
			}
			time.Sleep(time.Nanosecond)
			if r.names(a) != "y" || r.names(b) != "x,z" {
				t.Errorf("after the lag: %s | %s", r.names(a), r.names(b))
			}
			// A new folder is missing for a while, yet its name is taken.
			mk := object{"pdir_fid": a, "file_name": "new", "file_type": 0, "dir_init": true}
			r.want(200, 0, "POST", "/file", mk)
			shapes["made "+r.names(a)] = true
			r.want(400, 23008, "POST", "/file", mk)
			time.Sleep(2 * time.Second)
			if r.names(a) != "new,y" {
				t.Errorf("after the lag: %s", r.names(a))
			}
			r.want(200, 0, "POST", "/file/rename", object{"fid": r.fid("a/y"), "file_name": "w"})
			shapes["renamed "+r.names(a)] = true
			time.Sleep(2 * time.Second)
			r.want(200, 0, "POST", "/file/delete", remove(r.fid("a/w")))
			shapes["deleted "+r.names(a)] = true
			time.Sleep(2 * time.Second)
			if r.names(a) != "new" {
				t.Errorf("at the end: %s", r.names(a))
			}
			// There and back again: listed once, not twice.
			r.want(200, 0, "POST", "/file/move", move(a, x))
			r.want(200, 0, "POST", "/file/move", move(b, x))
			if n := strings.Count(r.names(b)+r.names(a), "x"); n > 2 {
				t.Errorf("x is shown %d times", n)
			}
		})
	}
	var got []string
	for s := range shapes {
		got = append(got, s)
	}
	slices.Sort(got)
	want := []string{"deleted new", "deleted new,w", "made new,y", "made y", "renamed new", "renamed new,w", "renamed new,w,y", "renamed new,y",
		"x,y|x,z", "x,y|z", "y|z"}
	want = slices.DeleteFunc(want, func(s string) bool { return s == "renamed new,w" })
	if !slices.Equal(got, want) {
		t.Errorf("shapes of lag:\n%q, want\n%q", got, want)
	}
}

func TestAsyncTasks(t *testing.T) {
	f := fault.Faults{Rotate: true, Async: fault.Rate{P: 1}, Task: fault.Span{Min: 3 * time.Second, Max: 3 * time.Second}}
	bubble(t, f, func(t *testing.T, r *rig) {
		r.plant("a/x", "a/y", "b/")
		env := r.want(200, 0, "POST", "/file/move", move(r.fid("b"), r.fid("a/x"), r.fid("a/y")))
		id := env.str(t, "task_id")
		if env.flag(t, "finish") || len(id) != 32 {
			t.Fatal(env.raw)
		}
		status := func() string {
			e := r.want(200, 0, "GET", "/task?retry_index=0&task_id="+id, nil)
			if string(e.Meta.TqGap) != "500" {
				t.Errorf("no tq_gap in %s", e.raw)
			}
			_, s, _ := strings.Cut(e.raw, `"status":`)
			return s[:1]
		}
		if r.names(r.fid("a")) != "x,y" || status() != "0" {
			t.Error("done at once")
		}
		time.Sleep(2 * time.Second)
		if status() != "1" {
			t.Error("not under way after two of three seconds")
		}
		fid := r.fid("a/x")
		if n, quiet, err := r.s.Pending(t.Context()); n != 1 || !quiet.Equal(time.Now().Add(time.Second)) || err != nil {
			t.Errorf("%d pieces of work, quiet at %v: %v", n, quiet, err)
		}
		time.Sleep(time.Second)
		if status() != "2" || r.names(r.fid("b")) != "x,y" {
			t.Error("not done when it was due")
		}
		if r.fid("b/x") == fid {
			t.Error("the task's work began no new epoch")
		}
		if c := r.watch.Drive(); c.Async != 1 {
			t.Errorf("%+v", c)
		}
		// A task whose name is taken meanwhile fails, and moves nothing.
		r.plant("c/")
		env = r.want(200, 0, "POST", "/file/move", move(r.fid("c"), r.fid("b/x"), r.fid("b/y")))
		id = env.str(t, "task_id")
		r.plant("c/y")
		time.Sleep(3 * time.Second)
		if status() != "3" || r.names(r.fid("c")) != "y" {
			t.Error("a task that cannot be done was done in part")
		}
		// What is known at once is refused at once.
		r.want(400, 23008, "POST", "/file/move", move(r.fid("c"), r.fid("b/y")))
		r.want(404, 23404, "POST", "/file/delete", remove(fid))
	})
	f.TaskFail = fault.Rate{P: 1}
	bubble(t, f, func(t *testing.T, r *rig) {
		r.plant("a")
		id := r.want(200, 0, "POST", "/file/delete", remove(r.fid("a"))).str(t, "task_id")
		time.Sleep(time.Hour)
		if e := r.want(200, 0, "GET", "/task?task_id="+id, nil); !strings.Contains(e.raw, `"status":3,"task`) || r.names("0") != "a" {
			t.Error(e.raw, r.names("0"))
		}
	})
	f.TaskFail, f.Stuck = fault.Rate{}, fault.Rate{P: 1}
	bubble(t, f, func(t *testing.T, r *rig) {
		r.plant("a")
		id := r.want(200, 0, "POST", "/file/delete", remove(r.fid("a"))).str(t, "task_id")
		time.Sleep(time.Hour)
		if e := r.want(200, 0, "GET", "/task?task_id="+id, nil); !strings.Contains(e.raw, `"status":1,"task`) || r.names("0") != "" {
			t.Error(e.raw, r.names("0"))
		}
	})
}

// Observe reports when deferred work has made fids stale.
func TestArrivalsTellOfWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seen []fault.Arrival
		r := open(t, Options{Faults: fault.Faults{Rotate: true, Late: fault.Rate{Every: 2}, LateBy: fault.Span{Min: time.Second},
			Watch: &fault.Watch{Observe: func(a fault.Arrival) { seen = append(seen, a) }}}})
		r.plant("a/x", "b/")
		r.want(200, 0, "POST", "/file/move", move(r.fid("b"), r.fid("a/x")))
		if _, err := r.try("POST", "/file/move", move(r.fid("a"), r.fid("b/x"))); err == nil {
			t.Fatal("the answer was not lost")
		}
		a := r.fid("a")
		time.Sleep(time.Second)
		seen = nil
		r.ls(a)
		r.ls(a)
		if len(seen) != 2 || seen[0].Settled != 1 || seen[1].Settled != 0 || !seen[0].Stale || !seen[1].Stale {
			t.Errorf("%+v", seen)
		}
		if r.names(r.fid("a")) != "x" {
			t.Error("the late work was not done")
		}
	})
}

// Work that is due is the same whoever asks, and whenever.
func TestTasksDoNotDependOnTheLooker(t *testing.T) {
	var dumps []string
	for _, late := range []time.Duration{0, time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			dir := t.TempDir()
			f := fault.Faults{Async: fault.Rate{P: 1}, Lag: fault.Span{Min: time.Second, Max: 5 * time.Second}, Task: fault.Span{Min: time.Second, Max: 9 * time.Second}}
			r := open(t, Options{Dir: dir, Faults: f})
			r.plant("a/1", "a/2", "b/", "c/")
			r.want(200, 0, "POST", "/file/move", move(r.fid("b"), r.fid("a/1")))
			r.want(200, 0, "POST", "/file/move", move(r.fid("c"), r.fid("a/1"), r.fid("a/2")))
			r.want(200, 0, "POST", "/file/delete", remove(r.fid("a/2")))
			r.s.Close()
			time.Sleep(10*time.Second + late)
			other := open(t, Options{Dir: dir})
			var b strings.Builder
			for _, i := range mustDump(t, other) {
				fmt.Fprintln(&b, i.Path, i.Moves, i.InBin)
			}
			err := other.s.pages.View(t.Context(), func(l pages.Rows) error {
				return l.Rows("SELECT node, until FROM lag UNION ALL SELECT node, deleted FROM bin", nil, func(scan func(...any) error) error {
					var node, at int64
					err := scan(&node, &at)
					fmt.Fprintln(&b, node, at)
					return err
				})
			})
			if err != nil {
				t.Error(err)
			}
			dumps = append(dumps, b.String())
		})
	}
	if dumps[0] != dumps[1] || !strings.Contains(dumps[0], "1] 2 false") {
		t.Errorf("looked at once:\n%s\nlater:\n%s", dumps[0], dumps[1])
	}
}

func TestLostAnswers(t *testing.T) {
	always := fault.Rate{P: 1}
	for name, c := range map[string]struct {
		f     fault.Faults
		moved string // what b holds at once
		later string // and after a minute
	}{
		"lose-before": {fault.Faults{LoseBefore: always}, "", ""},
		"lose-after":  {fault.Faults{LoseAfter: always}, "1,2,3,4", "1,2,3,4"},
		"half":        {fault.Faults{Half: always}, "1,2", "1,2"},
		"late":        {fault.Faults{Late: always, LateBy: fault.Span{Min: 20 * time.Second, Max: 20 * time.Second}}, "", "1,2,3,4"},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, c.f, func(t *testing.T, r *rig) {
				r.plant("a/1", "a/2", "a/3", "a/4", "b/")
				b := r.fid("b")
				_, err := r.try("POST", "/file/move", move(b, r.fid("a/1"), r.fid("a/2"), r.fid("a/3"), r.fid("a/4")))
				if !errors.Is(err, io.ErrUnexpectedEOF) {
					t.Fatalf("the answer came, or: %v", err)
				}
				if r.names(b) != c.moved {
					t.Errorf("at once %q, want %q", r.names(b), c.moved)
				}
				time.Sleep(time.Minute)
				if r.names(b) != c.later {
					t.Errorf("later %q, want %q", r.names(b), c.later)
				}
				if n := r.watch.Drive().Lost; n != 1 {
					t.Errorf("%d lost answers counted", n)
				}
			})
		})
	}
	bubble(t, fault.Faults{LoseRead: fault.Rate{Every: 3}}, func(t *testing.T, r *rig) {
		var lost []int
		for i := range 9 {
			if _, err := r.try("GET", sorted("0", ""), nil); err != nil {
				lost = append(lost, i)
			}
		}
		if !slices.Equal(lost, []int{2, 5, 8}) {
			t.Errorf("lost %v", lost)
		}
	})
}

func TestBrokenAnswers(t *testing.T) {
	always := fault.Rate{P: 1}
	for name, c := range map[string]struct {
		f      fault.Faults
		status int
		says   string
		done   bool
	}{
		"html":       {fault.Faults{HTML: always}, 200, "<!DOCTYPE html>", false},
		"5xx-before": {fault.Faults{FailBefore: always}, 503, `"status":503`, false},
		"5xx-after":  {fault.Faults{FailAfter: always}, 503, `"status":503`, true},
		"500":        {fault.Faults{Error500: true}, 500, `"code":90001`, false},
		"quota":      {fault.Faults{Quota: true}, 400, "quota is used up", false},
		"code200":    {fault.Faults{Code200: always}, 200, `"code":14001`, false},
		"inner":      {fault.Faults{Inner: always}, 200, `"task_sync":true`, false},
	} {
		bubble(t, c.f, func(t *testing.T, r *rig) {
			env := r.call("POST", "/file", object{"pdir_fid": "0", "file_name": "n", "file_type": 0, "dir_init": true})
			if env.http != c.status || !strings.Contains(env.raw, c.says) {
				t.Errorf("%s: %d %s", name, env.http, env.raw)
			}
			if done := len(mustDump(t, r)) == 1; done != c.done {
				t.Errorf("%s: done is %v", name, done)
			}
		})
	}
	bubble(t, fault.Faults{Cut: always}, func(t *testing.T, r *rig) {
		if _, err := r.try("GET", sorted("0", ""), nil); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("a cut answer decodes: %v", err)
		}
	})
	bubble(t, fault.Faults{RepeatPage: true, ShortTotal: true}, func(t *testing.T, r *rig) {
		r.plant("1", "2", "3")
		e := r.want(200, 0, "GET", sorted("0", "&_size=2&_page=2&_fetch_total=1"), nil)
		if l := e.list(t); len(l) != 2 || l[0].Name != "1" || *e.Meta.Total != 2 {
			t.Error(e.raw)
		}
	})
	bubble(t, fault.Faults{Dup: true}, func(t *testing.T, r *rig) {
		r.plant("a/x", "b/x")
		r.want(200, 0, "POST", "/file/move", move(r.fid("b"), r.fid("a/x")))
		mk := object{"pdir_fid": r.fid("b"), "file_name": "x", "file_type": 0, "dir_init": true}
		r.want(200, 0, "POST", "/file", mk)
		r.want(200, 0, "POST", "/file", mk)
		if r.names(r.fid("b")) != "x,x,x,x" {
			t.Error(r.names(r.fid("b")))
		}
	})
	bubble(t, fault.Faults{Shuffle: true}, func(t *testing.T, r *rig) {
		r.plant("1", "2", "d/")
		orders := map[string]bool{}
		for range 20 {
			orders[r.names("0")] = true
		}
		if len(orders) < 2 {
			t.Errorf("orders %v", orders)
		}
	})
}

func TestStrict(t *testing.T) {
	bubble(t, fault.Faults{Strict: 500 * time.Millisecond}, func(t *testing.T, r *rig) {
		r.want(200, 0, "GET", "/config", nil)
		time.Sleep(499 * time.Millisecond)
		if e := r.want(429, 42900, "GET", "/config", nil); e.Data != nil {
			t.Error(e.raw)
		}
		time.Sleep(500 * time.Millisecond)
		r.want(200, 0, "GET", "/config", nil)
		time.Sleep(time.Second)
		r.want(400, 41035, "POST", "/file/move", move("0", make1000()[:31]...))
		if c := r.watch.Drive(); c.Close != 1 || c.Throttled != 1 || c.LeastGap != 499*time.Millisecond || c.BigBatches != 1 {
			t.Errorf("%+v", c)
		}
	})
	bubble(t, fault.Faults{}, func(t *testing.T, r *rig) {
		for range 3 {
			r.want(200, 0, "GET", "/config", nil)
		}
		if c := r.watch.Drive(); c.Close != 2 || c.Throttled != 0 || c.LeastGap != 0 {
			t.Errorf("%+v", c)
		}
	})
}

func TestTqGap(t *testing.T) {
	for _, c := range []struct{ gap, place, want string }{
		{"", "", `"metadata":{"tq_gap":500}`},
		{"3000", "metadata", `"metadata":{"tq_gap":3000}`},
		{`"500"`, "metadata", `"metadata":{"tq_gap":"500"}`},
		{"0", "data", `"finish":true,"task_id":"`},
		{"null", "top,metadata", `"tq_gap":null`},
	} {
		bubble(t, fault.Faults{TqGap: c.gap, TqPlace: c.place}, func(t *testing.T, r *rig) {
			r.plant("a", "b/")
			e := r.want(200, 0, "POST", "/file/move", move(r.fid("b"), r.fid("a")))
			if !strings.Contains(e.raw, c.want) || strings.Count(e.raw, "tq_gap") != 1+strings.Count(c.place, ",") {
				t.Errorf("%+v: %s", c, e.raw)
			}
		})
	}
	bubble(t, fault.Faults{TqGap: "none"}, func(t *testing.T, r *rig) {
		r.plant("a", "b/")
		if e := r.want(200, 0, "POST", "/file/move", move(r.fid("b"), r.fid("a"))); strings.Contains(e.raw, "tq_gap") {
			t.Error(e.raw)
		}
	})
}

// One seed and one order of requests give one history.
func TestSeedRepeats(t *testing.T) {
	history := func(seed uint64) (h string) {
		f, err := faultwords.Parse("lose-before=20%", "lose-after=20%", "async=30%", "lag=1s-3s", "cut=5%", "html=5%", "slow=10%", fmt.Sprintf("seed=%d", seed))
		if err != nil {
			t.Fatal(err)
		}
		bubble(t, f, func(t *testing.T, r *rig) {
			for i := range 60 {
				e, err := r.try("POST", "/file", object{"pdir_fid": "0", "file_name": fmt.Sprint("n", i), "file_type": 0})
				l, err2 := r.try("GET", sorted("0", ""), nil)
				h += fmt.Sprintln(e.http, e.Code, err == nil, l.http, l.Meta.Count, err2 == nil, time.Now())
			}
		})
		return h
	}
	one := history(7)
	if one != history(7) {
		t.Error("the same seed gave another history")
	}
	if one == history(8) {
		t.Error("another seed gave the same history")
	}
}
