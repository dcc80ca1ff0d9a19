package main

import (
	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// writing are the flags of every command that changes something.
type writing struct {
	format
	dryRun, yes, nul bool
	local            bool // the stream of -0 holds paths of this machine
	target           string
	onConflict       string
	names            bool // print the place of a folder that was made, too
}

func (a *app) writeFlags(c *cobra.Command, w *writing) {
	c.Flags().BoolVar(&w.dryRun, "dry-run", false, a.cat.Say("show what would be done, and do nothing"))
	c.Flags().BoolVarP(&w.yes, "yes", "y", false, a.cat.Say(text.CliFlagYes))
	a.formatFlags(c, &w.format, true)
}

func (a *app) manyFlags(c *cobra.Command, w *writing) {
	c.Flags().BoolVarP(&w.nul, "null", "0", false, a.cat.Say("read more places from standard input, each with its scheme and ended by a NUL byte"))
	c.Flags().BoolVar(&w.local, "local", false, a.cat.Say("what -0 reads are paths of this machine, as find -print0 writes them"))
}

func (w *writing) asJSON() bool { return w.json || w.jsonl }

func (a *app) mkdirCommand() *cobra.Command {
	var w writing
	var parents bool
	c := &cobra.Command{
		Use: "mkdir PLACE…", Short: a.cat.Say("make folders"), Args: cobra.ArbitraryArgs, ValidArgsFunction: a.completePlaces(-1),
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			items, err := a.items(c, args, w)
			if err != nil {
				return err
			}
			return a.each(items, w, func(group []model.Place) client.Request {
				return client.Request{Op: model.OpMakeFolder, Items: group, Parents: parents, Rule: model.ConflictAsk, Partial: true}
			})
		}),
	}
	c.Flags().BoolVarP(&parents, "parents", "p", false, a.cat.Say("make missing parents too, and accept folders that exist"))
	a.manyFlags(c, &w)
	a.writeFlags(c, &w)
	return c
}

func (a *app) renameCommand() *cobra.Command {
	var w writing
	c := &cobra.Command{
		Use: "rename PLACE NAME", Short: a.cat.Say("give an entry another name"),
		Long:              a.cat.Say("NAME is the new name as it is: nothing in it is escaped."),
		Args:              wantArgs(2, 2),
		ValidArgsFunction: a.completePlaces(1),
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			p, src, err := a.source(args[0])
			if err != nil {
				return err
			}
			if err := renamable(c, p, args[1]); err != nil {
				return err
			}
			if err := src.CheckName(args[1]); err != nil {
				return err
			}
			return a.write(client.Request{
				Op: model.OpRename, Items: []model.Place{p}, NewNames: []string{args[1]}, Rule: model.ConflictAsk,
			}, w)
		}),
	}
	a.writeFlags(c, &w)
	return c
}

func renamable(c *cobra.Command, p model.Place, name string) error {
	if p.IsRoot() {
		return usageErrorFor(c, "%s is the root, which cannot be renamed", p.String())
	}
	if name == "" {
		return usageErrorFor(c, "a name cannot be empty")
	}
	return nil
}

// items are the places that a command works on, each once.
func (a *app) items(c *cobra.Command, args []string, w writing) ([]model.Place, error) {
	if w.local && !w.nul {
		return nil, usageErrorFor(c, "--local says what -0 reads; give both")
	}
	all, err := a.places(args)
	if err != nil {
		return nil, err
	}
	if w.nul {
		more, err := a.stream(c, w.local)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	if len(all) == 0 {
		return nil, usageErrorFor(c, text.CliTooFew, c.CommandPath())
	}
	seen := map[string]bool{}
	out := all[:0]
	for _, p := range all {
		if s := p.String(); !seen[s] {
			seen[s] = true
			out = append(out, p)
		}
	}
	return out, nil
}

// each makes one job for the places of each source, in the order of their
// first place. A failure of one does not keep the others from being done.
func (a *app) each(items []model.Place, w writing, request func([]model.Place) client.Request) error {
	var groups [][]model.Place
next:
	for _, p := range items {
		for i, g := range groups {
			if g[0].SameSource(p) {
				groups[i] = append(g, p)
				continue next
			}
		}
		groups = append(groups, []model.Place{p})
	}
	var errs []error
	for _, g := range groups {
		if err := a.write(request(g), w); err != nil {
			if len(groups) == 1 || a.stop.happened() {
				return err
			}
			if line := a.say(err); line != "" {
				a.warnLine(line)
			}
			errs = append(errs, err)
		}
	}
	if len(errs) == 0 {
		return nil
	}
	return &exitError{code: exitSome}
}
