package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/clienttest/fault"
	"aloft/client/clienttest/procs"
	"aloft/client/embedded/drive"
	"aloft/model"
)

// random is a world in which random jobs run, are paused, killed, cancelled, taken back and
// done again, while another device works on the same drive. What breaks an invariant of the
// jobs design is in the spy's list, under the invariant's name.
type random struct {
	*world
	t      *testing.T
	rnd    *rand.Rand
	others *device
	quiet  time.Duration // after it no work of the service is late any more
	jobs   int
	before entries  // of the round
	trace  []string // for a seed that fails
	waits  waits
	calm   bool // nothing but lost answers can make a job fail
	// spoil changes a plan after it was made, for a test of the rules.
	spoil func(*model.Plan)
	fatal func(args ...any)
}

func (s *random) say(format string, args ...any) {
	s.spy.mu.Lock()
	defer s.spy.mu.Unlock()
	s.spy.say(format, args...)
}

// randomOptions are the faults of a seed.
func randomOptions(seed uint64) worldOptions {
	f := harsh(seed)
	switch seed % 8 {
	case 1:
		f.Late, f.LateBy = fault.Rate{P: 0.05}, fault.Span{Min: 5 * time.Second, Max: 40 * time.Second}
	case 2:
		f.Half, f.Stale = fault.Rate{P: 0.04}, "other"
	case 3:
		f.Cut, f.FailAfter, f.Stale = fault.Rate{P: 0.03}, fault.Rate{P: 0.03}, "error"
	case 4:
		f.Strict = 600 * time.Millisecond
	case 5:
		f.TaskFail, f.Stuck = fault.Rate{P: 0.1}, fault.Rate{P: 0.05}
	case 6:
		f.Expire, f.LoseRead = fault.Rate{P: 0.01}, fault.Rate{P: 0.05}
	case 7:
		f.HTML, f.FailBefore = fault.Rate{P: 0.03}, fault.Rate{P: 0.03}
	}
	o := worldOptions{seed: seed, faults: f, gap: 500 * time.Millisecond}
	if seed/8%2 == 0 {
		o.batch = 3 // several calls in each job
	}
	return o
}

func newRandom(t *testing.T, o worldOptions) *random {
	s := &random{t: t, fatal: t.Fatal, rnd: newRand(o.seed), quiet: 20 * time.Second, calm: o.faults.TaskFail == (fault.Rate{})}
	o.observe = s.waits.observe
	s.world = newWorld(t, o)
	s.spy.gap = 500 * time.Millisecond
	if o.faults.Late != (fault.Rate{}) {
		s.quiet = time.Minute
	}
	s.others = newDevice(t, s.world, o.seed)
	s.spy.between = s.others.between
	var plant []drive.Item
	for f := range 4 {
		for k := range 5 {
			plant = append(plant, drive.Item{Path: []string{fmt.Sprint("d", f), fmt.Sprint("n", k)}, Size: int64(1 + len(plant))})
		}
		plant = append(plant, drive.Item{Path: []string{fmt.Sprint("d", f), "sub", "deep"}, Size: int64(1 + len(plant))})
	}
	if err := s.svc.Plant(t.Context(), plant); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *random) close() {
	s.others.close()
	s.world.close()
}

// rounds runs jobs; what each has done is taken back by most of them, and done again by some.
func (s *random) rounds(n int) {
	for range n {
		s.others.forget()
		s.others.most = 0
		if s.o.seed/4%2 == 1 {
			s.others.most = s.rnd.IntN(4)
		}
		before := s.entries()
		s.before = before
		r, ok := s.request(before)
		if !ok {
			return // the others have taken nearly all away
		}
		id, after := s.job(r, before)
		if id == "" || s.rnd.IntN(4) == 0 {
			continue
		}
		back, undone := s.job(client.Request{Undo: id, Rule: model.ConflictNumber}, after)
		if back == "" {
			continue
		}
		s.same(before, undone, "taken back")
		if s.rnd.IntN(3) > 0 {
			again, redone := s.job(client.Request{Undo: back, Rule: model.ConflictNumber}, undone)
			if again != "" {
				s.same(after, redone, "done again")
			}
		}
	}
	s.secrets()
	s.spy.bad = append(s.spy.bad, s.waits.bad...)
}

// job plans, runs and checks one job and, when some of it failed, one more that tries that
// again. The id is "" when there was nothing to do, or something of it cannot be taken back.
func (s *random) job(r client.Request, before entries) (id string, now entries) {
	return s.jobIn(r, before, s.trouble())
}

// jobIn is job with the trouble on its way.
func (s *random) jobIn(r client.Request, before entries, t trouble) (id string, now entries) {
	s.others.moves, s.others.names = map[int64]int{}, map[int64]int{}
	r.Class = []client.Class{client.Interactive, client.Bulk}[s.rnd.IntN(2)]
	s.spy.forbid("only a plan is being made")
	p, err := s.plan(r)
	for ; client.Is(err, client.KindAuth); p, err = s.plan(r) {
		s.signIn()
	}
	s.spy.forbid("")
	if err != nil {
		if nothing := r.Undo != "" && client.Is(err, client.KindInvalid); len(s.others.paths) == 0 && !nothing {
			s.say("I10: no plan for %+v: %v", r, err)
		} else if nothing {
			s.same(s.before, before, "nothing to take back")
		}
		time.Sleep(s.quiet) // a listing is late, also for what the others did meanwhile
		return "", s.entries()
	}
	for _, n := range p.Undecided() {
		p.Decide(n, model.ConflictNumber)
	}
	if !slices.ContainsFunc(p.Items, func(it model.Item) bool { return it.Goes() }) {
		return "", s.entries()
	}
	if s.spoil != nil {
		s.spoil(p)
	}
	snap := s.run(p, t)
	s.trace = append(s.trace, fmt.Sprintf("%s: undo %q %s\n  refused %v\n  %s, %d entries touched by others", p.ID, p.Undoes, lines(p), p.Refused, snap.State, len(s.others.paths)))
	time.Sleep(s.quiet)
	now = s.entries()
	g, err := s.journalOf(p.ID)
	if err != nil {
		s.fatal(err)
	}
	s.difference(before, now, g)
	rs, err := s.eng.Report(p.ID)
	if err != nil {
		s.fatal(err)
	}
	bad := false
	for _, it := range rs {
		if it.State != model.ItemDone && it.Error.String() == "" && it.Item.Goes() && snap.State != model.JobCancelled {
			s.say("I10: %s is %s, and nobody says why", it.Item.Name, it.State)
		}
		bad = bad || it.State.Bad()
	}
	if bad && s.calm && len(s.others.paths) == 0 {
		s.say("I10: job %+v failed, and nothing was in the way: %+v", snap, rs)
	}
	if left := len(p.Refused) > 0; left || bad {
		if left && r.Undo != "" && len(s.others.paths) == 0 {
			s.say("I11: left out: %+v", p.Refused)
		}
		if bad && s.rnd.IntN(2) == 0 {
			again, _ := client.Again(&snap, rs)
			for _, r := range again {
				if r.Undo == "" {
					r.Rule, r.Partial = model.ConflictNumber, true
					_, now = s.job(r, now)
				}
			}
			return "", now
		}
		if left {
			return "", now
		}
	}
	if p.Undoes != "" && snap.State != model.JobDone {
		return "", now // only a part was taken back
	}
	return p.ID, now
}

// plan makes a plan; some go through a file.
func (s *random) plan(r client.Request) (*model.Plan, error) {
	p, err := s.eng.Plan(context.Background(), r)
	if err != nil || s.rnd.IntN(4) > 0 {
		return p, err
	}
	b, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	var saved model.Plan
	if err := json.Unmarshal(b, &saved); err != nil {
		return nil, err
	}
	refused := p.Refused
	if p, err = s.eng.Plan(context.Background(), client.Request{Saved: &saved, Class: r.Class}); err == nil {
		p.Refused = append(p.Refused, refused...)
	}
	return p, err
}

// trouble is what comes between a job and its end.
type trouble struct {
	kill   func() int64 // the boundary of the next process at which it is killed, 0 = none
	stop   func(*Engine, string) error
	after  time.Duration // when stop is called; 0 = never
	person bool          // somebody lists a folder again and again
	second bool          // another process wants to run the job, too
}

func (s *random) trouble() trouble {
	kills := s.rnd.IntN(3)
	t := trouble{person: s.rnd.IntN(8) == 0, second: s.rnd.IntN(12) == 0, kill: func() int64 {
		if kills--; kills < 0 {
			return 0
		}
		return int64(1 + s.rnd.IntN(60))
	}}
	if n := s.rnd.IntN(4); n < 2 {
		t.after = time.Duration(1+s.rnd.IntN(15)) * time.Second
		t.stop = []func(*Engine, string) error{(*Engine).Pause, (*Engine).Cancel}[n]
	}
	return t
}

// run runs a job to its end: killed, paused, signed out and cancelled on the way.
func (s *random) run(p *model.Plan, t trouble) model.JobSnapshot {
	s.jobs++
	ctx := context.Background()
	if t.person {
		defer s.person()()
	}
	kill := t.kill()
	if !t.second {
		s.proc.left.Store(kill)
	}
	_, err := s.eng.Start(ctx, p)
	if t.second { // of a process that is killed before, the second one rightly takes the job over
		defer s.second(p.ID)()
		s.proc.left.Store(kill)
	}
	for n := 0; ; n++ {
		if n == 200 {
			s.fatal("the job does not end", p.ID, err, s.eng.Jobs())
		}
		if s.proc.dead.Load() {
			s.end()
			s.begin()
			s.proc.left.Store(t.kill())
			if of := s.named(p.ID); len(of) == 0 { // killed before the plan was on the disk
				_, err = s.eng.Start(ctx, p)
			} else if !of[0].State.Ended() {
				err = s.eng.Resume(p.ID)
			}
			continue
		}
		if err != nil {
			s.fatal(p.ID, err)
		}
		waiting, stop := context.WithCancel(ctx)
		if t.after > 0 {
			waiting, stop = context.WithTimeout(ctx, t.after)
		}
		snap, failed := s.eng.Wait(waiting, p.ID)
		stop()
		switch {
		case s.proc.dead.Load():
		case failed != nil && waiting.Err() != nil:
			_ = t.stop(s.eng, p.ID) // an error means that it has ended
			t.after = 0
		case failed != nil:
			s.fatal(p.ID, failed)
		case snap.State.Ended():
			s.proc.left.Store(0)
			return snap
		case snap.State == model.JobNeedsLogin:
			s.still("nobody is signed in")
			s.signIn()
			err = s.eng.Resume(p.ID)
		default:
			s.still("the job is paused")
			if !s.proc.dead.Load() {
				err = s.eng.Resume(p.ID)
			}
		}
	}
}

// signIn: the next time that the session is read, it is a new one.
func (s *random) signIn() {
	cookie, err := s.svc.Login(context.Background())
	if err != nil {
		s.fatal(err)
	}
	s.jar.SetNext(cookie)
	time.Sleep(time.Minute)
}

// still waits, and meanwhile no mutation may arrive (I9).
func (s *random) still(why string) {
	s.spy.forbid(why)
	time.Sleep(time.Minute)
	s.spy.forbid("")
}

func (s *random) named(id string) []model.JobSnapshot {
	return slices.DeleteFunc(s.eng.Jobs(), func(j model.JobSnapshot) bool { return j.ID != id })
}

// secrets looks for the session in all files of the engine (I12).
func (s *random) secrets() {
	var secret []string
	for part := range strings.SplitSeq(s.jar.Value(), ";") {
		if _, value, ok := strings.Cut(part, "="); ok {
			secret = append(secret, value)
		}
	}
	err := filepath.WalkDir(s.o.jobs, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(p)
		for _, c := range secret {
			if strings.Contains(string(b), c) {
				s.say("I12: the session is in %s", path.Base(p))
			}
		}
		return err
	})
	if err != nil {
		s.fatal(err)
	}
}

// Random jobs in random trouble, none of which breaks an invariant. Each seed is a drive of
// its own; the faults repeat after 16:
//
//	ALOFT_SEED=41 ALOFT_SEEDS=1 go test -run RandomJobs ./client/jobs
func TestRandomJobs(t *testing.T) {
	var rounds, jobs atomic.Int64
	t.Run("all", func(t *testing.T) {
		for seed := range procs.Seeds(16) {
			rounds.Add(1)
			t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					s := newRandom(t, randomOptions(seed))
					defer s.close()
					s.rounds(8)
					jobs.Add(int64(s.jobs))
					for i, b := range s.spy.bad {
						if i < 10 {
							t.Error(b)
						}
					}
					if t.Failed() {
						t.Log(strings.Join(s.trace, "\n"))
						t.Logf("once more: ALOFT_SEED=%d ALOFT_SEEDS=1 go test -run TestRandomJobs ./client/jobs", seed-1)
					}
				})
			})
		}
	})
	if t.Logf("%d jobs", jobs.Load()); jobs.Load() < 10*rounds.Load() {
		t.Errorf("only %d jobs", jobs.Load())
	}
}
