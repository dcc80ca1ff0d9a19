package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

func (a *app) searchCommand() *cobra.Command {
	var f format
	var in string
	c := &cobra.Command{
		Use: "search TEXT [--in docs|drive]", Short: a.cat.Say("search by name on the services"), Long: a.cat.Say(`Searches by title or name on the services of the account, all that it has unless --in
names one. A document is printed with its id, which every command takes as a place.`), Args: wantArgs(1, 1),
		ValidArgsFunction: noWords,
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			schemes := []model.Scheme{model.Scheme(in)}
			switch schemes[0] {
			case "":
				schemes = a.searched()
			case model.SchemeDrive, model.SchemeDocs:
			default:
				return usageErrorFor(c, "--in is drive or docs, not %q", in)
			}
			if args[0] == "" {
				return usageErrorFor(c, text.CliSearchEmpty)
			}
			return a.search(schemes, args[0], f)
		}),
	}
	c.Flags().StringVar(&in, "in", "", a.cat.Say("where to search: drive or docs"))
	oneOfWords(c, "in", "drive", "docs")
	a.formatFlags(c, &f, true)
	return c
}

// searched are the services that the current account has.
func (a *app) searched() []model.Scheme {
	var out []model.Scheme
	if a.hasDrive(a.cfg.Account) {
		out = append(out, model.SchemeDrive)
	}
	if a.hasDocs(a.cfg.Account) {
		out = append(out, model.SchemeDocs)
	}
	return out
}

// search asks each service in turn. One that fails does not hide what the other
// has found.
func (a *app) search(schemes []model.Scheme, query string, f format) error {
	var hits []client.Hit
	var errs []error
	for _, scheme := range schemes {
		found, err := a.searchIn(scheme, query)
		if err != nil {
			if len(schemes) == 1 || a.ctx().Err() != nil {
				return err
			}
			errs = append(errs, err)
		}
		hits = append(hits, found...)
	}
	if len(errs) == len(schemes) {
		return a.worst(errs)
	}
	if err := a.hits(hits, f); err != nil {
		return err
	}
	if len(errs) > 0 {
		return &exitError{exitSome, errs[0]}
	}
	return nil
}

func (a *app) searchIn(scheme model.Scheme, query string) ([]client.Hit, error) {
	src, err := a.sources().For(model.Place{Scheme: scheme})
	if err != nil {
		return nil, err
	}
	s, ok := src.(client.Searcher)
	if !ok {
		return nil, client.Errorf(client.KindUnsupported, "search", src.Root(), "this source cannot be searched")
	}
	return s.Search(a.ctx(), query, client.Options{})
}

// hits prints what was found. A document whose folder nobody has told is named
// by its id, which every command takes, and its title.
func (a *app) hits(hits []client.Hit, f format) error {
	list := []jsonEntry{}
	for _, h := range hits {
		j := toJSON(h.Entry, model.Place{})
		if h.Place != nil {
			j.Place = h.Place.String()
		}
		var err error
		switch {
		case f.json:
			list = append(list, j)
		case f.jsonl:
			err = a.encode(j)
		case h.Place == nil:
			err = a.line(a.name(h.Entry.Name), slash(h.Entry))
		case h.Place.IsLoose():
			err = a.line(model.Clean(h.Place.String()), "  ", a.name(h.Entry.Name), slash(h.Entry))
		default:
			err = a.line(model.Clean(h.Place.String()), slash(h.Entry))
		}
		if err != nil {
			return err
		}
	}
	if f.json {
		return a.encode(list)
	}
	return nil
}

func (a *app) recentCommand() *cobra.Command {
	var f format
	var by string
	var page, count int
	orders := []string{string(client.RecentViewed), string(client.RecentModified), string(client.RecentName)}
	c := &cobra.Command{
		Use: "recent", Short: a.cat.Say("list the documents that were used lately"), Args: wantArgs(0, 0),
		RunE: a.needs(func(c *cobra.Command, _ []string) error {
			switch {
			case !slices.Contains(orders, by):
				return usageErrorFor(c, "--by is viewed, modified or name, not %q", by)
			case page < 1:
				return usageErrorFor(c, "pages count from 1, not from %d", page)
			case count < 1:
				return usageErrorFor(c, "a page has at least one entry, not %d", count)
			}
			return a.recent(client.RecentOrder(by), page, count, f)
		}),
	}
	c.Flags().StringVar(&by, "by", string(client.RecentViewed), a.cat.Say("order: viewed, modified or name"))
	c.Flags().IntVar(&page, "page", 1, a.cat.Say("which page, from 1"))
	c.Flags().IntVar(&count, "count", 100, a.cat.Say("how many on a page"))
	oneOfWords(c, "by", orders...)
	a.formatFlags(c, &f, true)
	return c
}

func (a *app) recent(by client.RecentOrder, page, count int, f format) error {
	src, err := a.sources().For(model.Place{Scheme: model.SchemeDocs})
	if err != nil {
		return err
	}
	r, ok := src.(client.Recents)
	if !ok {
		return client.Errorf(client.KindUnsupported, "recent", src.Root(), "this source keeps no list of what was used")
	}
	hits, err := r.Recent(a.ctx(), page, count, by, client.Options{})
	if err != nil {
		return err
	}
	return a.hits(hits, f)
}

func (a *app) spacesCommand() *cobra.Command {
	var f format
	c := &cobra.Command{
		Use: "spaces", Short: a.cat.Say("list the spaces: how many pages, when it was changed, its place"), Args: wantArgs(0, 0),
		RunE: a.needs(func(*cobra.Command, []string) error { return a.spaces(f) }),
	}
	a.formatFlags(c, &f, true)
	return c
}

// spaces lists the spaces with what is known about each.
func (a *app) spaces(f format) error {
	root := model.Place{Scheme: model.SchemeSpace}
	src, err := a.sources().For(root)
	if err != nil {
		return err
	}
	l, err := a.list(src, root)
	if err != nil {
		return err
	}
	a.sayCut(l)
	list := []jsonEntry{}
	twins := l.Twins()
	for _, e := range inOrder(l.Entries) {
		at := root.JoinEntry(&e, twins)
		var err error
		switch {
		case f.json:
			list = append(list, toJSON(e, at))
		case f.jsonl:
			err = a.encode(toJSON(e, at))
		default:
			n := "-"
			if e.Children >= 0 {
				n = fmt.Sprint(e.Children)
			}
			when := "-"
			if !e.Modified.IsZero() {
				when = e.Modified.Local().Format("2006-01-02 15:04")
			}
			line := fmt.Sprintf("%6s  %-16s  %s", n, when, model.Clean(at.String()))
			if e.Facts().Note != "" {
				line += "  " + model.Clean(e.Facts().Note)
			}
			err = a.line(line)
		}
		if err != nil {
			return err
		}
	}
	if f.json {
		return a.encode(list)
	}
	return nil
}
