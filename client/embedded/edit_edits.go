package embedded

import (
	"encoding/base64"
	"strconv"
	"strings"

	"aloft/client/embedded/engine"
	"aloft/client/office/word"
	"aloft/model"
)

// The editing tools, each as the engine has it.

// maxSide of an image in pixels, as it is shown.
const maxSide = 20_000

// wordID finds the document of a call: by its id, or by a link that ends with it
// ("Document identification").
func (s *wordService) wordID(c *docsCall) (string, error) {
	id, link := c.args.text("file_id"), strings.TrimSpace(c.args.text("file_url"))
	if link == "" {
		if id == "" {
			return "", refuse(docsBad, "argument file_id or file_url is required")
		}
		return id, nil
	}
	link, _, _ = strings.Cut(link, "?")
	link, _, _ = strings.Cut(link, "#")
	link = strings.TrimRight(link, "/")
	last := link[strings.LastIndexByte(link, '/')+1:]
	switch {
	case last == "" || last == link:
		return "", refuse(docsBad, "argument file_url: %q is no link to a document", c.args.text("file_url"))
	case id != "" && !strings.EqualFold(id, last):
		return "", refuse(docsBad, "arguments file_id and file_url name two documents")
	}
	return last, nil
}

func (s *wordService) wordText(c *docsCall) (object, error) {
	return s.edit(c, "doc.insert_text", func(p *wordPage) (*word.Document, error) {
		return engine.InsertText(p.doc, c.args.number("index", 0), c.args.text("text"))
	})
}

// styleOf reads the arguments of styleArgs; the schema has checked them.
func styleOf(c *docsCall, typeName string) engine.Style {
	n := func(name string) int {
		v, _ := strconv.Atoi(c.args.text(name))
		return v
	}
	return engine.Style{Level: n("level"), List: n(typeName), ListLevel: n("numbering_lvl"), Indent: int(c.args.number("indent_count", 0))}
}

func (s *wordService) wordParagraph(c *docsCall) (object, error) {
	return s.edit(c, "doc.insert_paragraph", func(p *wordPage) (*word.Document, error) {
		return engine.InsertParagraph(p.doc, c.args.number("idx", 0), styleOf(c, "numbering_type"))
	})
}

func (s *wordService) wordParagraphText(c *docsCall) (object, error) {
	return s.edit(c, "doc.insert_paragraph_with_text", func(p *wordPage) (*word.Document, error) {
		return engine.InsertParagraphWithText(p.doc, c.args.number("idx", 0), c.args.text("text"), styleOf(c, "type"))
	})
}

// rangesOf reads a list of them.
func rangesOf(c *docsCall) []model.Range {
	var out []model.Range
	for _, r := range c.args.list("ranges") {
		out = append(out, model.Range{Begin: r.number("begin", 0), End: r.number("end", 0)})
	}
	return out
}

func (s *wordService) wordReplace(c *docsCall) (object, error) {
	return s.edit(c, "doc.replace_text", func(p *wordPage) (*word.Document, error) {
		return engine.ReplaceText(p.doc, rangesOf(c), c.args.text("text"))
	})
}

func (s *wordService) wordReplaceAll(c *docsCall) (object, error) {
	return s.edit(c, "doc.find_and_replace", func(p *wordPage) (*word.Document, error) {
		d, _, err := engine.FindAndReplace(p.doc, c.args.text("old_text"), c.args.text("new_text"))
		return d, err
	})
}

func (s *wordService) wordProperty(c *docsCall) (object, error) {
	o := c.args.object("property")
	is := func(name string) *bool {
		if !o.has(name) {
			return nil
		}
		v := o.flag(name)
		return &v
	}
	props := model.TextProps{Bold: is("bold"), Italic: is("italic"), Underline: is("underline"), Strike: is("strikethrough"),
		SmallCaps: is("small_caps"), Color: o.text("color"), Background: o.text("background_color")}
	return s.edit(c, "doc.update_text_property", func(p *wordPage) (*word.Document, error) {
		return engine.UpdateTextProperty(p.doc, rangesOf(c), props)
	})
}

func (s *wordService) wordTask(c *docsCall) (object, error) {
	var tasks []engine.Task
	for _, t := range c.args.list("tasks") {
		tasks = append(tasks, engine.Task{State: int(t.number("state", 0)), Text: t.text("content")})
	}
	return s.edit(c, "doc.insert_task", func(p *wordPage) (*word.Document, error) {
		return engine.InsertTask(p.doc, c.args.number("idx", 0), tasks)
	})
}

func (s *wordService) wordBreak(c *docsCall) (object, error) {
	return s.edit(c, "doc.insert_page_break", func(p *wordPage) (*word.Document, error) {
		return engine.InsertPageBreak(p.doc, c.args.number("index", 0))
	})
}

func (s *wordService) wordTable(c *docsCall) (object, error) {
	return s.edit(c, "doc.insert_table", func(p *wordPage) (*word.Document, error) {
		return engine.InsertTable(p.doc, c.args.number("index", 0), int(c.args.number("rows", 0)), int(c.args.number("cols", 0)))
	})
}

// wordComment makes the comment's id; the name is that of the one person here.
func (s *wordService) wordComment(c *docsCall) (object, error) {
	o := c.args.object("range")
	r := model.Range{Begin: o.number("begin", 0), End: o.number("end", 0)}
	remark := engine.Remark{ID: newID(), Reply: c.args.text("ref_id"), Author: localPerson, Initials: localPerson,
		When: c.now.UTC().Round(0), Text: c.args.text("text")}
	return s.edit(c, "doc.insert_comment", func(p *wordPage) (*word.Document, error) {
		return engine.InsertComment(p.doc, r, remark)
	})
}

// markdownOf reads the one of the two arguments that counts ("Parameter rules").
func markdownOf(c *docsCall) ([]byte, error) {
	if in := c.args.text("base64_markdown"); in != "" {
		b, err := base64.StdEncoding.DecodeString(strings.Map(func(r rune) rune {
			if r == '\n' || r == '\r' {
				return -1
			}
			return r
		}, in))
		if err != nil {
			return nil, refuse(docsBad, "argument %s is no standard base64", "base64_markdown")
		}
		return b, nil
	}
	if in := c.args.text("markdown"); in != "" {
		return []byte(in), nil
	}
	return nil, refuse(docsBad, "argument base64_markdown or markdown is required")
}

func (s *wordService) wordMarkdown(c *docsCall) (object, error) {
	src, err := markdownOf(c)
	if err != nil {
		return nil, err
	}
	return s.edit(c, "doc.insert_markdown", func(p *wordPage) (*word.Document, error) {
		return engine.InsertMarkdown(p.doc, c.args.number("index", 0), src, usual(c.ctx))
	})
}
