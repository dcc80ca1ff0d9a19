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

// patternFlags are the flags of rules.
func patternFlags() []string {
	return []string{"pattern", "search", "replace", "regexp", "case", "trim"}
}

func (cs *Commands) renameCommand() console.Command {
	return cs.run.Row(write.Audit|write.Conflict|write.Many|write.Plan, console.Command{
		Use: "rename PLACE NAME", Short: "rename entries", Long: `With NAME, one entry gets exactly that name; escapes do not apply. Else:

  --edit PLACE…: in $EDITOR, a number and a name on each line
  --pattern PATTERN PLACE…: by a pattern, --search, --case or --trim
  --from-file FILE: OLD, NUL, NEW, NUL: places and their new names

A pattern is text with {name}, {ext} (with its dot), {n} (1, 2, …), {n:03} (at
least three digits), {n:03,10,5} (from 10 on in steps of 5), {date} (of the
last change), {date:YYYYMMDD-hhmmss} and {parent} (the folder's name); {{ is a
brace. --search and --replace change the resulting name first, then --case and
--trim.
Names can be swapped; the plan then shows a temporary name. Nothing is
overwritten. --dry-run shows each old name with its new one.`, Words: func(c *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
			n := -1
			if how, _ := renamedBy(console.Call{Cmd: c}); how == "" {
				n = 1
			}
			return cs.places.Complete(n)(c, args, prefix)
		},
		Flags: []console.Flag{
			{Name: "edit", Value: false, Help: "edit the names in $EDITOR"},
			{Name: "from-file", Value: console.Path(""), Help: "read pairs of a place and its new name, each ended by a NUL byte; - is standard input"},
			{Name: "pattern", Value: "", Help: "make the names by this pattern"},
			{Name: "search", Value: "", Help: "replace this text"},
			{Name: "replace", Value: "", Help: "put this in place of the text that --search finds"},
			{Name: "regexp", Value: false, Help: "--search is a Go regular expression, and --replace may contain $1 or ${1}"},
			{Name: "case", Value: "", Help: "change letters to lower, upper or title (a capital for each word)", Only: true,
				Words: []string{string(renaming.CaseLower), string(renaming.CaseUpper), string(renaming.CaseTitle)}},
			{Name: "trim", Value: false, Help: "remove white space at the ends and before the extension"},
		},
	}, cs.rename)
}

// renamedBy names the flag that the new names come from, "" = the command line gives one.
func renamedBy(in console.Call) (string, error) {
	var all []string
	if in.On("edit") {
		all = append(all, "edit")
	}
	if in.Given("from-file") {
		all = append(all, "from-file")
	}
	if i := slices.IndexFunc(patternFlags(), in.Given); i >= 0 {
		all = append(all, patternFlags()[i])
	}
	switch {
	case len(all) > 1:
		return "", in.Usage(text.CliMixed, "--"+all[0], "--"+all[1])
	case in.Text("search") == "" && (in.Given("replace") || in.On("regexp")):
		return "", in.Usage(text.CliAddNeeds, "--replace, --regexp", "--search")
	case len(all) == 0:
		return "", nil
	}
	return all[0], nil
}

// renameRun is one run of the command.
type renameRun struct {
	*Commands
	in console.Call
	w  write.Flags
}

func (cs *Commands) rename(in console.Call, w write.Flags) error {
	how, err := renamedBy(in)
	if err != nil {
		return err
	}
	r, args := renameRun{cs, in, w}, in.Args
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
	in, w := r.in, r.w
	if err := console.WantArgs(2, 2)(in.Cmd, args); err != nil {
		return err
	}
	if w.Nul || w.Local {
		return in.Usage("-0 and --local need --edit, --pattern or --from-file")
	}
	p, src, err := r.places.Source(args[0])
	if err != nil {
		return err
	}
	if err := renamable(in, p, args[1]); err != nil {
		return err
	}
	if err := src.CheckName(args[1]); err != nil {
		return err
	}
	return r.run.Run(r.request([]model.Place{p}, []string{args[1]}), w)
}

// pairs takes the new names from a file.
func (r renameRun) pairs(args []string) error {
	in, w := r.in, r.w
	if err := console.WantArgs(0, 0)(in.Cmd, args); err != nil {
		return err
	}
	if w.Nul {
		return in.Usage("--from-file already names the entries; leave -0 out")
	}
	items, names, err := r.places.Renames(in.Cmd, in.Text("from-file"), w.Local)
	if err != nil {
		return err
	}
	if len(items) == 0 {
		return client.Errorf(client.KindInvalid, "rename", model.Place{}, "%s is empty", in.Text("from-file"))
	}
	src, err := r.sourceOf(items)
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for i, p := range items {
		if err := renamable(in, p, names[i]); err != nil {
			return err
		}
		if seen[p.String()] {
			return in.Usage("%s is named twice", p.String())
		}
		seen[p.String()] = true
		if err := src.CheckName(names[i]); err != nil {
			return err
		}
	}
	return r.run.Run(r.request(items, names), w)
}

func (r renameRun) request(items []model.Place, names []string) client.Request {
	return client.Request{Op: model.OpRename, Items: items, NewNames: names, Rule: r.w.Rule}
}

// sourceOf is the source of entries that are all in one.
func (r renameRun) sourceOf(items []model.Place) (client.Source, error) {
	for _, p := range items {
		if !p.SameSource(items[0]) {
			return nil, r.in.Usage("%s and %s are in different sources; rename entries of one source at a time", items[0].String(), p.String())
		}
	}
	if err := noRoot(r.in, items...); err != nil {
		return nil, err
	}
	return r.sources.For(items[0])
}

func renamable(in console.Call, p model.Place, name string) error {
	if err := noRoot(in, p); err != nil || name != "" {
		return err
	}
	return in.Usage("a name cannot be empty")
}
