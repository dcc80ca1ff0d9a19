package webhook

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/webhook/platform"
	"aloft/client/webhook/receive"
	"aloft/client/webhook/run"
	"aloft/client/webhook/store"
	"aloft/model"
	"aloft/model/text"
)

// Bounds of the work: "Exec" in "Where the specification is silent" of
// design/webhook.md, the others are ours.
const (
	mostAtOnce   = 4         // commands, and as many agents
	mostWaiting  = 10_000    // deliveries that have not ended
	mostHeld     = 64 << 20  // bytes of their bodies
	mostQueued   = 5         // prompts of one busy session
	mostSession  = 512       // bytes of a session key
	mostEvent    = 256       // bytes of an event that are kept
	mostReply    = 64 << 10  // bytes of an agent's reply
	mostPrompt   = 256 << 10 // bytes of a prompt in a conversation
	keptHead     = 16 << 10  // bytes of output that messages are made from
	keptTail     = 1 << 10
	postWait     = 250 * time.Millisecond // for the outcome's message, before the delivery is called ended
	grownEvery   = 2 * time.Second
	defaultExec  = 5 * time.Minute // "Limits" in the drive specification
	defaultAgent = 30 * time.Minute
	postLimit    = 30 * time.Second
)

// Why running work is cancelled.
var (
	errByPerson = errors.New("stopped by a person")
	errByEnd    = errors.New("stopped with the program")
)

// records is what the desk writes; the store does it.
type records interface {
	Add(ctx context.Context, d model.Delivery, r store.Stored) error
	Claim(key, id string, now time.Time) (first string, seen bool)
	Set(d model.Delivery)
	SetDetail(id string, r store.Ran)
	Started(id string, pid int, start string)
	OutputFile(id string) string
	Conversation(session, project string) model.Conversation
	Post(session string, m model.Message, unread bool) error
	Turned(session string)
	SetBusy(session string, busy bool)
}

// platforms finds where a session's messages go.
type platforms interface {
	Find(session string) (platform.Platform, error)
}

// rules are what the settings say of the work.
type rules struct {
	exec, agent         time.Duration
	outputMax           int64
	busy, silentOutcome string
	projects            map[string]Project
	platforms           platforms
	here                func(session string) bool // its platform is the program's own conversations
}

// surroundings are what the desk needs beside the store.
type surroundings struct {
	run     func(ctx context.Context, c run.Command) run.Result
	now     func() time.Time
	log     *slog.Logger
	env     []string
	program string
	dir     string
	poke    func() // something is to be seen that is not in the store
}

// job is a delivery that was accepted and has not ended. Its fields are guarded
// by the desk's lock, but for those that never change.
type job struct {
	d       model.Delivery
	r       receive.Request
	project Project
	rules   *rules
	post    platform.Post
	stop    context.CancelCauseFunc // of the running process
	in      *pool                   // where it waits or runs
	turn    bool                    // it has the turn of its session
	over    bool
}

// desk does the work that was accepted: it says who comes when, runs it and
// posts the outcome. It knows neither HTTP nor files.
type desk struct {
	rec records
	surroundings
	ctx  context.Context
	stop context.CancelCauseFunc

	mu       sync.Mutex
	rules    *rules
	jobs     map[string]*job
	entering int // accepted ones that are being stored
	held     int64
	commands pool
	agents   pool
	turns    map[string][]*job // busy sessions: those that wait for the turn
	lanes    map[string]*lane
	wg       sync.WaitGroup
	closed   bool
}

// pool is what runs of a kind, and what waits for it.
type pool struct {
	busy  int
	queue []*job
}

func newDesk(rec records, s surroundings, r *rules) *desk {
	ctx, stop := context.WithCancelCause(context.Background())
	return &desk{rec: rec, surroundings: s, ctx: ctx, stop: stop, rules: r,
		jobs: map[string]*job{}, turns: map[string][]*job{}, lanes: map[string]*lane{}}
}

// use takes other rules for what is accepted from now on.
func (k *desk) use(r *rules) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.rules = r
}

// names are the registered projects.
func (k *desk) names() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	names := make([]string, 0, len(k.rules.projects))
	for n := range k.rules.projects {
		names = append(names, n)
	}
	return names
}

// accept stores a request and gives its id; the work begins by itself.
func (k *desk) accept(ctx context.Context, r receive.Request) (string, error) {
	size := int64(len(r.Body))
	j, err := k.admit(r, size)
	if err != nil {
		return "", err
	}
	s := store.Stored{Method: r.Method, Path: r.Path, Header: r.Header, Body: r.Body, WorkDir: r.WorkDir}
	if r.Key != "" && r.ReplayOf == "" {
		if first, seen := k.rec.Claim(r.Key, j.d.ID, r.At); seen {
			j.d.State, j.d.Of, j.d.Reason = model.DeliveryDuplicate, first, say(text.HookDuplicate)
			j.d.Ended, j.over = j.d.At, true
		} else {
			s.Key = r.Key
		}
	}
	err = k.rec.Add(ctx, j.d, s)
	j.r.Body, j.r.Header = nil, nil
	k.mu.Lock()
	defer k.mu.Unlock()
	k.entering--
	if err != nil || j.over {
		k.held -= size
		return j.d.ID, err
	}
	k.jobs[j.d.ID] = j
	if k.closed { // it was stored while the desk was closing
		k.end(j, model.DeliveryStopped, say(text.HookByEndWait))
		return j.d.ID, nil
	}
	k.inLane(j.d.Session, arrivals, func() { k.arrive(j) })
	return j.d.ID, nil
}

// admit makes the job, when there is room for it.
func (k *desk) admit(r receive.Request, size int64) (*job, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	full := func(t text.Text, arg any) error {
		return &client.Error{Kind: client.KindThrottled, Op: "hook", What: t, Args: []any{arg}, Retry: true}
	}
	switch n := len(k.jobs) + k.entering; {
	case k.closed:
		return nil, &client.Error{Kind: client.KindThrottled, Op: "hook", What: text.HookEnding, Retry: true}
	case n >= mostWaiting:
		return nil, full(text.HookFull, n)
	case n > 0 && k.held+size > mostHeld:
		return nil, full(text.HookHeavy, sized(k.held))
	}
	k.entering++
	k.held += size
	d := model.Delivery{
		ID: store.NewID(r.At), At: r.At, Last: r.At, Remote: r.Remote, Status: 200, Count: 1,
		Event: bounded(r.Event, mostEvent), Project: r.Project, Session: bounded(r.Session, mostSession),
		Kind: model.DeliveryPrompt, Work: bounded(r.Prompt, model.MostWork), Silent: r.Silent,
		Bytes: size, Of: r.ReplayOf, Replay: r.ReplayOf != "", State: model.DeliveryWaiting, Exit: -1,
	}
	if r.Exec != "" {
		d.Kind, d.Work = model.DeliveryExec, bounded(r.Exec, model.MostWork)
	}
	return &job{d: d, r: r, rules: k.rules, project: k.rules.projects[r.Project]}, nil
}

// arrive decides what becomes of an accepted delivery. It may take a while: a
// platform may have to ask for its address first.
func (k *desk) arrive(j *job) {
	post, err := k.open(j)
	k.mu.Lock()
	defer k.mu.Unlock()
	if j.over {
		return
	}
	if err != nil {
		k.end(j, model.DeliveryIgnored, err.Error())
		return
	}
	j.post = post
	_, known := j.rules.projects[j.r.Project]
	switch {
	case !known: // the settings changed between its check and now
		k.end(j, model.DeliveryIgnored, say(text.HookNoProject, model.Clean(j.d.Project)))
	case j.r.Exec == "":
		k.arrivePrompt(j)
	case j.project.Exec == ExecOff:
		k.end(j, model.DeliveryIgnored, say(text.HookExecOff, model.Clean(j.d.Project)))
	case j.project.Exec == ExecAsk:
		j.d.State = model.DeliveryAsking
		k.rec.Set(j.d)
		k.notify(j, say(text.HookSaysAsks, named(j.d.Event), quoted(j.r.Exec)))
	default:
		k.enterExec(j)
	}
}

// open finds where to post. A platform that is missing or cannot post by itself
// means that nothing runs: "Work after acceptance" in the drive specification.
func (k *desk) open(j *job) (platform.Post, error) {
	if len(j.r.Session) > mostSession {
		return nil, &client.Error{Kind: client.KindInvalid, Op: "hook", What: text.HookLongSession, Args: []any{mostSession}}
	}
	p, err := j.rules.platforms.Find(j.r.Session)
	if err != nil {
		return nil, err
	}
	return p.Open(j.r.Session)
}

// enterExec puts a command before the pool. The lock is held.
func (k *desk) enterExec(j *job) {
	if k.commands.busy < mostAtOnce {
		k.notify(j, say(text.HookSaysRuns, named(j.d.Event), quoted(j.r.Exec)))
	} else {
		k.notify(j, say(text.HookSaysWaits, named(j.d.Event), len(k.commands.queue), quoted(j.r.Exec)))
	}
	k.enter(&k.commands, j)
}

// enter runs a job when there is a place, else it waits. The lock is held.
func (k *desk) enter(p *pool, j *job) {
	j.in = p
	if p.busy < mostAtOnce {
		k.begin(j)
		return
	}
	j.d.State, j.d.Ahead = model.DeliveryWaiting, len(p.queue)
	p.queue = append(p.queue, j)
	k.rec.Set(j.d)
}

// begin starts the work of a job. The lock is held.
func (k *desk) begin(j *job) {
	j.in.busy++
	j.d.State, j.d.Ahead, j.d.Started = model.DeliveryRunning, 0, k.now()
	ctx, stop := context.WithCancelCause(k.ctx)
	j.stop = stop
	k.rec.Set(j.d)
	k.wg.Go(func() {
		defer stop(nil)
		if j.r.Exec != "" {
			k.exec(ctx, j)
		} else {
			k.takeTurn(ctx, j)
		}
	})
}

// end closes a delivery: nothing more happens to it but notes. The lock is held.
func (k *desk) end(j *job, s model.DeliveryState, reason string) {
	if j.over {
		return
	}
	j.over = true
	began := j.stop != nil
	j.d.State, j.d.Reason, j.d.Ahead = s, reason, 0
	if j.d.Ended.IsZero() {
		j.d.Ended = k.now()
	}
	k.rec.Set(j.d)
	delete(k.jobs, j.d.ID)
	k.held -= j.d.Bytes
	if j.in != nil && began {
		j.in.busy--
		k.next(j.in)
	} else if j.in != nil {
		k.unqueue(j)
	}
	if j.turn {
		k.passTurn(j)
	} else if j.r.Exec == "" {
		k.leaveRow(j)
	}
}

// next begins what waits for a place. The lock is held.
func (k *desk) next(p *pool) {
	for p.busy < mostAtOnce && len(p.queue) > 0 && !k.closed {
		j := p.queue[0]
		p.queue = slices.Delete(p.queue, 0, 1)
		k.begin(j)
	}
	k.moveUp(p.queue)
}

// unqueue takes a job out of the row it waits in. The lock is held.
func (k *desk) unqueue(j *job) {
	if i := slices.Index(j.in.queue, j); i >= 0 {
		j.in.queue = slices.Delete(j.in.queue, i, i+1)
		k.moveUp(j.in.queue)
	}
}

// told is how many of those that wait are told anew how many are before them;
// the others are told by positions alone.
const told = 10

// moveUp tells the first of a queue their new places. The lock is held.
func (k *desk) moveUp(queue []*job) {
	for i, j := range queue[:min(told, len(queue))] {
		if j.d.Ahead != i {
			j.d.Ahead = i
			k.rec.Set(j.d)
		}
	}
}

// positions are how many are before each that waits in a long queue.
func (k *desk) positions() map[string]int {
	k.mu.Lock()
	defer k.mu.Unlock()
	var at map[string]int
	for _, p := range []*pool{&k.commands, &k.agents} {
		for i := told; i < len(p.queue); i++ {
			if at == nil {
				at = map[string]int{}
			}
			at[p.queue[i].d.ID] = i
		}
	}
	return at
}

// find gives a job that has not ended. The lock is held.
func (k *desk) find(id string) (*job, error) {
	if j := k.jobs[id]; j != nil {
		return j, nil
	}
	return nil, &client.Error{Kind: client.KindConflict, Op: "hook", What: text.HookOver, Args: []any{model.Clean(id)}}
}

// allow answers a job that asks.
func (k *desk) allow(id string, yes bool) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	j, err := k.find(id)
	switch {
	case err != nil:
		return err
	case j.d.State != model.DeliveryAsking:
		return &client.Error{Kind: client.KindConflict, Op: "hook", What: text.HookNotAsking, Args: []any{model.Clean(id)}}
	case yes:
		k.enterExec(j)
	default:
		k.notify(j, say(text.HookSaysDenied, named(j.d.Event), quoted(j.r.Exec)))
		k.end(j, model.DeliveryDenied, say(text.HookNotAllowed))
	}
	return nil
}

// kill stops a job: what runs, waits or asks.
func (k *desk) kill(id string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	j, err := k.find(id)
	if err != nil {
		return err
	}
	if j.stop != nil {
		j.stop(errByPerson)
		return nil
	}
	if j.post != nil {
		k.notify(j, say(text.HookSaysStopped, named(j.d.Event), k.what(j), say(text.HookByPersonWait)))
	}
	k.end(j, model.DeliveryStopped, say(text.HookByPersonWait))
	return nil
}

// what names the work of a job in a message.
func (k *desk) what(j *job) string {
	if j.r.Exec != "" {
		return quoted(j.r.Exec)
	}
	return say(text.HookSaysAgent, model.Clean(j.d.Project))
}

// close ends all work, and gives what was stopped or had not begun. It waits
// until the processes are dead and the last messages are posted, or ctx ends.
func (k *desk) close(ctx context.Context) []model.Delivery {
	k.mu.Lock()
	k.closed = true
	var stopped []*job
	for _, j := range k.jobs {
		stopped = append(stopped, j)
		if j.stop == nil {
			k.end(j, model.DeliveryStopped, say(text.HookByEndWait))
		}
	}
	k.mu.Unlock()
	k.stop(errByEnd)
	all := make(chan struct{})
	go func() {
		k.wg.Wait()
		close(all)
	}()
	select {
	case <-all:
	case <-ctx.Done():
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	out := make([]model.Delivery, 0, len(stopped))
	for _, j := range stopped {
		k.end(j, model.DeliveryStopped, say(text.HookInterrupted)) // those that would not end in time
		if j.d.State == model.DeliveryStopped {
			out = append(out, j.d)
		}
	}
	slices.SortFunc(out, func(a, b model.Delivery) int { return strings.Compare(a.ID, b.ID) })
	return out
}
