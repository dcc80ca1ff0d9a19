package write

import (
	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
)

// Runner carries out changes: it plans, asks, runs a job and reports the outcome of
// each item.
type Runner struct {
	con     *console.Console
	session *session.Session
	jobs    client.Jobs
	started bool
}

// Started: a job was made, which may be tried again.
func (run *Runner) Started() bool { return run.started }
