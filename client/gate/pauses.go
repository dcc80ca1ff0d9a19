package gate

import (
	"context"
	"fmt"
	"time"

	"aloft/client"
	"aloft/model/text"
)

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
