package listing

import (
	"context"
	"errors"
	"time"

	"aloft/client"
	"aloft/client/jobs/patience"
)

// A plan is made while a person waits, and costs nothing to make again.
const planRereads = 3 // of what is no answer of the service at all

// Patiently reads for a plan, again where that can help.
func (l *Lister) Patiently(ctx context.Context, read func() error) error {
	var out patience.Outage
	odd := 0
	for n := 0; ; n++ {
		err := read()
		var ce *client.Error
		if !errors.As(err, &ce) || ctx.Err() != nil {
			return err
		}
		switch {
		case patience.Passes(ce):
		case patience.Strange(err) && odd < planRereads:
			odd++
		default:
			return err
		}
		if out.Over(patience.OfPerson - ce.After) {
			return err
		}
		pause := max(min(time.Second<<min(n, 6), patience.LongestPause), ce.After)
		out.Pauses += pause
		if l.pause(ctx, pause, err) != nil {
			return err
		}
	}
}

// pause before what ended with the error is read again.
func (l *Lister) pause(ctx context.Context, d time.Duration, last error) error {
	ctx, end := l.Waits.Begin(ctx)
	defer end()
	client.WaitsFor(ctx, "waiting before it is read again")
	client.WaitsAgain(ctx, last)
	return client.Sleep(ctx, l.Scaled(d))
}
