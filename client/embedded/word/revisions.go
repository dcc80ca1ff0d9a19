package word

import (
	"errors"
	"os"
	"time"

	"aloft/client/embedded/sample"
	"aloft/client/embedded/tool"
	"aloft/client/office/word"
)

// wordRevisions lists the tracked changes of the imported file, as far as edits have
// left them. Inserted text counts, deleted text does not.
func (s *Service) wordRevisions(c *tool.Call) (tool.Object, error) {
	p, err := s.wanted(c)
	if err != nil {
		return nil, err
	}
	list := []tool.Object{}
	all, err := s.revisions(c, &p)
	if err != nil {
		return nil, err
	}
	for _, r := range all {
		date := ""
		if !r.When.IsZero() {
			date = r.When.Format(time.RFC3339)
		}
		list = append(list, tool.Object{"id": r.ID, "kind": string(r.Kind), "author": r.Author, "date": date, "text": r.Text,
			"range_begin": uint32(r.Begin), "range_end": uint32(r.End)})
	}
	return tool.Object{"revisions": list, "read_result": readResult(p.doc.Version)}, nil
}

func (s *versions) revisions(c *tool.Call, p *wordPage) ([]word.Revision, error) {
	if p.Blob == "" {
		return nil, nil
	}
	b, err := sample.Bytes(c.Ctx, s.pages, p.Blob)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(s.db.BlobPath(b.Hash))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	all, err := word.Revisions(p.doc, f, b.Size, word.Limits{Budget: usual(c.Ctx)})
	var bad *word.Error
	if errors.As(err, &bad) {
		return nil, tool.Refuse(tool.Bad, "the document cannot be read: %s", bad.Error())
	}
	return all, err
}
