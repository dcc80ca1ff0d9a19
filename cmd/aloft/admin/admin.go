// Package admin is the commands about the program itself: accounts, configuration,
// themes, keys, checks, the embedded service, and the documentation of its
// commands.
package admin

import (
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/cmd/aloft/wire"
)

// Commands manage the program and its accounts.
type Commands struct {
	con     *console.Console
	session *session.Session
	sources *wire.Sources
	login   *session.Asker
	hook    func(console.AddCheck) // the receiver's part of doctor

	Faults Faults
}

// New makes the commands; hook is the receiver's part of doctor.
func New(con *console.Console, s *session.Session, sources *wire.Sources, ask *session.Asker, hook func(console.AddCheck)) *Commands {
	return &Commands{con: con, session: s, sources: sources, login: ask, hook: hook}
}
