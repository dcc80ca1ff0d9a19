package docs

import (
	"strconv"
	"strings"

	"aloft/client/embedded/engine"
	"aloft/client/embedded/pages"
	"aloft/client/office/word"
	"aloft/client/office/word/md"
	"aloft/model/markdown"
)

// getContent answers get_content: the whole text in Markdown, of smart documents
// too, and its version.
func (s *Word) getContent(c *pages.Call) (pages.Object, error) {
	id, err := s.wordID(c)
	if err != nil {
		return nil, err
	}
	var prose string
	smart := false
	err = s.pages.View(c.Ctx, func(l pages.Rows) error {
		d, err := l.File(id)
		if smart = err == nil && d.Kind == pages.KindSmartCanvas; smart {
			prose, err = l.Prose(d.Seq)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if smart {
		return pages.Object{"content": s.cutContent(prose)}, nil
	}
	p, err := s.wanted(c)
	if err != nil {
		return nil, err
	}
	if s.lab.ContentCut > 0 {
		var b strings.Builder
		_, err := md.Write(&b, p.doc, md.Output{Budget: usual(c.Ctx)})
		return pages.Object{"content": s.cutContent(b.String()), "version": p.doc.Version}, err
	}
	var w pages.Encoder // what is written is valid UTF-8, as all text of a document
	w.Raw(`"`)
	if _, err := md.Write(&w, p.doc, md.Output{Budget: usual(c.Ctx)}); err != nil {
		return nil, err
	}
	w.Raw(`"`)
	return pages.Object{"content": w.JSON(), "version": p.doc.Version}, nil
}

// cutContent cuts a text like a live service that has run out of time.
func (s *Word) cutContent(in string) string {
	most := s.lab.ContentCut
	if most == 0 || len(in) <= most {
		return in
	}
	if r := []rune(in); len(r) > most {
		return string(r[:most])
	}
	return in
}

// createWithMarkdown makes a document of Markdown below its title.
func (s *Word) createWithMarkdown(c *pages.Call) (pages.Object, error) {
	title := c.Args.Text("title")
	if err := pages.CheckTitle(title, pages.MaxTitle); err != nil {
		return nil, err
	}
	src, err := markdownOf(c)
	if err != nil {
		return nil, err
	}
	d := word.New(title)
	d = word.NewDocument(1, d.Blocks(), d.Comments())
	made, err := engine.InsertMarkdown(d, engine.LastPosition(d).Position, src, usual(c.Ctx))
	if err != nil {
		return nil, err
	}
	pics := &pictures{db: s.db}
	snapshot, err := encode(word.NewDocument(1, made.Blocks(), made.Comments()), pics)
	if err != nil {
		return nil, err
	}
	page := pages.Document{Title: title, Kind: pages.KindDoc}
	err = s.pages.Update(c.Ctx, func(l pages.Rows) error {
		at, err := l.HomeFolder(c.Args.Text("parent_id"), "parent_id")
		if err != nil {
			return err
		}
		page.Parent = at.Seq
		if page, err = l.Add(page, c.Now); err != nil {
			return err
		}
		if err := s.keepImages(l, page.Seq, pics.new); err != nil {
			return err
		}
		if err := l.Do("INSERT INTO doc(page, version) VALUES(?, 1)", page.Seq); err != nil {
			return err
		}
		if _, err := snapshot.keep(l, page.Seq, 1); err != nil {
			return err
		}
		return l.Viewed(page.Seq, c.Now)
	})
	return pages.Object{"file_id": s.pages.FileID(page.Seq), "title": title, "url": s.pages.FileURL(page), "type": pages.KindDoc, "version": int64(1)}, err
}

// canvasBlocks is how many blocks smartcanvas.read returns without a size.
const canvasBlocks = 20

// readCanvas reads a smart document some blocks at a time. The token is the number
// of the next block, so it is valid as long as the document exists.
func (s *Word) readCanvas(c *pages.Call) (pages.Object, error) {
	id := c.Args.Text("file_id")
	if page := c.Args.Text("page_id"); page != "" {
		id = page // here each page of a document is a document of its own
	}
	var body string
	err := s.pages.View(c.Ctx, func(l pages.Rows) error {
		d, err := l.File(id)
		if err != nil {
			return err
		}
		if d.Kind != pages.KindSmartCanvas {
			return pages.Refuse(pages.WrongKind, "the document is of type %s, not a smart document", d.Kind)
		}
		body, err = l.Prose(d.Seq)
		return err
	})
	if err != nil {
		return nil, err
	}
	blocks := canvasParts(body)
	from := 0
	if token := c.Args.Text("next_token"); token != "" {
		if from, err = strconv.Atoi(token); err != nil || from <= 0 || from >= len(blocks) {
			return nil, pages.Refuse(pages.Bad, "argument next_token was never given out")
		}
	}
	to := min(len(blocks), from+int(c.Args.Number("size", canvasBlocks)))
	out := pages.Object{"content": strings.Join(blocks[from:to], "\n\n")}
	if to < len(blocks) {
		out["next_token"] = strconv.Itoa(to)
	}
	return out, nil
}

// canvasParts splits Markdown at empty lines outside fenced code.
func canvasParts(body string) []string {
	var out, part []string
	var fence markdown.Fence
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
