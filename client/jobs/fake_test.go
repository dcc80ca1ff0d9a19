package jobs

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/jobs/run"
	"aloft/model"
)

// fake is a drive in memory with the harshest semantics: every mutation makes all
// ids stale, a stale id is refused and counted, listings lag behind, answers are
// lost before or after the change, and lost work may be done late.
type fake struct {
	mu       sync.Mutex
	nodes    map[int]*node
	next     int
	epoch    uint64
	cost     time.Duration // of one request
	lag      time.Duration
	pageSize int
	batch    int
	rnd      *rand.Rand
	loseBefore, loseAfter,
	late float64
	lateBy  func() time.Duration
	later   []lateWork
	refuse  map[string]client.Kind // names that are refused
	fail    func(what string) error
	noMixed bool
	cut     model.CutReason // of every whole listing

	requests, mutations        int
	staleUsed, tooLarge, taken int
	sentAt                     []time.Time
	moves                      map[int]int // per node: moves that took effect
	lists                      map[string]int
	onMutation                 func(what string)
}

type node struct {
	id     int
	at     state
	before state // what listings still show
	since  time.Time
	kind   model.Kind
	size   int64
}

type state struct {
	parent int
	name   string
	gone   bool
}

type lateWork struct {
	at time.Time
	do func()
}

func newFake() *fake {
	f := &fake{nodes: map[int]*node{}, epoch: 1, pageSize: 100, batch: 30, moves: map[int]int{}, lists: map[string]int{},
		rnd: rand.New(rand.NewPCG(1, 2)), refuse: map[string]client.Kind{}, lateBy: func() time.Duration { return 10 * time.Second }}
	f.nodes[0] = &node{kind: model.KindFolder}
	return f
}

// put creates entries: a path that ends in / is a folder.
func (f *fake) put(paths ...string) *fake {
	for _, p := range paths {
		folder := strings.HasSuffix(p, "/")
		parts := strings.Split(strings.Trim(p, "/"), "/")
		at := 0
		for i, name := range parts {
			n := f.child(at, name)
			if n == nil {
				f.next++
				n = &node{id: f.next, at: state{parent: at, name: name}, kind: model.KindFolder, size: model.Unknown}
				if i == len(parts)-1 && !folder {
					n.kind, n.size = model.KindFile, int64(len(name))
				}
				n.before = n.at
				f.nodes[n.id] = n
			}
			at = n.id
		}
	}
	return f
}

func (f *fake) child(at int, name string) *node {
	for _, n := range f.nodes {
		if n.id != 0 && n.at.parent == at && n.at.name == name && !n.at.gone {
			return n
		}
	}
	return nil
}

// tree returns all paths, sorted; folders end in /.
func (f *fake) tree() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.settleLate(true)
	var out []string
	for _, n := range f.nodes {
		if n.id == 0 {
			continue
		}
		p, ok := f.path(n)
		if !ok {
			continue
		}
		if n.kind == model.KindFolder {
			p += "/"
		}
		out = append(out, p)
	}
	sort.Strings(out)
	return out
}

func (f *fake) path(n *node) (string, bool) {
	p := ""
	for n.id != 0 {
		if n.at.gone {
			return "", false
		}
		p = "/" + n.at.name + p
		n = f.nodes[n.at.parent]
	}
	return p, true
}

// request is one request and answer: it costs time, and late work may happen before
// it.
func (f *fake) request(ctx context.Context, what string) error {
	if f.cost > 0 {
		t := time.NewTimer(f.cost)
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		}
	}
	f.mu.Lock()
	f.requests++
	f.sentAt = append(f.sentAt, time.Now())
	f.settleLate(false)
	fail := f.fail
	f.mu.Unlock()
	if fail != nil {
		return fail(what)
	}
	return nil
}

func (f *fake) settleLate(all bool) {
	keep := f.later[:0]
	for _, w := range f.later {
		if all || !w.at.After(time.Now()) {
			w.do()
		} else {
			keep = append(keep, w)
		}
	}
	f.later = keep
}

// visible is the state of a node in listings.
func (f *fake) visible(n *node) state {
	if time.Since(n.since) < f.lag {
		return n.before
	}
	return n.at
}

func (f *fake) set(n *node, s state) {
	n.before, n.since = f.visible(n), time.Now()
	n.at = s
}

func (f *fake) ref(n *node) string { return fmt.Sprintf("%d-%d", f.epoch, n.id) }

func (f *fake) byRef(id string) *node {
	if id == "0" {
		return f.nodes[0]
	}
	var ep uint64
	var n int
	if _, err := fmt.Sscanf(id, "%d-%d", &ep, &n); err != nil || ep != f.epoch {
		return nil
	}
	return f.nodes[n]
}

func (f *fake) Root() model.Place { return model.Place{Account: "t", Scheme: model.SchemeDrive} }
func (f *fake) CheckName(name string) error {
	if name == "" || strings.Contains(name, "/") || len(name) > 255 {
		return client.Errorf(client.KindInvalid, "name", model.Place{}, "the name %q is not possible", name)
	}
	return nil
}
func (f *fake) List(ctx context.Context, p model.Place, o client.Options) (model.Listing, error) {
	return f.Walk(o).All(ctx, p)
}
func (f *fake) Stat(ctx context.Context, p model.Place, o client.Options) (model.Entry, error) {
	return model.Entry{}, client.Errorf(client.KindUnsupported, "stat", p, "not here")
}
func (f *fake) Walk(o client.Options) client.Walk {
	return &fakeWalk{f: f, pages: map[string]client.Page{}}
}

// change is one mutation: do must only change nodes.
func (f *fake) change(ctx context.Context, what string, refs []model.Ref, names []string, do func([]*node) error) error {
	if f.onMutation != nil {
		f.onMutation(what)
	}
	f.mu.Lock()
	for _, r := range refs {
		if r.ID != "0" && r.Epoch != f.epoch {
			f.mu.Unlock()
			return client.Errorf(client.KindStale, what, r.Place, "stale")
		}
	}
	f.mu.Unlock()
	if err := f.request(ctx, what); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.mutations++
	if len(names) > 30 {
		f.tooLarge++
	}
	var nodes []*node
	for _, r := range refs {
		n := f.byRef(r.ID)
		if n == nil {
			f.staleUsed++
			f.epoch++
			return client.Errorf(client.KindNotFound, what, r.Place, "no such id")
		}
		nodes = append(nodes, n)
	}
	for _, name := range names {
		if k, ok := f.refuse[name]; ok {
			f.epoch++
			e := client.Errorf(k, what, refs[0].Place, "refused")
			e.Server = "not " + name
			return e
		}
	}
	f.epoch++
	unknown := client.Errorf(client.KindUnknown, what, refs[0].Place, "no answer")
	dice := f.rnd.Float64()
	if dice < f.loseBefore {
		return unknown
	}
	if dice -= f.loseBefore; dice < f.late {
		f.later = append(f.later, lateWork{time.Now().Add(f.lateBy()), func() { f.epoch++; _ = do(nodes) }})
		return unknown
	}
	if err := do(nodes); err != nil {
		return err
	}
	if dice -= f.late; dice < f.loseAfter {
		return unknown
	}
	return nil
}

func (f *fake) free(parent int, name string) error {
	if f.child(parent, name) != nil {
		f.taken++
		return client.Errorf(client.KindConflict, "write", model.Place{}, "%s: the name is taken", name)
	}
	return nil
}

func (f *fake) MakeFolder(ctx context.Context, parent model.Ref, name string, class client.Class) (string, error) {
	return "", f.change(ctx, "mkdir", []model.Ref{parent}, []string{name}, func(ns []*node) error {
		if err := f.free(ns[0].id, name); err != nil {
			return err
		}
		f.next++
		n := &node{id: f.next, at: state{parent: ns[0].id, name: name}, kind: model.KindFolder, size: model.Unknown,
			before: state{gone: true}, since: time.Now()}
		f.nodes[n.id] = n
		return nil
	})
}

func (f *fake) Rename(ctx context.Context, item model.Ref, name string, class client.Class) error {
	return f.change(ctx, "rename", []model.Ref{item}, []string{name}, func(ns []*node) error {
		if err := f.free(ns[0].at.parent, name); err != nil {
			return err
		}
		f.set(ns[0], state{parent: ns[0].at.parent, name: name})
		return nil
	})
}

func names(refs []model.Ref) []string {
	var out []string
	for _, r := range refs {
		out = append(out, r.Place.Base())
	}
	return out
}

func (f *fake) Move(ctx context.Context, items []model.Ref, to model.Ref, class client.Class) error {
	if f.noMixed {
		for _, r := range items {
			if !r.Place.Parent().Equal(items[0].Place.Parent()) {
				return client.Errorf(client.KindInvalid, "move", r.Place, "one folder only")
			}
		}
	}
	return f.change(ctx, "move", append(items[:len(items):len(items)], to), names(items), func(ns []*node) error {
		target := ns[len(ns)-1]
		ns = ns[:len(ns)-1]
		for _, n := range ns {
			if n.at.parent == target.id {
				continue // there already: no effect
			}
			if err := f.free(target.id, n.at.name); err != nil {
				return err
			}
		}
		for _, n := range ns {
			if n.at.parent != target.id {
				f.moves[n.id]++
				f.set(n, state{parent: target.id, name: n.at.name})
			}
		}
		return nil
	})
}

func (f *fake) MoveBatch() int { return f.batch }

func (f *fake) Delete(ctx context.Context, items []model.Ref, mode client.DeleteMode, class client.Class) error {
	return f.change(ctx, "delete", items, names(items), func(ns []*node) error {
		for _, n := range ns {
			f.set(n, state{parent: n.at.parent, name: n.at.name, gone: true})
		}
		return nil
	})
}

func (f *fake) DeleteBatch() int                 { return f.batch }
func (f *fake) DeleteModes() []client.DeleteMode { return []client.DeleteMode{client.DeleteToBin} }

// one is Sources with one source.
type one struct{ client.Source }

func (o one) For(p model.Place) (client.Source, error) { return o.Source, nil }
func (o one) Accounts() []string                       { return []string{"t"} }

func at(path string) model.Place {
	p := model.Place{Account: "t", Scheme: model.SchemeDrive}
	for _, n := range strings.Split(strings.Trim(path, "/"), "/") {
		if n != "" {
			p = p.Join(n)
		}
	}
	return p
}

func ats(paths ...string) []model.Place {
	var out []model.Place
	for _, p := range paths {
		out = append(out, at(p))
	}
	return out
}

func open(t testing.TB, src client.Source, o run.Options) *Engine {
	t.Helper()
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	o.Sources = one{src}
	e, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// do plans, starts and waits for a job.
func do(t testing.TB, e *Engine, r client.Request) model.JobSnapshot {
	t.Helper()
	p, err := e.Plan(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	id, err := e.Start(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.Wait(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, seed)) }
