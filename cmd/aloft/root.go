package main

import (
	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/client/secret"
	"aloft/model"
	"aloft/model/text"
)

// rootCommand builds the tree of commands.
func (a *app) rootCommand() *cobra.Command {
	say := a.cat.Say
	var version bool
	root := &cobra.Command{
		Use: "aloft [LEFT [RIGHT]]", Short: say("two-pane file manager for a cloud drive and a document service"), Long: say(`Opens two panes at the places LEFT and RIGHT, or runs one of the commands below.

A place is drive:/Folder/name, docs:/Folder/Title, space:Space/Page, disk:/home/me, or
work/drive:/Folder for another account. A bare path is on disk. In a name "\" takes
"/", ":" and "\" as they are. The link of a document, and docs:/\#ID, are places, too.

With no account configured the program works on an embedded service of its own.`),
		Args: wantArgs(0, 2), SilenceErrors: true, SilenceUsage: true,
		RunE: func(c *cobra.Command, args []string) error {
			if version {
				return a.sayVersion(format{})
			}
			return a.screen(args)
		},
		CompletionOptions: cobra.CompletionOptions{
			DisableDefaultCmd: true,
		},
	}
	root.Flags().BoolVar(&version, "version", false, say(text.CliVersion))
	p := root.PersistentFlags()
	p.StringVar(&a.flags.account, "account", "", say("use this account instead of the configured one"))
	p.StringVar(&a.flags.config, "config", "", say("read this file instead of config.toml"))
	p.StringVar(&a.flags.color, "color", "auto", say("colours: auto, always or never"))
	p.StringVar(&a.flags.log, "log", "", say("append what is done to this file, without any names or secrets"))
	p.BoolVarP(&a.flags.verbose, "verbose", "v", false, say("log more"))
	a.credentialFlags(p)
	p.SortFlags = false
	root.SetFlagErrorFunc(flagFault)
	if a.speaks != text.English { // cobra's own words are English
		a.usageWords(root)
	}
	root.PersistentPreRunE = func(c *cobra.Command, _ []string) error { return a.checkGlobal(c) }
	root.SetHelpCommand(a.helpCommand(root))
	root.ValidArgsFunction = a.completePlaces(-1)
	a.globalWords(root)

	root.AddCommand(
		a.lsCommand(), a.treeCommand(), a.infoCommand(), a.findCommand(), a.searchCommand(),
		a.recentCommand(), a.spacesCommand(),
		a.mkdirCommand(), a.newCommand(), a.mvCommand(), a.cpCommand(), a.renameCommand(), a.rmCommand(),
		a.importCommand(), a.exportCommand(), a.shareCommand(),
		a.outlineCommand(), a.catCommand(), a.insertCommand(), a.docCommand(),
		a.jobsCommand(), a.hookCommand(), a.serveCommand(), a.accountCommand(), a.configCommand(),
		a.themeCommand(), a.keysCommand(), a.doctorCommand(),
		a.completionCommand(root), a.manCommand(root), a.versionCommand(),
	)
	a.helpFlags(root)
	return root
}

// helpFlags gives each command its --help, in our own words.
func (a *app) helpFlags(c *cobra.Command) {
	c.InitDefaultHelpFlag()
	c.Flags().Lookup("help").Usage = a.cat.Say("show this help")
	for _, sub := range c.Commands() {
		a.helpFlags(sub)
	}
}

// helpCommand prints what --help prints.
func (a *app) helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND]", Short: a.cat.Say("what a command does and its options"),
		RunE: func(_ *cobra.Command, args []string) error {
			c := root
			for _, name := range args {
				var next *cobra.Command
				for _, sub := range c.Commands() {
					if sub.Name() == name {
						next = sub
					}
				}
				if next == nil {
					e := client.Errorf(client.KindInvalid, "usage", model.Place{}, "%s has no command %q", c.CommandPath(), name)
					e.Hint, e.HintArgs = text.CliHintHelp, []any{c.CommandPath()}
					return &exitError{exitUsage, e}
				}
				c = next
			}
			return c.Help()
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			c, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			var out []string
			for _, sub := range c.Commands() {
				if sub.IsAvailableCommand() {
					out = append(out, sub.Name()+"\t"+sub.Short)
				}
			}
			return out, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// checkGlobal looks at the flags that every command has.
func (a *app) checkGlobal(c *cobra.Command) error {
	switch a.flags.color {
	case "auto", "always", "never":
	default:
		return usageErrorFor(c, "--color is auto, always or never, not %q", a.flags.color)
	}
	switch a.flags.credFor {
	case "", secret.Drive, secret.Docs:
	default:
		return usageErrorFor(c, "--credential-for is drive or docs, not %q", a.flags.credFor)
	}
	n := 0
	for _, f := range []string{"credential-file", "credential-fd", "credential-command"} {
		if c.Flags().Changed(f) {
			n++
		}
	}
	if n > 1 {
		return usageErrorFor(c, "only one of --credential-file, --credential-fd and --credential-command can be given")
	}
	return nil
}

// needs makes a command read the configuration before it runs.
func (a *app) needs(run func(c *cobra.Command, args []string) error) func(*cobra.Command, []string) error {
	return func(c *cobra.Command, args []string) error {
		if err := a.prepare(c); err != nil {
			return err
		}
		return run(c, args)
	}
}

// group is a command that only holds others.
func (a *app) group(use string, short text.Text, subs ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{
		Use: use, Short: a.cat.Say(short), Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return c.Help()
			}
			return usageErrorFor(c, text.CliNoSuchSub, c.CommandPath(), args[0])
		},
	}
	c.AddCommand(subs...)
	return c
}
