package uitest

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"aloft/client"
	"aloft/model"
)

// Engine is the job engine in memory: it plans by looking at the trees and changes
// them item by item.
type Engine struct {
	sources Sources
	mu      sync.Mutex
	jobs    []*job
	events  chan client.JobEvent
	n       int
	Step    time.Duration // an item takes this long
	Think   time.Duration // a plan takes this long
	Bytes   int64         // that each plan carries
	// Skip returns why the service does not do an item, or "".
	Skip func(model.Item) model.Sentence
	// Refuse returns why an item fails, or "".
	Refuse func(model.Item) model.Sentence
	// Notes returns what a conversion of the item loses.
	Notes func(model.Item) []model.Sentence
	// Lose makes the outcome of the item unknown; the string says where to look.
	Lose func(model.Item) model.Sentence
	// Leave returns why an item of a transfer's plan is left out, or "".
	Leave func(model.Item) model.Sentence
	// Size of a transferred item in bytes; nil = 1 MB each.
	Size func(model.Item) int64
}

type job struct {
	snap  model.JobSnapshot
	items []model.ItemReport
	wake  chan struct{}
	ended chan struct{}
}

// NewEngine makes an engine over trees.
func NewEngine(s Sources) *Engine {
	return &Engine{sources: s, events: make(chan client.JobEvent, 4096)}
}

// AddInterrupted adds a job that an earlier run left unfinished.
func (e *Engine) AddInterrupted(op model.Op, items int) { e.AddLeft(op, items, model.JobInterrupted) }

// AddLeft adds a job that is in the given state since an earlier run.
func (e *Engine) AddLeft(op model.Op, items int, state model.JobState) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.n++
	from, done := "old", 0
	if state.Ended() {
		from = "gone"
	}
	if state == model.JobDone {
		done = items
	}
	e.jobs = append(e.jobs, &job{snap: model.JobSnapshot{
		ID: from + strconv.Itoa(e.n), Op: op, State: state, Items: items, Done: done,
		From: e.sources[0].Root(), To: e.sources[0].Root(), MadeAt: time.Now(),
	}, wake: make(chan struct{}, 1), ended: make(chan struct{})})
}

func (e *Engine) Plan(ctx context.Context, r client.Request) (*model.Plan, error) {
	if e.Think > 0 {
		if r.Progress != nil && len(r.Items) > 0 { // it has only begun
			r.Progress(client.PlanProgress{Listing: r.Items[0].Parent(), Items: len(r.Items)})
		}
		select {
		case <-time.After(e.Think):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.n++
	p := &model.Plan{ID: "plan" + strconv.Itoa(e.n), Op: r.Op, MadeAt: time.Now(), Undo: "yes", Retries: r.Retries}
	for i, b := range r.Bin {
		p.Account, p.Scheme = r.Target.Account, r.Target.Scheme
		p.Items = append(p.Items, model.Item{ID: i, Op: r.Op, Parent: r.Target, Name: b.Entry.Name, Binned: model.Binned{Record: b.Record}, Decision: model.DecideGo})
	}
	for i, at := range r.Items {
		src, err := e.sources.For(at)
		if err != nil {
			return nil, err
		}
		t, ok := src.(*Tree)
		if !ok || r.Op == model.OpImport {
			return e.planDocs(p, r)
		}
		p.Account, p.Scheme = at.Account, at.Scheme
		it := model.Item{ID: i, Op: r.Op, Parent: at.Parent(), Name: at.Base(), Decision: model.DecideGo, Target: r.Target}
		if len(r.Targets) > 0 {
			it.Target = r.Targets[i]
		}
		t.mu.Lock()
		old, there := t.dirs[at.Parent().String()][at.Base()]
		it.Kind = old.Kind
		goal := at.Parent()
		name := at.Base()
		switch r.Op {
		case model.OpRename:
			it.NewName, name = r.NewNames[i], r.NewNames[i]
		case model.OpMove:
			goal = it.Target
		case model.OpDelete:
			goal, it.Mode = model.Place{}, string(client.DeleteToBin)
			p.Undo = "bin"
		}
		if taken, ok := t.dirs[goal.String()][name]; ok && !goal.IsZero() {
			it.Decision, it.Taken, it.Free = model.DecideAsk, &taken, name+" (1)"
		}
		t.mu.Unlock()
		err = client.CheckPlace(string(r.Op), at)
		if err == nil && !there && r.Op != model.OpMakeFolder {
			err = client.Errorf(client.KindNotFound, string(r.Op), at, "%s was not found", model.Clean(at.String()))
		}
		switch {
		case err != nil && !r.Partial:
			return nil, err
		case err != nil:
			p.Refused = append(p.Refused, model.Refusal{Place: at, Err: err})
			continue
		}
		p.Items = append(p.Items, it)
	}
	calls := (len(p.Items) + 29) / 30
	p.Estimate = model.Estimate{Calls: calls, Lookups: 2, Requests: calls + 2, Time: time.Duration(calls+2) * 500 * time.Millisecond, Bytes: e.Bytes}
	return p, nil
}

func (e *Engine) Start(_ context.Context, p *model.Plan) (string, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.n++
	j := &job{wake: make(chan struct{}, 1), ended: make(chan struct{})}
	j.snap = model.JobSnapshot{ID: "job" + strconv.Itoa(e.n), Op: p.Op, State: model.JobRunning, Mine: true,
		Items: len(p.Items), CallsAll: p.Estimate.Calls, MadeAt: time.Now(), Retries: p.Retries, Undo: p.Undo}
	if len(p.Items) > 0 {
		j.snap.From, j.snap.To = p.Items[0].Parent, p.Items[0].Target
	}
	for _, it := range p.Items {
		j.items = append(j.items, model.ItemReport{Item: &it, State: model.ItemPlanned})
		if it.Decision == model.DecideSkip { // as the engine counts: not one of the items to do
			j.snap.Items--
			j.snap.Skipped++
		}
	}
	if p.Paused {
		j.snap.State = model.JobPaused
	}
	e.jobs = append([]*job{j}, e.jobs...)
	e.tell(client.JobEvent{Job: j.snap.ID, State: j.snap.State})
	go e.run(j)
	return j.snap.ID, nil
}

func (e *Engine) tell(ev client.JobEvent) { e.events <- ev }

func (e *Engine) run(j *job) {
	for i := range j.items {
		if j.snap.Op.Transfers() && e.Step > 0 {
			e.carry(j, i)
		} else if e.Step > 0 {
			<-time.After(e.Step)
		}
		if !e.going(j) {
			return
		}
		e.mu.Lock()
		r := &j.items[i]
		var why, lost, no model.Sentence
		if e.Skip != nil {
			no = e.Skip(*r.Item)
		}
		if e.Refuse != nil {
			why = e.Refuse(*r.Item)
		}
		if e.Lose != nil {
			lost = e.Lose(*r.Item)
		}
		switch {
		case r.Item.Decision == model.DecideSkip:
			r.State = model.ItemSkipped
		case !no.IsZero():
			r.State, r.Error, r.Kind = model.ItemSkipped, no, string(client.KindUnsupported)
			j.snap.Items--
			j.snap.Skipped++
		case !why.IsZero():
			r.State, r.Error = model.ItemFailed, why
			j.snap.Failed++
		case !lost.IsZero():
			r.State, r.Error, r.Kind = model.ItemFailed, lost, string(client.KindUnknown)
			j.snap.Failed++
		default:
			e.apply(*r.Item)
			r.State = model.ItemDone
			j.snap.Done++
			if e.Notes != nil {
				r.Notes = e.Notes(*r.Item)
				j.snap.Notes += len(r.Notes)
			}
		}
		j.snap.Calls = (i + 30) / 30
		j.snap.Left = time.Duration(len(j.items)-i-1) * e.Step
		e.mu.Unlock()
	}
	e.mu.Lock()
	j.snap.State, j.snap.EndedAt = model.JobDone, time.Now()
	if j.snap.Failed > 0 {
		j.snap.State = model.JobFailed
	}
	e.listings(j)
	e.tell(client.JobEvent{Job: j.snap.ID, State: j.snap.State})
	e.mu.Unlock()
	close(j.ended)
}

// going waits while the job is paused and reports whether it continues.
func (e *Engine) going(j *job) bool {
	for {
		e.mu.Lock()
		state := j.snap.State
		e.mu.Unlock()
		switch state {
		case model.JobCancelled:
			close(j.ended)
			return false
		case model.JobPaused:
			<-j.wake
		default:
			return true
		}
	}
}

// apply changes the tree.
func (e *Engine) apply(it model.Item) {
	src, err := e.sources.For(it.Parent)
	if err != nil {
		return
	}
	t, ok := src.(*Tree)
	if !ok || it.Op == model.OpImport {
		e.applyDocs(it)
		return
	}
	switch it.Op {
	case model.OpRecover:
		_ = t.Recover(context.Background(), []string{it.Record}, client.Interactive)
		return
	case model.OpPurge:
		_ = t.Purge(context.Background(), []string{it.Record}, client.Interactive)
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	from := t.dirs[it.Parent.String()]
	old := from[it.Name]
	if it.Op == model.OpMakeFolder {
		t.put(it.Parent, model.Entry{Name: it.Name, Kind: model.KindFolder, Size: model.Unknown, Children: 0, Modified: time.Now()})
		return
	}
	delete(from, it.Name)
	if it.Op == model.OpDelete {
		t.bin = append(t.bin, client.BinEntry{Record: "r" + old.ID, Entry: old})
		return
	}
	to, _ := it.After()
	old.Name = to.Base()
	was := it.Place().String()
	t.put(to.Parent(), old)
	for id, sub := range maps.Clone(t.dirs) {
		if rest, ok := strings.CutPrefix(id, was); ok && (rest == "" || rest[0] == '/') {
			delete(t.dirs, id)
			t.dirs[to.String()+rest] = sub
		}
	}
}

// listings sends the folders that a job has changed.
func (e *Engine) listings(j *job) {
	told := map[string]bool{}
	for i := range j.items {
		for _, p := range []model.Place{j.items[i].Item.Parent, j.items[i].Item.Target} {
			if p.IsZero() || told[p.String()] {
				continue
			}
			told[p.String()] = true
			src, err := e.sources.For(p)
			if err != nil {
				continue
			}
			l, err := freshly(src, p)
			if err == nil {
				e.tell(client.JobEvent{Job: j.snap.ID, Listing: &l, Touched: []model.Place{p}})
			}
		}
	}
}

func (e *Engine) Jobs() []model.JobSnapshot {
	e.mu.Lock()
	defer e.mu.Unlock()
	out := make([]model.JobSnapshot, 0, len(e.jobs))
	for _, j := range e.jobs {
		out = append(out, j.snap)
	}
	return out
}

// Recent returns the jobs except those that ended in an earlier run.
func (e *Engine) Recent() []model.JobSnapshot {
	return slices.DeleteFunc(e.Jobs(), func(j model.JobSnapshot) bool { return j.State.Ended() && strings.HasPrefix(j.ID, "gone") })
}

// EndElsewhere reports a job that another process has run.
func (e *Engine) EndElsewhere(op model.Op, from, to model.Place) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.n++
	j := &job{snap: model.JobSnapshot{ID: "far" + strconv.Itoa(e.n), Op: op, State: model.JobDone, Items: 1, Done: 1,
		From: from, To: to, EndedAt: time.Now()}, wake: make(chan struct{}, 1), ended: make(chan struct{})}
	close(j.ended)
	e.jobs = append([]*job{j}, e.jobs...)
	e.tell(client.JobEvent{Job: j.snap.ID, State: j.snap.State})
}

func (e *Engine) find(id string) *job {
	for _, j := range e.jobs {
		if j.snap.ID == id {
			return j
		}
	}
	return &job{wake: make(chan struct{}, 1)}
}

func (e *Engine) Report(id string) ([]model.ItemReport, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return append([]model.ItemReport(nil), e.find(id).items...), nil
}

func (e *Engine) Wait(ctx context.Context, id string) (model.JobSnapshot, error) {
	e.mu.Lock()
	j := e.find(id)
	e.mu.Unlock()
	var err error
	select {
	case <-j.ended:
	case <-ctx.Done():
		err = ctx.Err()
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	return j.snap, err
}

func (e *Engine) set(id string, s model.JobState) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	j := e.find(id)
	j.snap.State = s
	e.tell(client.JobEvent{Job: id, State: s})
	select {
	case j.wake <- struct{}{}:
	default:
	}
	return nil
}

func (e *Engine) Pause(id string) error { return e.set(id, model.JobPaused) }
func (e *Engine) Resume(id string) error {
	e.mu.Lock()
	j := e.find(id)
	old := j.snap.State == model.JobInterrupted
	j.snap.Mine = j.snap.Mine || old
	e.mu.Unlock()
	if err := e.set(id, model.JobRunning); err != nil {
		return err
	}
	if old {
		go e.run(j)
	}
	return nil
}
func (e *Engine) Cancel(id string) error { return e.set(id, model.JobCancelled) }

// Reorder only notes the order.
func (e *Engine) Reorder(id, before string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	var all []model.JobSnapshot
	for _, j := range e.jobs {
		all = append(all, j.snap)
	}
	n := 0
	put := func(id string) {
		n++
		e.find(id).snap.Order = n
	}
	for _, j := range model.InOrder(all) {
		if j.ID == before {
			put(id)
		}
		if j.ID != id {
			put(j.ID)
		}
	}
	if before == "" {
		put(id)
	}
	e.tell(client.JobEvent{Job: id, State: e.find(id).snap.State})
	return nil
}

func (e *Engine) Forget(id string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	for i, j := range e.jobs {
		if j.snap.ID == id {
			e.jobs = append(e.jobs[:i:i], e.jobs[i+1:]...)
			break
		}
	}
	return nil
}

func (e *Engine) Events() <-chan client.JobEvent { return e.events }
