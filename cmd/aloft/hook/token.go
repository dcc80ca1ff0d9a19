package hook

import (
	"aloft/client/webhook/receive"
	"aloft/client/webhook/store"
	"aloft/cmd/aloft/console"
	"aloft/model/text"
)

func (cs *Commands) tokenCommand() console.Command {
	return console.Command{
		Use: "token", Short: "print the token that senders need", Long: `The token is in a file in the data folder that only you can read. --new
replaces it; all senders then need the new token.`,
		Flags: []console.Flag{
			{Name: "new", Value: false, Help: "make a new token first; the old one stops working"},
		},
		Run: func(in console.Call) error { return cs.token(in, in.On("new")) },
	}
}

// token prints the token: whoever may read its file may ask for it.
func (cs *Commands) token(in console.Call, fresh bool) error {
	o, err := cs.receiver.options()
	if err != nil {
		return err
	}
	token := o.Settings.Token
	switch {
	case fresh && token != "":
		return in.Usage("the token comes from the environment variable %s, so aloft cannot replace it", console.HookToken)
	case fresh:
		if token, err = receive.NewToken(o.Data); err == nil {
			err = cs.tokenTaken()
		}
	case token == "":
		token, err = receive.Token(o.Data)
	}
	if err != nil {
		return err
	}
	if o.Settings.Open {
		cs.con.WarnLine(cs.con.Say(text.CliHookOpen))
	}
	return cs.con.Line(token)
}

// tokenTaken makes the receiver use the new token, and waits until the old one is
// invalid. Without a receiver there is nothing to do.
func (cs *Commands) tokenTaken() error {
	h, alive, err := cs.owner()
	if err != nil || !alive {
		return err
	}
	if err := store.PutWish(cs.session.HookFolder(), store.Wish{Do: store.DoToken}); err != nil {
		return err
	}
	return cs.heard(h.PID, func() (bool, error) {
		now, alive, err := cs.owner()
		return !alive || !now.Token.Equal(h.Token), err
	})
}
