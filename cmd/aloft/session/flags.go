package session

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"aloft/client/config"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// Flags are the flags of every command.
type Flags struct {
	Account, config, Color, Log string
	verbose                     bool
	credFile, credCommand       string
	credFor                     string
	credFD                      int
	Hook                        map[string]config.Flag // of hook serve
}

// AddFlags defines them.
func (s *Session) AddFlags(p *pflag.FlagSet) {
	p.StringVar(&s.Flags.Account, "account", "", s.Con.Say("use this account instead of the configured one"))
	console.PathFlag(p, &s.Flags.config, "config", "", "", s.Con.Say("read this file instead of config.toml"))
	p.StringVar(&s.Flags.Color, "color", "auto", s.Con.Say("colours: auto, always or never"))
	console.PathFlag(p, &s.Flags.Log, "log", "", "", s.Con.Say("append each step to this file, without names or secrets"))
	p.BoolVarP(&s.Flags.verbose, "verbose", "v", false, s.Con.Say("log more"))
	s.credentialFlags(p)
}

// CheckFlags checks the flags that every command has.
func (s *Session) CheckFlags(c *cobra.Command) error {
	switch s.Flags.Color {
	case "auto", "always", "never":
	default:
		return console.UsageErrorFor(c, text.CliOneOf, "--color", "auto, always, never", s.Flags.Color)
	}
	if all := console.Words(model.Services()); s.Flags.credFor != "" && !slices.Contains(all, s.Flags.credFor) {
		return console.UsageErrorFor(c, text.CliOneOf, "--credential-for", strings.Join(all, ", "), s.Flags.credFor)
	}
	n := 0
	for _, f := range []string{"credential-file", "credential-fd", "credential-command"} {
		if c.Flags().Changed(f) {
			n++
		}
	}
	if n > 1 {
		return console.UsageErrorFor(c, text.CliOnlyOne, "--credential-file, --credential-fd, --credential-command")
	}
	return nil
}
