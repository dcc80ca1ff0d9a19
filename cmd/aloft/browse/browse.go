// Package browse is the commands that list, find, make, move, copy, share and
// delete entries, import and export files, and compare and sync folders.
// The recycle bin is one of the things that are looked at and changed.
package browse

import (
	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/cmd/aloft/write"
	"aloft/model"
	"aloft/model/text"
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

// able is the source of a place as one that can do more than list; no says that it cannot.
func able[T any](cs *Commands, at model.Place, op string, no text.Text, args ...any) (can T, err error) {
	src, err := cs.sources.For(at)
	if err != nil {
		return can, err
	}
	can, ok := src.(T)
	if !ok {
		return can, client.Errorf(client.KindUnsupported, op, src.Root(), no, args...)
	}
	return can, nil
}
