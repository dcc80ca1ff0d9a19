package webhook

import (
	"context"
	"time"

	"aloft/client"
	"aloft/ui/input"
)

// Env is what the views that cover the panes are given. The root owns it.
type Env struct {
	*input.Env
	Ctx   context.Context
	Hooks client.Hooks
	Now   func() time.Time
}
