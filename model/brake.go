package model

import "aloft/model/text"

// Brake stops deletions that are larger than people mostly mean.
type Brake struct {
	Count int // so many entries pass, a folder with what it holds counting as one; 0 = any number
	Share int // so many per cent of a folder's entries pass; 0 = all of them
}

// few entries of one folder pass whatever their share: who deletes two of three knows it.
const few = 10

// Excess is why a deletion is stopped.
type Excess struct {
	N, Of  int   // so many of so many entries of the folder; Of 0 = so many in all
	Limit  int   // what passes: a number of entries, or per cent of the folder; 0 = Folder is an empty source
	Folder Place // zero = the recycle bin
}

// FolderSize is how many entries a folder has, as it was last listed.
type FolderSize struct {
	Folder  Place
	Entries int
}

// Stops returns what is too much about n entries of a folder with so many.
func (b Brake) Stops(n, of int) (Excess, bool) {
	switch {
	case b.Count > 0 && n > b.Count:
		return Excess{N: n, Limit: b.Count}, true
	case b.Share > 0 && n > few && of > 0 && n*100 > of*b.Share:
		return Excess{N: n, Of: of, Limit: b.Share}, true
	}
	return Excess{}, false
}

// StopsPlan returns what is too much about what a plan deletes: how many, or the share
// of a folder.
func (b Brake) StopsPlan(p *Plan) (Excess, bool) {
	all := 0
	for i := range p.Items {
		if p.Deletes(i) {
			all++
		}
	}
	if all > 0 && !p.Empty.IsZero() {
		return Excess{N: all, Folder: p.Empty}, true
	}
	if x, over := b.Stops(all, 0); over {
		return x, true
	}
	for _, f := range p.Sizes {
		n := 0
		for i := range p.Items {
			if it := &p.Items[i]; p.Deletes(i) && !it.Loose && it.Parent.Equal(f.Folder) {
				n++
			}
		}
		if x, over := b.Stops(n, f.Entries); over {
			if !p.Op.InBin() {
				x.Folder = f.Folder
			}
			return x, true
		}
	}
	return Excess{}, false
}

// Say says what is too much, and which setting says so, in clean words.
func (x Excess) Say(c *text.Catalogue) string {
	switch {
	case x.Limit == 0:
		return c.Say("%s is empty or not mounted, and %d {entry|entries} would be deleted", Clean(x.Folder.String()), x.N)
	case x.Of == 0:
		return c.Say("%d {entry|entries}, over jobs.delete_brake_count (%d)", x.N, x.Limit)
	case x.Folder.IsZero():
		return c.Say("%d of %d {entry|entries} of the recycle bin, over jobs.delete_brake_share (%d %%)", x.N, x.Of, x.Limit)
	}
	return c.Say("%d of %d {entry|entries} of %s, over jobs.delete_brake_share (%d %%)", x.N, x.Of, Clean(x.Folder.String()), x.Limit)
}
