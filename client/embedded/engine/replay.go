package engine

import (
	"slices"

	"aloft/client/office/word"
)

// Replay applies the changes of a log. It does not build the documents between them: of five hundred edits of a long
// book only the last is needed.
func Replay(d *word.Document, log []Change) (*word.Document, error) {
	if len(log) < 4 {
		for _, c := range log {
			var err error
			if d, err = Apply(d, c); err != nil {
				return nil, err
			}
		}
		return d, nil
	}
	blocks, comments, version, base := slices.Clone(d.Blocks()), slices.Clone(d.Comments()), d.Version, d.Base
	for _, c := range log {
		if !c.fits(len(blocks), len(comments)) {
			return nil, errStored()
		}
		blocks = spliced(blocks, c.Splices)
		if s := c.Comments; s != nil {
			comments = slices.Replace(comments, s.At, s.At+s.Del, s.Put...)
		}
		version = c.Version
		if c.Base != nil {
			base = *c.Base
		}
	}
	n := word.NewDocument(version, blocks, comments)
	n.Base = base
	return n, nil
}

// spliced changes a list in place, or makes a new one when there is much to move.
func spliced(in []word.Block, cuts []word.Splice) []word.Block {
	if len(cuts) <= 4 {
		for _, s := range slices.Backward(cuts) {
			in = slices.Replace(in, s.At, s.At+s.Del, s.Blocks...)
		}
		return in
	}
	out, from := make([]word.Block, 0, len(in)+len(cuts)), 0
	for _, s := range cuts {
		out = append(append(out, in[from:s.At]...), s.Blocks...)
		from = s.At + s.Del
	}
	return append(out, in[from:]...)
}
