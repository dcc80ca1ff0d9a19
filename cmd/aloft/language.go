package main

import (
	"cmp"
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"aloft/model/text"
)

// speak takes the language of a setting (ui.language); "auto" is that of the
// system's locale. One that there is not is refused where settings are read.
func (a *app) speak(setting string) {
	if setting == "" || setting == "auto" {
		setting = text.Locale(cmp.Or(a.env("LC_ALL"), a.env("LC_MESSAGES"), a.env("LANG")))
	}
	if c, err := text.Speaking(setting); err == nil {
		*a.cat, a.speaks = *c, setting
	}
}

// usageWords says cobra's own words in the person's language.
func (a *app) usageWords(root *cobra.Command) {
	template := root.UsageTemplate()
	for _, w := range []text.Text{"Usage:", "Available Commands:", "Global Flags:", "Flags:"} {
		template = strings.ReplaceAll(template, "\n"+string(w), "\n"+a.cat.Say(w))
	}
	name := "{{.CommandPath}} [command] --help"
	const more text.Text = `Use "%s" for more information about a command.`
	template = strings.Replace(template, (*text.Catalogue)(nil).Say(more, name), a.cat.Say(more, name), 1)
	root.SetUsageTemplate(strings.Replace(template, "Usage:", a.cat.Say("Usage:"), 1))
}

// flagFault is what pflag finds wrong with the flags of a command.
func flagFault(c *cobra.Command, err error) error {
	var none *pflag.NotExistError
	var value *pflag.ValueRequiredError
	var bad *pflag.InvalidValueError
	switch {
	case errors.As(err, &none) && none.GetSpecifiedShortnames() != "":
		return usageErrorFor(c, "unknown flag: %q in -%s", none.GetSpecifiedName(), none.GetSpecifiedShortnames())
	case errors.As(err, &none):
		return usageErrorFor(c, "unknown flag: --%s", none.GetSpecifiedName())
	case errors.As(err, &value):
		return usageErrorFor(c, "the flag --%s needs a value", value.GetFlag().Name)
	case errors.As(err, &bad):
		return usageErrorFor(c, "%q is no value for --%s", bad.GetValue(), bad.GetFlag().Name)
	}
	return usageErrorFor(c, "%s", err.Error())
}
