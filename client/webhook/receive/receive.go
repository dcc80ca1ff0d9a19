// Package receive is the HTTP side of the webhook receiver. It listens, validates a request and
// passes it on. It stores and runs nothing.
//
// The steps, their order and the error messages are those of "Webhook receiver" in
// "Cloud Drive Web API and Webhook Receiver". What that leaves open is our own decision,
// and stands where it is applied.
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

	Key      string // Idempotency-Key, "" = none
	ReplayOf string // Aloft-Replay-Of: id of the delivery that this one repeats, "" = none
}

// Refusal is a request that was answered with another status than 200.
type Refusal struct {
	At                      time.Time
	Remote, Method, Path    string
	Header                  []model.HeaderLine
	Status                  int
	Reason                  model.Sentence
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
	Now     func() time.Time // nil = time.Now
}

// DefaultMaxBody is the largest body when nothing else is set.
const DefaultMaxBody = 10 << 20

// Our own header names.
const (
	HeaderDelivery = "Aloft-Delivery"  // in the answer: id of the delivery
	HeaderReplayOf = "Aloft-Replay-Of" // in a request: id of the delivery that it repeats
	HeaderKey      = "Idempotency-Key"
)
