package drive

import "context"

// Turn waits until no other bulk operation of the account runs in any process of the user on this host.
func (s *Source) Turn(ctx context.Context) (release func(), err error) {
	return s.o.Gate.Operation(ctx)
}

// Fence runs f while nothing is being sent, see gate.Gate.
func (s *Source) Fence(ctx context.Context, f func() error) error { return s.o.Gate.Fence(ctx, f) }
