package main

import (
	"errors"
	"os"

	"aloft/cmd/aloft/admin"
	"aloft/cmd/aloft/browse"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/doc"
	"aloft/cmd/aloft/hook"
	"aloft/cmd/aloft/jobs"
	"aloft/cmd/aloft/screen"
	"aloft/cmd/aloft/session"
	"aloft/cmd/aloft/ssh"
	"aloft/cmd/aloft/wire"
	"aloft/cmd/aloft/write"
)

// app is one run of the program: what its commands share, and the commands. What
// they work on is opened on first use.
type app struct {
	con      *console.Console
	session  *session.Session
	waits    *console.WaitLines
	sources  *wire.Sources
	places   *session.Places
	jobs     *wire.Jobs
	receiver *hook.Receiver
	reports  *session.Reports

	screen      *screen.Screen
	browse      *browse.Commands
	doc         *doc.Commands
	jobCommands *jobs.Commands
	hook        *hook.Commands
	admin       *admin.Commands
	ssh         *ssh.Commands
}

func newApp(in, out, errs *os.File) *app {
	con := console.New(in, out, errs)
	s := session.New(con)
	waits := console.NewWaitLines(con)
	sources := wire.New(s, waits)
	store := wire.NewJobs(s, sources, waits)
	edits := wire.NewEdits(s, sources)
	ps := session.NewPlaces(s, sources)
	run := write.New(con, s, store)
	ask := session.NewAsker(con, s)
	receiver := hook.NewReceiver(con, s)
	watch := screen.NewReloader(con, s, receiver)
	a := &app{
		con: con, session: s, waits: waits, sources: sources, places: ps, jobs: store, receiver: receiver, reports: session.NewReports(con, s),
		browse:      browse.New(con, s, ps, sources, run),
		doc:         doc.New(con, s, ps, sources.Writing(), run, edits.Open),
		jobCommands: jobs.New(con, s, run, store),
		hook:        hook.New(con, s, receiver, ask, watch),
	}
	a.admin = admin.New(con, s, sources, ask, a.hook.Doctor)
	a.admin.Faults = faults()
	a.screen = screen.New(screen.Needs{
		Con: con, Session: s, Places: ps, Sources: sources, Jobs: store, Edits: edits.Open, Receiver: receiver, Reports: a.reports,
		Reloader: watch, Waits: waits, Near: a.near,
	})
	a.ssh = ssh.New(con, s, a.screen)
	return a
}

// near are the commands with nearly that name.
func (a *app) near(word string) []string {
	root := a.rootCommand()
	root.SuggestionsMinimumDistance = 2
	return root.SuggestionsFor(word)
}

func (a *app) execute(args []string) error {
	root := a.rootCommand()
	root.SetArgs(args)
	root.SetIn(a.con.Stdin)
	root.SetOut(a.con.Writer)
	root.SetErr(a.con.Stderr)
	a.session.Begin()
	c, err := root.ExecuteC()
	if f := c.Flags(); !f.Changed("json") && !f.Changed("jsonl") {
		a.jobs.OfferInterrupted()
	}
	if ferr := a.con.Flush(); err == nil {
		err = ferr
	}
	return err
}

// close closes everything in the order that loses nothing: jobs first; those
// that go on are released by then.
func (a *app) close() error {
	return errors.Join(a.jobs.Close(), a.sources.Close(), a.session.Background(), a.session.Close())
}
