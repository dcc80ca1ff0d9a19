package admin

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/client/config"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

type jsonSetting struct {
	Key    string `json:"key"`
	Value  any    `json:"value"`
	Origin string `json:"origin"`
}

func (cs *Commands) configCommand() console.Command {
	file := config.File{Options: cs.session.ConfigOptions}
	return console.Group("config", "show and change the configuration",
		cs.mends(console.Command{Use: "path", Short: "print the path of the file"}, func(console.Call) error { return cs.con.Line(cs.session.Config.File) }),
		console.Command{
			Use: "show", Short: "list the settings in force", JSON: []any{jsonSetting{}}, Flags: []console.Flag{{Name: "origin", Value: false, Help: "also show where each value comes from"}},
			Run: func(in console.Call) error { return cs.configShow(in.Format, in.On("origin")) },
		},
		console.Command{
			Use: "check", Short: "test the configuration and the key file", Broken: true, Flags: []console.Flag{{Name: "strict", Value: false, Help: "exit with status 2 for warnings, too"}},
			Run: func(in console.Call) error { return cs.configCheck(in.On("strict")) },
		},
		cs.mends(console.Command{Use: "init", Short: "write a configuration file with comments"}, func(console.Call) error {
			if err := config.Init(cs.session.Config.File); err != nil {
				return err
			}
			return cs.con.Line(cs.session.Config.File)
		}),
		cs.mends(console.Command{Use: "edit", Short: "open the file in $VISUAL or $EDITOR"}, func(console.Call) error { return cs.configEdit() }),
		cs.changes(console.Command{
			Use: "set KEY VALUE", Short: "change a setting in the file", Long: `The rest of the file stays as it is, comments too. Write a list as words or as
TOML: aloft config set preview.command 'bat -p {}'`,
		}, func(args []string) (client.SettingsPage, error) { return file.Set("", args[0], args[1]) }),
		cs.changes(console.Command{
			Use: "unset KEY", Short: "remove a setting from the file",
		}, func(args []string) (client.SettingsPage, error) { return file.Unset("", args[0]) }))
}

// mends makes a command run even when the configuration is broken, as those must
// that help to fix it.
func (cs *Commands) mends(r console.Command, run func(console.Call) error) console.Command {
	r.Broken, r.Run = true, func(in console.Call) error {
		if err := cs.session.OpenLog(); err != nil {
			return err
		}
		_, _ = cs.session.Load()
		if cs.session.Config.File == "" {
			return cs.session.DirsErr
		}
		return run(in)
	}
	return r
}

func (cs *Commands) configShow(f console.Format, origin bool) error {
	return console.List(cs.con, f, cs.session.Config.Rows(), func(r config.Row) jsonSetting {
		v := r.Value
		if _, ok := v.(time.Duration); ok {
			v = strings.Trim(config.Literal(v), `"`)
		}
		return jsonSetting{r.Key, v, r.Origin.Say(cs.con.Catalogue)}
	}, func(r config.Row) error {
		line := r.Key + " = " + config.Literal(r.Value)
		if origin {
			line = fmt.Sprintf("%-56s # %s", line, r.Origin.Say(cs.con.Catalogue))
		}
		return cs.con.Line(model.Clean(line))
	})
}

// configCheck prints everything that is wrong, one line each.
func (cs *Commands) configCheck(strict bool) error {
	_, err := cs.session.Load()
	for _, w := range cs.session.Warnings {
		cs.con.WarnLine(w.Say(cs.con.Catalogue))
	}
	if bad, ok := errors.AsType[*config.Invalid](err); ok {
		for _, p := range bad.Problems {
			cs.con.WarnLine(cs.con.Explain(p))
		}
		return console.Exit(console.ExitUsage, nil)
	}
	if err != nil {
		return err
	}
	for _, p := range cs.keyProblems() {
		cs.con.WarnLine(p)
		err = console.Exit(console.ExitUsage, nil)
	}
	if err != nil {
		return err
	}
	warned := len(cs.session.Warnings)
	for _, name := range cs.session.Config.Names() {
		if acc := cs.session.Config.Accounts[name]; acc != nil {
			for _, line := range cs.session.PlainWarnings(name, acc) {
				cs.con.WarnLine(line)
				warned++
			}
		}
	}
	switch {
	case warned > 0 && strict:
		return console.Exit(console.ExitUsage, nil)
	case warned > 0:
		return nil // warnings were printed already
	case !cs.session.Config.Read:
		return cs.con.Line(cs.con.Say(text.CliConfigNone, cs.session.Config.File))
	}
	return cs.con.Line(cs.con.Say("%s is fine", cs.session.Config.File))
}

// configEdit opens the file in the person's editor and checks it afterwards.
func (cs *Commands) configEdit() error {
	if _, err := os.Stat(cs.session.Config.File); errors.Is(err, os.ErrNotExist) {
		if err := config.Init(cs.session.Config.File); err != nil {
			return err
		}
	}
	cmd := cs.session.Editor.Command(cs.session.Context(), cs.session.Config.File)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = cs.con.Stdin, cs.con.Stdout, cs.con.Stderr
	if err := cs.session.Editor.Edit(cmd); err != nil {
		return err
	}
	cs.session.Forget()
	return cs.configCheck(false)
}

// changes makes a change, also of a file that is broken without it, and prints what the
// setting is now.
func (cs *Commands) changes(r console.Command, do func(args []string) (client.SettingsPage, error)) console.Command {
	r.Words = cs.completeSettings
	return cs.mends(r, func(in console.Call) error {
		page, err := do(in.Args)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(page.Settings, func(s client.Setting) bool { return s.Key == in.Args[0] })
		if i < 0 {
			return nil // it was the last one of its table
		}
		s := page.Settings[i]
		if s.By != "" {
			cs.con.WarnLine(cs.con.Say("%s overrides the file.", s.By))
		}
		return cs.con.Line(model.Clean(s.Key + " = " + s.Value))
	})
}

// completeSettings completes the key, and of a switch and a choice the value.
func (cs *Commands) completeSettings(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	_, _ = cs.session.Load()
	page, _ := config.File{Options: cs.session.ConfigOptions}.Page()
	var out []string
	for _, s := range page.Settings {
		switch {
		case len(args) == 0:
			out = append(out, s.Key)
		case len(args) > 1 || s.Key != args[0] || c.Name() == "unset":
		case s.Form == client.SettingSwitch:
			out = append(out, "true", "false")
		default:
			out = append(out, s.Words...)
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}
