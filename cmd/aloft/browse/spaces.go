package browse

import (
	"cmp"
	"fmt"

	"aloft/client/find"
	"aloft/cmd/aloft/console"
	"aloft/model"
)

// spaces lists the spaces with what is known about each.
func (cs *Commands) spaces(in console.Call) error {
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
	err = console.List(cs.con, in.Format, find.InOrder(l.Entries), func(e model.Entry) jsonEntry { return toJSON(e, root.JoinEntry(&e, twins)) }, func(e model.Entry) error {
		n := "-"
		if e.Children >= 0 {
			n = fmt.Sprint(e.Children)
		}
		line := fmt.Sprintf("%6s  %-16s  %s", n, console.When(e.Modified), model.Clean(root.JoinEntry(&e, twins).String()))
		if e.Facts().Note != "" {
			line += "  " + model.Clean(e.Facts().Note)
		}
		return cs.con.Line(line)
	})
	return cmp.Or(err, cut)
}
