// Package browse is the commands that list, find, make, move, copy, share and
// delete entries, import and export files, and compare and sync folders.
// The recycle bin is one of the things that are looked at and changed.
package browse

import (
	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/cmd/aloft/write"
)

// Commands work on entries.
type Commands struct {
	con     *console.Console
	session *session.Session
	places  *session.Places
	sources client.Sources
	run     *write.Runner
}

// New takes the sources that the entries are in.
func New(con *console.Console, s *session.Session, ps *session.Places, sources client.Sources, run *write.Runner) *Commands {
	return &Commands{con: con, session: s, places: ps, sources: sources, run: run}
}
