// Package doc is the commands that read and edit Word documents.
package doc

import (
	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/cmd/aloft/write"
)

// Commands read and edit Word documents.
type Commands struct {
	con     *console.Console
	session *session.Session
	places  *session.Places
	files   client.Sources
	run     *write.Runner
	edits   func() client.Edits
}

// New takes what downloads files, and the editor of documents, which is opened on first use.
func New(con *console.Console, s *session.Session, ps *session.Places, files client.Sources, run *write.Runner, edits func() client.Edits) *Commands {
	return &Commands{con: con, session: s, places: ps, files: files, run: run, edits: edits}
}
