package word

import (
	"math"
	"strconv"

	"aloft/client/embedded/tool"
	"aloft/model/text"
)

// Tools are the doc tools: the specification's, and those of
// facts/documents.md "doc.*".
func (s *Service) Tools() []tool.Tool {
	var all []tool.Tool
	for _, part := range [][]tool.Tool{s.queryTools(), s.editTools(), s.extraTools()} {
		all = append(all, part...)
	}
	return all
}

// wordArgs are the arguments of a tool with those that every doc tool has.
func wordArgs(own ...tool.Arg) []tool.Arg {
	return append([]tool.Arg{
		{Name: "file_id", Kind: tool.ArgString, Alone: true, Help: text.WireDocArgFile},
		{Name: "file_url", Kind: tool.ArgString, Newer: true, Help: "link to the document, instead of file_id"},
		{Name: "version_info", Kind: tool.ArgObject, Help: "version to read or to edit, the latest by default", Fields: []tool.Arg{
			{Name: "base_version", Kind: tool.ArgInteger, Max: math.MaxInt64, Help: "version that a query has answered; 0 means not specified"},
			{Name: "is_latest", Kind: tool.ArgBool, Help: "use the latest version whatever base_version says"},
		}},
	}, own...)
}

// position is an argument that says where; its name changes by tool and generation.
func position(name, second string) tool.Arg {
	return tool.Arg{Name: name, Second: second, Kind: tool.ArgInteger, Required: true, Max: math.MaxUint32, Help: "position"}
}

// rangeFields are the two ends of a Range.
func rangeFields() []tool.Arg {
	return []tool.Arg{
		{Name: "begin", Kind: tool.ArgInteger, Required: true, Max: math.MaxUint32, Help: "first position"},
		{Name: "end", Kind: tool.ArgInteger, Required: true, Max: math.MaxUint32, Help: "position behind the last"},
	}
}

func rangesArg() tool.Arg {
	return tool.Arg{Name: "ranges", Kind: tool.ArgList, Required: true, Fields: rangeFields(), Help: "ranges that doc.find has answered"}
}

func textArg(name string, help text.Text) tool.Arg {
	return tool.Arg{Name: name, Kind: tool.ArgString, Help: help}
}

// digits are the words of an argument that is a number in a string.
func digits(from, to int) []string {
	var out []string
	for n := from; n <= to; n++ {
		out = append(out, strconv.Itoa(n))
	}
	return out
}

// styleArgs say how a new paragraph is to be ("Parameter rules").
func styleArgs(typeName string) []tool.Arg {
	second := ""
	if typeName != "type" {
		second = "type"
	}
	return []tool.Arg{
		{Name: "level", Kind: tool.ArgString, Words: digits(0, 12), Help: "0 unchanged, 1 to 9 heading, 10 body, 11 title, 12 subtitle"},
		{Name: typeName, Second: second, Kind: tool.ArgString, Words: digits(0, 2), Help: "0 none, 1 bullets, 2 numbers"},
		{Name: "numbering_lvl", Kind: tool.ArgString, Words: digits(1, 9), Help: "level of the list, 1 to 9"},
		{Name: "indent_count", Kind: tool.ArgInteger, Max: 9, Help: "steps of indent"},
	}
}

// imageArgs are the two ways to bring an image.
func imageArgs() []tool.Arg {
	return []tool.Arg{
		textArg("content", text.WireWordArgContent),
		textArg("image_id", "id of an uploaded image"),
	}
}

func (s *Service) queryTools() []tool.Tool {
	return []tool.Tool{
		{Name: "doc.find", Help: "Find text in a Word document.", Run: s.wordFind, Args: wordArgs(tool.Needs(textArg("text", "text to find, exact")))},
		{Name: "doc.get_last_operable_pos", Help: "Get the last operable position of the body.", Run: s.wordLast, Args: wordArgs()},
		{Name: "doc.get_outline", Help: "Get the outline of a Word document.", Run: s.wordOutline, Args: wordArgs()},
		{Name: "doc.resolve_document_structure", Help: "Get all blocks of a Word document with their positions.", Run: s.wordStructure, Args: wordArgs(
			tool.Arg{Name: "mode", Kind: tool.ArgString, Newer: true, Words: []string{"outline", "compact", "full"}, Help: "outline: headings only; compact: no children and cells; full"},
			tool.Arg{Name: "offset", Kind: tool.ArgInteger, Newer: true, Max: math.MaxInt32, Help: "top-level nodes to pass over"},
			tool.Arg{Name: "limit", Kind: tool.ArgInteger, Newer: true, Max: math.MaxInt32, Help: "top-level nodes to answer, 150 by default, 0 for all"},
		)},
		{Name: "doc.get_images", Help: "List the images of a Word document.", Run: s.wordImages, Args: wordArgs()},
		{Name: "doc.get_comments", Help: "List the comments of a Word document.", Run: s.wordComments, Args: wordArgs()},
	}
}

func (s *Service) editTools() []tool.Tool {
	index, idx := position("index", "idx"), position("idx", "")
	edit := func(name string, help text.Text, run func(*tool.Call) (tool.Object, error), own ...tool.Arg) tool.Tool {
		return tool.Tool{Name: name, Help: help, Change: true, Edit: true, Run: run, Args: wordArgs(own...)}
	}
	replaceAll := edit("doc.find_and_replace", "Replace every match of a text.", s.wordReplaceAll,
		tool.Needs(textArg("old_text", "text to find, exact")), blank(textArg("new_text", text.WireWordArgNew)))
	replaceAll.Second = "doc.find_and_replace_text"
	side := func(name string, help text.Text) tool.Arg {
		return tool.Arg{Name: name, Kind: tool.ArgInteger, Min: 1, Max: maxSide, Help: help}
	}
	count := func(name string, help text.Text) tool.Arg {
		return tool.Arg{Name: name, Kind: tool.ArgInteger, Required: true, Min: math.MinInt32, Max: math.MaxInt32, Help: help}
	}
	return []tool.Tool{
		edit("doc.insert_text", "Insert text into a paragraph.", s.wordText, tool.Needs(textArg("text", text.WireWordArgText)), index),
		edit("doc.insert_paragraph", "Insert a paragraph.", s.wordParagraph, append([]tool.Arg{idx}, styleArgs("numbering_type")...)...),
		edit("doc.insert_paragraph_with_text", "Insert a paragraph with text behind the paragraph that ends at idx.", s.wordParagraphText,
			append([]tool.Arg{idx, tool.Needs(textArg("text", text.WireWordArgText))}, styleArgs("type")...)...),
		edit("doc.replace_text", "Replace the text of ranges.", s.wordReplace, blank(textArg("text", text.WireWordArgNew)), rangesArg()),
		replaceAll,
		edit("doc.update_text_property", "Change properties of text.", s.wordProperty, rangesArg(),
			tool.Arg{Name: "property", Kind: tool.ArgObject, Required: true, Help: "properties to set", Fields: []tool.Arg{
				{Name: "bold", Kind: tool.ArgBool}, {Name: "italic", Kind: tool.ArgBool}, {Name: "underline", Kind: tool.ArgBool},
				{Name: "strikethrough", Kind: tool.ArgBool}, {Name: "small_caps", Kind: tool.ArgBool},
				{Name: "color", Kind: tool.ArgString, Help: text.WireWordArgColor},
				{Name: "background_color", Kind: tool.ArgString, Help: text.WireWordArgColor},
			}}),
		edit("doc.insert_task", "Insert tasks.", s.wordTask, idx,
			tool.Arg{Name: "tasks", Kind: tool.ArgList, Required: true, Help: "tasks to insert", Fields: []tool.Arg{
				{Name: "state", Kind: tool.ArgInteger, Required: true, Min: math.MinInt32, Max: math.MaxInt32, Help: "1 to do, 2 done"},
				blank(textArg("content", "text of the task")),
			}}),
		edit("doc.insert_image", "Insert an image.", s.wordImage,
			append(append([]tool.Arg{index}, imageArgs()...), side("width", "width in pixels"), side("height", "height in pixels"))...),
		edit("doc.insert_page_break", "Insert a page break.", s.wordBreak, index),
		edit("doc.insert_table", "Insert an empty table.", s.wordTable, index, count("rows", "number of rows"), count("cols", "number of columns")),
		edit("doc.insert_comment", "Comment on a range, or answer a comment.", s.wordComment,
			tool.Needs(textArg("text", "text of the comment")),
			tool.Arg{Name: "range", Kind: tool.ArgObject, Required: true, Fields: rangeFields(), Help: "range to comment on"},
			textArg("ref_id", "id of the comment that is answered")),
		s.replaceImageTool(),
		edit("doc.insert_markdown", "Insert Markdown.", s.wordMarkdown, index,
			textArg("base64_markdown", text.WireWordArgMarkdown64), textArg("markdown", text.WireWordArgMarkdown)),
		edit("doc.revert_revision", "Take back an edit, by the version that it made.", s.wordRevert,
			tool.Arg{Name: "target_version", Kind: tool.ArgInteger, Required: true, Max: math.MaxInt64, Help: "version that the edit made"}),
	}
}

// replaceImageTool takes a link in the first generation too. Its groups are
// looked at by the tool: which of them is missing is told in its own words.
func (s *Service) replaceImageTool() tool.Tool {
	args := wordArgs(append([]tool.Arg{
		{Name: "idx", Kind: tool.ArgInteger, Max: math.MaxUint32, Help: "position of the image (pos)"},
		textArg("old_image_url", "image_url of the old image, without its query"),
		textArg("old_attachment_id", "attachment_id of the old image"),
	}, imageArgs()...)...)
	for i := range args {
		args[i].Newer, args[i].Alone = false, false
	}
	return tool.Tool{Name: "doc.replace_image", Help: "Replace an image.", Change: true, Edit: true, Run: s.wordReplaceImage, Args: args}
}

// blank is an argument that must be there and may say nothing.
func blank(a tool.Arg) tool.Arg {
	a.Required, a.Blank = true, true
	return a
}

func (s *Service) extraTools() []tool.Tool {
	return []tool.Tool{
		{Name: "get_content", Help: "Get the whole text of a document as Markdown.", Run: s.getContent, Args: wordArgs()},
		{Name: "upload_image", Help: "Upload an image for insert_image or replace_image.", Run: s.uploadImage, Change: true, Image: true, Args: []tool.Arg{
			tool.Needs(textArg("image_base64", text.WireWordArgContent)),
			tool.Needs(textArg("file_name", "file name of the image")),
		}},
		{Name: "doc.list_recent_ai_edits", Help: "List recent edits that can be taken back.", Run: s.recentEdits, Args: wordArgs(
			tool.Arg{Name: "limit", Kind: tool.ArgInteger, Min: 1, Max: maxRecentEdits, Help: "edits to list, 10 by default"},
		)},
		{Name: "doc.create_with_markdown", Help: "Create a Word document from Markdown.", Run: s.createWithMarkdown, Change: true, InPayload: true, Args: []tool.Arg{
			tool.Needs(tool.TitleArg()),
			textArg("base64_markdown", text.WireWordArgMarkdown64), textArg("markdown", text.WireWordArgMarkdown),
			{Name: "parent_id", Kind: tool.ArgString, Help: text.WireDocArgParent},
		}},
		{Name: "smartcanvas.read", Help: "Read a smart document in parts.", Run: s.readCanvas, Args: []tool.Arg{
			tool.Needs(tool.Arg{Name: "file_id", Kind: tool.ArgString, Help: text.WireDocArgFile}),
			{Name: "page_id", Kind: tool.ArgString, Help: "page of the document"},
			{Name: "size", Kind: tool.ArgInteger, Min: 1, Max: 1000, Help: "blocks to answer, 20 by default"},
			{Name: "next_token", Kind: tool.ArgString, Help: "next_token of the answer before"},
		}},
	}
}
