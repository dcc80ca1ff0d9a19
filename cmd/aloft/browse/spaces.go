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
		Use: "spaces", Short: cs.con.Say("list the spaces"), Args: console.WantArgs(0, 0),
		RunE: cs.session.Needs(func(*cobra.Command, []string) error { return cs.spaces(f) }),
	}
	cs.con.FormatFlags(c, &f, true, jsonEntry{})
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
	twins := l.Twins()
	err = console.List(cs.con, f, find.InOrder(l.Entries), func(e model.Entry) jsonEntry { return toJSON(e, root.JoinEntry(&e, twins)) }, func(e model.Entry) error {
		n := "-"
		if e.Children >= 0 {
			n = fmt.Sprint(e.Children)
		}
		when := "-"
		if !e.Modified.IsZero() {
			when = e.Modified.Local().Format("2006-01-02 15:04")
		}
		line := fmt.Sprintf("%6s  %-16s  %s", n, when, model.Clean(root.JoinEntry(&e, twins).String()))
		if e.Facts().Note != "" {
			line += "  " + model.Clean(e.Facts().Note)
		}
		return cs.con.Line(line)
	})
	return cmp.Or(err, cut)
}
