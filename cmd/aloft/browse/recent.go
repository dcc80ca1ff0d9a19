package browse

import (
	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

func (cs *Commands) recentCommand() console.Command {
	return console.Command{
		Use: "recent", Short: "list recent documents", JSON: []any{jsonEntry{}}, Lines: true,
		Flags: []console.Flag{
			{Name: "by", Value: string(client.RecentViewed), Help: "sort by: viewed, modified or name", Only: true,
				Words: []string{string(client.RecentViewed), string(client.RecentModified), string(client.RecentName)}},
			{Name: "page", Value: 1, Help: "which page, from 1"},
			{Name: "count", Value: 100, Help: "documents on a page"},
		},
		Run: cs.recent,
	}
}

func (cs *Commands) recent(in console.Call) error {
	page, count := in.Int("page"), in.Int("count")
	switch {
	case page < 1:
		return in.Usage(text.CliFrom1, "--page", page)
	case count < 1:
		return in.Usage(text.CliFrom1, "--count", count)
	}
	r, err := able[client.Recents](cs, model.Place{Scheme: model.SchemeDocs}, "recent", "this source has no recent list")
	if err != nil {
		return err
	}
	hits, err := r.Recent(cs.session.Context(), page, count, client.RecentOrder(in.Text("by")), client.Options{})
	if err != nil {
		return err
	}
	return cs.hits(hits, in.Format)
}
