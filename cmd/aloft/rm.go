package main

import (
	"slices"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

func (a *app) rmCommand() *cobra.Command {
	var w writing
	var recent, tree bool
	c := &cobra.Command{
		Use: "rm [--recent | --descendants] PLACE…", Short: a.cat.Say(text.CliRm), Long: a.cat.Say(text.CliRmLong), Args: cobra.ArbitraryArgs,
		ValidArgsFunction: a.completePlaces(-1),
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			if recent && tree {
				return usageErrorFor(c, text.CliRmBoth)
			}
			items, err := a.items(c, args, w)
			if err != nil {
				return err
			}
			for _, p := range items {
				if p.IsRoot() {
					return usageErrorFor(c, text.CliRmRoot, p.String())
				}
			}
			mode := client.DeleteMode("")
			switch {
			case recent:
				mode = client.DeleteRecord
			case tree:
				mode = client.DeleteTree
			}
			if err := a.canDelete(c, items, mode); err != nil {
				return err
			}
			return a.each(items, w, func(group []model.Place) client.Request {
				return client.Request{Op: model.OpDelete, Items: group, Mode: mode, Partial: true}
			})
		}),
	}
	c.Flags().BoolVar(&recent, "recent", false, a.cat.Say(text.CliFlagRecent))
	c.Flags().BoolVar(&tree, "descendants", false, a.cat.Say(text.CliFlagTree))
	a.manyFlags(c, &w)
	a.writeFlags(c, &w)
	return c
}

// canDelete refuses a mode that a source of the items does not have, before
// anything is changed in another one.
func (a *app) canDelete(c *cobra.Command, items []model.Place, mode client.DeleteMode) error {
	if mode == "" {
		return nil
	}
	for _, p := range items {
		src, err := a.sources().For(p)
		if err != nil {
			return err
		}
		d, ok := src.(client.Deleter)
		if ok && slices.Contains(d.DeleteModes(), mode) {
			continue
		}
		if mode == client.DeleteRecord {
			return usageErrorFor(c, text.CliRmRecent, string(p.Scheme))
		}
		return usageErrorFor(c, text.CliRmTree, string(p.Scheme))
	}
	return nil
}

// asking are the words of the question before a deletion of that mode. What
// cannot be taken back wants more than one key by reflex.
func asking(mode client.DeleteMode) (ask text.Text, yes []string) {
	switch mode {
	case client.DeleteForever:
		return text.CliAskFinal, []string{"yes"}
	case client.DeleteNode:
		return text.CliAskNode, []string{"yes"}
	case client.DeleteTree:
		return text.CliAskTree, []string{"yes"}
	}
	return text.CliAskBin, []string{"y", "yes"}
}

// deleted says what has become of what was deleted in that mode.
func deleted(mode client.DeleteMode) text.Text {
	switch mode {
	case client.DeleteToBin:
		return text.CliDeletedBin
	case client.DeleteRecord:
		return text.CliDeletedRecord
	case client.DeleteNode:
		return text.CliDeletedNode
	case client.DeleteTree:
		return text.CliDeletedTree
	}
	return text.CliDeleted
}
