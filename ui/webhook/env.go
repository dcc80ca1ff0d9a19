package webhook

import (
	"aloft/client"
	"aloft/ui/input"
)

// Env is what the views that cover the panes are given. The root owns it.
type Env struct {
	*input.Env
	Hooks client.Hooks
}
