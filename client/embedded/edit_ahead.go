package embedded

import (
	"context"

	"aloft/client/office/word"
)

// longFile is the size from which on an imported Word file is read at once, so
// that nobody waits for it later.
const longFile = 100 << 10

// aheadDoc is an imported document that was read before anybody asked for it.
type aheadDoc struct{ doc *word.Document }

// readAhead reads what will be a document. What cannot be read is nil, and says
// so when somebody opens it.
func (s *wordService) readAhead(ctx context.Context, made blob, suffix string) (read *aheadDoc) {
	if suffix != "docx" || made.size < longFile {
		return nil
	}
	defer func() {
		if recover() != nil { // the file was made by a stranger
			read = nil
		}
	}()
	d, err := s.firstVersion(ctx, &wordPage{document: document{blob: made.hash}})
	if err != nil || d.Len() < longDoc {
		return nil
	}
	return &aheadDoc{d}
}

// keepAhead stores what readAhead has read as the first version of a page.
func (s *wordService) keepAhead(ctx context.Context, page int64, read *aheadDoc) {
	var p wordPage
	err := s.pages.view(ctx, func(l rows) (err error) {
		p, err = pageForExport(l, page)
		return err
	})
	if err != nil || p.newest != 1 {
		return
	}
	p.doc = read.doc
	if s.storeFirst(ctx, p) == nil {
		s.cache.put(p.seq, opened{doc: read.doc, snapped: 1})
	}
}
