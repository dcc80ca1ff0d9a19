package engine

import (
	"slices"

	"aloft/client/office/word"
)

// Change is the effect of an edit on a document, as stored in a log. It does not
// depend on the rules of the edit.
type Change struct {
	Version  int64 // after the edit
	Splices  []word.Splice
	Comments *CommentSplice // nil = the same comments
	Base     *string        // nil = the same file
}

// CommentSplice replaces Del comments from At on.
type CommentSplice struct {
	At, Del int
	Put     []word.Comment
}

// Diff returns the change from old to new. Blocks are equal if they are one value, as in an edited document.
func Diff(old, new *word.Document) Change {
	c := Change{Version: new.Version, Splices: diffBlocks(old.Blocks(), new.Blocks()), Comments: diffComments(old.Comments(), new.Comments())}
	if old.Base != new.Base {
		c.Base = &new.Base
	}
	return c
}

func diffBlocks(a, b []word.Block) []word.Splice {
	i, ra, rb := differ(a, b)
	if i == ra && i == rb {
		return nil
	}
	if i == ra || i == rb || ra-i == 1 || rb-i == 1 && ra-i < 8 {
		return []word.Splice{{At: i, Del: ra - i, Blocks: b[i:rb]}}
	}
	at := make(map[word.Block]int, ra-i)
	for k := i; k < ra; k++ {
		at[a[k]] = k
	}
	var out []word.Splice
	for j := i; i < ra || j < rb; {
		if i < ra && j < rb && a[i] == b[j] {
			i, j = i+1, j+1
			continue
		}
		to, k := ra, j
		for ; k < rb; k++ {
			if n, ok := at[b[k]]; ok && n >= i {
				to = n
				break
			}
		}
		out = append(out, word.Splice{At: i, Del: to - i, Blocks: b[j:k:k]})
		i, j = to, k
	}
	return out
}

// differ is where two lists differ: from i on, up to ra in a and rb in b.
func differ[T comparable](a, b []T) (i, ra, rb int) {
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	ra, rb = len(a), len(b)
	for ra > i && rb > i && a[ra-1] == b[rb-1] {
		ra, rb = ra-1, rb-1
	}
	return i, ra, rb
}

func diffComments(a, b []word.Comment) *CommentSplice {
	i, ra, rb := differ(a, b)
	if i == ra && i == rb {
		return nil
	}
	return &CommentSplice{At: i, Del: ra - i, Put: b[i:rb]}
}

// Apply applies a change to the document that it was made on.
func Apply(d *word.Document, c Change) (*word.Document, error) {
	comments := d.Comments()
	if !c.fits(len(d.Blocks()), len(comments)) {
		return nil, errStored()
	}
	if s := c.Comments; s != nil {
		comments = slices.Concat(comments[:s.At], s.Put, comments[s.At+s.Del:])
	}
	n := d.Splice(c.Version, c.Splices, comments)
	if c.Base != nil {
		n.Base = *c.Base
	}
	return n, nil
}

// fits reports whether the change can be applied to that many blocks and comments.
func (c Change) fits(blocks, comments int) bool {
	from := 0
	for _, s := range c.Splices {
		if s.At < from || s.Del < 0 || s.At > blocks || s.Del > blocks-s.At {
			return false
		}
		from = s.At + s.Del
	}
	s := c.Comments
	return s == nil || s.At >= 0 && s.Del >= 0 && s.At <= comments && s.Del <= comments-s.At
}

func errStored() error { return &Error{Kind: KindStored, What: "the stored document is damaged"} }
