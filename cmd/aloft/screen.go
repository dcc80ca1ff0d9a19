package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"aloft/client/config"
	"aloft/client/keep"
	"aloft/model"
	"aloft/model/text"
	"aloft/themes"
	"aloft/ui"
	"aloft/ui/keys"
)

// screen opens the two panes. What can be wrong is found before the terminal
// is touched.
func (a *app) screen(args []string) error {
	if err := a.openLog(); err != nil {
		return err
	}
	if _, err := a.load(); err != nil {
		return err
	}
	left, right, err := a.startPlaces(args)
	if err != nil {
		return err
	}
	if !a.inIsTerminal() || !a.outIsTerminal() {
		return usageError("the screen needs a terminal", text.CliHintNoTerminal)
	}
	if t := a.env("TERM"); t == "" || t == "dumb" {
		return usageError(text.CliDumb, text.CliHintNoTerminal)
	}
	d, stop, err := a.deps(left, right)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(a.ctx())
	defer cancel()
	if a.spoil != nil {
		a.spoil(&d)
	}
	rescue := a.startRescue()
	// A terminal that goes away ends the screen as a person would: what the
	// receiver runs is stopped, and noted.
	signals := a.endOnSignal(cancel)
	a.onScreen = true
	err = ui.Run(ctx, d, a.stdin, a.stdout)
	a.onScreen = false
	if ended := signals.stop(); ended != nil {
		err = ended
	}
	rescue.end()
	err = a.crashed(err)
	stop() // it may reload the receiver
	a.closeHooks()
	return err
}

// deps are all that the screen is given; stop ends what watches for it.
func (a *app) deps(left, right model.Place) (d ui.Deps, stop func(), err error) {
	// The database opens while the terminal does; the first listing waits for it.
	if a.cfg.Account == config.Local {
		a.sources().local.warm()
	}
	var theme *themes.Theme
	var themeErr error
	var beside sync.WaitGroup // the first frame waits for all of it
	beside.Go(func() { theme, themeErr = themes.Load(a.cfg.UI.Theme, a.themeDirs()...) })
	go model.Ruler{Wc: true}.Width("文") // makes the tables of widths
	m, err := keys.Load(a.cfg.UI.Keys, a.keyFiles()...)
	beside.Wait()
	switch {
	case err != nil:
		return d, nil, &exitError{exitUsage, err}
	case themeErr != nil:
		return d, nil, themeErr
	}
	keeper := keep.Open(a.keepDir())
	hooks := a.openHooks()
	program, err := os.Executable()
	if err != nil {
		program = "" // ready-made lines then call it by its name
	}
	changes, stop := a.watchConfig()
	return ui.Deps{
		Sources: a.sources(), Jobs: a.jobStore(), Edits: a.edits(), Hooks: hooks, Program: program, Keeper: keeper, Keys: m, Theme: theme, ThemeDirs: a.themeDirs(), Text: a.cat,
		Left: left, Right: right, Home: a.homeOf, HomeDir: diskSteps(a.env("HOME")),
		Settings: a.settings(a.cfg), Editor: a.editOnScreen,
		Environ: os.Environ(), Reloads: changes, Notices: a.notices(), Waits: a.waiting().board,
	}, stop, nil
}

// settings of the screen.
func (a *app) settings(c *config.Config) ui.Settings {
	return ui.Settings{Color: a.flags.color, Borders: c.UI.Borders, SyncOutput: c.UI.SyncOutput, NoMouse: !c.UI.Mouse}
}

// keepDir is where bookmarks and histories lie, "" when no folder is known.
func (a *app) keepDir() string {
	if a.dirs.Data == "" {
		return ""
	}
	return filepath.Join(a.dirs.Data, "keep")
}

// notices are what stops nothing and should be seen.
func (a *app) notices() []string {
	var out []string
	for _, w := range a.warnings {
		out = append(out, w.Say(a.cat))
	}
	for _, err := range []error{a.dirsErr, a.hookErr} {
		if err != nil && !slices.Contains(out, a.say(err)) {
			out = append(out, a.say(err))
		}
	}
	return out
}

// startPlaces are the places named, else the drive on both sides. A word that
// is no place but nearly a command is taken for a slip.
func (a *app) startPlaces(args []string) (left, right model.Place, err error) {
	left = model.Place{Scheme: model.SchemeDrive}
	if acc := a.cfg.Accounts[a.cfg.Account]; acc != nil && acc.Drive == nil && acc.Docs != nil {
		left.Scheme = model.SchemeDocs // it has nothing else
	}
	right = left
	for i, s := range args {
		if err := a.notCommand(s); err != nil {
			return left, right, err
		}
		p, err := a.place(s)
		if err != nil {
			return left, right, err
		}
		if _, err := a.sources().For(p); err != nil {
			return left, right, err
		}
		if i == 0 {
			left, right = p, p
		} else {
			right = p
		}
	}
	return left, right, nil
}

// notCommand refuses a bare word that names nothing on disk.
func (a *app) notCommand(s string) error {
	if strings.ContainsAny(s, ":/.\\~") {
		return nil
	}
	if _, err := os.Stat(s); !errors.Is(err, os.ErrNotExist) {
		return nil
	}
	root := a.rootCommand()
	root.SuggestionsMinimumDistance = 2
	if near := root.SuggestionsFor(s); len(near) > 0 {
		return usageError("there is neither a command nor a file %q (did you mean %s?)", text.CliHintAll, s, near[0])
	}
	return usageError("there is neither a command nor a file %q", text.CliHintAll, s)
}

// homeOf is where "home" goes from a place.
func (a *app) homeOf(p model.Place) model.Place {
	if p.Scheme == model.SchemeDisk {
		return model.Place{Scheme: model.SchemeDisk, Path: diskSteps(a.env("HOME"))}
	}
	return p.Root()
}

// diskSteps are the steps of a path of this machine, byte for byte.
func diskSteps(path string) []model.Step {
	return model.Steps(strings.FieldsFunc(path, func(r rune) bool { return r == '/' })...)
}
