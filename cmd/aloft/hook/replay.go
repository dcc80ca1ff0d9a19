package hook

import (
	"aloft/client/webhook"
	"aloft/cmd/aloft/console"
)

func (cs *Commands) replayCommand() console.Command {
	return console.Command{
		Use: "replay ID", Short: "deliver a request again", Long: "Sends the stored body again; it is handled like every request.", Words: cs.completeDeliveries,
		Run: func(in console.Call) error {
			st, err := cs.openStore()
			if err != nil {
				return err
			}
			d, err := cs.delivery(st, in.Args[0])
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
		},
	}
}
