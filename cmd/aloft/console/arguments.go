package console

import (
	"github.com/spf13/cobra"

	"github.com/spf13/pflag"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// WantArgs checks the number of arguments, with our own messages.
func WantArgs(least, most int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) >= least && (most < 0 || len(args) <= most) {
			return nil
		}
		t := text.Text("%s: too many arguments")
		if len(args) < least {
			t = text.CliTooFew
		}
		return UsageErrorFor(c, t, c.CommandPath())
	}
}

// UsageErrorFor is a mistake in the command line of a command; it names the
// command's help.
func UsageErrorFor(c *cobra.Command, t text.Text, args ...any) error {
	return Exit(ExitUsage, client.Errorf(client.KindInvalid, "usage", model.Place{}, t, args...).Hinted(text.Typed(text.CliHintHelp), c.CommandPath()))
}

// PathFlag defines a flag for a Path.
func PathFlag(f *pflag.FlagSet, to *string, name, short, value, usage string) {
	*to = value
	f.VarP((*Path)(to), name, short, usage)
}

// Group is a command that only holds others.
func Group(use string, short text.Text, below ...Command) Command {
	return Command{Use: use, Short: short, Below: below}
}
