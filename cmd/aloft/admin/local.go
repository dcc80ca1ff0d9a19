package admin

import (
	"context"
	"errors"
	"time"

	"aloft/client/config"
	"aloft/client/embedded"
	"aloft/cmd/aloft/wire"
)

func (cs *Commands) accountReset(yes bool) error {
	if err := cs.con.AskTyped(cs.session.Context(), yes, cs.con.Say("This deletes all files and documents of the practice account. Type local:"), config.Local); err != nil {
		return err
	}
	if err := cs.session.MakeData(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(cs.session.Context(), time.Minute)
	defer cancel()
	s, err := embedded.Open(ctx, embedded.Options{Dir: cs.session.Dirs.Data, Sample: true})
	if err == nil {
		err = errors.Join(s.Reset(ctx), s.Close())
	}
	if err != nil {
		return wire.Storage(err)
	}
	return cs.con.Line(cs.con.Say("the practice account was reset to its sample data"))
}
