package jobs

import (
	"github.com/spf13/cobra"

	"aloft/cmd/aloft/console"
)

// clearCommand is clear.
func (cs *Commands) clearCommand() *cobra.Command {
	return &cobra.Command{
		Use: "clear", Short: cs.con.Say("forget the jobs that have ended"), Long: cs.con.Say("Their changes stay and can no longer be taken back."),
		Args: console.WantArgs(0, 0), RunE: cs.session.Needs(func(*cobra.Command, []string) error { return cs.clear() }),
	}
}

// clear forgets as many as it can.
func (cs *Commands) clear() error {
	if err := cs.jobs.Ready(); err != nil {
		return err
	}
	n, first := 0, error(nil)
	for _, s := range cs.jobs.Jobs() {
		if !s.State.Ended() {
			continue
		}
		if err := cs.jobs.Forget(s.ID); err == nil {
			n++
		} else if first == nil {
			first = err
		}
	}
	if err := cs.con.Line(cs.con.Say("%d {job is|jobs are} forgotten", n)); err != nil {
		return err
	}
	return first
}
