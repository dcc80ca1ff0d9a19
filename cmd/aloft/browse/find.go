package browse

import (
	"context"
	"time"

	"aloft/client/find"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

func (cs *Commands) findCommand() console.Command {
	return console.Command{
		Use: "find PLACE PATTERN", Short: "find entries by name", Long: `Prints the place of every entry whose name contains PATTERN. If PATTERN
contains * or ?, it must match the whole name. If it contains a capital letter,
the search is case-sensitive. --size, --newer and --older skip entries whose
size or time is not known.
Results come as they are found; --print0 feeds "aloft rm -0" and "aloft mv -0".
Entries whose place cannot be written are left out and reported (exit 3).`, JSON: []any{jsonEntry{}}, Lines: true,
		Flags: []console.Flag{
			{Name: "kind", Value: "", Help: "only entries of this kind: folder, file (not a folder) or a kind of document", Words: find.Kinds()},
			{Name: "size", Value: "", Help: "only files of this size: +10M (at least) or -500k (at most)"},
			{Name: "newer", Value: "", Help: "only entries changed since a date (2025-01-31) or within a time (12h, 7d, 3w)"},
			{Name: "older", Value: "", Help: "only entries not changed since a date (2025-01-31) or within a time (12h, 7d, 3w)"},
			{Name: "fuzzy", Value: false, Help: "fuzzy: find names with the letters of PATTERN in order"},
			{Name: "max-depth", Value: 0, Help: "go down this many levels only (0 = all)"},
			{Name: "limit", Value: 0, Help: "list at most this many (0 = all)"},
			{Name: "print0", Value: false, Help: "end each place with a NUL byte"},
		},
		Run: cs.find,
	}
}

// query is what the arguments ask for.
func query(in console.Call) (find.Query, error) {
	q := find.Query{Name: model.NewFilter(in.Args[1]), Fuzzy: in.On("fuzzy")}
	for _, flag := range []string{"kind", "size", "newer", "older"} {
		if in.Text(flag) == "" {
			continue
		}
		if err := q.Set("--"+flag, in.Text(flag), time.Now()); err != nil {
			return q, console.Exit(console.ExitUsage, err)
		}
	}
	return q, nil
}

func (cs *Commands) find(in console.Call) error {
	depth, limit := in.Int("max-depth"), in.Int("limit")
	switch {
	case depth < 0:
		return in.Usage(text.CliNegative, "--depth", depth)
	case limit < 0:
		return in.Usage(text.CliNegative, "--limit", limit)
	}
	q, err := query(in)
	if err != nil {
		return err
	}
	p, err := cs.places.Place(in.Args[0])
	if err != nil {
		return err
	}
	hits := []jsonEntry{}
	n := 0
	v := &visit{cs: cs, maxDepth: depth}
	v.entry = func(_ *find.In, e *model.Entry, at model.Place) (bool, error) {
		if !q.Match(e) && !q.Near(e) {
			return true, nil
		}
		n++
		var err error
		switch {
		case in.JSON:
			hits = append(hits, toJSON(*e, at))
		case in.JSONL:
			err = cs.con.Encode(toJSON(*e, at))
		case in.On("print0"):
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
		return limit == 0 || n < limit, err
	}
	if err := v.below(p); err != nil {
		cs.con.ProgressEnd()
		if cs.session.Context().Err() != nil {
			return context.Canceled
		}
		return err
	}
	if in.JSON {
		if err := cs.con.Encode(hits); err != nil {
			return err
		}
	}
	return v.done()
}
