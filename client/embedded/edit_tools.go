package embedded

import (
	"math"
	"strconv"

	"aloft/model/text"
)

// Tools are the doc tools: the specification's, and those of
// facts/documents.md "doc.*".
func (s *wordService) Tools() []docsTool {
	var all []docsTool
	for _, part := range [][]docsTool{s.queryTools(), s.editTools(), s.extraTools()} {
		all = append(all, part...)
	}
	return all
}

// wordArgs are the arguments of a tool with those that every doc tool has.
func wordArgs(own ...docsArg) []docsArg {
	return append([]docsArg{
		{name: "file_id", kind: argString, alone: true, help: text.WireDocArgFile},
		{name: "file_url", kind: argString, newer: true, help: "link to the document, instead of file_id"},
		{name: "version_info", kind: argObject, help: "version to read or to edit, the latest by default", fields: []docsArg{
			{name: "base_version", kind: argInteger, max: math.MaxInt64, help: "version that a query has answered; 0 means not specified"},
			{name: "is_latest", kind: argBool, help: "use the latest version whatever base_version says"},
		}},
	}, own...)
}

// position is an argument that says where; its name changes by tool and generation.
func position(name, second string) docsArg {
	return docsArg{name: name, second: second, kind: argInteger, required: true, max: math.MaxUint32, help: "position"}
}

// rangeFields are the two ends of a Range.
func rangeFields() []docsArg {
	return []docsArg{
		{name: "begin", kind: argInteger, required: true, max: math.MaxUint32, help: "first position"},
		{name: "end", kind: argInteger, required: true, max: math.MaxUint32, help: "position behind the last"},
	}
}

func rangesArg() docsArg {
	return docsArg{name: "ranges", kind: argList, required: true, fields: rangeFields(), help: "ranges that doc.find has answered"}
}

func textArg(name string, help text.Text) docsArg {
	return docsArg{name: name, kind: argString, help: help}
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
func styleArgs(typeName string) []docsArg {
	second := ""
	if typeName != "type" {
		second = "type"
	}
	return []docsArg{
		{name: "level", kind: argString, words: digits(0, 12), help: "0 unchanged, 1 to 9 heading, 10 body, 11 title, 12 subtitle"},
		{name: typeName, second: second, kind: argString, words: digits(0, 2), help: "0 none, 1 bullets, 2 numbers"},
		{name: "numbering_lvl", kind: argString, words: digits(1, 9), help: "level of the list, 1 to 9"},
		{name: "indent_count", kind: argInteger, max: 9, help: "steps of indent"},
	}
}

// imageArgs are the two ways to bring an image.
func imageArgs() []docsArg {
	return []docsArg{
		textArg("content", text.WireWordArgContent),
		textArg("image_id", "id of an uploaded image"),
	}
}

func (s *wordService) queryTools() []docsTool {
	return []docsTool{
		{name: "doc.find", help: "Find text in a Word document.", run: s.wordFind, args: wordArgs(needs(textArg("text", "text to find, exact")))},
		{name: "doc.get_last_operable_pos", help: "Get the last operable position of the body.", run: s.wordLast, args: wordArgs()},
		{name: "doc.get_outline", help: "Get the outline of a Word document.", run: s.wordOutline, args: wordArgs()},
		{name: "doc.resolve_document_structure", help: "Get all blocks of a Word document with their positions.", run: s.wordStructure, args: wordArgs(
			docsArg{name: "mode", kind: argString, newer: true, words: []string{"outline", "compact", "full"}, help: "outline: headings only; compact: no children and cells; full"},
			docsArg{name: "offset", kind: argInteger, newer: true, max: math.MaxInt32, help: "top-level nodes to pass over"},
			docsArg{name: "limit", kind: argInteger, newer: true, max: math.MaxInt32, help: "top-level nodes to answer, 150 by default, 0 for all"},
		)},
		{name: "doc.get_images", help: "List the images of a Word document.", run: s.wordImages, args: wordArgs()},
		{name: "doc.get_comments", help: "List the comments of a Word document.", run: s.wordComments, args: wordArgs()},
	}
}

func (s *wordService) editTools() []docsTool {
	index, idx := position("index", "idx"), position("idx", "")
	edit := func(name string, help text.Text, run func(*docsCall) (object, error), own ...docsArg) docsTool {
		return docsTool{name: name, help: help, change: true, edit: true, run: run, args: wordArgs(own...)}
	}
	replaceAll := edit("doc.find_and_replace", "Replace every match of a text.", s.wordReplaceAll,
		needs(textArg("old_text", "text to find, exact")), blank(textArg("new_text", text.WireWordArgNew)))
	replaceAll.second = "doc.find_and_replace_text"
	side := func(name string, help text.Text) docsArg {
		return docsArg{name: name, kind: argInteger, min: 1, max: maxSide, help: help}
	}
	count := func(name string, help text.Text) docsArg {
		return docsArg{name: name, kind: argInteger, required: true, min: math.MinInt32, max: math.MaxInt32, help: help}
	}
	return []docsTool{
		edit("doc.insert_text", "Insert text into a paragraph.", s.wordText, needs(textArg("text", text.WireWordArgText)), index),
		edit("doc.insert_paragraph", "Insert a paragraph.", s.wordParagraph, append([]docsArg{idx}, styleArgs("numbering_type")...)...),
		edit("doc.insert_paragraph_with_text", "Insert a paragraph with text behind the paragraph that ends at idx.", s.wordParagraphText,
			append([]docsArg{idx, needs(textArg("text", text.WireWordArgText))}, styleArgs("type")...)...),
		edit("doc.replace_text", "Replace the text of ranges.", s.wordReplace, blank(textArg("text", text.WireWordArgNew)), rangesArg()),
		replaceAll,
		edit("doc.update_text_property", "Change properties of text.", s.wordProperty, rangesArg(),
			docsArg{name: "property", kind: argObject, required: true, help: "properties to set", fields: []docsArg{
				{name: "bold", kind: argBool}, {name: "italic", kind: argBool}, {name: "underline", kind: argBool},
				{name: "strikethrough", kind: argBool}, {name: "small_caps", kind: argBool},
				{name: "color", kind: argString, help: text.WireWordArgColor},
				{name: "background_color", kind: argString, help: text.WireWordArgColor},
			}}),
		edit("doc.insert_task", "Insert tasks.", s.wordTask, idx,
			docsArg{name: "tasks", kind: argList, required: true, help: "tasks to insert", fields: []docsArg{
				{name: "state", kind: argInteger, required: true, min: math.MinInt32, max: math.MaxInt32, help: "1 to do, 2 done"},
				blank(textArg("content", "text of the task")),
			}}),
		edit("doc.insert_image", "Insert an image.", s.wordImage,
			append(append([]docsArg{index}, imageArgs()...), side("width", "width in pixels"), side("height", "height in pixels"))...),
		edit("doc.insert_page_break", "Insert a page break.", s.wordBreak, index),
		edit("doc.insert_table", "Insert an empty table.", s.wordTable, index, count("rows", "number of rows"), count("cols", "number of columns")),
		edit("doc.insert_comment", "Comment on a range, or answer a comment.", s.wordComment,
			needs(textArg("text", "text of the comment")),
			docsArg{name: "range", kind: argObject, required: true, fields: rangeFields(), help: "range to comment on"},
			textArg("ref_id", "id of the comment that is answered")),
		s.replaceImageTool(),
		edit("doc.insert_markdown", "Insert Markdown.", s.wordMarkdown, index,
			textArg("base64_markdown", text.WireWordArgMarkdown64), textArg("markdown", text.WireWordArgMarkdown)),
		edit("doc.revert_revision", "Take back an edit, by the version that it made.", s.wordRevert,
			docsArg{name: "target_version", kind: argInteger, required: true, max: math.MaxInt64, help: "version that the edit made"}),
	}
}

// replaceImageTool takes a link in the first generation too. Its groups are
// looked at by the tool: which of them is missing is told in its own words.
func (s *wordService) replaceImageTool() docsTool {
	args := wordArgs(append([]docsArg{
		{name: "idx", kind: argInteger, max: math.MaxUint32, help: "position of the image (pos)"},
		textArg("old_image_url", "image_url of the old image, without its query"),
		textArg("old_attachment_id", "attachment_id of the old image"),
	}, imageArgs()...)...)
	for i := range args {
		args[i].newer, args[i].alone = false, false
	}
	return docsTool{name: "doc.replace_image", help: "Replace an image.", change: true, edit: true, run: s.wordReplaceImage, args: args}
}

// blank is an argument that must be there and may say nothing.
func blank(a docsArg) docsArg {
	a.required, a.blank = true, true
	return a
}

func (s *wordService) extraTools() []docsTool {
	return []docsTool{
		{name: "get_content", help: "Get the whole text of a document as Markdown.", run: s.getContent, args: wordArgs()},
		{name: "upload_image", help: "Upload an image for insert_image or replace_image.", run: s.uploadImage, change: true, image: true, args: []docsArg{
			needs(textArg("image_base64", text.WireWordArgContent)),
			needs(textArg("file_name", "file name of the image")),
		}},
		{name: "doc.list_recent_ai_edits", help: "List recent edits that can be taken back.", run: s.recentEdits, args: wordArgs(
			docsArg{name: "limit", kind: argInteger, min: 1, max: maxRecentEdits, help: "edits to list, 10 by default"},
		)},
		{name: "doc.create_with_markdown", help: "Create a Word document from Markdown.", run: s.createWithMarkdown, change: true, inPayload: true, args: []docsArg{
			needs(titleArg()),
			textArg("base64_markdown", text.WireWordArgMarkdown64), textArg("markdown", text.WireWordArgMarkdown),
			{name: "parent_id", kind: argString, help: text.WireDocArgParent},
		}},
		{name: "smartcanvas.read", help: "Read a smart document in parts.", run: s.readCanvas, args: []docsArg{
			needs(docsArg{name: "file_id", kind: argString, help: text.WireDocArgFile}),
			{name: "page_id", kind: argString, help: "page of the document"},
			{name: "size", kind: argInteger, min: 1, max: 1000, help: "blocks to answer, 20 by default"},
			{name: "next_token", kind: argString, help: "next_token of the answer before"},
		}},
	}
}
