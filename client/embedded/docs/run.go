package docs

import (
	"errors"
	"time"

	"aloft/client/embedded/engine"
	"aloft/client/embedded/pages"
	"aloft/client/office/word"
	"aloft/model/text"
)

// errMoved says that another edit was made between reading and writing the document.
var errMoved = errors.New("the document has moved on")

// editor is the function of an editing tool. It returns a new document, or the same one if there was nothing to do.
type editor func(c *pages.Call, p *wordPage) (*word.Document, error)

// edits is an editing tool that refuses nothing before its document is open.
func (s *Word) edits(do editor) func(*pages.Call) (pages.Object, error) {
	return func(c *pages.Call) (pages.Object, error) { return s.edit(c, do) }
}

// edit runs an editing tool on the newest version and answers the edit response.
// When another writer is quicker, it starts again, unless the call was for that
// very version: then the engine refuses it.
func (s *Word) edit(c *pages.Call, do editor) (pages.Object, error) {
	id, err := s.wordID(c)
	if err != nil {
		return nil, err
	}
	v := c.Args.Object("version_info")
	base, latest := v.Number("base_version", 0), v.Flag("is_latest")
	if c.Trial.Stranger {
		if err := s.strangerEdits(c, id); err != nil {
			return nil, err
		}
	}
	for {
		p, err := s.openWord(c.Ctx, id, 0)
		if err != nil {
			return nil, err
		}
		c.Version = p.newest
		if err := writable(p.Document); err != nil {
			return nil, err
		}
		if err := engine.CheckBase(p.doc, base, latest); err != nil {
			return nil, err
		}
		first, err := s.firstTouch(&p)
		if err != nil {
			return nil, err
		}
		next, err := s.made(c, &p, do)
		if err != nil {
			return nil, err
		}
		if next == p.doc || c.Args.Flag(tryArg) {
			return pages.Object{"base_version": p.newest, "new_version": p.newest}, nil
		}
		switch err := s.commitEdit(c, &p, first, next, c.Name, true); {
		case err == nil:
			return pages.Object{"base_version": p.newest, "new_version": next.Version}, nil
		case !errors.Is(err, errMoved):
			return nil, err
		}
	}
}

// writable refuses an edit of a document that another user shares read-only.
func writable(d pages.Document) error {
	if d.Owner == pages.LocalPerson || d.Policy == pages.PolicyEdit {
		return nil
	}
	return pages.Refuse(pages.NoRight, "no permission to edit: the document belongs to %s, who lets nobody else write it", d.Owner)
}

// touch is what the first edit of a document stores in addition.
type touch struct {
	snapshot encoded // nil = it has been edited before
	pictures pictures
}

// firstTouch makes the snapshot that the log of a document starts from: its bytes
// are not parsed again, since a later parser might count positions differently. The
// pictures get files of their own.
func (s *wordVersions) firstTouch(p *wordPage) (touch, error) {
	t := touch{pictures: pictures{db: s.db}}
	if p.snapped > 0 || p.newest > 1 {
		return t, nil
	}
	var err error
	if t.snapshot, err = encode(p.doc, &t.pictures); err != nil {
		return t, err
	}
	p.doc, err = engine.DecodeDocument(t.snapshot.texts(), &t.pictures)
	return t, err
}

// commitEdit stores an edit in one transaction: the version goes from the one read to the next, or nothing happens.
func (s *wordVersions) commitEdit(c *pages.Call, p *wordPage, first touch, next *word.Document, name string, ours bool) error {
	pics := pictures{db: s.db}
	body, err := engine.EncodeChange(engine.Diff(p.doc, next), &pics)
	if err != nil {
		return err
	}
	s.db.Step("edit made")
	err = s.pages.Update(c.Ctx, func(l pages.Rows) error {
		d, found, err := l.Document(p.Seq)
		switch {
		case err != nil:
			return err
		case !found:
			return pages.Refuse(pages.Bad, text.WireDocGone, "file_id", s.pages.FileID(p.Seq))
		}
		if err := writable(d); err != nil && ours {
			return err
		}
		if first.snapshot != nil {
			if err := l.Do("INSERT INTO doc(page, version) VALUES(?, 1) ON CONFLICT(page) DO NOTHING", p.Seq); err != nil {
				return err
			}
			if _, err := first.snapshot.keep(l, p.Seq, 1); err != nil {
				return err
			}
		}
		n, _, err := l.Exec("UPDATE doc SET version = version + 1 WHERE page = ? AND version = ?", p.Seq, p.newest)
		if err != nil {
			return err
		}
		if n == 0 {
			return errMoved
		}
		if err := s.keepImages(l, p.Seq, first.pictures.new, pics.new, p.files); err != nil {
			return err
		}
		if err := l.Do("INSERT INTO edit(page, version, tool, at, ours, size, body) VALUES(?, ?, ?, ?, ?, ?, ?)",
			p.Seq, next.Version, name, c.Now.UnixNano(), ours, len(body), body); err != nil {
			return err
		}
		if p.undoes > 0 { // and what that one had reverted counts again
			if err := l.Do("UPDATE edit SET undone = CASE version WHEN ?1 THEN ?2 ELSE 0 END WHERE page = ?3 AND (version = ?1 OR undone = ?1)",
				p.undoes, next.Version, p.Seq); err != nil {
				return err
			}
		}
		err = s.touched(l, d, c.Now, ours)
		s.db.Step("edit written")
		return err
	})
	if err != nil {
		return err
	}
	s.db.Step("edit kept")
	s.cache.put(p.Seq, opened{doc: next, snapped: max(p.snapped, 1), logged: p.logged + int64(len(body)), ours: true})
	s.snapshotSoon(p.Seq)
	return nil
}

// touched sets the page's new time, and its place in the recent list.
func (s *wordVersions) touched(l pages.Rows, d pages.Document, now time.Time, ours bool) error {
	who := pages.LocalPerson
	if !ours {
		who = strangerName
	}
	if err := l.Do("UPDATE page SET updated = max(updated, ?), editor = ? WHERE seq = ?", now.UnixMilli(), who, d.Seq); err != nil || !ours {
		return err
	}
	return l.Viewed(d.Seq, now)
}

// keepImages stores which files a document refers to from now on.
func (s *wordVersions) keepImages(l pages.Rows, page int64, hashes ...[]string) error {
	for _, some := range hashes {
		for _, h := range some {
			if err := s.db.Refer(h); err != nil {
				return err
			}
			if err := l.Do("INSERT INTO docimage(page, hash) VALUES(?, ?) ON CONFLICT DO NOTHING", page, h); err != nil {
				return err
			}
		}
	}
	return nil
}

// strangerName is the editor's name when the switch "docs-stale" strikes.
const strangerName = "Tom Berg"

// strangerEdits adds a paragraph at the start of the body, like another user who writes at the same moment.
func (s *Word) strangerEdits(c *pages.Call, id string) error {
	for {
		p, err := s.openWord(c.Ctx, id, 0)
		if err != nil {
			return err
		}
		first, err := s.firstTouch(&p)
		if err != nil {
			return err
		}
		at := int64(0)
		if b := p.doc.Blocks()[0]; b.Len() < p.doc.Len() {
			at = int64(b.Len()) - 1 // behind the title
		}
		next, err := engine.InsertParagraphWithText(p.doc, at, "Somebody else was here.", engine.Style{Level: 10})
		if err != nil {
			return err
		}
		if err := s.commitEdit(c, &p, first, next, "", false); !errors.Is(err, errMoved) {
			return err
		}
	}
}
