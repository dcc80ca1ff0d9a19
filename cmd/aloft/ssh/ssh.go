// Package ssh is "aloft ssh": the screen for people who log in with a key of their own.
package ssh

import (
	"path/filepath"

	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/screen"
	"aloft/cmd/aloft/session"
)

// Commands are the commands below "ssh".
type Commands struct {
	con     *console.Console
	session *session.Session
	screen  *screen.Screen
}

// New opens nothing.
func New(con *console.Console, s *session.Session, sc *screen.Screen) *Commands {
	return &Commands{con, s, sc}
}

// folder is where the host key, the sessions, and what people keep are.
func (cs *Commands) folder() (string, error) {
	if cs.session.Dirs.Data == "" {
		return "", cs.session.DirsErr
	}
	return filepath.Join(cs.session.Dirs.Data, "ssh"), nil
}
