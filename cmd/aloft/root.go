package main

import (
	"cmp"
	"slices"

	"github.com/spf13/cobra"

	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/screen"
	"aloft/model/text"
)

// rootCommand builds the tree of commands.
func (a *app) rootCommand() *cobra.Command {
	say := a.con.Say
	var version bool
	var o screen.Options
	root := &cobra.Command{
		Use: "aloft [LEFT [RIGHT]]", Short: say("two-pane file manager for a cloud drive and a document service"), Long: say(`Opens two panes at the places LEFT and RIGHT, or runs one of the commands
below. If a place is a document, it opens for reading. With - as LEFT, aloft
lists the places from standard input, each ended by a line break or a NUL:
aloft find drive:/ report | aloft -

A place is drive:/Folder/name, docs:/Folder/Title, space:Space/Page,
disk:/home/me, or work/drive:/Folder for another account. A bare path is on
disk. Escape /, : and \ in a name with a backslash. A document's link and
docs:/\#ID are places, too.

Without places, aloft opens as you left it: folders, tabs, panels and the open
document. --fresh starts anew.

Without an account, aloft works with a practice account on this machine.`),
		Args: console.WantArgs(0, 2), SilenceErrors: true, SilenceUsage: true,
		RunE: func(c *cobra.Command, args []string) error {
			if version {
				return a.admin.SayVersion(console.Format{})
			}
			return a.screen.Open(args, o)
		},
		CompletionOptions: cobra.CompletionOptions{
			DisableDefaultCmd: true,
		},
	}
	root.Flags().BoolVar(&version, "version", false, say(text.CliVersion))
	o.Flags(root, a.con)
	p := root.PersistentFlags()
	a.session.AddFlags(p)
	p.SortFlags = false
	root.SetFlagErrorFunc(flagFault)
	a.usageWords(root)
	root.PersistentPreRunE = func(c *cobra.Command, _ []string) error { return a.session.CheckFlags(c) }
	root.SetHelpCommand(a.helpCommand(root))
	root.ValidArgsFunction = a.places.Complete(-1)
	a.helpWidth(root)
	a.globalWords(root)

	root.AddCommand(a.con.Commands(slices.Concat(a.browse.List(), a.doc.List(), a.jobCommands.List(), a.admin.List(root, a.asConfigured), []console.Command{
		a.jobCommands.Command(), a.hook.Command(), a.ssh.Command(), a.screen.SendCommand(),
	}))...)
	a.groups(root)
	a.helpFlags(root)
	return root
}

// groups puts each command into the group in which the help lists it.
func (a *app) groups(root *cobra.Command) {
	of := map[string]string{}
	for _, g := range []struct {
		id    string
		title text.Text
		names []string // none: all others
	}{
		{"files", "Files and folders:", []string{"ls", "tree", "info", "find", "search", "recent", "spaces", "jump", "mkdir", "new", "mv", "cp", "rename", "rm", "chmod", "touch", "bin", "sync", "diff", "import", "export", "pack", "extract", "share"}},
		{"documents", "Documents:", []string{"cat", "outline", "insert", "doc"}},
		{"jobs", "Jobs:", []string{"jobs", "undo", "redo"}},
		{"webhooks", "Webhooks:", []string{"hook"}},
		{"accounts", "Accounts:", []string{"account"}},
		{"other", "Other:", nil},
	} {
		root.AddGroup(&cobra.Group{ID: g.id, Title: a.con.Say(g.title)})
		for _, name := range g.names {
			of[name] = g.id
		}
	}
	for _, c := range root.Commands() {
		c.GroupID = cmp.Or(of[c.Name()], "other")
	}
	root.SetHelpCommandGroupID("other")
}

// helpFlags gives each command its --help, with our own text. InitDefaultHelpFlag would
// merge the flags of all its parents into each command at every start.
func (a *app) helpFlags(c *cobra.Command) {
	c.Flags().BoolP("help", "h", false, a.con.Say("show this help"))
	_ = c.Flags().SetAnnotation("help", cobra.FlagSetByCobraAnnotation, []string{"true"}) // no error: the flag is there
	for _, sub := range c.Commands() {
		a.helpFlags(sub)
	}
}

// helpCommand prints what --help prints.
func (a *app) helpCommand(root *cobra.Command) *cobra.Command {
	return a.con.Command(console.Command{
		Use: "help [COMMAND]", Short: "explain a command and its flags", Args: cobra.ArbitraryArgs, Broken: true,
		Run: func(in console.Call) error {
			c, rest, err := root.Find(in.Args)
			switch {
			case err != nil:
				return err
			case len(rest) > 0:
				return console.UsageErrorFor(c, "%s has no command %q", c.CommandPath(), rest[0])
			}
			return c.Help()
		},
		Words: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
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
	})
}

// globalWords completes the flags of every command.
func (a *app) globalWords(root *cobra.Command) {
	console.OneOfWords(root, "color", "auto", "always", "never")
	_ = root.RegisterFlagCompletionFunc("account", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		cfg, err := a.session.Load()
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		return cfg.Names(), cobra.ShellCompDirectiveNoFileComp
	})
}
