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
		Use: "rm [--recent | --descendants] PLACE…", Short: a.cat.Say("delete entries with what they hold"), Long: a.cat.Say(`On the drive and in docs: entries go to the service's recycle bin; on disk and in a
space they are gone for good. Of a page of a space only the page is deleted, and the
pages under it move up to its parent, unless --descendants takes them, too. Without a
terminal to ask on, --yes is needed; else nothing is done.`), Args: cobra.ArbitraryArgs,
		ValidArgsFunction: a.completePlaces(-1),
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			if recent && tree {
				return usageErrorFor(c, "--recent is for documents of docs:, --descendants for pages of space:; they cannot be mixed")
			}
			items, err := a.items(c, args, w)
			if err != nil {
				return err
			}
			for _, p := range items {
				if p.IsRoot() {
					return usageErrorFor(c, "%s is the root, which cannot be deleted", p.String())
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
	c.Flags().BoolVar(&recent, "recent", false, a.cat.Say("documents: take them off the recent list only; they stay where they are"))
	c.Flags().BoolVar(&tree, "descendants", false, a.cat.Say("pages of a space: with all pages under them"))
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
			return usageErrorFor(c, "--recent is for documents of docs: only, not for %s:", string(p.Scheme))
		}
		return usageErrorFor(c, "--descendants is for pages of space: only, not for %s:", string(p.Scheme))
	}
	return nil
}

// asking are the words of the question before a deletion of that mode. What
// cannot be taken back wants more than one key by reflex.
func asking(mode client.DeleteMode) (ask text.Text, yes []string) {
	switch mode {
	case client.DeleteForever:
		return "Delete %d {entry|entries} for good? Type yes:", []string{"yes"}
	case client.DeleteNode:
		return "Delete %d {page|pages} for good? The pages under {it move up to its parent|them move up to their parents}. Type yes:", []string{"yes"}
	case client.DeleteTree:
		return "Delete %d {page|pages} and all pages under {it|them} for good? Type yes:", []string{"yes"}
	}
	return "Move %d {entry|entries} to the recycle bin? [y/N]", []string{"y", "yes"}
}

// deleted says what has become of what was deleted in that mode.
func deleted(mode client.DeleteMode) text.Text {
	switch mode {
	case client.DeleteToBin:
		return "%d {entry is|entries are} in the recycle bin"
	case client.DeleteRecord:
		return "%d {document is|documents are} off the recent list"
	case client.DeleteNode:
		return "%d {page is|pages are} gone; the pages under {it|them} have moved up"
	case client.DeleteTree:
		return "%d {page is|pages are} gone with all pages under {it|them}"
	}
	return "%d {entry is|entries are} gone"
}
