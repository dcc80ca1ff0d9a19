package pages

import (
	"time"

	"aloft/client/embedded/store"
)

// below selects a page and everything under it.
const below = "WITH RECURSIVE below(seq) AS (SELECT ? UNION SELECT p.seq FROM page p JOIN below b ON p.parent = b.seq) "

// Hang moves a page, with everything under it, under another one.
func (l Rows) Hang(d, to Document) error {
	if d.Parent == to.Seq {
		return nil
	}
	for at := to; ; {
		if at.Seq == d.Seq {
			return Refuse(Bad, "the target is the file itself or lies inside it")
		}
		if at.Parent == 0 {
			break
		}
		var err error
		if at, _, err = l.Document(at.Parent); err != nil {
			return err
		}
	}
	if err := l.Do("UPDATE page SET parent = ? WHERE seq = ?", to.Seq, d.Seq); err != nil || d.Space == to.Space {
		return err
	}
	return l.Do(below+"UPDATE page SET space = ? WHERE seq IN below", d.Seq, to.Space)
}

// FitsHome refuses pages that the home cannot show: links, and documents with pages under them.
func (l Rows) FitsHome(d Document) error {
	var kind string
	var title string
	found, err := l.Row(below+"SELECT p.kind, p.title FROM page p WHERE p.seq IN below AND (p.kind = 'wikilink' OR p.kind <> 'folder' AND p.kids > 0) LIMIT 1",
		[]any{d.Seq}, &kind, &title)
	switch {
	case err != nil || !found:
		return err
	case kind == KindWikiLink:
		return Refuse(Bad, "the link %q can only be in a space", title)
	}
	return Refuse(Bad, "%q has pages under it and can only be in a space", title)
}

// RemoveNode deletes a page of a space. Without all, the pages under it move up
// to its parent.
func (l Rows) RemoveNode(d Document, all bool, now time.Time) error {
	if !all && d.Kids > 0 {
		if err := l.Do("UPDATE page SET parent = ? WHERE parent = ?", d.Parent, d.Seq); err != nil {
			return err
		}
	}
	return l.ThrowAway(d, now)
}

// ThrowAway moves a page, with everything under it, to the recycle bin.
func (l Rows) ThrowAway(d Document, now time.Time) error {
	if err := l.Do("INSERT INTO pagebin(page, origin, deleted) VALUES(?, ?, ?)", d.Seq, d.Parent, now.UnixMilli()); err != nil {
		return err
	}
	if err := l.Do("UPDATE page SET parent = ? WHERE seq = ?", store.PageBinSeq, d.Seq); err != nil {
		return err
	}
	return l.Do(below+"UPDATE page SET binned = ? WHERE seq IN below", d.Seq, max(1, now.UnixMilli()))
}
