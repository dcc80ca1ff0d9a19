package admin

import (
	"context"

	"aloft/client/config"
	"aloft/client/secret"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/cmd/aloft/wire"
	"aloft/model"
)

// scan signs in to a drive by a QR code.
func (cs *Commands) scan(l session.Credential, kind secret.Kind, identity string) error {
	if err := cs.login.Scan(l, kind, identity); err != nil {
		return err
	}
	return cs.con.Line(cs.con.Say("%s is signed in", l.Account))
}

// tryScan goes through a sign-in by a QR code with the embedded drive, which needs none.
func (cs *Commands) tryScan() error {
	acc, err := cs.sources.Service(model.SchemeDrive, config.Local)
	if err != nil {
		return err
	}
	store := secret.Open(secret.Options{Account: config.Local, Service: secret.Drive, Scrub: cs.con.Scrub})
	l := &secret.Login{Account: config.Local, Hosts: []string{config.Local}, Store: store, Check: acc.Try, Code: acc.Code}
	cs.con.Beside(cs.con.Say("The embedded account needs no login; this is a rehearsal. Instead of using a phone, run in another terminal: aloft account confirm LINK"))
	if err := cs.login.TryScan(l); err != nil {
		return err
	}
	return cs.con.Line(cs.con.Say("the embedded drive accepts the session; nothing was stored"))
}

func (cs *Commands) confirmCommand() console.Command {
	return console.Command{
		Use: "confirm LINK", Short: "confirm a QR code sign-in to the embedded drive", Long: `Confirms a QR code sign-in to the embedded drive, as a phone would: for aloft
serve (its address is the account's login_url) and for aloft account login --qr
local. LINK stands beside the code, and opens a page that names this command.
The program that asked for the code gets a session of the embedded drive.`,
		Flags: []console.Flag{
			{Name: "decline", Value: false, Help: "reject"},
		},
		Run: func(in console.Call) error { return cs.confirm(in.Args[0], !in.On("decline")) },
	}
}

func (cs *Commands) confirm(link string, yes bool) error {
	s, err := cs.sources.Local.Service()
	if err != nil {
		return err
	}
	if err := s.Confirm(context.WithoutCancel(cs.session.Context()), link, yes); err != nil {
		return wire.Storage(err)
	}
	if !yes {
		return cs.con.Line(cs.con.Say("the sign-in was declined"))
	}
	return cs.con.Line(cs.con.Say("the sign-in was confirmed"))
}
