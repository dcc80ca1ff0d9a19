package dispatch

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client/webhook/platform"
	"aloft/client/webhook/receive"
	"aloft/client/webhook/run"
	"aloft/client/webhook/store"
	"aloft/model"
)

// fakeRecords is a store in memory.
type fakeRecords struct {
	mu    sync.Mutex
	ds    map[string]model.Delivery
	order []string
	kept  map[string]store.Stored
	ran   map[string]store.Ran
	keys  map[string]string
	said  map[string][]model.Message
	turns map[string]int
	sets  map[string]int
	fail  error
	slow  time.Duration
}

func newRecords() *fakeRecords {
	return &fakeRecords{ds: map[string]model.Delivery{}, kept: map[string]store.Stored{}, ran: map[string]store.Ran{}, keys: map[string]string{},
		said: map[string][]model.Message{}, turns: map[string]int{}, sets: map[string]int{}}
}

func (f *fakeRecords) Add(_ context.Context, d model.Delivery, r store.Stored) error {
	if f.slow > 0 {
		time.Sleep(f.slow)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.fail != nil {
		return f.fail
	}
	f.ds[d.ID], f.kept[d.ID] = d, r
	f.order = append(f.order, d.ID)
	return nil
}

func (f *fakeRecords) Claim(key, id string, _ time.Time) (string, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if first, ok := f.keys[key]; ok {
		return first, true
	}
	f.keys[key] = id
	return "", false
}

func (f *fakeRecords) Set(d model.Delivery) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if old := f.ds[d.ID]; old.State.Ended() && old.State != d.State {
		panic("a delivery went on after its end: " + string(old.State) + " " + string(d.State))
	}
	f.ds[d.ID] = d
	f.sets[d.ID]++
}

func (f *fakeRecords) SetDetail(id string, r store.Ran) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ran[id] = r
}

func (f *fakeRecords) Started(string, int, string) {}
func (f *fakeRecords) OutputFile(id string) string { return "/out/" + id }

func (f *fakeRecords) Conversation(session, project string) model.Conversation {
	f.mu.Lock()
	defer f.mu.Unlock()
	return model.Conversation{Session: session, ID: "uuid-of-" + session, Project: project, Turns: f.turns[session]}
}

func (f *fakeRecords) Post(session string, m model.Message) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.said[session] = append(f.said[session], m)
	return nil
}

func (f *fakeRecords) Turned(session string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.turns[session]++
}

func (f *fakeRecords) get(id string) model.Delivery {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.ds[id]
}

func (f *fakeRecords) texts(session string) []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []string
	for _, m := range f.said[session] {
		out = append(out, string(m.Kind)+": "+m.In(nil))
	}
	return out
}

// fakePlatform stores what is posted, or is slow, or fails.
type fakePlatform struct {
	rec    *fakeRecords
	closed error
	fail   error
	slow   time.Duration // duration of a post
	ask    time.Duration // duration of an open
}

func (p *fakePlatform) Open(string) (platform.Post, error) {
	if p.ask > 0 {
		time.Sleep(p.ask)
	}
	return func(ctx context.Context, m platform.Message) error {
		if p.slow > 0 {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(p.slow):
			}
		}
		if p.fail != nil {
			return p.fail
		}
		if m.Kind == model.MessageReply {
			return nil
		}
		return p.rec.Post(m.Session, model.Message{At: m.At, Kind: m.Kind, Said: m.Said, Text: m.Text, Event: m.Event, Delivery: m.Delivery, Bad: m.Bad, From: Speaker})
	}, p.closed
}

// fakePlatforms are found by the whole session key, or else the first.
type fakePlatforms map[string]*fakePlatform

func (f fakePlatforms) Find(session string) (platform.Platform, error) {
	if p := f[session]; p != nil {
		return p, nil
	}
	if p := f[""]; p != nil {
		return p, nil
	}
	return nil, errors.New("no such platform")
}

// processes replaces real processes: do decides what a command does.
type processes struct {
	mu    sync.Mutex
	began []run.Command
	now   int
	most  int
	// do returns how long it takes and its result; nil: one second, success.
	do func(c run.Command) (time.Duration, run.Result)
}

func (p *processes) run(ctx context.Context, c run.Command) run.Result {
	if _, err := os.Stat(c.Dir); err != nil {
		return run.Run(ctx, c) // which returns its error
	}
	p.mu.Lock()
	p.began = append(p.began, c)
	p.now++
	p.most = max(p.most, p.now)
	p.mu.Unlock()
	began := time.Now()
	takes, res := time.Second, run.Result{Head: []byte("fine\n"), Size: 5}
	if p.do != nil {
		takes, res = p.do(c)
	}
	if res.Err != nil {
		return res
	}
	if c.Limit > 0 && takes > c.Limit {
		takes, res.TimedOut, res.Exit = c.Limit, true, -1
	}
	select {
	case <-time.After(takes):
	case <-ctx.Done():
		res = run.Result{Exit: -1, Stopped: true}
	}
	p.mu.Lock()
	p.now--
	p.mu.Unlock()
	res.Began, res.Ended = began, time.Now()
	return res
}

// bench is a dispatcher with everything around it in memory.
type bench struct {
	t    *testing.T
	rec  *fakeRecords
	proc *processes
	plat fakePlatforms
	r    *Rules
	k    *Dispatcher
	dir  string
}

// onBench runs a test in a bubble, with fake time.
func onBench(t *testing.T, set func(b *bench), f func(b *bench)) {
	t.Helper()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		b := &bench{t: t, rec: newRecords(), proc: &processes{}, dir: dir}
		b.plat = fakePlatforms{"": {rec: b.rec}}
		b.r = &Rules{Projects: map[string]Project{"p": {Exec: ExecOn}}, Platforms: b.plat, Here: func(session string) bool { return strings.HasPrefix(session, "tui:") }}
		if set != nil {
			set(b)
		}
		b.k = New(b.rec, Options{Run: b.proc.run, Now: time.Now, Log: slog.New(slog.DiscardHandler), Dir: b.dir,
			Program: "/bin/aloft", Env: []string{"HOME=/home/me", "ALOFT_WEBHOOK_TOKEN=CANARY", "ALOFT_EVENT=old"}, Changed: func() {}}, b.r)
		f(b)
		b.k.Close(t.Context())
	})
}

func (b *bench) request(session string) receive.Request {
	return receive.Request{At: time.Now(), Session: session, Event: "deploy", Project: "p", Body: []byte("{}")}
}

func (b *bench) accept(r receive.Request) string {
	b.t.Helper()
	time.Sleep(time.Microsecond) // ids sort by time
	r.At = time.Now()
	id, err := b.k.Accept(b.t.Context(), r)
	if err != nil {
		b.t.Fatal(err)
	}
	return id
}

func (b *bench) exec(session, command string) string {
	b.t.Helper()
	r := b.request(session)
	r.Exec = command
	return b.accept(r)
}

func (b *bench) prompt(session, words string) string {
	b.t.Helper()
	r := b.request(session)
	r.Prompt = words
	return b.accept(r)
}

// state waits until every goroutine is blocked, and returns a delivery's state.
func (b *bench) state(id string) model.DeliveryState {
	synctest.Wait()
	return b.rec.get(id).State
}

func (b *bench) want(id string, s model.DeliveryState) {
	b.t.Helper()
	if got := b.state(id); got != s {
		b.t.Errorf("it is %q (%s), not %q", got, b.rec.get(id).Reason, s)
	}
}

// pass lets time pass, and waits until every goroutine is blocked.
func (b *bench) pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// look reads one of the tables.
func look[V any](f *fakeRecords, table map[string]V, key string) V {
	f.mu.Lock()
	defer f.mu.Unlock()
	return table[key]
}

// all returns the commands that were run.
func (p *processes) all() []run.Command {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.began)
}

func (p *processes) maxAtOnce() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.most
}
