package jobs

import (
	"errors"
	"os/signal"
	"syscall"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
)

// goOnCommand continues jobs until they have ended or stand still. It is what this program
// starts when it leaves jobs behind, and what a person may start by hand on another terminal.
func (cs *Commands) goOnCommand() console.Command {
	return console.Command{
		Use: session.BackgroundCommand + " ID…", Short: "continue the jobs of another run; print nothing", Hidden: true,
		Flags: []console.Flag{
			{Name: session.Handed, Value: false, Help: "read the credentials of that run from standard input"},
		},
		Run: func(in console.Call) error {
			signal.Ignore(syscall.SIGHUP)
			cs.session.Continues = true
			if in.On(session.Handed) {
				if err := cs.session.TakeOver(cs.con.Stdin); err != nil {
					return err
				}
			}
			var errs []error
			for _, id := range in.Args {
				if err := cs.jobs.Resume(id); err != nil && !client.Is(err, client.KindConflict) { // it has ended meanwhile
					errs = append(errs, err)
				}
			}
			for _, id := range in.Args {
				if _, err := cs.jobs.Wait(cs.session.Context(), id); err != nil {
					errs = append(errs, err)
				}
			}
			return errors.Join(errs...)
		},
	}
}
