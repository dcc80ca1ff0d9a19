package browse

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// findKinds are the words of --kind. "folder" and "file" cover everything, as on a
// disk.
func findKinds() []string {
	out := []string{string(model.KindFolder), string(model.KindFile)}
	for _, k := range append(model.DocumentKinds(), model.KindSpace, model.KindOther) {
		if k != model.KindFolder {
			out = append(out, string(k))
		}
	}
	return out
}

func ofKind(e model.Entry, kind string) bool {
	switch kind {
	case "":
		return true
	case string(model.KindFolder):
		return e.Kind.Container()
	case string(model.KindFile):
		return !e.Kind.Container()
	}
	return string(e.Kind) == kind
}

type findOptions struct {
	console.Format
	kind   string
	depth  int
	limit  int
	print0 bool
}

func (cs *Commands) findCommand() *cobra.Command {
	var o findOptions
	c := &cobra.Command{
		Use: "find PLACE PATTERN", Short: cs.con.Say("find entries below a folder by name"), Long: cs.con.Say(`Prints the place of every entry whose name contains PATTERN. With * or ? in it
PATTERN is compared with the whole name. Case counts when it has a capital letter.
Results come as they are found; --print0 feeds "aloft rm -0" and "aloft mv -0".
It leaves out what no place can name, says so, and ends with code 3.`),
		Args: console.WantArgs(2, 2), ValidArgsFunction: cs.places.Complete(1),
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error {
			switch {
			case o.depth < 0:
				return console.UsageErrorFor(c, text.CliDepth, o.depth)
			case o.limit < 0:
				return console.UsageErrorFor(c, "a limit is not negative: %d", o.limit)
			case o.kind != "" && !slices.Contains(findKinds(), o.kind):
				return console.UsageErrorFor(c, "--kind is one of %s, not %q", strings.Join(findKinds(), ", "), o.kind)
			}
			return cs.find(args[0], args[1], o)
		}),
	}
	c.Flags().StringVar(&o.kind, "kind", "", cs.con.Say("only entries of this kind: folder, file (no folder) or a kind of document"))
	c.Flags().IntVar(&o.depth, "max-depth", 0, cs.con.Say("go down this many levels only (0 = all)"))
	c.Flags().IntVar(&o.limit, "limit", 0, cs.con.Say("stop after this many results (0 = never)"))
	c.Flags().BoolVar(&o.print0, "print0", false, cs.con.Say("end each place with a NUL byte"))
	console.OneOfWords(c, "kind", findKinds()...)
	cs.con.FormatFlags(c, &o.Format, true)
	return c
}

func (cs *Commands) find(arg, pattern string, o findOptions) error {
	p, src, err := cs.places.Source(arg)
	if err != nil {
		return err
	}
	filter := model.NewFilter(pattern)
	hits := []jsonEntry{}
	n := 0
	v := &visit{cs: cs, src: src, maxDepth: o.depth}
	v.entry = func(e model.Entry, at model.Place, _ int, _ bool) (bool, error) {
		if !filter.Match(e.Name) || !ofKind(e, o.kind) {
			return true, nil
		}
		n++
		var err error
		switch {
		case o.JSON:
			hits = append(hits, toJSON(e, at))
		case o.JSONL:
			err = cs.con.Encode(toJSON(e, at))
		case o.print0:
			if !at.Valid() {
				v.nameless(at.Parent(), &e)
				break
			}
			err = cs.con.Whole(at.String() + "\x00")
		default:
			cs.con.ProgressClear()
			err = cs.con.Line(cs.con.Name(at.String()), console.Slash(e))
		}
		if err == nil {
			err = cs.found()
		}
		return o.limit == 0 || n < o.limit, err
	}
	_, err = v.folder(p, 0)
	if err != nil {
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
