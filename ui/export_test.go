package ui

import "aloft/ui/keys"

// Begins reports whether the first frame waits.
func (a *App) Begins() bool { return a.begins() }

// Context is where keys go now.
func (a *App) Context() keys.Context { return a.context() }
