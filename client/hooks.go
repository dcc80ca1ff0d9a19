package client

import (
	"context"

	"aloft/model"
)

// PlatformTypes are the types of webhook platforms.
func PlatformTypes() []string { return []string{"tui", "log", "command", "desktop", "shoutrrr"} }

// SecretAddress reports whether platforms of that type have an address with a secret in it, which is stored as a
// credential.
func SecretAddress(platformType string) bool { return platformType == "shoutrrr" }

// Hooks is the webhook receiver as a screen and the command line see it. Package
// webhook implements it. Getters without a context do no I/O.
type Hooks interface {
	Status() model.HookStatus
	// Deliveries returns at most 1,000, the newest first. Neither the list nor its
	// elements may be changed.
	Deliveries() []*model.Delivery
	// Delivery reads everything of one delivery from the store.
	Delivery(ctx context.Context, id string) (*model.DeliveryDetail, error)
	// Output reads from the output as it grows: at most most bytes from an offset,
	// and the size so far. A negative offset counts from the end.
	Output(ctx context.Context, id string, offset int64, most int) (part []byte, at, size int64, err error)
	// Conversations returns those with the newest message first.
	Conversations() []model.Conversation
	// Messages returns the newest ones of a session, at most most, 0 = all; the
	// oldest of them first.
	Messages(ctx context.Context, session string, most int) ([]model.Message, error)
	// Routes returns the routes in the order of their names; it reads their secrets.
	Routes(ctx context.Context) ([]model.HookRoute, error)
	// Events reports that something changed, at most ten times a second, and never
	// blocks the receiver. The channel is closed with the receiver.
	Events() <-chan HookEvent

	// Start listens again after Close, after a failure, or on another port:
	// 0 = the configured one, AnyPort = a free one. It waits for the outcome.
	Start(ctx context.Context, port int) error
	// Stop ends listening; running work goes on.
	Stop(ctx context.Context) error
	// Pause answers 503 until it is called with false.
	Pause(ctx context.Context, on bool) error
	// Allow answers the question of a delivery.
	Allow(ctx context.Context, id string, yes bool) error
	// Kill stops the work of a delivery: what runs, waits or asks.
	Kill(ctx context.Context, id string) error
	// Replay delivers the same request again, and returns the new delivery's id.
	Replay(ctx context.Context, id string) (string, error)
	// Clear removes ended deliveries from the list; the store keeps them.
	Clear(ctx context.Context) error
	// Token is the token that senders need, "" when open.
	Token(ctx context.Context) (string, error)
}

// HookSleeper is a receiver that must not accept requests while its program is
// suspended.
type HookSleeper interface {
	// Sleep stops listening; running work goes on.
	Sleep(ctx context.Context) error
	// Wake listens as before.
	Wake(ctx context.Context) error
}

// AnyPort asks Start for a free port.
const AnyPort = -1

// HookEvent says what changed since the previous one.
type HookEvent struct {
	Notify []Notification // for the terminal of the person; only the desktop platform makes them
}

// Notification is for the terminal's own notifications. Both strings are raw.
type Notification struct{ Title, Text string }
