package drive

import (
	"context"

	"aloft/client"
)

// Turn waits until no other operation of the class runs on the account in any process of the user on this host.
func (s *Source) Turn(ctx context.Context, class client.Class) (release func(), err error) {
	return s.o.Gate.Operation(ctx, class)
}

// Fence runs f while nothing is being sent, see gate.Gate.
func (s *Source) Fence(ctx context.Context, f func() error) error { return s.o.Gate.Fence(ctx, f) }
