package client

import (
	"context"
	"time"
)

// MinGap is the shortest pause between two requests of a user to a service.
const MinGap = 500 * time.Millisecond

// Announcer is a Source whose changes wait for a turn before they leave. It
// calls what WithSending has put into the context of a change when the turn has
// come and the request is about to leave, perhaps more than once; after an error
// of that the request is not sent. Who journals that a change may have been made
// does it there: until then surely nothing was.
type Announcer interface {
	Source
	Announces() bool
}

type sendingKey struct{}

// WithSending gives a change what it calls right before it leaves.
func WithSending(ctx context.Context, f func() error) context.Context {
	return context.WithValue(ctx, sendingKey{}, f)
}

// Sending is what is to be called right before a change leaves, nil for nothing.
func Sending(ctx context.Context) func() error {
	f, _ := ctx.Value(sendingKey{}).(func() error)
	return f
}
