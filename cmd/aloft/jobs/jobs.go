// Package jobs is the commands that show and control jobs.
package jobs

import (
	"strings"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/cmd/aloft/write"
	"aloft/model"
	"aloft/model/text"
)

// Commands show and control jobs.
type Commands struct {
	con     *console.Console
	session *session.Session
	run     *write.Runner
	jobs    Store
}

// Store is the jobs of all accounts; Ready says why they cannot be opened.
type Store interface {
	client.Jobs
	Ready() error
}

// New takes the store of the jobs.
func New(con *console.Console, s *session.Session, run *write.Runner, jobs Store) *Commands {
	return &Commands{con: con, session: s, run: run, jobs: jobs}
}

// job finds a job by its id or by a unique prefix.
func (cs *Commands) job(id string) (model.JobSnapshot, error) {
	var found []model.JobSnapshot
	for _, s := range cs.jobs.Jobs() {
		if s.ID == id {
			return s, nil
		}
		if id != "" && strings.HasPrefix(s.ID, id) {
			found = append(found, s)
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	e := client.Errorf(client.KindNotFound, "jobs", model.Place{}, "there is no job %s", id)
	if len(found) > 1 {
		e.What, e.Args = "%s matches %d {job|jobs}", []any{id, len(found)}
	}
	e.Hint = text.Typed(text.CliHintJobs)
	return model.JobSnapshot{}, e
}

// going: the job can be paused.
func going(s model.JobSnapshot) bool {
	return s.State == model.JobWaiting || s.State == model.JobRunning
}

// completeJobs completes the jobs that the command applies to.
func (cs *Commands) completeJobs(fits func(model.JobSnapshot) bool) cobra.CompletionFunc {
	return console.First(func() []string {
		if _, err := cs.session.Load(); err != nil {
			return nil
		}
		return model.Each(model.Only(cs.jobs.Jobs(), fits), func(s model.JobSnapshot) string { return s.ID + "\t" + string(s.Op) + " " + string(s.State) })
	})
}
