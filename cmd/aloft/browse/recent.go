package browse

import (
	"slices"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
)

func (cs *Commands) recentCommand() *cobra.Command {
	var f console.Format
	var by string
	var page, count int
	orders := []string{string(client.RecentViewed), string(client.RecentModified), string(client.RecentName)}
	c := &cobra.Command{
		Use: "recent", Short: cs.con.Say("list recent documents"), Args: console.WantArgs(0, 0),
		RunE: cs.session.Needs(func(c *cobra.Command, _ []string) error {
			switch {
			case !slices.Contains(orders, by):
				return console.UsageErrorFor(c, "--by is viewed, modified or name, not %q", by)
			case page < 1:
				return console.UsageErrorFor(c, "pages count from 1, not from %d", page)
			case count < 1:
				return console.UsageErrorFor(c, "a page has at least one entry, not %d", count)
			}
			return cs.recent(client.RecentOrder(by), page, count, f)
		}),
	}
	c.Flags().StringVar(&by, "by", string(client.RecentViewed), cs.con.Say("order: viewed, modified or name"))
	c.Flags().IntVar(&page, "page", 1, cs.con.Say("which page, from 1"))
	c.Flags().IntVar(&count, "count", 100, cs.con.Say("how many on a page"))
	console.OneOfWords(c, "by", orders...)
	cs.con.FormatFlags(c, &f, true, jsonEntry{})
	return c
}

func (cs *Commands) recent(by client.RecentOrder, page, count int, f console.Format) error {
	src, err := cs.sources.For(model.Place{Scheme: model.SchemeDocs})
	if err != nil {
		return err
	}
	r, ok := src.(client.Recents)
	if !ok {
		return client.Errorf(client.KindUnsupported, "recent", src.Root(), "this source keeps no list of what was used")
	}
	hits, err := r.Recent(cs.session.Context(), page, count, by, client.Options{})
	if err != nil {
		return err
	}
	return cs.hits(hits, f)
}
