package docs

import (
	"errors"
	"io"

	"aloft/client/embedded/pages"
	"aloft/client/embedded/store"
	"aloft/client/office/word"
	"aloft/client/office/word/patch"
)

// suggestArg makes an edit tracked changes; its value is the name of their author. With tryArg the
// service says only whether it would.
const suggestArg, tryArg = "suggest_as", "dry_run"

const (
	notTracked = "the file of this document cannot have this edit as tracked changes: %s"
	drifted    = "an earlier edit stands elsewhere in the file of this document than in its text, so nothing can be suggested in it; export it, and import the file"
)

// made makes an edit, or tracked changes of it: then the document is written into its file,
// the edit into that as tracked changes, and the document continues with this file, as when
// tracked changes are resolved.
func (s *Word) made(c *pages.Call, p *wordPage, do editor) (*word.Document, error) {
	author := c.Args.Text(suggestArg)
	if author == "" {
		return do(c, p)
	}
	was := p.doc
	defer func() { p.doc = was }()
	file, err := s.inFile(c, p)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if p.doc.Len() != was.Len() || !patch.SameWords(p.doc, was, true) { // positions would mean something else
		return nil, pages.Refuse(pages.Bad, drifted)
	}
	next, err := do(c, p)
	if err != nil {
		return nil, err
	}
	if next == p.doc {
		return was, nil
	}
	made, _, err := s.db.MakeBlob(c.Ctx, func(w io.Writer) ([]string, error) {
		return nil, patch.Suggest(w, next, file, file.Size, word.Limits{Budget: usual(c.Ctx)}, patch.Suggestion{Author: author, When: c.Now})
	})
	if no := (*patch.NotTracked)(nil); errors.As(err, &no) {
		return nil, pages.Refuse(pages.Bad, notTracked, no.Why)
	}
	if err != nil {
		return nil, refused(err)
	}
	d, err := s.rebased(c, p, made, next.Version)
	if err == nil && !patch.SameWords(d, next, false) {
		return nil, pages.Refuse(pages.Bad, notTracked, "read again, it would have another text")
	}
	p.files = []string{made.Hash}
	return d, err
}

// inFile writes a document into its file, or a new one, and reads it again from there. An import is as its file is.
func (s *Word) inFile(c *pages.Call, p *wordPage) (*base, error) {
	if p.doc.Version == 1 {
		if f, err := s.baseOf(c.Ctx, p); f != nil || err != nil {
			return f, err
		}
	}
	made, _, err := s.db.MakeBlob(c.Ctx, func(w io.Writer) ([]string, error) { return nil, s.write(c.Ctx, w, p, patch.Exactly) })
	if err != nil {
		return nil, refused(err)
	}
	if p.doc, err = s.rebased(c, p, made, p.doc.Version); err != nil {
		return nil, err
	}
	f, _, err := s.db.OpenBlob(made.Hash)
	if err != nil {
		return nil, err
	}
	return &base{f, made}, nil
}

// rebased reads a version of a document from a file that was made of it.
func (s *Word) rebased(c *pages.Call, p *wordPage, made store.Blob, version int64) (*word.Document, error) {
	d, err := readFile(c.Ctx, func() (store.Bytes, error) { f, _, err := s.db.OpenBlob(made.Hash); return f, err }, made.Size)
	if err != nil {
		return nil, err
	}
	return d.Rebased(version, made.Hash, p.doc.Comments()), nil
}
