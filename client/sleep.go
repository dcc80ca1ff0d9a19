package client

import (
	"context"
	"time"
)

// Sleep waits for d, or until the context ends, and then returns its error.
func Sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
