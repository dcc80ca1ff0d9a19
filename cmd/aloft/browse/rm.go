package browse

import (
	"slices"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
)

func (cs *Commands) rmCommand() *cobra.Command {
	var w write.Flags
	var recent, tree, final bool
	c := &cobra.Command{
		Use: "rm [--final | --recent | --descendants] PLACE…", Short: cs.con.Say("delete entries with their content"), Long: cs.con.Say(`On the drive and in docs: entries go to the service's recycle bin, and on disk to that of
the desktop, from which aloft undo and aloft bin bring them back. Where a file system of
the disk has no bin, nothing is deleted; --final deletes for good there, as everywhere on
disk. In a space pages are gone for good. Of a page of a space only the page is deleted,
and the pages under it move up to its parent, unless --descendants takes them, too.
Without a terminal to ask on, --yes is needed; else nothing is done. More than
jobs.delete_brake_count or jobs.delete_brake_share allow needs the number typed, or
--max-delete.`), Args: cobra.ArbitraryArgs,
		ValidArgsFunction: cs.places.Complete(-1),
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error {
			if recent && tree || final && (recent || tree) {
				return console.UsageErrorFor(c, "--final is for disk:, --recent for documents of docs:, --descendants for pages of space:; they cannot be mixed")
			}
			items, err := cs.items(c, args, w)
			if err != nil {
				return err
			}
			for _, p := range items {
				if p.IsRoot() {
					return console.UsageErrorFor(c, "%s is the root, which cannot be deleted", p.String())
				}
			}
			mode := client.DeleteMode("")
			switch {
			case recent:
				mode = client.DeleteRecord
			case tree:
				mode = client.DeleteTree
			case final:
				mode = client.DeleteForever
			}
			if err := cs.canDelete(c, items, mode); err != nil {
				return err
			}
			return cs.run.Each(items, w, func(group []model.Place) client.Request {
				return client.Request{Op: model.OpDelete, Items: group, Mode: mode, Partial: true}
			})
		}),
	}
	c.Flags().BoolVar(&final, "final", false, cs.con.Say("on disk: delete for good, past the recycle bin"))
	c.Flags().BoolVar(&recent, "recent", false, cs.con.Say("documents: take them off the recent list only; they stay where they are"))
	c.Flags().BoolVar(&tree, "descendants", false, cs.con.Say("pages of a space: with all pages under them"))
	cs.run.DeleteFlags(c, &w)
	cs.run.ManyFlags(c, &w)
	cs.run.WriteFlags(c, &w)
	cs.run.AuditFlag(c, &w)
	return c
}

// canDelete refuses a mode that a source of the items does not have, before
// anything is changed in another one.
func (cs *Commands) canDelete(c *cobra.Command, items []model.Place, mode client.DeleteMode) error {
	if mode == "" {
		return nil
	}
	for _, p := range items {
		src, err := cs.sources.For(p)
		if err != nil {
			return err
		}
		d, ok := src.(client.Deletable)
		if ok && slices.Contains(d.DeleteModes(), mode) {
			continue
		}
		switch mode {
		case client.DeleteRecord:
			return console.UsageErrorFor(c, "--recent is for documents of docs: only, not for %s:", string(p.Scheme))
		case client.DeleteForever:
			return console.UsageErrorFor(c, "--final is for disk: only, not for %s:", string(p.Scheme))
		}
		return console.UsageErrorFor(c, "--descendants is for pages of space: only, not for %s:", string(p.Scheme))
	}
	return nil
}
