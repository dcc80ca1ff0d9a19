package embedded

import (
	"context"
	"strings"
	"time"
)

// Kinds of pages. The first ten are the file_type values of "Creation" in the
// document specification; a space is none of them.
const (
	kindSmartCanvas = "smartcanvas"
	kindDoc         = "doc"
	kindSheet       = "sheet"
	kindForm        = "form"
	kindSlide       = "slide"
	kindMind        = "mind"
	kindFlowchart   = "flowchart"
	kindSmartSheet  = "smartsheet"
	kindFolder      = "folder"
	kindWikiLink    = "wikilink"
	kindSpace       = "space"
	kindPDF         = "pdf"
)

// Policies of "Resources and their fields".
const (
	policyRead = 2
	policyEdit = 3
)

// localPerson is who owns what is made here: the service in a box knows one.
const localPerson = "me"

// pageStore is the pages in a database.
type pageStore struct {
	pageIDs
	db *store
}

// newPages gives the pages of a database.
func newPages(db *store, i ids) *pageStore { return &pageStore{pageIDs{i}, db} }

// rows are the tables of the document half inside a transaction.
type rows struct {
	*link
	pageIDs
}

// view runs f on one consistent state of the pages.
func (s *pageStore) view(ctx context.Context, f func(rows) error) error {
	return s.db.view(ctx, func(l *link) error { return f(rows{l, s.pageIDs}) })
}

// update is a write transaction; ctx only bounds the wait for its turn.
func (s *pageStore) update(ctx context.Context, f func(rows) error) error {
	return s.db.update(ctx, func(l *link) error { return f(rows{l, s.pageIDs}) })
}

// document is one page: a folder, a document, a link or a space.
type document struct {
	seq, space, parent     int64
	kind, title            string
	policy                 int64
	owner, creator, editor string
	created, updated       int64 // milliseconds; 0 = now when it is added
	binned, kids           int64
	link, note             string
	blob, suffix           string // hash and suffix of its bytes, "" = none yet
	size                   int64
}

func (d *document) folder() bool { return d.kind == kindFolder }

// documentColumns of page, in the order into takes them.
const documentColumns = "p.seq, p.space, coalesce(p.parent, 0), p.kind, p.title, p.policy, p.owner, p.creator, p.editor, " +
	"p.created, p.updated, p.binned, p.kids, p.link, p.note, p.blob, p.suffix, p.size"

func (d *document) into() []any {
	return []any{&d.seq, &d.space, &d.parent, &d.kind, &d.title, &d.policy, &d.owner, &d.creator, &d.editor,
		&d.created, &d.updated, &d.binned, &d.kids, &d.link, &d.note, &d.blob, &d.suffix, &d.size}
}

// document reads a page; found is false for a deleted one too.
func (l rows) document(seq int64) (d document, found bool, err error) {
	found, err = l.row("SELECT "+documentColumns+" FROM page p WHERE p.seq = ? AND p.binned = 0", []any{seq}, d.into()...)
	return d, found, err
}

// evenBinned reads a page, a deleted one too; its seq is 0 when it is gone for good.
func (l rows) evenBinned(seq int64) (d document, err error) {
	_, err = l.row("SELECT "+documentColumns+" FROM page p WHERE p.seq = ?", []any{seq}, d.into()...)
	return d, err
}

// documents reads the pages of a query that selects documentColumns of page p.
func (l rows) documents(query string, args ...any) ([]document, error) {
	var out []document
	err := l.rows("SELECT "+documentColumns+" FROM page p "+query, args, func(scan func(...any) error) error {
		var d document
		err := scan(d.into()...)
		out = append(out, d)
		return err
	})
	return out, err
}

// addDocument puts a page under its parent (0: a space, or the home's root) and
// gives it back with its seq, space, people and times. Titles may be taken.
func (l rows) addDocument(d document, now time.Time) (document, error) {
	if d.created == 0 {
		d.created = now.UnixMilli()
	}
	if d.updated == 0 {
		d.updated = d.created
	}
	for _, who := range []*string{&d.owner, &d.creator, &d.editor} {
		if *who == "" {
			*who = localPerson
		}
	}
	var parent any
	if d.kind != kindSpace {
		if d.parent == 0 {
			d.parent = homeSeq
		}
		if _, err := l.row("SELECT space FROM page WHERE seq = ?", []any{d.parent}, &d.space); err != nil {
			return d, err
		}
		parent = d.parent
	}
	var err error
	_, d.seq, err = l.exec("INSERT INTO page(space, parent, leaf, sortkey, title, fold, kind, policy, owner, creator, editor, created, updated, link, note, blob, suffix, size) "+
		"VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		d.space, parent, leaf(d.kind), sortKey(d.title), d.title, fold(d.title), d.kind, d.policy, d.owner, d.creator, d.editor,
		d.created, d.updated, d.link, d.note, d.blob, d.suffix, d.size)
	if err == nil && d.kind == kindSpace {
		d.space = d.seq
		err = l.do("UPDATE page SET space = seq WHERE seq = ?", d.seq)
	}
	return d, err
}

func leaf(kind string) int {
	if kind == kindFolder {
		return 0
	}
	return 1
}

// prose is the Markdown of a smart document.
func (l rows) prose(seq int64) (body string, err error) {
	_, err = l.row("SELECT body FROM prose WHERE page = ?", []any{seq}, &body)
	return body, err
}

func (l rows) setProse(seq int64, body string) error {
	return l.do("INSERT INTO prose(page, body) VALUES(?, ?) ON CONFLICT(page) DO UPDATE SET body = excluded.body", seq, body)
}

// viewed puts a page on top of the recent list, as opening, making, importing or
// editing it does.
func (l rows) viewed(seq int64, now time.Time) error {
	return l.do("INSERT INTO viewed(page, at) VALUES(?, ?) ON CONFLICT(page) DO UPDATE SET at = excluded.at", seq, now.UnixNano())
}

// markPage is what a public id of a page stands for. Ids never change.
const markPage uint32 = 0x70616765

// pageIDs turns rows of pages into public ids and back.
type pageIDs struct{ ids }

// fileID is the file_id of a page: node_id and space_id are the same.
func (s pageIDs) fileID(seq int64) string {
	if seq == 0 || seq == homeSeq {
		return ""
	}
	return s.make(markPage, seq, 0)
}

// pageSeq is the row of a file_id, 0 when it is none of ours.
func (s pageIDs) pageSeq(id string) int64 {
	seq, _, ok := s.read(markPage, strings.ToLower(id))
	if !ok || seq <= pageBinSeq {
		return 0
	}
	return seq
}

// docsHost is where links to documents of the service in a box lead. Nothing
// answers there: only this program's own transport knows the pages.
const docsHost = "https://docs.aloft.local"

// fileURL is the link of a page, in the form of facts/documents.md "manage.*";
// folders have none.
func (s pageIDs) fileURL(d document) string {
	word := d.kind
	switch d.kind {
	case kindFolder:
		return ""
	case kindWikiLink:
		return d.link
	case kindSmartCanvas:
		word = "aio"
	}
	return docsHost + "/" + word + "/" + s.fileID(d.seq)
}
