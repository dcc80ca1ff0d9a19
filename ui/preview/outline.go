package preview

import (
	"aloft/model"
)

func level(n *model.OutlineNode) int {
	if n == nil {
		return model.LevelBody
	}
	return n.Level
}

// parent returns the parent of a heading, or -1.
func (d *doc) parent(head int) int {
	for i := head - 1; i >= 0; i-- {
		if d.heads[i].end > head && d.heads[i].depth < d.heads[head].depth {
			return i
		}
	}
	return -1
}

func (d *doc) hasChildren(head int) bool { return d.heads[head].end > head+1 }

// closable returns the headings with sub-headings, except one that contains all others: folding it would hide
// everything.
func (d *doc) closable() (out []int) {
	for i := range d.heads {
		if d.hasChildren(i) && (i > 0 || d.heads[i].end < len(d.heads)) {
			out = append(out, i)
		}
	}
	return out
}
