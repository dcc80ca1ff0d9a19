package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"aloft/client/config"
	"aloft/model"
	"aloft/model/text"
)

type jsonSetting struct {
	Key    string `json:"key"`
	Value  any    `json:"value"`
	Origin string `json:"origin"`
}

func (a *app) configCommand() *cobra.Command {
	say := a.cat.Say
	var f format
	var origin bool
	show := &cobra.Command{
		Use: "show", Short: say("print every setting that is in force"), Args: wantArgs(0, 0),
		RunE: a.needs(func(*cobra.Command, []string) error { return a.configShow(f, origin) }),
	}
	show.Flags().BoolVar(&origin, "origin", false, say("also where each value comes from"))
	a.formatFlags(show, &f, false)
	path := &cobra.Command{
		Use: "path", Short: say("print where the file is"), Args: wantArgs(0, 0),
		RunE: a.mends(func() error { return a.line(a.cfg.File) }),
	}
	var strict bool
	check := &cobra.Command{
		Use: "check", Short: say("test the configuration and the key file"), Args: wantArgs(0, 0),
		RunE: func(*cobra.Command, []string) error { return a.configCheck(strict) },
	}
	check.Flags().BoolVar(&strict, "strict", false, say("exit 2 also for what is only warned of"))
	initial := &cobra.Command{
		Use: "init", Short: say("write a commented file"), Args: wantArgs(0, 0),
		RunE: a.mends(func() error {
			if err := config.Init(a.cfg.File); err != nil {
				return err
			}
			return a.line(a.cfg.File)
		}),
	}
	edit := &cobra.Command{Use: "edit", Short: say("open the file in $VISUAL or $EDITOR"), Args: wantArgs(0, 0), RunE: a.mends(a.configEdit)}
	return a.group("config", "the configuration", path, show, check, initial, edit)
}

// mends makes a command run even when the configuration is broken, as those
// must that help to mend it.
func (a *app) mends(run func() error) func(*cobra.Command, []string) error {
	return func(*cobra.Command, []string) error {
		if err := a.openLog(); err != nil {
			return err
		}
		_, _ = a.load()
		if a.cfg.File == "" {
			return a.dirsErr
		}
		return run()
	}
}

func (a *app) configShow(f format, origin bool) error {
	rows := a.cfg.Rows()
	if f.json {
		out := []jsonSetting{}
		for _, r := range rows {
			v := r.Value
			if _, ok := v.(time.Duration); ok {
				v = strings.Trim(config.Literal(v), `"`)
			}
			out = append(out, jsonSetting{r.Key, v, r.Origin.Say(a.cat)})
		}
		return a.encode(out)
	}
	for _, r := range rows {
		line := r.Key + " = " + config.Literal(r.Value)
		if origin {
			line = fmt.Sprintf("%-56s # %s", line, r.Origin.Say(a.cat))
		}
		if err := a.line(model.Clean(line)); err != nil {
			return err
		}
	}
	return nil
}

// configCheck says everything that is wrong, one line each.
func (a *app) configCheck(strict bool) error {
	_, err := a.load()
	for _, w := range a.warnings {
		a.warnLine(w.Say(a.cat))
	}
	var bad *config.Invalid
	if errors.As(err, &bad) {
		for _, p := range bad.Problems {
			a.warnLine(a.say(p))
		}
		return &exitError{code: exitUsage}
	}
	if err != nil {
		return err
	}
	for _, p := range a.keyProblems() {
		a.warnLine(p)
		err = &exitError{code: exitUsage}
	}
	if err != nil {
		return err
	}
	warned := len(a.warnings)
	for _, name := range a.cfg.Names() {
		if acc := a.cfg.Accounts[name]; acc != nil {
			for _, line := range a.plainWarnings(name, acc) {
				a.warnLine(line)
				warned++
			}
		}
	}
	switch {
	case warned > 0 && strict:
		return &exitError{code: exitUsage}
	case warned > 0:
		return nil // the warning is the last word
	case !a.cfg.Read:
		return a.line(a.cat.Say(text.CliConfigNone, a.cfg.File))
	}
	return a.line(a.cat.Say("%s is fine", a.cfg.File))
}

// configEdit opens the file in the person's editor and checks it afterwards.
func (a *app) configEdit() error {
	if _, err := os.Stat(a.cfg.File); errors.Is(err, os.ErrNotExist) {
		if err := config.Init(a.cfg.File); err != nil {
			return err
		}
	}
	cmd := a.editorCommand(a.ctx(), a.cfg.File)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = a.stdin, a.stdout, a.stderr
	if err := a.lend(cmd); err != nil {
		return err
	}
	a.cfg, a.warnings = nil, nil
	return a.configCheck(false)
}
