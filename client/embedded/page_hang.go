package embedded

import "time"

// below selects a page and all that hangs under it.
const below = "WITH RECURSIVE below(seq) AS (SELECT ? UNION SELECT p.seq FROM page p JOIN below b ON p.parent = b.seq) "

// hang moves a page, with all below it, under another one.
func (l rows) hang(d, to document) error {
	if d.parent == to.seq {
		return nil
	}
	for at := to; ; {
		if at.seq == d.seq {
			return refuse(docsBad, "the target is the file itself or lies inside it")
		}
		if at.parent == 0 {
			break
		}
		var err error
		if at, _, err = l.document(at.parent); err != nil {
			return err
		}
	}
	if err := l.do("UPDATE page SET parent = ? WHERE seq = ?", to.seq, d.seq); err != nil || d.space == to.space {
		return err
	}
	return l.do(below+"UPDATE page SET space = ? WHERE seq IN below", d.seq, to.space)
}

// fitsHome refuses what can only be in a space: links, and documents with pages
// under them, which the home could not show.
func (l rows) fitsHome(d document) error {
	var kind string
	var title string
	found, err := l.row(below+"SELECT p.kind, p.title FROM page p WHERE p.seq IN below AND (p.kind = 'wikilink' OR p.kind <> 'folder' AND p.kids > 0) LIMIT 1",
		[]any{d.seq}, &kind, &title)
	switch {
	case err != nil || !found:
		return err
	case kind == kindWikiLink:
		return refuse(docsBad, "the link %q can only be in a space", title)
	}
	return refuse(docsBad, "%q has pages under it and can only be in a space", title)
}

// removeNode deletes a page of a space. Without all, the pages under it move up
// to its parent.
func (l rows) removeNode(d document, all bool, now time.Time) error {
	if !all && d.kids > 0 {
		if err := l.do("UPDATE page SET parent = ? WHERE parent = ?", d.parent, d.seq); err != nil {
			return err
		}
	}
	return l.throwAway(d, now)
}

// throwAway puts a page, with all below it, into the recycle bin.
func (l rows) throwAway(d document, now time.Time) error {
	if err := l.do("INSERT INTO pagebin(page, origin, deleted) VALUES(?, ?, ?)", d.seq, d.parent, now.UnixMilli()); err != nil {
		return err
	}
	if err := l.do("UPDATE page SET parent = ? WHERE seq = ?", pageBinSeq, d.seq); err != nil {
		return err
	}
	return l.do(below+"UPDATE page SET binned = ? WHERE seq IN below", d.seq, max(1, now.UnixMilli()))
}
