package preview

import (
	"context"
	"time"

	"aloft/client"
	"aloft/ui/input"
)

// Env is what the reader is given. The root owns it.
type Env struct {
	*input.Env
	Ctx     context.Context
	Sources client.Sources
	Now     func() time.Time
	Width   int // of the text in cells at most, 0 = as wide as there is room
}
