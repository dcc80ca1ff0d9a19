package main

import (
	_ "embed"
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"aloft/cmd/aloft/console"
	"aloft/model/text"
)

//go:embed usage.tmpl
var usage string

// usageWords is the usage of a command: the global flags stand once, with the program itself.
func (a *app) usageWords(root *cobra.Command) {
	say := a.con.Say
	one := func(t text.Text) func() string { return func() string { return say(t) } }
	cobra.AddTemplateFuncs(map[string]any{
		"flagUsages": flagUsages, "ownFlags": (*cobra.Command).LocalNonPersistentFlags,
		"sayUsage": one("Usage:"), "sayCommands": one("Commands:"), "sayFlags": one("Flags:"), "sayAllFlags": one("Flags of every command:"),
		"sayExplains": func(help string) string { return say(`"%s" explains a command.`, help) },
		"sayLists":    func(help string) string { return say(`"%s" lists the flags of every command.`, help) },
	})
	root.SetUsageTemplate(usage)
}

// flagUsages is pflag's list of flags without "[=true|false]" after each switch.
func flagUsages(all *pflag.FlagSet) string {
	shown := pflag.NewFlagSet("", pflag.ContinueOnError)
	all.VisitAll(func(f *pflag.Flag) {
		like := *f
		if like.Value.Type() == "bool" {
			like.Value, like.NoOptDefVal = plainSwitch{like.Value}, ""
		}
		shown.AddFlag(&like)
	})
	return shown.FlagUsages()
}

// plainSwitch is a switch that pflag lists by its name alone.
type plainSwitch struct{ pflag.Value }

func (plainSwitch) Type() string { return "" }

// asConfigured is the command in the language of the configuration, which is read when the
// commands are there already.
func (a *app) asConfigured(c *cobra.Command) *cobra.Command {
	was := a.con.Language
	if _, err := a.session.Load(); err != nil || a.con.Language == was {
		return c // what is wrong is said by the commands that need it
	}
	root := a.rootCommand()
	root.SetOut(c.OutOrStdout())
	if same, _, err := root.Find(strings.Fields(c.CommandPath())[1:]); err == nil {
		return same
	}
	return c
}

// flagFault is pflag's error about the flags of a command.
func flagFault(c *cobra.Command, err error) error {
	var none *pflag.NotExistError
	var value *pflag.ValueRequiredError
	var bad *pflag.InvalidValueError
	switch {
	case errors.As(err, &none) && none.GetSpecifiedShortnames() != "":
		return console.UsageErrorFor(c, "unknown flag: %q in -%s", none.GetSpecifiedName(), none.GetSpecifiedShortnames())
	case errors.As(err, &none):
		return console.UsageErrorFor(c, "unknown flag: --%s", none.GetSpecifiedName())
	case errors.As(err, &value):
		return console.UsageErrorFor(c, text.CliNeedsValue, "--"+value.GetFlag().Name)
	case errors.As(err, &bad):
		return console.UsageErrorFor(c, "%q is not a value for --%s", bad.GetValue(), bad.GetFlag().Name)
	}
	return console.UsageErrorFor(c, "%s", err.Error())
}
