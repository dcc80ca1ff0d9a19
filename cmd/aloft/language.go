package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"aloft/cmd/aloft/console"
	"aloft/model/text"
)

// usageWords translates cobra's own words.
func (a *app) usageWords(root *cobra.Command) {
	cobra.AddTemplateFunc("flagUsages", flagUsages)
	template := root.UsageTemplate()
	for _, w := range []text.Text{"Usage:", "Available Commands:", "Global Flags:", "Flags:"} {
		template = strings.ReplaceAll(template, "\n"+string(w), "\n"+a.con.Say(w))
	}
	for _, set := range []string{".LocalFlags", ".InheritedFlags"} {
		template = strings.ReplaceAll(template, set+".FlagUsages", "flagUsages "+set)
	}
	name := "{{.CommandPath}} [command] --help"
	const more text.Text = `Use "%s" for more information about a command.`
	template = strings.Replace(template, (*text.Catalogue)(nil).Say(more, name), a.con.Say(more, name), 1)
	root.SetUsageTemplate(strings.Replace(template, "Usage:", a.con.Say("Usage:"), 1))
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
		return console.UsageErrorFor(c, "the flag --%s needs a value", value.GetFlag().Name)
	case errors.As(err, &bad):
		return console.UsageErrorFor(c, "%q is not a value for --%s", bad.GetValue(), bad.GetFlag().Name)
	}
	return console.UsageErrorFor(c, "%s", err.Error())
}
