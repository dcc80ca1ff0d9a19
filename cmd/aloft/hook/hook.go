// Package hook is the commands of the webhook receiver, and the receiver of this
// process.
package hook

import (
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/ui"
)

// Commands are those of the receiver.
type Commands struct {
	con      *console.Console
	session  *session.Session
	receiver *Receiver
	login    *session.Asker
	watch    Watcher
}

// Watcher reports when the configuration was read again; stop ends it.
type Watcher interface {
	Watch() (c <-chan ui.Reload, stop func())
}

// New makes the commands for the receiver.
func New(con *console.Console, s *session.Session, re *Receiver, ask *session.Asker, watch Watcher) *Commands {
	return &Commands{con: con, session: s, receiver: re, login: ask, watch: watch}
}
