package main

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

func itoa(n int64) string                { return strconv.FormatInt(n, 10) }
func fixed(f float64, digits int) string { return strconv.FormatFloat(f, 'f', digits, 64) }

// source finds the source of a typed place.
func (a *app) source(arg string) (model.Place, client.Source, error) {
	p, err := a.place(arg)
	if err != nil {
		return p, nil, err
	}
	s, err := a.sources().For(p)
	return p, s, err
}

type jsonListing struct {
	Place    string      `json:"place"`
	Complete bool        `json:"complete"`
	ListedAt string      `json:"listed_at"`
	Entries  []jsonEntry `json:"entries"`
}

func (a *app) lsCommand() *cobra.Command {
	var f format
	var long, all bool
	c := &cobra.Command{
		Use: "ls [-l] PLACE", Short: a.cat.Say("list a folder"), Long: a.cat.Say(`Lists a folder, folders first. On a terminal names are cleaned of what would act on
it; a pipe gets them byte by byte, but for those that hold a line break or another
control character. --json gives every name exactly.`), Args: wantArgs(0, 1),
		ValidArgsFunction: a.completePlaces(1),
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			return a.ls(argOr(args, "."), f, long, all)
		}),
	}
	c.Flags().BoolVarP(&long, "long", "l", false, a.cat.Say("with kind, size and time"))
	c.Flags().BoolVarP(&all, "all", "a", false, a.cat.Say("also names on disk that begin with a dot"))
	a.formatFlags(c, &f, true)
	return c
}

func argOr(args []string, other string) string {
	if len(args) > 0 {
		return args[0]
	}
	return other
}

func (a *app) ls(arg string, f format, long, all bool) error {
	p, src, err := a.source(arg)
	if err != nil {
		return err
	}
	l, err := a.list(src, p)
	if err != nil {
		return err
	}
	a.sayCut(l)
	entries := inOrder(l.Entries)
	twins := l.Twins()
	if f.json {
		j := jsonListing{Place: p.String(), Complete: l.Complete, ListedAt: stamp(l.ListedAt), Entries: []jsonEntry{}}
		for _, e := range entries {
			j.Entries = append(j.Entries, toJSON(e, p.JoinEntry(&e, twins)))
		}
		return a.encode(j)
	}
	for _, e := range entries {
		name := a.name(e.Name)
		if twins[e.Name] {
			name += a.name(`\#` + e.ID) // as a place names it, or nothing tells them apart
		}
		switch {
		case f.jsonl:
			err = a.encode(toJSON(e, p.JoinEntry(&e, twins)))
		case p.Scheme == model.SchemeDisk && !all && e.Name[0] == '.':
		case long:
			err = a.line(longLine(e), name, slash(e))
		default:
			err = a.line(name, slash(e))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// list reads a folder; a file is listed as itself, as ls does.
func (a *app) list(src client.Source, p model.Place) (model.Listing, error) {
	return src.List(a.ctx(), p, client.Options{Class: client.Interactive})
}

// sayCut warns about a listing that does not show everything.
func (a *app) sayCut(l model.Listing) {
	if !l.Complete {
		a.warnLine(a.cat.Say("%[2]s: only %[1]d {entry is|entries are} shown: %[3]s", len(l.Entries), model.Clean(l.Place.String()), a.cutReason(l)))
	}
}

func (a *app) cutReason(l model.Listing) string {
	t := text.Text("the listing is not complete")
	switch l.Cut {
	case model.CutWindow:
		t = "the service shows no more of one folder"
	case model.CutRepeat:
		t = "the service repeats its first page"
	case model.CutLimit:
		t = "no end was found within the limit of one listing"
	case model.CutTotal:
		t = "the service says there are more"
	case model.CutChanged:
		t = "the folder changed while it was read"
	}
	return a.cat.Say(t)
}

// inOrder sorts as the panes do: folders first, then by natural name.
func inOrder(es []model.Entry) []model.Entry {
	out := slices.Clone(es)
	slices.SortStableFunc(out, func(x, y model.Entry) int {
		if cx, cy := x.Kind.Container(), y.Kind.Container(); cx != cy {
			if cx {
				return -1
			}
			return 1
		}
		return model.CompareNatural(x.Name, y.Name)
	})
	return out
}

func slash(e model.Entry) string {
	if e.Enterable() {
		return "/"
	}
	return ""
}

func longLine(e model.Entry) string {
	when := "-"
	if !e.Modified.IsZero() {
		when = e.Modified.Local().Format("2006-01-02 15:04")
	}
	n := size(e.Size)
	if e.Kind.Container() {
		n = "-"
	}
	return fmt.Sprintf("%-11s %6s  %-16s  ", e.Kind, n, when)
}

func (a *app) infoCommand() *cobra.Command {
	var f format
	c := &cobra.Command{
		Use: "info PLACE", Short: a.cat.Say("what is known about one entry"), Args: wantArgs(1, 1), ValidArgsFunction: a.completePlaces(1),
		RunE: a.needs(func(c *cobra.Command, args []string) error { return a.info(args[0], f) }),
	}
	a.formatFlags(c, &f, false)
	return c
}

type jsonInfo struct {
	jsonEntry
	Used  *int64 `json:"used,omitempty"`
	Total *int64 `json:"total,omitempty"`
}

func (a *app) info(arg string, f format) error {
	p, src, err := a.source(arg)
	if err != nil {
		return err
	}
	e, err := src.Stat(a.ctx(), p, client.Options{})
	if err != nil {
		return err
	}
	if d, ok := src.(client.Detailer); ok && !p.IsRoot() {
		if e, err = d.Details(a.ctx(), e, client.Options{}); err != nil {
			return err
		}
	}
	j := jsonInfo{jsonEntry: toJSON(e, p)}
	if prober, ok := src.(client.Prober); ok && p.IsRoot() {
		if used, total, err := prober.Capacity(a.ctx(), client.Options{}); err == nil {
			j.Used, j.Total = &used, &total
		}
	}
	if f.json {
		return a.encode(j)
	}
	row := func(t text.Text, v string) {
		if v != "" && err == nil {
			err = a.line(fmt.Sprintf("%-11s", a.cat.Say(t)), v)
		}
	}
	row("place", model.Clean(p.String()))
	row("name", a.name(e.Name))
	row("kind", string(e.Kind))
	if j.Size != nil {
		row("size", a.cat.Say("%[2]s (%[1]d {byte|bytes})", int(e.Size), size(e.Size)))
	}
	if j.Children != nil {
		row("entries", strconv.Itoa(e.Children))
	}
	if !e.Modified.IsZero() {
		row("modified", e.Modified.Local().Format("2006-01-02 15:04:05"))
	}
	if !e.Created.IsZero() {
		row("created", e.Created.Local().Format("2006-01-02 15:04:05"))
	}
	row("type", model.Clean(e.MIME))
	row("owner", model.Clean(e.Facts().Owner))
	row("created by", model.Clean(e.Facts().Creator))
	row("changed by", model.Clean(e.Facts().Editor))
	row("status", model.Clean(e.Facts().Status))
	row(text.CliRowNote, model.Clean(e.Facts().Note))
	row("space", model.Clean(e.Facts().Space))
	row("id", model.Clean(e.ID))
	row("link", model.Clean(e.Link))
	if j.Used != nil {
		row("used", a.cat.Say(text.CliUsedOf, size(*j.Used), size(*j.Total)))
	}
	return err
}
