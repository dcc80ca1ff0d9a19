package hook

import (
	"github.com/spf13/cobra"

	"aloft/client/webhook"
	"aloft/cmd/aloft/console"
)

func (cs *Commands) replayCommand() *cobra.Command {
	return &cobra.Command{
		Use: "replay ID", Short: cs.con.Say("deliver a request again"),
		Long: cs.con.Say("The body is what was received then; it goes the same way as every request."), Args: console.WantArgs(1, 1), ValidArgsFunction: cs.completeDeliveries,
		RunE: cs.session.Needs(func(_ *cobra.Command, args []string) error {
			st, err := cs.openStore()
			if err != nil {
				return err
			}
			d, err := cs.delivery(st, args[0])
			st.Close()
			if err != nil {
				return err
			}
			if _, err := cs.needReceiver(); err != nil {
				return err
			}
			o, err := cs.receiver.options()
			if err != nil {
				return err
			}
			o.Settings.Enabled = false // another one listens
			s := webhook.New(o)
			id, err := s.Replay(cs.session.Context(), d.ID)
			for _, line := range cs.receiver.end(s) {
				cs.con.WarnLine(line)
			}
			if err != nil {
				return err
			}
			return cs.con.Line(id)
		}),
	}
}
