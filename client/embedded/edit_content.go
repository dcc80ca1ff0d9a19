package embedded

import (
	"strconv"
	"strings"

	"aloft/client/embedded/engine"
	"aloft/client/office/word"
	"aloft/model"
)

// getContent answers get_content: the whole text in Markdown, of smart documents
// too, and of which version it is.
func (s *wordService) getContent(c *docsCall) (object, error) {
	id, err := s.wordID(c)
	if err != nil {
		return nil, err
	}
	var prose string
	smart := false
	err = s.pages.view(c.ctx, func(l rows) error {
		d, err := l.file(id)
		if smart = err == nil && d.kind == kindSmartCanvas; smart {
			prose, err = l.prose(d.seq)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if smart {
		return object{"content": s.cutContent(prose)}, nil
	}
	p, err := s.wanted(c)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	if err := p.doc.Markdown(&b, usual(c.ctx)); err != nil {
		return nil, err
	}
	return object{"content": s.cutContent(b.String()), "version": p.doc.Version}, nil
}

// cutContent ends a text as a service does that has run out of time
// (facts/documents.md "doc.*").
func (s *wordService) cutContent(in string) string {
	most := s.faults.ContentCut
	if most == 0 || len(in) <= most {
		return in
	}
	if r := []rune(in); len(r) > most {
		return string(r[:most])
	}
	return in
}

// createWithMarkdown makes a document of Markdown below its title.
func (s *wordService) createWithMarkdown(c *docsCall) (object, error) {
	title := c.args.text("title")
	if err := checkTitle(title, maxTitle); err != nil {
		return nil, err
	}
	src, err := markdownOf(c)
	if err != nil {
		return nil, err
	}
	d := word.New(title)
	d = word.NewDocument(1, d.Blocks(), d.Comments())
	made, err := engine.InsertMarkdown(d, engine.LastPosition(d).Position, src, usual(c.ctx))
	if err != nil {
		return nil, err
	}
	pics := &pictures{db: s.db}
	snapshot, err := engine.EncodeDocument(word.NewDocument(1, made.Blocks(), made.Comments()), pics)
	if err != nil {
		return nil, err
	}
	page := document{title: title, kind: kindDoc}
	err = s.pages.update(c.ctx, func(l rows) error {
		at, err := l.homeFolder(c.args.text("parent_id"), "parent_id")
		if err != nil {
			return err
		}
		page.parent = at.seq
		if page, err = l.addDocument(page, c.now); err != nil {
			return err
		}
		if err := s.keepImages(l, page.seq, pics.new); err != nil {
			return err
		}
		if err := l.do("INSERT INTO doc(page, version) VALUES(?, 1)", page.seq); err != nil {
			return err
		}
		if err := l.do("INSERT INTO snap(page, version, data) VALUES(?, 1, ?)", page.seq, snapshot); err != nil {
			return err
		}
		return l.viewed(page.seq, c.now)
	})
	if err != nil {
		return nil, err
	}
	return object{"file_id": s.pages.fileID(page.seq), "title": title, "url": s.pages.fileURL(page), "type": kindDoc, "version": int64(1)}, nil
}

// canvasBlocks is how many blocks one smartcanvas.read gives without a size.
const canvasBlocks = 20

// readCanvas reads a smart document some blocks at a time. The token is the
// number of the next block, so that it holds as long as the document does.
func (s *wordService) readCanvas(c *docsCall) (object, error) {
	id := c.args.text("file_id")
	if page := c.args.text("page_id"); page != "" {
		id = page // here each page of a document is a document itself
	}
	var body string
	err := s.pages.view(c.ctx, func(l rows) error {
		d, err := l.file(id)
		if err != nil {
			return err
		}
		if d.kind != kindSmartCanvas {
			return refuse(docsKind, "the document is of type %s, not a smart document", d.kind)
		}
		body, err = l.prose(d.seq)
		return err
	})
	if err != nil {
		return nil, err
	}
	blocks := canvasParts(body)
	from := 0
	if token := c.args.text("next_token"); token != "" {
		if from, err = strconv.Atoi(token); err != nil || from <= 0 || from >= len(blocks) {
			return nil, refuse(docsBad, "argument next_token is none that was given out")
		}
	}
	to := min(len(blocks), from+int(c.args.number("size", canvasBlocks)))
	out := object{"content": strings.Join(blocks[from:to], "\n\n")}
	if to < len(blocks) {
		out["next_token"] = strconv.Itoa(to)
	}
	return out, nil
}

// canvasParts parts Markdown where a line is empty outside fenced code.
func canvasParts(body string) []string {
	var out, part []string
	var fence model.Fence
	end := func() {
		if len(part) > 0 {
			out = append(out, strings.Join(part, "\n"))
		}
		part = nil
	}
	for line := range strings.SplitSeq(strings.ReplaceAll(body, "\r\n", "\n"), "\n") {
		bare := strings.TrimSpace(line)
		if !fence.Code(bare) && bare == "" {
			end()
			continue
		}
		part = append(part, line)
	}
	end()
	return out
}
