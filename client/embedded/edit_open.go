package embedded

import (
	"context"
	"errors"
	"io"
	"os"

	"aloft/client/embedded/engine"
	"aloft/client/office/word"
	"aloft/model/budget"
)

// wordPage is a Word document as one call found it.
type wordPage struct {
	document
	born    string // title paragraph of a new document that was renamed before it was touched
	row     bool   // it stands in the table doc
	newest  int64
	doc     *word.Document // of the version that was wanted
	snapped int64          // version of the snapshot that doc came from, 0 = from its bytes
	logged  int64          // bytes of the log since
	undoes  int64          // version that the edit which is under way takes back
}

// wordOf finds the page of a call that is about a Word document.
func (s *wordService) wordOf(l rows, id string) (p wordPage, err error) {
	if p.document, err = l.file(id); err != nil {
		return p, err
	}
	if p.kind != kindDoc {
		return p, refuse(docsKind, "the document is of type %s, not a Word document", p.kind)
	}
	if p.suffix != "" && p.suffix != "docx" {
		return p, refuse(docsKind, "the document is a file of the format %s, which cannot be read or edited here; convert it to docx and import that", p.suffix)
	}
	return p, rowOf(l, &p)
}

// rowOf reads what the table doc has of a page.
func rowOf(l rows, p *wordPage) (err error) {
	p.newest = 1
	p.row, err = l.row("SELECT version, title FROM doc WHERE page = ?", []any{p.seq}, &p.newest, &p.born)
	return err
}

// pageForExport reads a page for an export, which goes on when the page is deleted.
func pageForExport(l rows, seq int64) (p wordPage, err error) {
	if p.document, err = l.evenBinned(seq); err != nil {
		return p, err
	}
	return p, rowOf(l, &p)
}

// writeVersion keeps a version of a document as a docx file.
func (s *wordService) writeVersion(ctx context.Context, page, version int64) (blob, error) {
	p, err := s.openPage(ctx, func(l rows) (wordPage, error) { return pageForExport(l, page) }, version)
	if err != nil {
		return blob{}, err
	}
	made, _, err := s.db.makeBlob(ctx, func(w io.Writer) ([]string, error) { return nil, word.WriteDocx(w, p.doc) })
	return made, err
}

// logRow is one edit of the log.
type logRow struct {
	version int64
	body    []byte
}

// stored is what the file has of a version.
type stored struct {
	snapshot []byte
	version  int64 // of the snapshot
	log      []logRow
}

// since reads the log behind a version up to another one; ok is false when a
// part of it has been trimmed.
func since(l rows, page, from, to int64) (log []logRow, ok bool, err error) {
	err = l.rows("SELECT version, body FROM edit WHERE page = ? AND version > ? AND version <= ? ORDER BY version", []any{page, from, to},
		func(scan func(...any) error) error {
			var r logRow
			err := scan(&r.version, &r.body)
			log = append(log, r)
			return err
		})
	return log, int64(len(log)) == to-from, err
}

// readStored reads what makes a version: the last snapshot before it and the log
// from there. found is false when the file has none that old.
func readStored(l rows, page, version int64) (st stored, found bool, err error) {
	found, err = l.row("SELECT version, data FROM snap WHERE page = ? AND version <= ? ORDER BY version DESC LIMIT 1",
		[]any{page, version}, &st.version, &st.snapshot)
	if err != nil || !found {
		return st, false, err
	}
	st.log, found, err = since(l, page, st.version, version)
	return st, found, err
}

// openWord gives a document at a version, 0 for the newest. An opened one is
// brought up to date from the log: other processes write it too.
func (s *wordService) openWord(ctx context.Context, id string, version int64) (wordPage, error) {
	return s.openPage(ctx, func(l rows) (wordPage, error) { return s.wordOf(l, id) }, version)
}

// Document gives a document at a version, 0 for the newest.
func (s *wordService) Document(ctx context.Context, id string, version int64) (*word.Document, error) {
	p, err := s.openWord(ctx, id, version)
	return p.doc, err
}

func (s *wordService) openPage(ctx context.Context, find func(rows) (wordPage, error), version int64) (wordPage, error) {
	var p wordPage
	var st stored
	have, cached := opened{}, false
	found := false
	err := s.pages.view(ctx, func(l rows) (err error) {
		if p, err = find(l); err != nil {
			return err
		}
		if version == 0 {
			version = p.newest
		}
		if version > p.newest {
			return refuse(docsBad, "version_info: there is no version %d yet, the newest is %d", version, p.newest)
		}
		have, cached = s.cache.get(p.seq)
		if cached && have.doc.Version <= version {
			if st.log, cached, err = since(l, p.seq, have.doc.Version, version); err != nil || cached {
				return err
			}
		}
		cached = false
		if st, found, err = readStored(l, p.seq, version); err != nil || found || version == 1 && p.newest == 1 {
			return err
		}
		oldest := int64(0)
		if _, err := l.row("SELECT coalesce(min(version), 0) FROM snap WHERE page = ?", []any{p.seq}, &oldest); err != nil {
			return err
		}
		return refuse(docsBad, "version_info: version %d is not kept any more, the oldest is %d", version, oldest)
	})
	if err != nil {
		return p, err
	}
	switch {
	case cached:
		p.doc, p.snapped, p.logged = have.doc, have.snapped, have.logged
	case found:
		if p.doc, err = engine.DecodeDocument(st.snapshot, &pictures{db: s.db}); err != nil {
			return p, err
		}
		p.snapped = st.version
	default:
		if p.doc, err = s.firstVersion(ctx, &p); err != nil {
			return p, err
		}
		if p.doc.Len() >= longDoc {
			s.keepFirst(p)
		}
	}
	log := make([]engine.Change, len(st.log))
	for i, e := range st.log {
		if log[i], err = engine.DecodeChange(e.body, &pictures{db: s.db}); err != nil {
			return p, err
		}
		p.logged += int64(len(e.body))
	}
	if p.doc, err = engine.Replay(p.doc, log); err != nil {
		return p, err
	}
	if version == p.newest {
		s.cache.put(p.seq, opened{doc: p.doc, snapped: p.snapped, logged: p.logged})
	}
	return p, nil
}

// firstVersion is what a page is before anybody has edited it.
func (s *wordService) firstVersion(ctx context.Context, p *wordPage) (*word.Document, error) {
	if p.blob == "" {
		title := p.title
		if p.born != "" {
			title = p.born
		}
		d := word.New(title)
		return word.NewDocument(1, d.Blocks(), d.Comments()), nil
	}
	b, err := sampleBytes(ctx, s.pages, p.blob)
	if err != nil {
		return nil, err
	}
	p.blob = b.hash
	f := &lateFile{path: s.db.blobPath(b.hash)}
	if f.f, err = os.Open(f.path); err != nil {
		return nil, err
	}
	d, _, err := word.ReadDocx(f, b.size, word.Limits{Budget: usual(ctx)})
	f.f.Close()
	f.f = nil // from here on its pictures open it, each time they are read
	var bad *word.Error
	if errors.As(err, &bad) {
		return nil, refuse(docsBad, "the document cannot be read: %s", bad.Error())
	}
	if err != nil {
		return nil, err
	}
	return word.NewDocument(1, d.Blocks(), d.Comments()), nil
}

// longDoc is the length from which on a snapshot of an imported file is worth
// having: it is read five times as fast.
const longDoc = 200_000

// keepFirst stores a snapshot of what was imported, beside everything else. One
// that fails is made the next time.
func (s *wordService) keepFirst(p wordPage) {
	s.life.start(func() { _ = s.storeFirst(context.WithoutCancel(s.life.context()), p) })
}

func (s *wordService) storeFirst(ctx context.Context, p wordPage) error {
	pics := pictures{db: s.db}
	data, err := engine.EncodeDocument(p.doc, &pics)
	if err != nil {
		return err
	}
	return s.pages.update(ctx, func(l rows) error {
		if err := l.do("INSERT INTO doc(page, version) SELECT seq, 1 FROM page WHERE seq = ? ON CONFLICT(page) DO NOTHING", p.seq); err != nil {
			return err
		}
		n, _, err := l.exec("INSERT INTO snap(page, version, data) SELECT page, 1, ? FROM doc WHERE page = ? AND version = 1 ON CONFLICT(page, version) DO NOTHING", data, p.seq)
		if err != nil || n == 0 {
			return err
		}
		return s.keepImages(l, p.seq, pics.new)
	})
}

// lateFile is a file that is open only while somebody reads it: a document in the
// cache must not hold one open for its pictures.
type lateFile struct {
	path string
	f    *os.File // while the document is read
}

func (b *lateFile) ReadAt(p []byte, off int64) (int, error) {
	if b.f != nil {
		return b.f.ReadAt(p, off)
	}
	f, err := os.Open(b.path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	return f.ReadAt(p, off)
}

// usual is the budget of a conversion, which ends with the call it is for.
func usual(ctx context.Context) *budget.Budget { return budget.New(budget.Usual(), ctx.Err) }
