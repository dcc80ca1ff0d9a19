// Package receive is the HTTP side of the webhook receiver. It listens, validates a request and
// passes it on. It stores and runs nothing.
//
// The steps, their order and the error messages are those of "Webhook receiver" in
// "Cloud Drive Web API and Webhook Receiver". What that leaves open is our own decision,
// and stands where it is applied.
// A route makes a request of the receiver from that of a sender that was not written for it.
package receive

import (
	"context"
	"time"

	"aloft/model"
)

// Request is an accepted request. All its strings come from the sender and are raw.
type Request struct {
	At           time.Time
	Remote       string // address of the sender, without its port
	Method, Path string // the path with its query; secrets in it are masked
	Header       []model.HeaderLine
	Body         []byte // raw, whole; not to be changed

	Event   string // the effective name
	Project string // the resolved name
	Session string // session key
	Prompt  string // either this or Exec is not empty
	Exec    string
	WorkDir string
	Silent  bool
	Payload []byte // raw JSON, a part of Body; nil = none, and none for null

	Route    string         // it came by this one, "" = the specified endpoint
	Ignored  model.Sentence // why nothing runs, for what a route turns away
	Env      []string       // of the command, from a route
	Overlap  string         // of the route
	Key      string         // Idempotency-Key, "" = none
	ReplayOf string         // Aloft-Replay-Of: id of the delivery that this one repeats, "" = none
}

// Refusal is a request that was answered with another status than 200.
type Refusal struct {
	At                      time.Time
	Remote, Method, Path    string
	Header                  []model.HeaderLine
	Status                  int
	Reason                  model.Sentence
	Route                   string
	Event, Project, Session string // as far as they were read
	Bytes                   int64  // size of the body as declared or read, -1 if neither
}

// Options are what the handler needs from its caller. Many requests may call the functions at once; only Accept may
// block.
type Options struct {
	Path     string          // as returned by CheckPath
	Token    func() string   // "" = open
	Projects func() []string // names of the registered ones
	MaxBody  int64           // bytes; 0 = DefaultMaxBody
	Paused   func() bool     // nil = never
	// Accept returns once the request is stored, with the delivery's id. An error
	// is answered with 503.
	Accept  func(ctx context.Context, r Request) (id string, err error)
	Refused func(Refusal)    // nil = ignored; called before the answer is sent
	Routes  Routes           // nil = none
	Health  bool             // /healthz is answered
	Now     func() time.Time // nil = time.Now
}

// Routes are the routes of a receiver, below its path.
type Routes interface {
	// Route returns a route by its name, or nil.
	Route(name string) *Route
	// Secret returns the secret of a route; fresh: not one that was kept.
	Secret(name string, fresh bool) (string, error)
	// Wait waits until a delivery has ended, or until ctx ends.
	Wait(ctx context.Context, id string) Outcome
	// Again accepts a stored delivery once more.
	Again(ctx context.Context, id string) (string, error)
}

// Outcome is how a delivery stands.
type Outcome struct {
	State  model.DeliveryState
	Exit   int // -1 = none
	Output []byte
	Cut    bool // Output is not all of it
}

// DefaultMaxBody is the largest body when nothing else is set.
const DefaultMaxBody = 10 << 20

// Our own header names.
const (
	HeaderDelivery = "Aloft-Delivery"  // in the answer: id of the delivery
	HeaderReplayOf = "Aloft-Replay-Of" // in a request: id of the delivery that it repeats
	HeaderKey      = "Idempotency-Key"
)
