// Package screen opens the two panes and restores the terminal however they end.
//
// A process has one screen. The events of jobs and of the receiver have one reader, and the
// reloader, the warnings of logins and the socket for aloft send serve one screen.
//
// The configuration is applied again when its files change.
package screen

import (
	"context"
	"sync"

	"aloft/client/checkout"
	"aloft/ui"
)

// Screen opens the two panes, and what ends them.
type Screen struct {
	Spoil func(*ui.Deps) // tests break the screen with it; nil in the program

	Needs
	copies *checkout.Store // private copies of files
	handed int             // jobs that were left to go on in the background
	shown  context.Context // it ends with the screen
	lists  sync.WaitGroup  // commands whose output is listed
}
