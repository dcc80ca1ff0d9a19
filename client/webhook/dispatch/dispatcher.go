// Package dispatch does the work of accepted deliveries. A delivery has four stages with a file each: accept.go
// stores it, decide.go decides what to do, run.go runs its command or agent, post.go posts the messages about it. The
// package knows neither HTTP nor files.
//
// There is no lock over everything. One goroutine of a session decides about its deliveries in order, another posts
// its messages in order, and each running command or agent has one. Shared state has locks of its own: a delivery
// (delivery.go), the places (places.go), the room for unfinished deliveries (room.go). The order of locking is:
// places, a delivery, the store.
package dispatch

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"aloft/client/webhook/platform"
	"aloft/client/webhook/run"
	"aloft/client/webhook/store"
	"aloft/model"
)

// MaxAtOnce is how many commands run at once, and how many agents. The rest wait and say so.
const MaxAtOnce = 4

// Records is the store as the dispatcher needs it.
type Records interface {
	Add(ctx context.Context, d model.Delivery, r store.Stored) error
	Claim(key, id string, now time.Time) (first string, seen bool)
	Set(d model.Delivery)
	SetDetail(id string, r store.Ran)
	Started(id string, pid int, start string)
	OutputFile(id string) string
	Conversation(session, project string) model.Conversation
	Post(session string, m model.Message) error
	Turned(session string)
}

// Platforms returns where a session's messages go.
type Platforms interface {
	Find(session string) (platform.Platform, error)
}

// Options are what a Dispatcher needs besides the store.
type Options struct {
	Run     func(ctx context.Context, c run.Command) run.Result
	Now     func() time.Time
	Log     *slog.Logger
	Env     []string // of the processes; the token is removed
	Program string   // path of this program
	Dir     string   // the receiver's current folder
	Home    string   // of the person; "" = unknown
	Changed func()   // something outside the store has changed
}

// Dispatcher does the work of accepted deliveries.
type Dispatcher struct {
	rec Records
	Options
	rules atomic.Pointer[Rules]

	room       room
	arrivals   *sequences // deliveries of each session, to be decided
	turns      *turns     // of prompts in their sessions
	lanes      *turns     // of commands in their routes
	commands   *turns     // places
	agents     *turns
	messages   *messages
	background background
	left       atomic.Bool // what has not begun is for the next owner

	ctx    context.Context // of running processes
	cancel context.CancelCauseFunc
	work   sync.WaitGroup // running processes
	orders sync.WaitGroup // the goroutines of sessions
}

// New makes a Dispatcher. Close ends it.
func New(rec Records, o Options, r *Rules) *Dispatcher {
	ctx, cancel := context.WithCancelCause(context.Background())
	all := func(*delivery) string { return "" }
	k := &Dispatcher{rec: rec, Options: o, ctx: ctx, cancel: cancel, commands: newTurns(MaxAtOnce, all), agents: newTurns(MaxAtOnce, all),
		turns: newTurns(1, func(d *delivery) string { return d.session }), lanes: newTurns(1, func(d *delivery) string { return d.lane })}
	k.room.open = map[string]*delivery{}
	k.arrivals = newSequences(&k.orders)
	k.messages = newMessages(&k.orders)
	k.background.running = map[string]*leftRunning{}
	k.rules.Store(r)
	return k
}

// Use sets the rules for requests accepted from now on.
func (k *Dispatcher) Use(r *Rules) { k.rules.Store(r) }

// HasAgent reports whether prompts of the project go to an agent, not only to the conversation.
func (k *Dispatcher) HasAgent(project string) bool {
	return len(k.rules.Load().Projects[project].Agent) > 0
}

// Projects are the names of the registered projects.
func (k *Dispatcher) Projects() []string {
	return slices.Collect(maps.Keys(k.rules.Load().Projects))
}
