package browse

import (
	"strings"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
	"aloft/model/text"
)

func (cs *Commands) mvCommand() *cobra.Command {
	var w write.Flags
	var pairs bool
	c := &cobra.Command{
		Use: "mv SRC… DST", Short: cs.con.Say("move entries into a folder, or give one a new place"), Long: cs.con.Say(`If DST is an existing folder, the sources go into it. Else one source gets the place
DST: moved, renamed, or both. Nothing is ever overwritten: a taken name is a
conflict (exit 5), unless --on-conflict says what to do. With -t no DST is given.
With -0 --pairs standard input gives each SRC a DST of its own, all in one job: SRC, a
NUL byte, DST, a NUL byte, and so on. There a DST that ends in / must be a folder.
Between two services, two accounts, or a service and this disk, each entry is copied; once its copy is whole the
original goes to the recycle bin. Where there is none, or the copy is in another format, aloft asks first, or
wants --yes. In a space every page can hold pages.`), Args: cobra.ArbitraryArgs,
		ValidArgsFunction: cs.places.Complete(-1),
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error {
			if pairs {
				return cs.mvPairs(c, args, w)
			}
			return cs.mv(c, args, w)
		}),
	}
	cs.run.TargetFlag(c, &w)
	cs.run.ReplaceFlag(c, &w)
	cs.run.ManyFlags(c, &w)
	c.Flags().BoolVar(&pairs, "pairs", false, cs.con.Say("what -0 reads are pairs, each entry with its new place"))
	cs.run.WriteFlags(c, &w)
	cs.run.AuditFlag(c, &w)
	return c
}

// mv moves as people expect: into DST when it is a folder, else to the name DST.
func (cs *Commands) mv(c *cobra.Command, args []string, w write.Flags) error {
	rule, err := w.Rule(c)
	if err != nil {
		return err
	}
	items, dst, err := cs.fromTo(c, args, w)
	if err != nil {
		return err
	}
	to, src, err := cs.target(dst)
	if err != nil {
		return err
	}
	for _, p := range items {
		if p.IsRoot() {
			return console.UsageErrorFor(c, "%s is the root, which cannot be moved", p.String())
		}
	}
	folder, err := cs.isFolder(src, to)
	switch {
	case err == nil && folder:
		return cs.run.Each(items, w, func(group []model.Place) client.Request {
			return client.Request{Op: model.OpMove, Items: group, Target: to, Rule: rule, Partial: true}
		})
	case err == nil && len(items) == 1 && items[0].Equal(to):
		return client.Errorf(client.KindConflict, "move", to, "%s is the same place", to.String())
	case err == nil && (rule != model.ConflictReplace || len(items) > 1):
		e := client.Errorf(client.KindConflict, "move", to, text.CliMvFile, to.String())
		e.Hint = text.CliHintMvFile
		return e
	case err != nil && !client.Is(err, client.KindNotFound) || w.Target != "" || len(items) > 1 || strings.HasSuffix(dst, "/"):
		return err
	}
	return cs.moveAs(c, src, items[0], to, rule, w)
}

// isFolder reports what is at a place. In a space every page can hold pages.
func (cs *Commands) isFolder(src client.Source, p model.Place) (bool, error) {
	if p.IsRoot() {
		return true, nil
	}
	e, err := src.Stat(cs.session.Context(), p, client.Options{})
	return err == nil && e.Holds(p.Scheme), err
}

// moveAs moves a thing to the place `to`, where nothing is yet: a rename in its own
// folder, else a move under the new name.
func (cs *Commands) moveAs(c *cobra.Command, src client.Source, p, to model.Place, rule model.ConflictRule, w write.Flags) error {
	if err := src.CheckName(to.Base()); err != nil {
		return err
	}
	if p.Parent().Equal(to.Parent()) {
		return cs.run.Run(client.Request{Op: model.OpRename, Items: []model.Place{p}, NewNames: []string{to.Base()}, Rule: rule}, w)
	}
	if to.Within(p) {
		return console.UsageErrorFor(c, "%s cannot be moved into itself", p.String())
	}
	if folder, err := cs.isFolder(src, to.Parent()); err != nil {
		return err
	} else if !folder {
		return client.Errorf(client.KindNotFound, "move", to.Parent(), text.CliMvNoFolder, to.Parent().String())
	}
	move := client.Request{Op: model.OpMove, Items: []model.Place{p}, Target: to.Parent(), Rule: rule, Format: formatOf(p, to)}
	if p.Base() == to.Base() {
		return cs.run.Run(move, w)
	}
	move.NewNames = []string{to.Base()}
	return cs.run.Run(move, w)
}
