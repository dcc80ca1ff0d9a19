package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/client/config"
	"aloft/client/durable"
	"aloft/model"
	"aloft/model/text"
	"aloft/themes"
)

// check is one line of doctor.
type check struct {
	Check  string `json:"check"`
	Result string `json:"result"` // ok, warning, failed
	Detail string `json:"detail,omitempty"`
}

const (
	checkOK      = "ok"
	checkWarning = "warning"
	checkFailed  = "failed"
)

func (a *app) doctorCommand() *cobra.Command {
	var f format
	c := &cobra.Command{
		Use: "doctor", Short: a.cat.Say("test everything the program needs"), Args: wantArgs(0, 0),
		RunE: func(*cobra.Command, []string) error { return a.doctor(f) },
	}
	a.formatFlags(c, &f, false)
	return c
}

// doctor looks at everything that the program needs. It runs whatever is broken.
func (a *app) doctor(f format) error {
	if err := a.openLog(); err != nil {
		return err
	}
	a.stop = newInterrupts(a.forEditor)
	a.stop.begin()
	var all []check
	add := func(name text.Text, result, detail string) {
		all = append(all, check{a.cat.Say(name), result, model.Clean(a.scrub.Scrub(detail))})
	}
	a.doctorConfig(add)
	a.doctorFolders(add)
	a.doctorTerminal(add)
	a.doctorNetwork(add)
	if name := a.cfg.Account; a.hasDrive(name) {
		a.doctorDrive(add, name)
	}
	if name := a.cfg.Account; a.hasDocs(name) {
		a.doctorDocs(add, name)
	}
	if a.dirs.Data != "" && a.dirs.State != "" {
		a.doctorHook(add)
	}
	bad := 0
	for _, c := range all {
		if c.Result == checkFailed {
			bad++
		}
		if !f.json {
			if err := a.line(fmt.Sprintf("%-8s %-16s %s", c.Result, c.Check, c.Detail)); err != nil {
				return err
			}
		}
	}
	if f.json {
		if err := a.encode(all); err != nil {
			return err
		}
	}
	if bad > 0 {
		return &exitError{exitFailed, client.Errorf(client.KindLocal, "doctor", model.Place{}, "%d {check|checks} failed", bad)}
	}
	return nil
}

type adder func(name text.Text, result, detail string)

func (a *app) doctorConfig(add adder) {
	_, err := a.load()
	var bad *config.Invalid
	switch {
	case errors.As(err, &bad):
		for _, p := range bad.Problems {
			add(text.CliCheckConfig, checkFailed, a.say(p))
		}
	case err != nil:
		add(text.CliCheckConfig, checkFailed, a.say(err))
	case a.cfg.Read:
		add(text.CliCheckConfig, checkOK, a.cfg.File)
	default:
		add(text.CliCheckConfig, checkOK, a.cat.Say(text.CliConfigNone, a.cfg.File))
	}
	for _, w := range a.warnings {
		add(text.CliCheckConfig, checkWarning, w.Say(a.cat))
	}
	if problems := a.keyProblems(); len(problems) > 0 {
		for _, p := range problems {
			add(text.CliCheckKeys, checkFailed, p)
		}
	} else {
		add(text.CliCheckKeys, checkOK, a.cfg.UI.Keys)
	}
	t, err := themes.Load(a.cfg.UI.Theme, a.themeDirs()...)
	if err != nil {
		add(text.CliCheckTheme, checkFailed, a.say(err))
		return
	}
	add(text.CliCheckTheme, checkOK, a.cfg.UI.Theme)
	for _, s := range a.themeFaults(t) {
		add(text.CliCheckTheme, checkWarning, s)
	}
}

// doctorFolders looks at each folder's rights, and whether it can be written.
func (a *app) doctorFolders(add adder) {
	if a.dirsErr != nil {
		add("folders", checkFailed, a.say(a.dirsErr))
	}
	for _, d := range []struct {
		name  text.Text
		dir   string
		makes string // by which variable; "": it may be missing
	}{
		{"config folder", a.dirs.Config, ""}, {"data folder", a.dirs.Data, client.DataHome},
		{"state folder", a.dirs.State, client.StateHome},
	} {
		if d.dir == "" {
			continue
		}
		st, err := os.Stat(d.dir)
		switch {
		case errors.Is(err, fs.ErrNotExist) && d.makes == "":
			add(d.name, checkOK, a.cat.Say("%s is not there, which is fine", d.dir))
			continue
		case errors.Is(err, fs.ErrNotExist):
			err = config.Make(d.dir, d.makes)
			if err == nil {
				st, err = os.Stat(d.dir)
			}
		}
		switch {
		case err != nil:
			add(d.name, checkFailed, a.say(err))
		case !st.IsDir():
			add(d.name, checkFailed, a.cat.Say("%s is no folder", d.dir))
		case d.makes != "" && !writable(d.dir):
			add(d.name, checkFailed, a.cat.Say("%s cannot be written", d.dir))
		case st.Mode().Perm()&0o077 != 0:
			add(d.name, checkWarning, a.cat.Say(text.CliWide, d.dir, st.Mode().Perm().String()))
		default:
			add(d.name, checkOK, d.dir)
		}
	}
	if a.dirs.Data != "" {
		a.doctorSecrets(add, a.secretDir())
	}
}

// doctorSecrets looks for credential files that others can read.
func (a *app) doctorSecrets(add adder, dir string) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, f := range files {
		if st, err := f.Info(); err == nil && st.Mode().Perm()&0o077 != 0 {
			add("secrets", checkFailed, a.cat.Say(text.CliWide, filepath.Join(dir, f.Name()), st.Mode().Perm().String()))
		}
	}
}

func writable(dir string) bool {
	f, err := durable.Create(dir)
	return err == nil && f.Drop() == nil
}

func (a *app) doctorTerminal(add adder) {
	t := a.env("TERM")
	switch {
	case !a.outIsTerminal():
		add(text.CliCheckTerminal, checkOK, a.cat.Say("the output is no terminal"))
	case t == "" || t == "dumb":
		add(text.CliCheckTerminal, checkWarning, a.cat.Say(text.CliDumb))
	default:
		w, h, err := term.GetSize(a.stdout.Fd())
		result := checkOK
		if err != nil || w < 40 || h < 10 {
			result = checkWarning
		}
		add(text.CliCheckTerminal, result, a.cat.Say("%s, %d {column|columns}, %d {row|rows}, %s", t, w, h, a.profile().String()))
	}
}
