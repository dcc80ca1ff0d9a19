package browse

import (
	"strings"

	"aloft/client/find"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// node is a folder of the JSON tree.
type node struct {
	jsonEntry
	Entries []*node `json:"entries,omitempty"`
}

func (cs *Commands) tree(in console.Call) error {
	depth := in.Int("depth")
	if depth < 0 {
		return in.Usage(text.CliNegative, "--depth", depth)
	}
	p, err := cs.places.Place(in.Or("."))
	if err != nil {
		return err
	}
	v := &visit{cs: cs, maxDepth: depth}
	top := &node{jsonEntry: jsonEntry{Name: p.Base(), Kind: model.KindFolder, Place: p.String()}}
	open := []*node{top}
	var bars []string
	v.entry = func(here *find.In, e *model.Entry, at model.Place) (bool, error) {
		d := here.Depth
		switch {
		case in.JSONL:
			return true, cs.con.Encode(toJSON(*e, at))
		case in.JSON:
			n := &node{jsonEntry: toJSON(*e, at)}
			open = append(open[:d+1], n)
			open[d].Entries = append(open[d].Entries, n)
			return true, nil
		}
		branch, bar := "├── ", "│   "
		if here.Last {
			branch, bar = "└── ", "    "
		}
		bars = append(bars[:d], bar)
		cs.con.ProgressClear()
		if err := cs.con.Line(strings.Join(bars[:d], ""), branch, cs.con.Name(e.Name), console.Slash(*e)); err != nil {
			return false, err
		}
		return true, cs.found()
	}
	if !in.JSON && !in.JSONL {
		if err := cs.con.Line(model.Clean(p.String())); err != nil {
			return err
		}
	}
	if err := v.below(p); err != nil {
		cs.con.ProgressEnd()
		return err
	}
	if in.JSON {
		if err := cs.con.Encode(top); err != nil {
			return err
		}
	}
	return v.done()
}
