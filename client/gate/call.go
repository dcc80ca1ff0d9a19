package gate

import (
	"bytes"
	"io"
	"math"
	"net/http"
	"time"

	"aloft/client"
)

// AnyEpoch as a Call's Epoch: the mutation uses no looked-up id (only the root,
// which never changes), so it cannot be stale.
const AnyEpoch uint64 = math.MaxUint64

// UserAgent is the header User-Agent of all requests.
const UserAgent = "aloft/1 (terminal file manager)"

// Call is one request.
type Call struct {
	Method string
	URL    string
	Header http.Header
	Body   []byte
	// Late, when set, adds to the header what is known only when the request is
	// sent, such as a session that the last answer has renewed. It must not block,
	// since the slot is taken.
	Late func(http.Header)
	// Ready, when set, is called when it is the call's turn and nothing has been
	// sent, perhaps more than once. If it fails nothing is sent. It must neither
	// call the gate nor block, since the slot is taken.
	Ready func() error

	Class client.Class
	// Lane: see client.Options.
	Lane string
	// Mutation: the request may change something. It is sent only if Epoch, the
	// epoch of all Refs that it uses, is still the current one.
	Mutation bool
	Epoch    uint64
	// MaxBody is the largest answer in bytes; 0 = 32 MiB.
	MaxBody int64
	// Into, when set, gives what takes the body of an answer with this status and
	// header, instead of Reply.Body.
	Into func(status int, h http.Header) Sink
}

// Sink takes the body of an answer while it arrives. An error of Write that is a
// *client.Error is that of the call.
type Sink interface {
	io.Writer
	// Enough ends the reading: some servers leave a stream open after the answer.
	Enough() bool
	// Drop is called when nobody gets the answer: it failed, or was given up.
	Drop()
}

// Reply is a whole answer of any status.
type Reply struct {
	Status int
	Header http.Header
	Body   []byte
	Sink   Sink // of Call.Into; the caller's now
	// Epoch of a read is the epoch in which it was sent: ids in the answer are
	// fresh while it is the current one. Epoch of a mutation is the one that began
	// when it ended.
	Epoch  uint64
	SentAt time.Time
}

// EventKind is the kind of an Event.
type EventKind string

const (
	EventClaim  EventKind = "claim"  // a slot was taken
	EventSent   EventKind = "sent"   // the request was written
	EventAnswer EventKind = "answer" // the first byte of the answer arrived
	EventEnd    EventKind = "end"    // the exchange has ended, well or not
	EventStale  EventKind = "stale"  // a mutation was refused, nothing was sent
	EventEpoch  EventKind = "epoch"  // an epoch began
	EventGap    EventKind = "gap"    // the gap changed
	EventPause  EventKind = "pause"  // the service asked for a pause; Gap is its length
	EventLost   EventKind = "lost"   // another process was faster
	EventRepair EventKind = "repair" // the state file was unusable
)

// Event is one event of the gate. It holds no secret.
type Event struct {
	Kind     EventKind
	At       time.Duration // the host's clock
	Class    client.Class
	Mutation bool
	Epoch    uint64
	Gap      time.Duration
	Waited   time.Duration // EventClaim: since Do was called
	Status   int           // EventEnd: 0 = no whole answer
}

// request builds the HTTP request, with nothing that lets net/http send it twice.
func (c *Call) request() (*http.Request, error) {
	req, err := http.NewRequest(c.Method, c.URL, bytes.NewReader(c.Body))
	if err != nil {
		return nil, badRequest(err)
	}
	req.GetBody = nil
	if c.Header != nil {
		req.Header = c.Header.Clone()
	}
	req.Header.Del("Idempotency-Key")
	req.Header.Del("X-Idempotency-Key")
	return req, nil
}
