package webhook

import (
	"aloft/client"
	"aloft/ui/input"
)

// Env is given by the root to the views that cover the panes.
type Env struct {
	*input.Env
	Hooks client.Hooks
}
