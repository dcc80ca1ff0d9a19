package docs

import (
	"encoding/base64"
	"math"
	"strconv"
	"strings"

	"aloft/client/embedded/engine"
	"aloft/client/embedded/pages"
	"aloft/client/embedded/store"
	"aloft/client/office/word"
	"aloft/model"
	"aloft/model/text"
)

// The editing tools: their rows, and their calls of the engine.

// maxSide of an image in pixels, as it is shown.
const maxSide = 20_000

func editTool(name, help string, run func(*pages.Call) (pages.Object, error), own ...pages.Arg) pages.Tool {
	return pages.Tool{Name: name, Help: help, Change: true, Edit: true, Run: run, Args: wordArgs(own...)}
}

// editTools are the rows of the editing tools.
func (s *Word) editTools() []pages.Tool {
	index, idx := position("index", "idx"), position("idx", "")
	// One that changes the text can be tracked changes instead; the argument is no part of the
	// specification.
	change := func(name, help string, run func(*pages.Call) (pages.Object, error), own ...pages.Arg) pages.Tool {
		return editTool(name, help, run, append(own, textArg(suggestArg, "name of who suggests it: it becomes tracked changes of that person"),
			pages.Arg{Name: tryArg, Kind: pages.ArgBool, Help: "change nothing: only say whether it can be made"})...)
	}
	replaceAll := change("doc.find_and_replace", "Replace every match of a text.", s.edits(wordReplaceAll),
		pages.Needs(textArg("old_text", "text to find, exact")), blank(textArg("new_text", text.WireWordArgNew)))
	replaceAll.Second = "doc.find_and_replace_text"
	side := func(name, help string) pages.Arg {
		return pages.Arg{Name: name, Kind: pages.ArgInteger, Min: 1, Max: maxSide, Help: help}
	}
	count := func(name, help string) pages.Arg {
		return pages.Arg{Name: name, Kind: pages.ArgInteger, Required: true, Min: math.MinInt32, Max: math.MaxInt32, Help: help}
	}
	return []pages.Tool{
		change("doc.insert_text", "Insert text into a paragraph.", s.edits(wordText), pages.Needs(textArg("text", text.WireWordArgText)), index),
		change("doc.insert_paragraph", "Insert a paragraph.", s.edits(wordParagraph), append([]pages.Arg{idx}, styleArgs("numbering_type")...)...),
		change("doc.insert_paragraph_with_text", "Insert a paragraph with text behind the paragraph that ends at idx.", s.edits(wordParagraphText),
			append([]pages.Arg{idx, pages.Needs(textArg("text", text.WireWordArgText))}, styleArgs("type")...)...),
		change("doc.replace_text", "Replace the text of ranges.", s.edits(wordReplace), blank(textArg("text", text.WireWordArgNew)), rangesArg()),
		replaceAll,
		change("doc.update_text_property", "Change properties of text.", s.edits(wordProperty), rangesArg(),
			pages.Arg{Name: "property", Kind: pages.ArgObject, Required: true, Help: "properties to set", Fields: []pages.Arg{
				{Name: "bold", Kind: pages.ArgBool}, {Name: "italic", Kind: pages.ArgBool}, {Name: "underline", Kind: pages.ArgBool},
				{Name: "strikethrough", Kind: pages.ArgBool}, {Name: "small_caps", Kind: pages.ArgBool},
				{Name: "color", Kind: pages.ArgString, Help: text.WireWordArgColor},
				{Name: "background_color", Kind: pages.ArgString, Help: text.WireWordArgColor},
			}}),
		change("doc.insert_task", "Insert tasks.", s.edits(wordTask), idx,
			pages.Arg{Name: "tasks", Kind: pages.ArgList, Required: true, Help: "tasks to insert", Fields: []pages.Arg{
				{Name: "state", Kind: pages.ArgInteger, Required: true, Min: math.MinInt32, Max: math.MaxInt32, Help: "1 to do, 2 done"},
				blank(textArg("content", "text of the task")),
			}}),
		change("doc.insert_image", "Insert an image.", s.wordImage,
			append(append([]pages.Arg{index}, imageArgs()...), side("width", "width in pixels"), side("height", "height in pixels"))...),
		change("doc.insert_page_break", "Insert a page break.", s.edits(wordBreak), index),
		change("doc.insert_table", "Insert an empty table.", s.edits(wordTable), index, count("rows", "number of rows"), count("cols", "number of columns")),
		editTool("doc.insert_comment", "Comment on a range, or answer a comment.", s.edits(wordComment),
			pages.Needs(textArg("text", "text of the comment")),
			pages.Arg{Name: "range", Kind: pages.ArgObject, Required: true, Fields: rangeFields(), Help: "range to comment on"},
			textArg("ref_id", "the id of the comment to reply to")),
		s.replaceImageTool(),
		change("doc.insert_markdown", "Insert Markdown.", s.wordMarkdown, index,
			textArg("base64_markdown", text.WireWordArgMarkdown64), textArg("markdown", text.WireWordArgMarkdown)),
		editTool("doc.revert_revision", "Take back an edit, by the version that it made.", s.wordRevert,
			pages.Arg{Name: "target_version", Kind: pages.ArgInteger, Required: true, Max: math.MaxInt64, Help: "version that the edit made"}),
	}
}

// rangeFields are the two ends of a Range.
func rangeFields() []pages.Arg {
	return []pages.Arg{
		{Name: "begin", Kind: pages.ArgInteger, Required: true, Max: math.MaxUint32, Help: "first position"},
		{Name: "end", Kind: pages.ArgInteger, Required: true, Max: math.MaxUint32, Help: "position after the last"},
	}
}

func rangesArg() pages.Arg {
	return pages.Arg{Name: "ranges", Kind: pages.ArgList, Required: true, Fields: rangeFields(), Help: "ranges that doc.find has answered"}
}

// digits are the allowed values of a number in a string.
func digits(from, to int) []string {
	var out []string
	for n := from; n <= to; n++ {
		out = append(out, strconv.Itoa(n))
	}
	return out
}

// styleArgs are the style of a new paragraph ("Parameter rules").
func styleArgs(typeName string) []pages.Arg {
	second := ""
	if typeName != "type" {
		second = "type"
	}
	return []pages.Arg{
		{Name: "level", Kind: pages.ArgString, Words: digits(0, 12), Help: "0 unchanged, 1 to 9 heading, 10 body, 11 title, 12 subtitle"},
		{Name: typeName, Second: second, Kind: pages.ArgString, Words: digits(0, 2), Help: "0 none, 1 bullets, 2 numbers"},
		{Name: "numbering_lvl", Kind: pages.ArgString, Words: digits(1, 9), Help: "level of the list, 1 to 9"},
		{Name: "indent_count", Kind: pages.ArgInteger, Max: 9, Help: "steps of indent"},
	}
}

func wordText(c *pages.Call, p *wordPage) (*word.Document, error) {
	return engine.InsertText(p.doc, c.Args.Number("index", 0), c.Args.Text("text"))
}

// styleOf reads the arguments of styleArgs; the schema has checked them.
func styleOf(c *pages.Call, typeName string) engine.Style {
	n := func(name string) int {
		v, _ := strconv.Atoi(c.Args.Text(name))
		return v
	}
	return engine.Style{Level: n("level"), List: n(typeName), ListLevel: n("numbering_lvl"), Indent: int(c.Args.Number("indent_count", 0))}
}

func wordParagraph(c *pages.Call, p *wordPage) (*word.Document, error) {
	return engine.InsertParagraph(p.doc, c.Args.Number("idx", 0), styleOf(c, "numbering_type"))
}

func wordParagraphText(c *pages.Call, p *wordPage) (*word.Document, error) {
	return engine.InsertParagraphWithText(p.doc, c.Args.Number("idx", 0), c.Args.Text("text"), styleOf(c, "type"))
}

// rangesOf reads a list of them.
func rangesOf(c *pages.Call) []model.Range {
	var out []model.Range
	for _, r := range c.Args.List("ranges") {
		out = append(out, model.Range{Begin: r.Number("begin", 0), End: r.Number("end", 0)})
	}
	return out
}

func wordReplace(c *pages.Call, p *wordPage) (*word.Document, error) {
	return engine.ReplaceText(p.doc, rangesOf(c), c.Args.Text("text"))
}

func wordReplaceAll(c *pages.Call, p *wordPage) (*word.Document, error) {
	d, _, err := engine.FindAndReplace(p.doc, c.Args.Text("old_text"), c.Args.Text("new_text"))
	return d, err
}

func wordProperty(c *pages.Call, p *wordPage) (*word.Document, error) {
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
	return engine.UpdateTextProperty(p.doc, rangesOf(c), props)
}

func wordTask(c *pages.Call, p *wordPage) (*word.Document, error) {
	var tasks []engine.Task
	for _, t := range c.Args.List("tasks") {
		tasks = append(tasks, engine.Task{State: int(t.Number("state", 0)), Text: t.Text("content")})
	}
	return engine.InsertTask(p.doc, c.Args.Number("idx", 0), tasks)
}

func wordBreak(c *pages.Call, p *wordPage) (*word.Document, error) {
	return engine.InsertPageBreak(p.doc, c.Args.Number("index", 0))
}

func wordTable(c *pages.Call, p *wordPage) (*word.Document, error) {
	return engine.InsertTable(p.doc, c.Args.Number("index", 0), int(c.Args.Number("rows", 0)), int(c.Args.Number("cols", 0)))
}

// wordComment makes the comment's id; the name is that of the service's user.
func wordComment(c *pages.Call, p *wordPage) (*word.Document, error) {
	o := c.Args.Object("range")
	r := model.Range{Begin: o.Number("begin", 0), End: o.Number("end", 0)}
	remark := engine.Remark{ID: store.NewID(), Reply: c.Args.Text("ref_id"), Author: pages.LocalPerson, Initials: pages.LocalPerson,
		When: c.Now.UTC().Round(0), Text: c.Args.Text("text")}
	return engine.InsertComment(p.doc, r, remark)
}

func wordSettle(c *pages.Call, p *wordPage) (*word.Document, error) {
	ids := strings.FieldsFunc(c.Args.Text("comment_ids"), func(r rune) bool { return r == ',' || r == ' ' })
	return engine.ResolveComments(p.doc, ids, c.Args.Text("action") == "resolve")
}

// markdownOf reads the one of the two arguments that counts ("Parameter rules").
func markdownOf(c *pages.Call) ([]byte, error) {
	if in := c.Args.Text("base64_markdown"); in != "" {
		b, err := base64.StdEncoding.DecodeString(strings.Map(func(r rune) rune {
			if r == '\n' || r == '\r' {
				return -1
			}
			return r
		}, in))
		if err != nil {
			return nil, pages.Refuse(pages.Bad, "argument %s is not standard base64", "base64_markdown")
		}
		return b, nil
	}
	if in := c.Args.Text("markdown"); in != "" {
		return []byte(in), nil
	}
	return nil, pages.Refuse(pages.Bad, "argument base64_markdown or markdown is required")
}

func (s *Word) wordMarkdown(c *pages.Call) (pages.Object, error) {
	src, err := markdownOf(c)
	if err != nil {
		return nil, err
	}
	return s.edit(c, func(_ *pages.Call, p *wordPage) (*word.Document, error) {
		return engine.InsertMarkdown(p.doc, c.Args.Number("index", 0), src, usual(c.Ctx))
	})
}
