package jobs

import (
	"errors"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
)

// goOnCommand continues jobs until they have ended or stand still. It is what this program
// starts when it leaves jobs behind, and what a person may start by hand on another terminal.
func (cs *Commands) goOnCommand() *cobra.Command {
	var handed bool
	c := &cobra.Command{
		Use: session.BackgroundCommand + " ID…", Short: cs.con.Say("continue jobs that another run has left, and say nothing"),
		Hidden: true, Args: console.WantArgs(1, -1),
		RunE: cs.session.Needs(func(_ *cobra.Command, ids []string) error {
			signal.Ignore(syscall.SIGHUP)
			cs.session.Continues = true
			if handed {
				if err := cs.session.TakeOver(cs.con.Stdin); err != nil {
					return err
				}
			}
			if err := cs.jobs.Ready(); err != nil {
				return err
			}
			var errs []error
			for _, id := range ids {
				if err := cs.jobs.Resume(id); err != nil && !client.Is(err, client.KindConflict) { // it has ended meanwhile
					errs = append(errs, err)
				}
			}
			for _, id := range ids {
				if _, err := cs.jobs.Wait(cs.session.Context(), id); err != nil {
					errs = append(errs, err)
				}
			}
			return errors.Join(errs...)
		}),
	}
	c.Flags().BoolVar(&handed, session.Handed, false, cs.con.Say("standard input has the credentials of that run"))
	return c
}
