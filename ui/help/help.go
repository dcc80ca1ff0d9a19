// Package help shows the keys of a context, drawn from the keymap itself.
package help

import (
	"aloft/ui/dialog"
	"aloft/ui/keys"
)

// New makes the help of a context.
func New(env *dialog.Env, c keys.Context) dialog.Dialog { return nil }
