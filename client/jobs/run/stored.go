package run

import (
	"os"
	"path/filepath"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/system"
	"aloft/model"
	"aloft/model/text"
)

// reload reads what other processes have written, and the jobs that they started.
func (g *registry) reload() { g.read(map[string]journal.Summaries{}, g.store.Jobs) }

// read is reload with the summaries of some stores; dirs gives the folders of all
// jobs.
func (g *registry) read(ended map[string]journal.Summaries, dirs func() []string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return
	}
	g.readOrder()
	for _, dir := range dirs() {
		id, in := filepath.Base(dir), filepath.Dir(dir)
		if g.jobs[id] != nil || g.begins[id] {
			continue
		}
		if ended[in] == nil {
			ended[in] = journal.Ended(in)
		}
		g.load(dir, ended[in][id])
	}
	for id, j := range g.jobs {
		if g.past(j) {
			g.jobs[id] = j.summarized()
			continue
		}
		if j.jn == nil && !j.inTurn && !j.State.Ended() {
			if _, err := os.Stat(j.dir); os.IsNotExist(err) {
				if j.taken.IsZero() {
					delete(g.jobs, id) // another process has forgotten it
				}
				continue
			}
			g.reread(j)
		}
	}
}

// past reports whether the job ended so long ago that only its summary is needed in memory,
// with all else on the disk. g.mu is held.
func (g *registry) past(j *job) bool {
	return j.summary == nil && j.bad == nil && j.State.Ended() && j.jn == nil && !j.inTurn && time.Since(j.Ended) > g.scaled(recent)
}

// summarized is the job without its items.
func (j *job) summarized() *job {
	s := j.shown()
	return &job{id: j.id, dir: j.dir, summary: func() *model.JobSnapshot { return s },
		Progress: &journal.Progress{Plan: &model.Plan{ID: j.id}, State: j.State, Ended: j.Ended}}
}

// load adds a job of the store; ended is its summary if there is one. g.mu is held.
func (g *registry) load(dir string, ended *journal.Summary) {
	id, home := filepath.Base(dir), g.store.Home(dir)
	near := func(account string) string { return g.store.Near(home, account) }
	if ended != nil && time.Since(ended.EndedAt) > g.scaled(recent) {
		g.jobs[id] = &job{id: id, dir: dir, old: true, summary: func() *model.JobSnapshot { return journal.SnapAccounts(ended.Snapshot(), near) },
			Progress: &journal.Progress{Plan: &model.Plan{ID: id}, State: ended.State, Ended: ended.EndedAt}}
		return
	}
	p, sum, err := g.store.ReadPlan(dir)
	if err != nil {
		p = &model.Plan{ID: id, Account: near("")}
	}
	j := newJob(id, dir, p, sum)
	if err != nil {
		if os.IsNotExist(err) {
			return // being removed
		}
		j.bad = damaged(id, err)
		j.State, j.Err = model.JobFailed, client.Sentence(j.bad)
	}
	g.jobs[id] = j
	if err == nil {
		g.reread(j)
	}
	g.show(j)
	if ended == nil && j.bad == nil && j.State.Ended() {
		g.summarize(j)
	}
}

// summarize stores the job's summary. g.mu is held.
func (g *registry) summarize(j *job) {
	journal.Summarize(j.dir, journal.SnapAccounts(j.snap.Load(), g.store.Full))
}

// reread replays the log of a job that another process runs. g.mu is held.
func (g *registry) reread(j *job) {
	f, err := system.OpenRead(filepath.Join(j.dir, journal.LogName))
	if os.IsNotExist(err) {
		// Its process is, or died, between the plan and the first record.
		if j.State = model.JobInterrupted; j.Plan.Paused {
			j.State = model.JobPaused
		}
		g.show(j)
		return
	}
	if err != nil {
		return
	}
	defer f.Close()
	// Checked first: what was written before the lock was released is read below.
	j.held, _ = system.Held(f)
	if !j.held {
		j.their.wanted = ""
	}
	if j.their.stopped = 0; j.their.wanted != "" {
		j.their.stopped = j.their.watch.Stopped(j.By, time.Now())
	}
	if j.their.stopped == 0 {
		j.their.refusal, j.their.refusals = nil, 0
	}
	// replay replaces the Progress, so Apply must be read from j again.
	if j.their.log.ReadOn(func() { j.replay(nil, journal.Clock{}) }, func(r *journal.Record) { j.Apply(r) }) {
		j.price()
	}
	if !j.held && (j.State == model.JobRunning || j.State == model.JobWaiting) {
		j.State = model.JobInterrupted
		j.Interrupted()
	}
	g.show(j)
}

// planned returns a job from its plan, before replay.
func (g *registry) planned(id, dir string) (*job, error) {
	p, sum, err := g.store.ReadPlan(dir)
	if err != nil {
		return nil, damaged(id, err)
	}
	return unread(id, dir, p, sum), nil
}

// readJob returns a job from its plan and log.
func (g *registry) readJob(id, dir string) (*job, error) {
	j, err := g.planned(id, dir)
	if err != nil {
		return nil, err
	}
	b, err := system.ReadFile(filepath.Join(dir, journal.LogName))
	if err != nil {
		return nil, damaged(id, err)
	}
	rs, _ := journal.Read(b)
	j.replay(rs, journal.Clock{})
	return j, nil
}

func damaged(id string, err error) error {
	return client.Errorf(client.KindLocal, "job", model.Place{}, text.JobsDamaged, id, err.Error()).Hinted("list the entries to see what the job did")
}
