package browse

import (
	"slices"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
	"aloft/model/renaming"
	"aloft/model/text"
)

// renameFlags say where the new names come from: with none of them, from the
// command line.
type renameFlags struct {
	write.Flags
	edit  bool
	file  string
	rules renaming.Rules
}

// patternFlags are the flags of rules.
func patternFlags() []string {
	return []string{"pattern", "search", "replace", "regexp", "case", "trim"}
}

func (cs *Commands) renameCommand() *cobra.Command {
	var f renameFlags
	c := &cobra.Command{
		Use: "rename PLACE NAME", Short: cs.con.Say("rename entries"),
		Long: cs.con.Say(`With NAME one entry gets that name as it is: nothing in it is escaped. Else:

  --edit PLACE…: in $EDITOR, a number and a name on each line
  --pattern PATTERN PLACE…: by a pattern, --search, --case or --trim
  --from-file FILE: OLD, NUL, NEW, NUL: places and their new names

A pattern is text with {name}, {ext} (with its dot), {n} (1, 2, …), {n:03} (at least
three digits), {n:03,10,5} (from 10 on in steps of 5), {date} (of the last change),
{date:YYYYMMDD-hhmmss} and {parent} (the folder's name); {{ is a brace. What --search
finds is replaced in the name that it makes, then --case and --trim apply.
Names may change places: that takes a temporary name, which the plan shows. Nothing
is overwritten. --dry-run shows each old name with its new one.`),
		ValidArgsFunction: func(c *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
			n := -1
			if how, _ := f.how(c); how == "" {
				n = 1
			}
			return cs.places.Complete(n)(c, args, prefix)
		},
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error { return cs.rename(c, args, f) }),
	}
	c.Flags().BoolVar(&f.edit, "edit", false, cs.con.Say("edit the names in $EDITOR"))
	console.PathFlag(c.Flags(), &f.file, "from-file", "", "", cs.con.Say("read pairs of a place and its new name, each ended by a NUL byte; - is standard input"))
	c.Flags().StringVar(&f.rules.Pattern, "pattern", "", cs.con.Say("make the names by this pattern"))
	c.Flags().StringVar(&f.rules.Search, "search", "", cs.con.Say("replace this text"))
	c.Flags().StringVar(&f.rules.Replace, "replace", "", cs.con.Say("what --search is replaced by"))
	c.Flags().BoolVar(&f.rules.Regexp, "regexp", false, cs.con.Say("--search is a regular expression of Go, and --replace may have $1 or ${1}"))
	c.Flags().StringVar((*string)(&f.rules.Case), "case", "", cs.con.Say("letters become lower, upper or title (a capital for each word)"))
	console.OneOfWords(c, "case", string(renaming.CaseLower), string(renaming.CaseUpper), string(renaming.CaseTitle))
	c.Flags().BoolVar(&f.rules.Trim, "trim", false, cs.con.Say("without white space at the ends and before the extension"))
	cs.run.ConflictFlag(c, &f.Flags)
	cs.run.ManyFlags(c, &f.Flags)
	cs.run.WriteFlags(c, &f.Flags)
	cs.run.AuditFlag(c, &f.Flags)
	return c
}

// how names the flag that the new names come from, "" = the command line gives one.
func (f *renameFlags) how(c *cobra.Command) (string, error) {
	var all []string
	if f.edit {
		all = append(all, "edit")
	}
	if c.Flags().Changed("from-file") {
		all = append(all, "from-file")
	}
	if i := slices.IndexFunc(patternFlags(), c.Flags().Changed); i >= 0 {
		all = append(all, patternFlags()[i])
	}
	switch {
	case len(all) > 1:
		return "", console.UsageErrorFor(c, "the new names come from --%s or from --%s, not from both", all[0], all[1])
	case f.rules.Search == "" && (c.Flags().Changed("replace") || f.rules.Regexp):
		return "", console.UsageErrorFor(c, "--replace and --regexp are about --search; give it, too")
	case len(all) == 0:
		return "", nil
	}
	return all[0], nil
}

// renameRun is one run of the command.
type renameRun struct {
	*Commands
	c    *cobra.Command
	f    renameFlags
	rule model.ConflictRule
}

func (cs *Commands) rename(c *cobra.Command, args []string, f renameFlags) error {
	how, err := f.how(c)
	if err != nil {
		return err
	}
	rule, err := f.Rule(c)
	if err != nil {
		return err
	}
	r := renameRun{cs, c, f, rule}
	switch how {
	case "":
		return r.one(args)
	case "edit":
		return r.edited(args)
	case "from-file":
		return r.pairs(args)
	}
	return r.byRules(args)
}

// one gives one entry the name that the command line says.
func (r renameRun) one(args []string) error {
	c := r.c
	if err := console.WantArgs(2, 2)(c, args); err != nil {
		return err
	}
	if r.f.Nul || r.f.Local {
		return console.UsageErrorFor(c, "-0 and --local name many entries; say how they are named: --edit, --pattern or --from-file")
	}
	p, src, err := r.places.Source(args[0])
	if err != nil {
		return err
	}
	if err := renamable(c, p, args[1]); err != nil {
		return err
	}
	if err := src.CheckName(args[1]); err != nil {
		return err
	}
	return r.run.Run(r.request([]model.Place{p}, []string{args[1]}), r.f.Flags)
}

// pairs takes the new names from a file.
func (r renameRun) pairs(args []string) error {
	c, f := r.c, r.f
	if err := console.WantArgs(0, 0)(c, args); err != nil {
		return err
	}
	if f.Nul {
		return console.UsageErrorFor(c, "--from-file names the entries, too; leave -0 out")
	}
	items, names, err := r.places.Renames(c, f.file, f.Local)
	if err != nil {
		return err
	}
	if len(items) == 0 {
		return client.Errorf(client.KindInvalid, "rename", model.Place{}, "%s is empty", f.file)
	}
	src, err := r.sourceOf(items)
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for i, p := range items {
		if err := renamable(c, p, names[i]); err != nil {
			return err
		}
		if seen[p.String()] {
			return console.UsageErrorFor(c, "%s is named twice", p.String())
		}
		seen[p.String()] = true
		if err := src.CheckName(names[i]); err != nil {
			return err
		}
	}
	return r.run.Run(r.request(items, names), f.Flags)
}

func (r renameRun) request(items []model.Place, names []string) client.Request {
	return client.Request{Op: model.OpRename, Items: items, NewNames: names, Rule: r.rule}
}

// sourceOf is the source of entries that are all in one.
func (r renameRun) sourceOf(items []model.Place) (client.Source, error) {
	for _, p := range items {
		if !p.SameSource(items[0]) {
			return nil, console.UsageErrorFor(r.c, "%s and %s are in different sources; rename works in one at a time", items[0].String(), p.String())
		}
		if p.IsRoot() {
			return nil, console.UsageErrorFor(r.c, noRootName, p.String())
		}
	}
	return r.sources.For(items[0])
}

const noRootName text.Text = "%s is the root, which cannot be renamed"

func renamable(c *cobra.Command, p model.Place, name string) error {
	if p.IsRoot() {
		return console.UsageErrorFor(c, noRootName, p.String())
	}
	if name == "" {
		return console.UsageErrorFor(c, "a name cannot be empty")
	}
	return nil
}
