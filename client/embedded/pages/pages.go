// Package pages has the folders, documents, links and spaces as stored in the database, the documents of a new one,
// whose bytes are made when they are first read, and the parts of every tool for them: a row with name, arguments and
// function, the check of a call, the refusal, and the JSON of an answer.
package pages

import (
	"cmp"
	"context"
	"strings"
	"time"

	"aloft/client/embedded/store"
)

// Kinds of pages. The first ten are the file_type values of "Creation" in the document specification; a space is not
// one of them.
const (
	KindSmartCanvas = "smartcanvas"
	KindDoc         = "doc"
	KindSheet       = "sheet"
	KindForm        = "form"
	KindSlide       = "slide"
	KindMind        = "mind"
	KindFlowchart   = "flowchart"
	KindSmartSheet  = "smartsheet"
	KindFolder      = "folder"
	KindWikiLink    = "wikilink"
	KindSpace       = "space"
	KindPDF         = "pdf"
)

// Policies of "Resources and their fields".
const (
	PolicyRead = 2
	PolicyEdit = 3
)

// LocalPerson is the owner of everything made here: the embedded service has one user.
const LocalPerson = "me"

// Store is the pages in a database.
type Store struct {
	IDs
	DB *store.DB
}

// New returns the pages of a database.
func New(db *store.DB, i store.IDs) *Store { return &Store{IDs{i}, db} }

// Rows are the tables of the document half inside a transaction.
type Rows struct {
	*store.Link
	IDs
}

// View runs f on one consistent state of the pages.
func (s *Store) View(ctx context.Context, f func(Rows) error) error {
	return s.DB.View(ctx, func(l *store.Link) error { return f(Rows{l, s.IDs}) })
}

// Update is a write transaction; ctx only bounds the wait for its turn.
func (s *Store) Update(ctx context.Context, f func(Rows) error) error {
	return s.DB.Update(ctx, func(l *store.Link) error { return f(Rows{l, s.IDs}) })
}

// Document is one page: a folder, a document, a link or a space.
type Document struct {
	Seq, Space, Parent     int64
	Kind, Title            string
	Policy                 int64
	Owner, Creator, Editor string
	Created, Updated       int64 // milliseconds of the Unix clock; 0 = now when it is added
	binned, Kids           int64
	Link, Note             string
	Blob, Suffix           string // hash and suffix of its bytes, "" = none yet
	Size                   int64
}

// Folder reports whether it is one.
func (d *Document) Folder() bool { return d.Kind == KindFolder }

// documentColumns of page, in the order of into.
const documentColumns = "p.seq, p.space, coalesce(p.parent, 0), p.kind, p.title, p.policy, p.owner, p.creator, p.editor, " +
	"p.created, p.updated, p.binned, p.kids, p.link, p.note, p.blob, p.suffix, p.size"

func (d *Document) into() []any {
	return []any{&d.Seq, &d.Space, &d.Parent, &d.Kind, &d.Title, &d.Policy, &d.Owner, &d.Creator, &d.Editor,
		&d.Created, &d.Updated, &d.binned, &d.Kids, &d.Link, &d.Note, &d.Blob, &d.Suffix, &d.Size}
}

// Document reads a page; found is false for a deleted one too.
func (l Rows) Document(seq int64) (d Document, found bool, err error) {
	found, err = l.Row("SELECT "+documentColumns+" FROM page p WHERE p.seq = ? AND p.binned = 0", []any{seq}, d.into()...)
	return d, found, err
}

// EvenBinned reads a page, a deleted one too; its seq is 0 when it is purged.
func (l Rows) EvenBinned(seq int64) (d Document, err error) {
	_, err = l.Row("SELECT "+documentColumns+" FROM page p WHERE p.seq = ?", []any{seq}, d.into()...)
	return d, err
}

// Documents reads the pages of a query that selects documentColumns of page p.
func (l Rows) Documents(query string, args ...any) ([]Document, error) {
	return store.All(l.Link, "SELECT "+documentColumns+" FROM page p "+query, args, (*Document).into)
}

// Add adds a page under its parent (0: a space, or the home's root) and returns it
// with its seq, space, people and times. Titles need not be unique.
func (l Rows) Add(d Document, now time.Time) (Document, error) {
	d.Created = cmp.Or(d.Created, now.UnixMilli())
	d.Updated = cmp.Or(d.Updated, d.Created)
	for _, who := range []*string{&d.Owner, &d.Creator, &d.Editor} {
		*who = cmp.Or(*who, LocalPerson)
	}
	var parent any
	if d.Kind != KindSpace {
		d.Parent = cmp.Or(d.Parent, store.HomeSeq)
		if _, err := l.Row("SELECT space FROM page WHERE seq = ?", []any{d.Parent}, &d.Space); err != nil {
			return d, err
		}
		parent = d.Parent
	}
	var err error
	_, d.Seq, err = l.Exec("INSERT INTO page(space, parent, leaf, sortkey, title, fold, kind, policy, owner, creator, editor, created, updated, link, note, blob, suffix, size) "+
		"VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		d.Space, parent, leaf(d.Kind), store.SortKey(d.Title), d.Title, store.Fold(d.Title), d.Kind, d.Policy, d.Owner, d.Creator, d.Editor,
		d.Created, d.Updated, d.Link, d.Note, d.Blob, d.Suffix, d.Size)
	if err == nil && d.Kind == KindSpace {
		d.Space = d.Seq
		err = l.Do("UPDATE page SET space = seq WHERE seq = ?", d.Seq)
	}
	return d, err
}

func leaf(kind string) int {
	if kind == KindFolder {
		return 0
	}
	return 1
}

// Prose is the Markdown of a smart document.
func (l Rows) Prose(seq int64) (body string, err error) {
	_, err = l.Row("SELECT body FROM prose WHERE page = ?", []any{seq}, &body)
	return body, err
}

// SetProse stores the Markdown of a smart document.
func (l Rows) SetProse(seq int64, body string) error {
	return l.Do("INSERT INTO prose(page, body) VALUES(?, ?) ON CONFLICT(page) DO UPDATE SET body = excluded.body", seq, body)
}

// Viewed puts a page at the top of the recent list, as opening, making, importing
// or editing it does.
func (l Rows) Viewed(seq int64, now time.Time) error {
	return l.Do("INSERT INTO viewed(page, at) VALUES(?, ?) ON CONFLICT(page) DO UPDATE SET at = excluded.at", seq, now.UnixNano())
}

// markPage marks public ids of pages. Ids never change.
const markPage uint32 = 0x70616765

// IDs converts rows of pages to public ids and back.
type IDs struct{ store.IDs }

// FileID is the file_id of a page: node_id and space_id are the same.
func (s IDs) FileID(seq int64) string {
	if seq == 0 || seq == store.HomeSeq {
		return ""
	}
	return s.Make(markPage, seq, 0)
}

// Seq is the row of a file_id, 0 when it is not one of ours.
func (s IDs) Seq(id string) int64 {
	seq, _, ok := s.Read(markPage, strings.ToLower(id))
	if !ok || seq <= store.PageBinSeq {
		return 0
	}
	return seq
}

// DocsHost is the host of links to documents of the embedded service. No server answers there: only this program's
// own transport knows the pages.
const DocsHost = "https://docs.aloft.local"

// FileURL is the link of a page, in the form that public clients show: a word for its kind, then
// its id. Folders have none.
func (s IDs) FileURL(d Document) string {
	word := d.Kind
	switch d.Kind {
	case KindFolder:
		return ""
	case KindWikiLink:
		return d.Link
	case KindSmartCanvas:
		word = "aio"
	}
	return DocsHost + "/" + word + "/" + s.FileID(d.Seq)
}
