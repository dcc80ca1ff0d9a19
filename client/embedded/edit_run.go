package embedded

import (
	"context"
	"errors"
	"time"

	"aloft/client/embedded/engine"
	"aloft/client/office/word"
	"aloft/model/text"
)

// errMoved: another edit came between reading the document and writing it.
var errMoved = errors.New("the document has moved on")

// editor is the work of an editing tool: a new document, or the same one when
// there was nothing to do.
type editor func(p *wordPage) (*word.Document, error)

// wordService is the tools of Word documents and what is kept for them in memory.
type wordService struct {
	db     *store
	pages  *pageStore
	faults *DocFaults
	links  *links
	life   *lifetime
	cache  cache
}

// newWord begins to serve the Word documents of a database. units bounds the cache of
// opened ones, in positions, 0 = 8 million.
func newWord(pages *pageStore, faults *DocFaults, links *links, life *lifetime, units int) *wordService {
	return &wordService{db: pages.db, pages: pages, faults: faults, links: links, life: life, cache: cache{units: units}}
}

// edit runs an editing tool on the newest version and answers the edit response.
// When another writer is faster, it begins again, unless the call was for that
// very version: then the engine refuses it.
func (s *wordService) edit(c *docsCall, name string, do editor) (object, error) {
	id, err := s.wordID(c)
	if err != nil {
		return nil, err
	}
	v := c.args.object("version_info")
	base, latest := v.number("base_version", 0), v.flag("is_latest")
	if c.dice.stale {
		if err := s.strangerEdits(c, id); err != nil {
			return nil, err
		}
	}
	for {
		p, err := s.openWord(c.ctx, id, 0)
		if err != nil {
			return nil, err
		}
		c.version = p.newest
		if err := writable(p.document); err != nil {
			return nil, err
		}
		if err := engine.CheckBase(p.doc, base, latest); err != nil {
			return nil, err
		}
		first, err := s.firstTouch(&p)
		if err != nil {
			return nil, err
		}
		next, err := do(&p)
		if err != nil {
			return nil, err
		}
		if next == p.doc {
			return object{"base_version": p.newest, "new_version": p.newest}, nil
		}
		switch err := s.commitEdit(c, &p, first, next, name, true); {
		case err == nil:
			return object{"base_version": p.newest, "new_version": next.Version}, nil
		case !errors.Is(err, errMoved):
			return nil, err
		}
	}
}

// writable refuses an edit of what another person lets others read only.
func writable(d document) error {
	if d.owner == localPerson || d.policy == policyEdit {
		return nil
	}
	return refuse(docsNoRight, "no permission to edit: the document belongs to %s, who lets nobody else write it", d.owner)
}

// touch is what the first edit of a document stores beside itself.
type touch struct {
	snapshot []byte // nil = it has been touched before
	pictures pictures
}

// firstTouch makes the snapshot that the log of a document begins with: its bytes
// are not read again, lest a better reader counts them otherwise. The pictures
// get files of their own.
func (s *wordService) firstTouch(p *wordPage) (touch, error) {
	t := touch{pictures: pictures{db: s.db}}
	if p.snapped > 0 || p.newest > 1 {
		return t, nil
	}
	var err error
	if t.snapshot, err = engine.EncodeDocument(p.doc, &t.pictures); err != nil {
		return t, err
	}
	p.doc, err = engine.DecodeDocument(t.snapshot, &t.pictures)
	return t, err
}

// commitEdit stores an edit in one transaction: the version steps from the one
// that was read to the next, or nothing happens.
func (s *wordService) commitEdit(c *docsCall, p *wordPage, first touch, next *word.Document, name string, ours bool) error {
	pics := pictures{db: s.db}
	body, err := engine.EncodeChange(engine.Diff(p.doc, next), &pics)
	if err != nil {
		return err
	}
	s.db.step("edit made")
	err = s.pages.update(c.ctx, func(l rows) error {
		d, found, err := l.document(p.seq)
		switch {
		case err != nil:
			return err
		case !found:
			return refuse(docsBad, text.WireDocGone, "file_id", s.pages.fileID(p.seq))
		}
		if err := writable(d); err != nil && ours {
			return err
		}
		if first.snapshot != nil {
			if err := l.do("INSERT INTO doc(page, version) VALUES(?, 1) ON CONFLICT(page) DO NOTHING", p.seq); err != nil {
				return err
			}
			if err := l.do("INSERT INTO snap(page, version, data) VALUES(?, 1, ?) ON CONFLICT(page, version) DO NOTHING", p.seq, first.snapshot); err != nil {
				return err
			}
		}
		n, _, err := l.exec("UPDATE doc SET version = version + 1 WHERE page = ? AND version = ?", p.seq, p.newest)
		if err != nil {
			return err
		}
		if n == 0 {
			return errMoved
		}
		if err := s.keepImages(l, p.seq, first.pictures.new, pics.new); err != nil {
			return err
		}
		if err := l.do("INSERT INTO edit(page, version, tool, at, ours, size, body) VALUES(?, ?, ?, ?, ?, ?, ?)",
			p.seq, next.Version, name, c.now.UnixNano(), ours, len(body), body); err != nil {
			return err
		}
		if p.undoes > 0 { // and what that one had taken back counts again
			if err := l.do("UPDATE edit SET undone = CASE version WHEN ?1 THEN ?2 ELSE 0 END WHERE page = ?3 AND (version = ?1 OR undone = ?1)",
				p.undoes, next.Version, p.seq); err != nil {
				return err
			}
		}
		err = s.touched(l, d, c.now, ours)
		s.db.step("edit written")
		return err
	})
	if err != nil {
		return err
	}
	s.db.step("edit kept")
	s.cache.put(p.seq, opened{doc: next, snapped: max(p.snapped, 1), logged: p.logged + int64(len(body)), ours: true})
	s.snapshotSoon(p.seq)
	return nil
}

// touched gives the page its new time, and its place in the recent list.
func (s *wordService) touched(l rows, d document, now time.Time, ours bool) error {
	who := localPerson
	if !ours {
		who = strangerName
	}
	if err := l.do("UPDATE page SET updated = max(updated, ?), editor = ? WHERE seq = ?", now.UnixMilli(), who, d.seq); err != nil || !ours {
		return err
	}
	return l.viewed(d.seq, now)
}

// keepImages notes what files a document refers to from now on.
func (s *wordService) keepImages(l rows, page int64, hashes ...[]string) error {
	for _, some := range hashes {
		for _, h := range some {
			if err := s.db.refer(h); err != nil {
				return err
			}
			if err := l.do("INSERT INTO docimage(page, hash) VALUES(?, ?) ON CONFLICT DO NOTHING", page, h); err != nil {
				return err
			}
		}
	}
	return nil
}

// strangerName is who edits when the switch "docs-stale" strikes.
const strangerName = "Tom Berg"

// strangerEdits puts a paragraph at the start of the body, as somebody else who
// writes at the same moment.
func (s *wordService) strangerEdits(c *docsCall, id string) error {
	for {
		p, err := s.openWord(c.ctx, id, 0)
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
		next, err := engine.InsertParagraphWithText(p.doc, at, string(text.Text("Somebody else was here.")), engine.Style{Level: 10})
		if err != nil {
			return err
		}
		if err := s.commitEdit(c, &p, first, next, "", false); !errors.Is(err, errMoved) {
			return err
		}
	}
}

// Snapshots are made after so many edits, or so much log, whichever comes first
// (design "Persistence of versions").
const (
	snapEdits = 100
	snapLog   = 256 << 10
	// closeEdits is how many edits are worth one when the service closes.
	closeEdits = 20
)

// snapshotSoon begins a snapshot, beside everything else, when it is time.
func (s *wordService) snapshotSoon(page int64) {
	if s.cache.due(page) {
		// One that fails is made up for after the next edit; the log has all.
		s.life.start(func() { _ = s.snapshot(page) })
	}
}

// snapshot stores the version in memory, and trims the log behind the last
// snapshot but one.
func (s *wordService) snapshot(page int64) error {
	o, open := s.cache.get(page)
	if !open {
		return nil
	}
	version := o.doc.Version
	done := false
	defer func() { s.cache.written(page, o, done) }()
	pics := pictures{db: s.db}
	data, err := engine.EncodeDocument(o.doc, &pics)
	if err != nil {
		return err
	}
	s.db.step("snapshot made")
	// The service's end must not cut this short: it is waited for.
	err = s.pages.update(context.WithoutCancel(s.life.context()), func(l rows) error {
		// Another process may have been faster, and a page may be gone.
		near, known := int64(0), int64(0)
		if found, err := l.row("SELECT version FROM doc WHERE page = ?", []any{page}, &known); err != nil || !found || known < version {
			return err
		}
		found, err := l.row("SELECT version FROM snap WHERE page = ? AND version > ? LIMIT 1", []any{page, version - closeEdits}, &near)
		if err != nil || found {
			return err
		}
		if err := s.keepImages(l, page, pics.new); err != nil {
			return err
		}
		if err := l.do("INSERT INTO snap(page, version, data) VALUES(?, ?, ?)", page, version, data); err != nil {
			return err
		}
		s.db.step("snapshot written")
		var keep int64
		found, err = l.row("SELECT version FROM snap WHERE page = ? ORDER BY version DESC LIMIT 1 OFFSET 1", []any{page}, &keep)
		if err != nil || !found {
			return err
		}
		if err := l.do("DELETE FROM snap WHERE page = ? AND version < ?", page, keep); err != nil {
			return err
		}
		return l.do("DELETE FROM edit WHERE page = ? AND version <= ?", page, keep)
	})
	done = err == nil
	s.db.step("snapshot kept")
	return err
}

// LastSnapshots are made when the service closes, of what this process edited.
func (s *wordService) LastSnapshots() {
	for _, page := range s.cache.dueAtEnd() {
		_ = s.snapshot(page) // the log has all
	}
}

// Forget empties the cache: all documents have become others.
func (s *wordService) Forget() { s.cache.forget() }

// InMemory says what the documents in memory come to.
func (s *wordService) InMemory() Memory { return s.cache.memory() }
