package gate

import (
	"context"
	"time"
)

// Options of a Gate.
type Options struct {
	// Dir is the state folder; it is made when it is missing.
	Dir string
	// Name is the account's identity, for instance base URL and account name
	// with a line break between them; the file's name is a digest of it.
	Name string
	// Gap is the configured gap; 0 only for the embedded account, which is not
	// paced at all. Others are clamped to MinGap and MaxGap.
	Gap    time.Duration
	MinGap time.Duration // 0 = 500 ms
	MaxGap time.Duration // 0 = 10 s
	// Scale multiplies every time of the gate: gap, time-outs, back-offs; 0 = 1.
	Scale float64
	// Timeout of an exchange, from its slot to the last byte; 0 = 15 s.
	Timeout time.Duration
	Wire    Wire
	// Host is nil for the real one.
	Host Host
	// Observe, when set, is told the history. It must not block and must not
	// call the gate.
	Observe func(Event)
}

// Gate gives out the right to send one request.
type Gate struct{}

// Open opens the gate of an account.
func Open(o Options) (*Gate, error) { return &Gate{}, nil }

// Do sends one request in its turn.
func (g *Gate) Do(ctx context.Context, c Call) (*Reply, error) { return nil, nil }

// NewEpoch begins a new epoch: the after-effects of a mutation have ended.
func (g *Gate) NewEpoch() {}

// Epoch is the current epoch; 0 when it cannot be read.
func (g *Gate) Epoch() uint64 { return 0 }

// Hint is the gap that the service has asked for; it can only raise the gap.
func (g *Gate) Hint(tqGap time.Duration) {}

// Throttled: the service asked to slow down.
func (g *Gate) Throttled() {}

// Good: the service gave a good answer.
func (g *Gate) Good() {}

// Gap is the present gap.
func (g *Gate) Gap() time.Duration { return 0 }

// Operation takes turns between the bulk jobs of several processes.
func (g *Gate) Operation(ctx context.Context) (release func(), err error) { return nil, nil }

// Close ends the gate.
func (g *Gate) Close() error { return nil }
