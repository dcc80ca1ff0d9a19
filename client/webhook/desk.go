package webhook

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
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
	Room() error // for one more prompt that nobody has read
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
	background          run.Background
	projects            map[string]Project
	platforms           platforms
	here                func(session string) bool // its platform is the program's own conversations
}

// despite reports whether the outcome of a silent delivery is posted all the same.
func (r *rules) despite(bad bool) bool {
	return r.silentOutcome == OutcomeAll || bad && r.silentOutcome == OutcomeFailures
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
	rests    map[string]*rest
	unposted int            // messages that wait, or are being posted
	wg       sync.WaitGroup // of the work
	talking  sync.WaitGroup // of the lanes
	posting  context.Context
	hush     context.CancelFunc // ends all posting
	closed   bool
}

func newDesk(rec records, s surroundings, r *rules) *desk {
	ctx, stop := context.WithCancelCause(context.Background())
	posting, hush := context.WithCancel(context.Background())
	return &desk{rec: rec, surroundings: s, ctx: ctx, stop: stop, rules: r, posting: posting, hush: hush,
		jobs: map[string]*job{}, turns: map[string][]*job{}, lanes: map[string]*lane{}, rests: map[string]*rest{}}
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
			j.d.State, j.d.Of, j.d.Reason = model.DeliveryDuplicate, first, say("a delivery with the same Idempotency-Key came before")
			j.d.Ended, j.over = j.d.At, true
		} else {
			s.Key = r.Key
		}
	}
	err = k.rec.Add(ctx, j.d, s)
	j.r.Body, j.r.Header, j.r.Event = nil, nil, ""
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
		return nil, full("%d {delivery waits|deliveries wait} already", n)
	case n > 0 && k.held+size > mostHeld:
		return nil, full("deliveries of %s wait already", sized(k.held))
	}
	if r.Exec == "" && len(k.rules.projects[r.Project].Agent) == 0 {
		if err := k.rec.Room(); err != nil {
			return nil, err
		}
	}
	k.entering++
	k.held += size
	d := model.Delivery{
		ID: store.NewID(r.At), At: r.At, Last: r.At, Remote: r.Remote, Status: 200, Count: 1,
		Event: model.FirstBytes(r.Event, mostEvent), Project: r.Project, Session: model.FirstBytes(r.Session, mostSession),
		Kind: model.DeliveryPrompt, Work: model.FirstBytes(r.Prompt, model.MostWork), Silent: r.Silent,
		Bytes: size, Of: r.ReplayOf, Replay: r.ReplayOf != "", State: model.DeliveryWaiting, Exit: -1,
	}
	if r.Exec != "" {
		d.Kind, d.Work = model.DeliveryExec, model.FirstBytes(r.Exec, model.MostWork)
	}
	d.Event, d.Session, d.Work = strings.Clone(d.Event), strings.Clone(d.Session), strings.Clone(d.Work)
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
		k.end(j, model.DeliveryIgnored, say("the project %s runs no commands", model.Clean(j.d.Project)))
	case j.project.Exec == ExecAsk:
		// Who is asked wants to know where it would run.
		k.rec.SetDetail(j.d.ID, store.Ran{Dir: k.place(cmp.Or(j.r.WorkDir, j.project.Dir))})
		j.d.State = model.DeliveryAsking
		k.rec.Set(j.d)
		k.notify(j, say("%s: asks to run %s; a person has to allow it", named(j.d.Event), quoted(j.r.Exec)))
	default:
		k.enterExec(j)
	}
}

// open finds where to post. A platform that is missing or cannot post by itself
// means that nothing runs: "Work after acceptance" in the drive specification.
func (k *desk) open(j *job) (platform.Post, error) {
	if len(j.r.Session) > mostSession {
		return nil, &client.Error{Kind: client.KindInvalid, Op: "hook", What: "the session key is longer than %d {byte|bytes}",
			Args: []any{mostSession}}
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
		k.notify(j, say("%s: runs %s", named(j.d.Event), quoted(j.r.Exec)))
	} else {
		k.notify(j, say("%s: waits for its turn (%d before it): %s", named(j.d.Event), len(k.commands.queue), quoted(j.r.Exec)))
	}
	k.enter(&k.commands, j)
}
