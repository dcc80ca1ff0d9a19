package gate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"aloft/client"
	"aloft/model/text"
)

// Retries of one read, within the budget of its account.
type Retries struct {
	Budget *Budget
	Who    text.Text     // the service
	Class  client.Class  // of the read
	Most   int           // how often it is sent again
	First  time.Duration // before the first time; each later wait is twice as long
	Scale  float64       // of all waits
	// Paced: the gate keeps requests apart, and is told of each "too fast": then its gap is the wait.
	Paced bool

	sent, slow int
}

// An answer that is no data, such as a web page of something in between, is asked for again so often,
// so soon: a person who has mistyped the address waits for it.
const (
	strangeTries = 2
	strangeFirst = 500 * time.Millisecond
)

// Again waits before the read that failed is sent again, and reports whether it is
// to be.
func (r *Retries) Again(ctx context.Context, fail *client.Error) bool {
	if IsTimeout(fail) {
		r.slow++
	}
	first, strange := r.First, !fail.Retry && client.Strange(fail) && r.sent < strangeTries
	if strange {
		first = strangeFirst
	}
	if ctx.Err() != nil || !fail.Retry && !strange || fail.After > MaxPause || r.sent >= r.Most || r.slow >= slowTries(r.Class) || !r.Budget.Take() {
		return false
	}
	client.WaitsAgain(ctx, fail)
	client.WaitsFor(ctx, "waiting to try %s again", r.Who)
	if fail.After > 0 {
		WaitsPause(ctx, r.Who, fail.After)
	}
	d := first << r.sent
	if r.Paced && fail.Kind == client.KindThrottled {
		d = 0 // longer, and the gap that works would not be found
	}
	r.sent++
	// With jitter, so that several processes do not retry together.
	d = max(d+rand.N(d/8+1), fail.After)
	return client.Sleep(ctx, time.Duration(float64(d)*r.Scale)) == nil
}

// slowTries is how often an answer may time out: a person has waited long after the
// first time, a job tries once more.
func slowTries(c client.Class) int {
	if c == client.Interactive {
		return 1
	}
	return 2
}

// Budget of the retries of reads: 10 tokens; a retry takes one, a success returns a
// tenth.
type Budget struct {
	mu    sync.Mutex
	spent float64
}

const budgetTokens = 10

// Take takes a token; false when there is none.
func (b *Budget) Take() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.spent > budgetTokens-1 {
		return false
	}
	b.spent++
	return true
}

// Earn is called after a success.
func (b *Budget) Earn() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spent = max(0, b.spent-0.1)
}

// MaxPause is the longest pause that a call waits for. A longer one ends the call
// at once: a person, or a job, has to decide.
const MaxPause = 30 * time.Second

// WaitsPause publishes that the call of the context waits for the end of a pause
// that the service asked for.
func WaitsPause(ctx context.Context, who text.Text, d time.Duration) {
	client.WaitsFor(ctx, text.GateWaitPause, who, spoken(d))
}

// spoken is a duration as a person says it.
func spoken(d time.Duration) string {
	if d < time.Minute {
		return fmt.Sprintf("%d s", (d+time.Second-1)/time.Second)
	}
	return fmt.Sprintf("%d min", (d+time.Minute-1)/time.Minute)
}
