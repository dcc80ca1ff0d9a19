package docs

import (
	"context"

	"aloft/client/embedded/pages"
	"aloft/client/embedded/store"
	"aloft/client/office/word"
)

// longFile is the size from which an imported Word file is read at once, so that nobody waits for it later.
const longFile = 100 << 10

// Ahead is an imported document that was read before it was opened.
type Ahead struct{ doc *word.Document }

// ReadAhead reads a future document. It returns nil for an unreadable one; the error comes when the document is
// opened.
func (s *wordVersions) ReadAhead(ctx context.Context, made store.Blob, suffix string) (read *Ahead) {
	if suffix != "docx" || made.Size < longFile {
		return nil
	}
	defer func() {
		if recover() != nil { // the file comes from a stranger
			read = nil
		}
	}()
	d, err := s.firstVersion(ctx, &wordPage{Document: pages.Document{Blob: made.Hash}})
	if err != nil || d.Len() < longDoc {
		return nil
	}
	return &Ahead{d}
}

// KeepAhead stores the document of ReadAhead as the first version of a page.
func (s *wordVersions) KeepAhead(ctx context.Context, page int64, read *Ahead) {
	p, err := store.Read(ctx, s.pages.View, func(l pages.Rows) (wordPage, error) { return pageForExport(l, page) })
	if err != nil || p.newest != 1 {
		return
	}
	p.doc = read.doc
	if s.storeFirst(ctx, p) == nil {
		s.cache.put(p.Seq, opened{doc: read.doc, snapped: 1})
	}
}
