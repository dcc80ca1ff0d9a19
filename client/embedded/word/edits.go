package word

import (
	"encoding/base64"
	"strconv"
	"strings"

	"aloft/client/embedded/engine"
	"aloft/client/embedded/pages"
	"aloft/client/embedded/store"
	"aloft/client/embedded/tool"
	"aloft/client/office/word"
	"aloft/model"
)

// The editing tools, each as the engine has it.

// maxSide of an image in pixels, as it is shown.
const maxSide = 20_000

// wordID finds the document of a call: by its id, or by a link that ends with it
// ("Document identification").
func (s *Service) wordID(c *tool.Call) (string, error) {
	id, link := c.Args.Text("file_id"), strings.TrimSpace(c.Args.Text("file_url"))
	if link == "" {
		if id == "" {
			return "", tool.Refuse(tool.Bad, "argument file_id or file_url is required")
		}
		return id, nil
	}
	link, _, _ = strings.Cut(link, "?")
	link, _, _ = strings.Cut(link, "#")
	link = strings.TrimRight(link, "/")
	last := link[strings.LastIndexByte(link, '/')+1:]
	switch {
	case last == "" || last == link:
		return "", tool.Refuse(tool.Bad, "argument file_url: %q is no link to a document", c.Args.Text("file_url"))
	case id != "" && !strings.EqualFold(id, last):
		return "", tool.Refuse(tool.Bad, "arguments file_id and file_url name two documents")
	}
	return last, nil
}

func (s *Service) wordText(c *tool.Call) (tool.Object, error) {
	return s.edit(c, func(p *wordPage) (*word.Document, error) {
		return engine.InsertText(p.doc, c.Args.Number("index", 0), c.Args.Text("text"))
	})
}

// styleOf reads the arguments of styleArgs; the schema has checked them.
func styleOf(c *tool.Call, typeName string) engine.Style {
	n := func(name string) int {
		v, _ := strconv.Atoi(c.Args.Text(name))
		return v
	}
	return engine.Style{Level: n("level"), List: n(typeName), ListLevel: n("numbering_lvl"), Indent: int(c.Args.Number("indent_count", 0))}
}

func (s *Service) wordParagraph(c *tool.Call) (tool.Object, error) {
	return s.edit(c, func(p *wordPage) (*word.Document, error) {
		return engine.InsertParagraph(p.doc, c.Args.Number("idx", 0), styleOf(c, "numbering_type"))
	})
}

func (s *Service) wordParagraphText(c *tool.Call) (tool.Object, error) {
	return s.edit(c, func(p *wordPage) (*word.Document, error) {
		return engine.InsertParagraphWithText(p.doc, c.Args.Number("idx", 0), c.Args.Text("text"), styleOf(c, "type"))
	})
}

// rangesOf reads a list of them.
func rangesOf(c *tool.Call) []model.Range {
	var out []model.Range
	for _, r := range c.Args.List("ranges") {
		out = append(out, model.Range{Begin: r.Number("begin", 0), End: r.Number("end", 0)})
	}
	return out
}

func (s *Service) wordReplace(c *tool.Call) (tool.Object, error) {
	return s.edit(c, func(p *wordPage) (*word.Document, error) {
		return engine.ReplaceText(p.doc, rangesOf(c), c.Args.Text("text"))
	})
}

func (s *Service) wordReplaceAll(c *tool.Call) (tool.Object, error) {
	return s.edit(c, func(p *wordPage) (*word.Document, error) {
		d, _, err := engine.FindAndReplace(p.doc, c.Args.Text("old_text"), c.Args.Text("new_text"))
		return d, err
	})
}

func (s *Service) wordProperty(c *tool.Call) (tool.Object, error) {
	o := c.Args.Object("property")
	is := func(name string) *bool {
		if !o.Has(name) {
			return nil
		}
		v := o.Flag(name)
		return &v
	}
	props := model.TextProps{Bold: is("bold"), Italic: is("italic"), Underline: is("underline"), Strike: is("strikethrough"),
		SmallCaps: is("small_caps"), Color: o.Text("color"), Background: o.Text("background_color")}
	return s.edit(c, func(p *wordPage) (*word.Document, error) {
		return engine.UpdateTextProperty(p.doc, rangesOf(c), props)
	})
}

func (s *Service) wordTask(c *tool.Call) (tool.Object, error) {
	var tasks []engine.Task
	for _, t := range c.Args.List("tasks") {
		tasks = append(tasks, engine.Task{State: int(t.Number("state", 0)), Text: t.Text("content")})
	}
	return s.edit(c, func(p *wordPage) (*word.Document, error) {
		return engine.InsertTask(p.doc, c.Args.Number("idx", 0), tasks)
	})
}

func (s *Service) wordBreak(c *tool.Call) (tool.Object, error) {
	return s.edit(c, func(p *wordPage) (*word.Document, error) {
		return engine.InsertPageBreak(p.doc, c.Args.Number("index", 0))
	})
}

func (s *Service) wordTable(c *tool.Call) (tool.Object, error) {
	return s.edit(c, func(p *wordPage) (*word.Document, error) {
		return engine.InsertTable(p.doc, c.Args.Number("index", 0), int(c.Args.Number("rows", 0)), int(c.Args.Number("cols", 0)))
	})
}

// wordComment makes the comment's id; the name is that of the one person here.
func (s *Service) wordComment(c *tool.Call) (tool.Object, error) {
	o := c.Args.Object("range")
	r := model.Range{Begin: o.Number("begin", 0), End: o.Number("end", 0)}
	remark := engine.Remark{ID: store.NewID(), Reply: c.Args.Text("ref_id"), Author: pages.LocalPerson, Initials: pages.LocalPerson,
		When: c.Now.UTC().Round(0), Text: c.Args.Text("text")}
	return s.edit(c, func(p *wordPage) (*word.Document, error) {
		return engine.InsertComment(p.doc, r, remark)
	})
}

// markdownOf reads the one of the two arguments that counts ("Parameter rules").
func markdownOf(c *tool.Call) ([]byte, error) {
	if in := c.Args.Text("base64_markdown"); in != "" {
		b, err := base64.StdEncoding.DecodeString(strings.Map(func(r rune) rune {
			if r == '\n' || r == '\r' {
				return -1
			}
			return r
		}, in))
		if err != nil {
			return nil, tool.Refuse(tool.Bad, "argument %s is no standard base64", "base64_markdown")
		}
		return b, nil
	}
	if in := c.Args.Text("markdown"); in != "" {
		return []byte(in), nil
	}
	return nil, tool.Refuse(tool.Bad, "argument base64_markdown or markdown is required")
}

func (s *Service) wordMarkdown(c *tool.Call) (tool.Object, error) {
	src, err := markdownOf(c)
	if err != nil {
		return nil, err
	}
	return s.edit(c, func(p *wordPage) (*word.Document, error) {
		return engine.InsertMarkdown(p.doc, c.Args.Number("index", 0), src, usual(c.Ctx))
	})
}
