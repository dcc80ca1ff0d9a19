package admin

import (
	"context"
	"errors"
	"strings"
	"time"

	"aloft/client"
	"aloft/client/config"
	"aloft/client/embedded"
	"aloft/client/embedded/store"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/wire"
	"aloft/model"
)

func (cs *Commands) accountReset(yes bool) error {
	if err := cs.con.AskTyped(cs.session.Context(), yes, cs.con.Say("Everything on the embedded drive and all its documents are lost. Type local:"), config.Local); err != nil {
		return err
	}
	if err := cs.resetLocal(); err != nil {
		return err
	}
	return cs.con.Line(cs.con.Say("the embedded drive and its documents were reset to their sample"))
}

// accountRecover saves what can be read from a damaged database.
func (cs *Commands) accountRecover(yes bool) error {
	if err := cs.con.AskTyped(cs.session.Context(), yes, cs.con.Say("A new database takes the place of the present one, which is kept beside it. Type local:"), config.Local); err != nil {
		return err
	}
	done, err := cs.recoverLocal()
	if err != nil {
		return err
	}
	rows, lost := 0, []string(nil)
	for _, s := range done.Saved {
		rows += s.Rows
		line := cs.con.Say("%s: %d {row|rows} saved", cs.con.Say(s.Area), s.Rows)
		if s.Lost > 0 {
			line = cs.con.Say("%s: %d {row|rows} saved, at least %d lost", cs.con.Say(s.Area), s.Rows, s.Lost)
			lost = append(lost, cs.con.Say("%s (at least %d)", cs.con.Say(s.Area), s.Lost))
		}
		if err := cs.con.Line(line); err != nil {
			return err
		}
	}
	aside := model.Clean(done.Aside)
	if len(lost) > 0 {
		e := client.Errorf(client.KindLocal, "recover", model.Place{}, "%d {row is|rows are} saved in a new database, which is whole. Rows that are lost: %s", rows, strings.Join(lost, ", "))
		e.Hint, e.HintArgs = "see what is there with: aloft tree drive:/ and aloft tree docs:/ (what has lost its folder is in one called recovered). A backup has the rest; the damaged database is kept in %s (ALOFT_DATA_HOME can name it)", []any{aside}
		return console.Exit(console.ExitSome, e)
	}
	return cs.con.Line(cs.con.Say("all %d {row is|rows are} saved and the database is whole again; the old one is kept in %s (ALOFT_DATA_HOME can name it)", rows, aside))
}

// recoverLocal replaces a damaged database by a new one.
func (cs *Commands) recoverLocal() (store.Recovered, error) {
	if cs.session.Dirs.Data == "" {
		return store.Recovered{}, cs.session.DirsErr
	}
	done, err := store.Recover(cs.session.Context(), cs.session.Dirs.Data, time.Now())
	return done, wire.Storage(err)
}

// resetLocal resets the embedded account to its sample.
func (cs *Commands) resetLocal() error {
	if cs.session.Dirs.Data == "" {
		return cs.session.DirsErr
	}
	if err := config.Make(cs.session.Dirs.Data, client.DataHome); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(cs.session.Context(), time.Minute)
	defer cancel()
	s, err := embedded.Open(ctx, embedded.Options{Dir: cs.session.Dirs.Data, Sample: true})
	if err != nil {
		return wire.Storage(err)
	}
	return wire.Storage(errors.Join(s.Reset(ctx), s.Close()))
}
