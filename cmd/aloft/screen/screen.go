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

	"aloft/client"
	"aloft/client/checkout"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/hook"
	"aloft/cmd/aloft/session"
	"aloft/cmd/aloft/wire"
	"aloft/ui"
)

// Screen opens the two panes, and what ends them.
type Screen struct {
	Spoil func(*ui.Deps) // tests break the screen with it; nil in the program

	con      *console.Console
	session  *session.Session
	places   *session.Places
	sources  *wire.Sources
	jobs     client.Jobs
	edits    func() client.Edits
	receiver *hook.Receiver
	reports  *session.Reports
	watch    *Reloader
	waits    *console.WaitLines
	copies   *checkout.Store            // private copies of files
	near     func(word string) []string // commands of nearly that name
	handed   int                        // jobs that were left to go on in the background
	shown    context.Context            // it ends with the screen
	lists    sync.WaitGroup             // commands whose output is listed
}
