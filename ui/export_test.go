package ui

import "aloft/ui/keys"

// Context is where keys go now.
func (a *App) Context() keys.Context { return a.context() }
