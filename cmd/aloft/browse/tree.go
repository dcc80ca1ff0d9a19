package browse

import (
	"strings"

	"aloft/client/find"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

func (cs *Commands) treeCommand() console.Command {
	return console.Command{
		Use: "tree PLACE", Short: "show a folder as a tree", Args: console.WantArgs(0, 1), JSON: []any{node{}}, Lines: true,
		Flags: []console.Flag{
			{Name: "depth", Short: "L", Value: 0, Help: "go down this many levels only (0 = all)"},
		},
		Run: func(in console.Call) error {
			if in.Int("depth") < 0 {
				return in.Usage(text.CliNegative, "--depth", in.Int("depth"))
			}
			return cs.tree(in.Or("."), in.Format, in.Int("depth"))
		},
	}
}

// node is a folder of the JSON tree.
type node struct {
	jsonEntry
	Entries []*node `json:"entries,omitempty"`
}

func (cs *Commands) tree(arg string, f console.Format, depth int) error {
	p, err := cs.places.Place(arg)
	if err != nil {
		return err
	}
	v := &visit{cs: cs, maxDepth: depth}
	top := &node{jsonEntry: jsonEntry{Name: p.Base(), Kind: model.KindFolder, Place: p.String()}}
	open := []*node{top}
	var bars []string
	v.entry = func(in *find.In, e *model.Entry, at model.Place) (bool, error) {
		d := in.Depth
		switch {
		case f.JSONL:
			return true, cs.con.Encode(toJSON(*e, at))
		case f.JSON:
			n := &node{jsonEntry: toJSON(*e, at)}
			open = append(open[:d+1], n)
			open[d].Entries = append(open[d].Entries, n)
			return true, nil
		}
		branch, bar := "├── ", "│   "
		if in.Last {
			branch, bar = "└── ", "    "
		}
		bars = append(bars[:d], bar)
		cs.con.ProgressClear()
		if err := cs.con.Line(strings.Join(bars[:d], ""), branch, cs.con.Name(e.Name), console.Slash(*e)); err != nil {
			return false, err
		}
		return true, cs.found()
	}
	if !f.JSON && !f.JSONL {
		if err := cs.con.Line(model.Clean(p.String())); err != nil {
			return err
		}
	}
	if err := v.below(p); err != nil {
		cs.con.ProgressEnd()
		return err
	}
	if f.JSON {
		if err := cs.con.Encode(top); err != nil {
			return err
		}
	}
	return v.done()
}
