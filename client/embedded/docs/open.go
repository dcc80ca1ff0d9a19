package docs

import (
	"cmp"
	"context"
	"io"

	"aloft/client/embedded/engine"
	"aloft/client/embedded/pages"
	"aloft/client/embedded/store"
	"aloft/client/office/word"
	"aloft/client/office/word/patch"
	"aloft/client/office/word/read"
	"aloft/client/office/word/write"
	"aloft/model/budget"
)

// wordPage is a Word document as read by one call.
type wordPage struct {
	pages.Document
	born    string // title paragraph of a new document that was renamed before it was opened
	newest  int64
	doc     *word.Document // of the requested version
	snapped int64          // version of the snapshot that doc came from, 0 = from its bytes
	logged  int64          // bytes of the log since
	undoes  int64          // version that the current edit reverts
	files   []string       // that the current edit has made
}

// wordOf finds the page of a call for a Word document.
func (s *wordVersions) wordOf(l pages.Rows, id string) (p wordPage, err error) {
	if p.Document, err = l.File(id); err != nil {
		return p, err
	}
	if p.Kind != pages.KindDoc {
		return p, pages.Refuse(pages.WrongKind, "the document is of type %s, not a Word document", p.Kind)
	}
	if p.Suffix != "" && p.Suffix != "docx" {
		return p, pages.Refuse(pages.WrongKind, "the document is a file of the format %s, which cannot be read or edited here; convert it to docx and import that", p.Suffix)
	}
	return p, rowOf(l, &p)
}

// rowOf reads a page's row of the table doc.
func rowOf(l pages.Rows, p *wordPage) (err error) {
	p.newest = 1
	_, err = l.Row("SELECT version, title FROM doc WHERE page = ?", []any{p.Seq}, &p.newest, &p.born)
	return err
}

// pageForExport reads a page for an export, which continues if the page is deleted.
func pageForExport(l pages.Rows, seq int64) (p wordPage, err error) {
	if p.Document, err = l.EvenBinned(seq); err != nil {
		return p, err
	}
	return p, rowOf(l, &p)
}

// WriteVersion stores a version of a document as a docx file.
func (s *wordVersions) WriteVersion(ctx context.Context, page, version int64) (store.Blob, error) {
	p, err := s.openPage(ctx, func(l pages.Rows) (wordPage, error) { return pageForExport(l, page) }, version)
	if err != nil {
		return store.Blob{}, err
	}
	made, _, err := s.db.MakeBlob(ctx, func(w io.Writer) ([]string, error) { return nil, s.write(ctx, w, &p, patch.Into) })
	return made, err
}

// write writes a document as a docx file: into a copy of the one that was imported. into is
// patch.Into or patch.Exactly.
func (s *wordVersions) write(ctx context.Context, w io.Writer, p *wordPage, into intoFile) error {
	base, err := s.baseOf(ctx, p)
	if err != nil {
		return err
	}
	if base == nil {
		return write.Docx(w, p.doc)
	}
	defer base.Close()
	return into(w, p.doc, base, base.Size, word.Limits{Budget: usual(ctx)})
}

type intoFile func(w io.Writer, d *word.Document, r io.ReaderAt, size int64, limits word.Limits) error

// base is the file that a document came from.
type base struct {
	store.Bytes
	store.Blob
}

// baseOf opens the file of a document; nil when it came from none.
func (s *wordVersions) baseOf(ctx context.Context, p *wordPage) (*base, error) {
	key := cmp.Or(p.doc.Base, p.Blob)
	if key == "" {
		return nil, nil
	}
	c, err := pages.ReadSample(ctx, s.pages, key)
	if err != nil {
		return nil, err
	}
	f, err := c.Open()
	if err != nil {
		return nil, err
	}
	return &base{f, c.Blob}, nil
}

// logRow is one edit of the log.
type logRow struct {
	version int64
	body    []byte
}

// stored is the database's content of a version.
type stored struct {
	snapshot []string
	version  int64 // of the snapshot
	log      []logRow
}

// since reads the log from a version up to another one; ok is false when a part of
// it has been trimmed.
func since(l pages.Rows, page, from, to int64) (log []logRow, ok bool, err error) {
	log, err = store.All(l.Link, "SELECT version, body FROM edit WHERE page = ? AND version > ? AND version <= ? ORDER BY version", []any{page, from, to},
		func(r *logRow) []any { return []any{&r.version, &r.body} })
	return log, int64(len(log)) == to-from, err
}

// readStored reads the last snapshot before a version and the log since. found is false if no snapshot is that old.
func readStored(l pages.Rows, page, version int64) (st stored, found bool, err error) {
	st.snapshot, st.version, found, err = readSnapshot(l, page, version)
	if err != nil || !found {
		return st, false, err
	}
	st.log, found, err = since(l, page, st.version, version)
	return st, found, err
}

// openWord returns a document at a version, 0 for the newest. A cached one is
// brought up to date from the log: other processes write it too.
func (s *wordVersions) openWord(ctx context.Context, id string, version int64) (wordPage, error) {
	return s.openPage(ctx, func(l pages.Rows) (wordPage, error) { return s.wordOf(l, id) }, version)
}

// Document returns a document at a version, 0 for the newest.
func (s *wordVersions) Document(ctx context.Context, id string, version int64) (*word.Document, error) {
	p, err := s.openWord(ctx, id, version)
	return p.doc, err
}

func (s *wordVersions) openPage(ctx context.Context, find func(pages.Rows) (wordPage, error), version int64) (wordPage, error) {
	var p wordPage
	var st stored
	have, cached := opened{}, false
	found := false
	err := s.pages.View(ctx, func(l pages.Rows) (err error) {
		if p, err = find(l); err != nil {
			return err
		}
		version = cmp.Or(version, p.newest)
		if version > p.newest {
			return pages.Refuse(pages.Bad, "version_info: there is no version %d yet, the newest is %d", version, p.newest)
		}
		have, cached = s.cache.get(p.Seq)
		if cached && have.doc.Version <= version {
			if st.log, cached, err = since(l, p.Seq, have.doc.Version, version); err != nil || cached {
				return err
			}
		}
		cached = false
		if st, found, err = readStored(l, p.Seq, version); err != nil || found || version == 1 && p.newest == 1 {
			return err
		}
		oldest := int64(0)
		if _, err := l.Row("SELECT coalesce(min(version), 0) FROM snap WHERE page = ?", []any{p.Seq}, &oldest); err != nil {
			return err
		}
		return pages.Refuse(pages.Bad, "version_info: version %d is not kept any more, the oldest is %d", version, oldest)
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
		s.cache.put(p.Seq, opened{doc: p.doc, snapped: p.snapped, logged: p.logged})
	}
	return p, nil
}

// firstVersion returns the content of a page before any edit.
func (s *wordVersions) firstVersion(ctx context.Context, p *wordPage) (*word.Document, error) {
	if p.Blob == "" {
		title := p.Title
		if p.born != "" {
			title = p.born
		}
		d := word.New(title)
		return word.NewDocument(1, d.Blocks(), d.Comments()), nil
	}
	c, err := pages.ReadSample(ctx, s.pages, p.Blob)
	if err != nil {
		return nil, err
	}
	if c.Kept() {
		p.Blob = c.Hash
	}
	d, err := readFile(ctx, c.Open, c.Size)
	if err != nil {
		return nil, err
	}
	return word.NewDocument(1, d.Blocks(), d.Comments()), nil
}

// readFile reads a Word file.
func readFile(ctx context.Context, open func() (store.Bytes, error), size int64) (*word.Document, error) {
	f := &lateFile{open: open}
	var err error
	if f.f, err = open(); err != nil {
		return nil, err
	}
	d, _, err := read.Docx(f, size, word.Limits{Budget: usual(ctx)})
	f.f.Close()
	f.f = nil // from here on its pictures open it, each time they are read
	return d, refused(err)
}

const unreadable = "the document cannot be read: %s"

// longDoc is the length in positions from which on a snapshot of an imported file
// is worth storing: it is read five times as fast.
const longDoc = 200_000

// keepFirst stores a snapshot of the import in the background. If it fails, the next call does it.
func (s *wordVersions) keepFirst(p wordPage) {
	s.life.Start(func() { _ = s.storeFirst(context.WithoutCancel(s.life.Context()), p) })
}

func (s *wordVersions) storeFirst(ctx context.Context, p wordPage) error {
	pics := pictures{db: s.db}
	data, err := encode(p.doc, &pics)
	if err != nil {
		return err
	}
	return s.pages.Update(ctx, func(l pages.Rows) error {
		if err := l.Do("INSERT INTO doc(page, version) SELECT seq, 1 FROM page WHERE seq = ? ON CONFLICT(page) DO NOTHING", p.Seq); err != nil {
			return err
		}
		if first, err := l.Row("SELECT version FROM doc WHERE page = ? AND version = 1", []any{p.Seq}, new(int64)); err != nil || !first {
			return err
		}
		if kept, err := data.keep(l, p.Seq, 1); err != nil || !kept {
			return err
		}
		return s.keepImages(l, p.Seq, pics.new)
	})
}

// lateFile is a file that is open only while it is read: a document in the cache
// must not keep one open for its pictures.
type lateFile struct {
	open func() (store.Bytes, error)
	f    store.Bytes // while the document is read
}

func (b *lateFile) ReadAt(p []byte, off int64) (int, error) {
	if b.f != nil {
		return b.f.ReadAt(p, off)
	}
	f, err := b.open()
	if err != nil {
		return 0, err
	}
	defer f.Close()
	return f.ReadAt(p, off)
}

// usual is the budget of a conversion, which ends with the context of its call.
func usual(ctx context.Context) *budget.Budget { return budget.New(budget.Usual(), ctx.Err) }
