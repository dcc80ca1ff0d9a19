package embedded

import (
	"slices"

	"aloft/client/embedded/engine"
	"aloft/client/office/word"
	"aloft/model/text"
)

// replay makes the changes of a log again. The document between two of them is
// not built: of five hundred edits of a long book only the last is wanted.
func replay(d *word.Document, log []engine.Change) (*word.Document, error) {
	if len(log) < 4 {
		for _, c := range log {
			var err error
			if d, err = engine.Apply(d, c); err != nil {
				return nil, err
			}
		}
		return d, nil
	}
	blocks, comments, version := slices.Clone(d.Blocks()), slices.Clone(d.Comments()), d.Version
	for _, c := range log {
		end := len(blocks)
		for _, s := range slices.Backward(c.Splices) {
			if s.At < 0 || s.Del < 0 || s.At > end || s.Del > end-s.At {
				return nil, errStored()
			}
			end = s.At
		}
		blocks = spliced(blocks, c.Splices)
		if s := c.Comments; s != nil {
			if s.At < 0 || s.Del < 0 || s.At > len(comments) || s.Del > len(comments)-s.At {
				return nil, errStored()
			}
			comments = slices.Replace(comments, s.At, s.At+s.Del, s.Put...)
		}
		version = c.Version
	}
	return word.NewDocument(version, blocks, comments), nil
}

func errStored() error { return &engine.Error{Kind: engine.KindStored, What: text.EngineStored} }

// spliced changes a list in its place, or makes a new one when there is much to
// move.
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
