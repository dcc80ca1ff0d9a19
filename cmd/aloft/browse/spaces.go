package browse

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"aloft/client/find"
	"aloft/cmd/aloft/console"
	"aloft/model"
)

func (cs *Commands) spacesCommand() *cobra.Command {
	var f console.Format
	c := &cobra.Command{
		Use: "spaces", Short: cs.con.Say("list the spaces: how many pages, when it was changed, its place"), Args: console.WantArgs(0, 0),
		RunE: cs.session.Needs(func(*cobra.Command, []string) error { return cs.spaces(f) }),
	}
	cs.con.FormatFlags(c, &f, true)
	return c
}

// spaces lists the spaces with what is known about each.
func (cs *Commands) spaces(f console.Format) error {
	root := model.Place{Scheme: model.SchemeSpace}
	src, err := cs.sources.For(root)
	if err != nil {
		return err
	}
	l, err := cs.list(src, root)
	if err != nil {
		return err
	}
	cut := cs.cut(l)
	list := []jsonEntry{}
	twins := l.Twins()
	for _, e := range find.InOrder(l.Entries) {
		at := root.JoinEntry(&e, twins)
		var err error
		switch {
		case f.JSON:
			list = append(list, toJSON(e, at))
		case f.JSONL:
			err = cs.con.Encode(toJSON(e, at))
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
			err = cs.con.Line(line)
		}
		if err != nil {
			return err
		}
	}
	if f.JSON {
		return cmp.Or(cs.con.Encode(list), cut)
	}
	return cut
}
