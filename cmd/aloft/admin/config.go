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

func (cs *Commands) configCommand() *cobra.Command {
	say := cs.con.Say
	var f console.Format
	var origin bool
	show := &cobra.Command{
		Use: "show", Short: say("list the settings in force"), Args: console.WantArgs(0, 0),
		RunE: cs.session.Needs(func(*cobra.Command, []string) error { return cs.configShow(f, origin) }),
	}
	show.Flags().BoolVar(&origin, "origin", false, say("also where each value comes from"))
	cs.con.FormatFlags(show, &f, false, jsonSetting{})
	path := &cobra.Command{
		Use: "path", Short: say("print the path of the file"), Args: console.WantArgs(0, 0),
		RunE: cs.mends(func() error { return cs.con.Line(cs.session.Config.File) }),
	}
	var strict bool
	check := &cobra.Command{
		Use: "check", Short: say("test the configuration and the key file"), Args: console.WantArgs(0, 0),
		RunE: func(*cobra.Command, []string) error { return cs.configCheck(strict) },
	}
	check.Flags().BoolVar(&strict, "strict", false, say("exit 2 for warnings, too"))
	initial := &cobra.Command{
		Use: "init", Short: say("write a commented file"), Args: console.WantArgs(0, 0),
		RunE: cs.mends(func() error {
			if err := config.Init(cs.session.Config.File); err != nil {
				return err
			}
			return cs.con.Line(cs.session.Config.File)
		}),
	}
	edit := &cobra.Command{Use: "edit", Short: say("open the file in $VISUAL or $EDITOR"), Args: console.WantArgs(0, 0), RunE: cs.mends(cs.configEdit)}
	return cs.con.Group("config", "show and change the configuration", append([]*cobra.Command{path, show, check, initial, edit}, cs.configChanges()...)...)
}

// mends makes a command run even when the configuration is broken, as those must
// that help to fix it.
func (cs *Commands) mends(run func() error) func(*cobra.Command, []string) error {
	return func(*cobra.Command, []string) error {
		if err := cs.session.OpenLog(); err != nil {
			return err
		}
		_, _ = cs.session.Load()
		if cs.session.Config.File == "" {
			return cs.session.DirsErr
		}
		return run()
	}
}

func (cs *Commands) configShow(f console.Format, origin bool) error {
	rows := cs.session.Config.Rows()
	if f.JSON {
		out := []jsonSetting{}
		for _, r := range rows {
			v := r.Value
			if _, ok := v.(time.Duration); ok {
				v = strings.Trim(config.Literal(v), `"`)
			}
			out = append(out, jsonSetting{r.Key, v, r.Origin.Say(cs.con.Catalogue)})
		}
		return cs.con.Encode(out)
	}
	for _, r := range rows {
		line := r.Key + " = " + config.Literal(r.Value)
		if origin {
			line = fmt.Sprintf("%-56s # %s", line, r.Origin.Say(cs.con.Catalogue))
		}
		if err := cs.con.Line(model.Clean(line)); err != nil {
			return err
		}
	}
	return nil
}

// configCheck prints everything that is wrong, one line each.
func (cs *Commands) configCheck(strict bool) error {
	_, err := cs.session.Load()
	for _, w := range cs.session.Warnings {
		cs.con.WarnLine(w.Say(cs.con.Catalogue))
	}
	var bad *config.Invalid
	if errors.As(err, &bad) {
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

// configChanges are the commands that change a setting in the file, as the list of
// settings on the screen does.
func (cs *Commands) configChanges() []*cobra.Command {
	say, file := cs.con.Say, config.File{Options: cs.session.ConfigOptions}
	set := &cobra.Command{
		Use: "set KEY VALUE", Short: say("change a setting in the file"), Long: say(`Everything else in the file stays as it is, comments too. A list is given as words, or as
TOML writes it: aloft config set preview.command 'bat -p {}'`), Args: console.WantArgs(2, 2), ValidArgsFunction: cs.completeSettings,
		RunE: cs.changes(func(args []string) (client.SettingsPage, error) { return file.Set("", args[0], args[1]) }),
	}
	unset := &cobra.Command{
		Use: "unset KEY", Short: say("remove a setting from the file"), Args: console.WantArgs(1, 1), ValidArgsFunction: cs.completeSettings,
		RunE: cs.changes(func(args []string) (client.SettingsPage, error) { return file.Unset("", args[0]) }),
	}
	return []*cobra.Command{set, unset}
}

// changes makes a change, also of a file that is broken without it, and prints what the
// setting is now.
func (cs *Commands) changes(do func(args []string) (client.SettingsPage, error)) func(*cobra.Command, []string) error {
	return func(c *cobra.Command, args []string) error {
		return cs.mends(func() error {
			page, err := do(args)
			if err != nil {
				return err
			}
			i := slices.IndexFunc(page.Settings, func(s client.Setting) bool { return s.Key == args[0] })
			if i < 0 {
				return nil // it was the last one of its table
			}
			s := page.Settings[i]
			if s.By != "" {
				cs.con.WarnLine(cs.con.Say("%s overrides the file.", s.By))
			}
			return cs.con.Line(model.Clean(s.Key + " = " + s.Value))
		})(c, args)
	}
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
