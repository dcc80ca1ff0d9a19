package docs

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"aloft/client/embedded/pages"
	"aloft/client/office/word"
	"aloft/client/office/word/patch"
	"aloft/client/office/word/read"
)

// wordRevisions lists the tracked changes of the document's file, as far as edits have
// left them. Inserted text counts, deleted text does not.
func (s *Word) wordRevisions(c *pages.Call, p *wordPage) (pages.Object, error) {
	list := []pages.Object{}
	all, err := s.revisions(c.Ctx, p)
	if err != nil {
		return nil, err
	}
	for _, r := range all {
		date := ""
		if !r.When.IsZero() {
			date = r.When.Format(time.RFC3339)
		}
		list = append(list, pages.Object{"id": r.ID, "kind": string(r.Kind), "author": r.Author, "date": date, "text": r.Text,
			"range_begin": uint32(r.Begin), "range_end": uint32(r.End)})
	}
	return pages.Object{"revisions": list, "read_result": readResult(p.doc.Version)}, nil
}

// revisions returns those of a version. Their ids belong to its file only.
func (s *wordVersions) revisions(ctx context.Context, p *wordPage) ([]read.Revision, error) {
	base, err := s.baseOf(ctx, p)
	if base == nil {
		return nil, err
	}
	defer base.Close()
	all, err := patch.Revisions(p.doc, base, base.Size, word.Limits{Budget: usual(ctx)})
	for i := range all {
		all[i].ID = base.mark() + all[i].ID
	}
	return all, refused(err)
}

// mark begins the ids of tracked changes in a file.
func (b *base) mark() string { return b.Hash[:6] + "-" }

// refused is the error of a file that cannot be read.
func refused(err error) error {
	if bad, ok := errors.AsType[*word.Error](err); ok {
		return pages.Refuse(pages.Bad, unreadable, bad.Error())
	}
	return err
}

// wordResolve writes the document into its file, resolves the tracked changes there, and continues with that file.
func (s *Word) wordResolve(c *pages.Call, p *wordPage) (*word.Document, error) {
	v := patch.Verdict{Accept: c.Args.Text("action") == "accept", Author: c.Args.Text("author")}
	ids := strings.FieldsFunc(c.Args.Text("revision_ids"), func(r rune) bool { return r == ',' || r == ' ' })
	base, err := s.baseOf(c.Ctx, p)
	if err != nil {
		return nil, err
	}
	none := pages.Refuse(pages.Bad, "the document has no such tracked change")
	if base == nil {
		return nil, none
	}
	defer base.Close()
	for _, id := range ids {
		own, ok := strings.CutPrefix(id, base.mark())
		if !ok {
			return nil, pages.Refuse(pages.Bad, "the document has no tracked change %s, or no longer", id)
		}
		if !slices.Contains(v.IDs, own) {
			v.IDs = append(v.IDs, own)
		}
	}
	made, _, err := s.db.MakeBlob(c.Ctx, func(w io.Writer) ([]string, error) {
		_, err := patch.Resolve(w, p.doc, base, base.Size, word.Limits{Budget: usual(c.Ctx)}, v)
		return nil, err
	})
	if errors.Is(err, patch.ErrNoRevision) {
		return nil, none
	}
	if err != nil {
		return nil, refused(err)
	}
	p.files = []string{made.Hash}
	return s.rebased(c, p, made, p.newest+1)
}
