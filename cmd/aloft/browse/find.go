package browse

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"aloft/client/find"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

type findOptions struct {
	console.Format
	kind   string
	size   string
	newer  string
	older  string
	fuzzy  bool
	depth  int
	limit  int
	print0 bool
}

func (cs *Commands) findCommand() *cobra.Command {
	var o findOptions
	c := &cobra.Command{
		Use: "find PLACE PATTERN", Short: cs.con.Say("find entries below a folder by name"), Long: cs.con.Say(`Prints the place of every entry whose name contains PATTERN. With * or ? in it
PATTERN is compared with the whole name. Case counts when it has a capital letter.
Entries without a known size or time are not found by them.
Results come as they are found; --print0 feeds "aloft rm -0" and "aloft mv -0".
It leaves out what no place can name, says so, and ends with code 3.`),
		Args: console.WantArgs(2, 2), ValidArgsFunction: cs.places.Complete(1),
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error {
			switch {
			case o.depth < 0:
				return console.UsageErrorFor(c, text.CliDepth, o.depth)
			case o.limit < 0:
				return console.UsageErrorFor(c, "a limit is not negative: %d", o.limit)
			}
			q, err := cs.query(args[1], o)
			if err != nil {
				return console.Exit(console.ExitUsage, err)
			}
			return cs.find(args[0], q, o)
		}),
	}
	c.Flags().StringVar(&o.kind, "kind", "", cs.con.Say("only entries of this kind: folder, file (no folder) or a kind of document"))
	c.Flags().StringVar(&o.size, "size", "", cs.con.Say("only files of at least (+10M) or at most (-500k) that size"))
	c.Flags().StringVar(&o.newer, "newer", "", cs.con.Say("only entries changed since: 2025-01-31, or 12h, 7d, 3w ago"))
	c.Flags().StringVar(&o.older, "older", "", cs.con.Say("only entries not changed since: 2025-01-31, or 12h, 7d, 3w ago"))
	c.Flags().BoolVar(&o.fuzzy, "fuzzy", false, cs.con.Say("also names that have the letters of PATTERN in their order"))
	c.Flags().IntVar(&o.depth, "max-depth", 0, cs.con.Say("go down this many levels only (0 = all)"))
	c.Flags().IntVar(&o.limit, "limit", 0, cs.con.Say("stop after this many results (0 = never)"))
	c.Flags().BoolVar(&o.print0, "print0", false, cs.con.Say("end each place with a NUL byte"))
	console.OneOfWords(c, "kind", find.Kinds()...)
	cs.con.FormatFlags(c, &o.Format, true, jsonEntry{})
	return c
}

// query is what the arguments ask for.
func (cs *Commands) query(pattern string, o findOptions) (find.Query, error) {
	q := find.Query{Name: model.NewFilter(pattern), Fuzzy: o.fuzzy}
	for _, set := range [][2]string{{"--kind", o.kind}, {"--size", o.size}, {"--newer", o.newer}, {"--older", o.older}} {
		if set[1] == "" {
			continue
		}
		if err := q.Set(set[0], set[1], time.Now()); err != nil {
			return q, err
		}
	}
	return q, nil
}

func (cs *Commands) find(arg string, q find.Query, o findOptions) error {
	p, err := cs.places.Place(arg)
	if err != nil {
		return err
	}
	hits := []jsonEntry{}
	n := 0
	v := &visit{cs: cs, maxDepth: o.depth}
	v.entry = func(_ *find.In, e *model.Entry, at model.Place) (bool, error) {
		if !q.Match(e) && !q.Near(e) {
			return true, nil
		}
		n++
		var err error
		switch {
		case o.JSON:
			hits = append(hits, toJSON(*e, at))
		case o.JSONL:
			err = cs.con.Encode(toJSON(*e, at))
		case o.print0:
			if !at.Valid() {
				v.nameless(at.Parent(), e)
				break
			}
			err = cs.con.Whole(at.String() + "\x00")
		default:
			cs.con.ProgressClear()
			err = cs.con.Line(cs.con.Name(at.String()), console.Slash(*e))
		}
		if err == nil {
			err = cs.found()
		}
		return o.limit == 0 || n < o.limit, err
	}
	if err := v.below(p); err != nil {
		cs.con.ProgressEnd()
		if cs.session.Context().Err() != nil {
			return context.Canceled
		}
		return err
	}
	if o.JSON {
		if err := cs.con.Encode(hits); err != nil {
			return err
		}
	}
	return v.done()
}
