package client

import (
	"context"
	"time"
)

// MinGap is the shortest pause between two requests of a user to a service.
const MinGap = 500 * time.Millisecond

// Announcer is a Source whose changes wait for a turn before they are sent. When
// the turn has come and the request is about to be sent, it calls the function that
// WithSending has put into the context, perhaps more than once; if that fails the
// request is not sent. A caller that journals a change does it there: until then
// nothing was sent for certain.
type Announcer interface {
	Source
	Announces() bool
}

type sendingKey struct{}

// WithSending sets the function that a change calls right before it is sent.
func WithSending(ctx context.Context, f func() error) context.Context {
	return context.WithValue(ctx, sendingKey{}, f)
}

// Sending returns that function, nil for none.
func Sending(ctx context.Context) func() error {
	f, _ := ctx.Value(sendingKey{}).(func() error)
	return f
}

type lanesKey struct{}

// WithLanes gives what is read with the context lanes of its own, so that the screens of
// one process do not cancel each other's reads.
func WithLanes(ctx context.Context) context.Context {
	return context.WithValue(ctx, lanesKey{}, new(int))
}

// SameLanes reports whether two reads have their lanes in common.
func SameLanes(a, b context.Context) bool { return a.Value(lanesKey{}) == b.Value(lanesKey{}) }
