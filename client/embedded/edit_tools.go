package embedded

import (
	"math"

	"aloft/model/text"
)

// wordTools are the doc tools: the specification's, and those of
// facts/documents.md "doc.*".
func wordTools() []docsTool {
	var all []docsTool
	for _, part := range [][]docsTool{queryTools(), editTools(), extraTools()} {
		all = append(all, part...)
	}
	return all
}

// wordArgs are the arguments of a tool with those that every doc tool has.
func wordArgs(own ...docsArg) []docsArg {
	return append([]docsArg{
		{name: "file_id", kind: argString, alone: true, help: text.WireDocArgFile},
		{name: "file_url", kind: argString, newer: true, help: text.WireWordArgURL},
		{name: "version_info", kind: argObject, help: text.WireWordArgVersion, fields: []docsArg{
			{name: "base_version", kind: argInteger, max: math.MaxInt64, help: text.WireWordArgBase},
			{name: "is_latest", kind: argBool, help: text.WireWordArgLatest},
		}},
	}, own...)
}

// position is an argument that says where; its name changes by tool and generation.
func position(name, second string) docsArg {
	return docsArg{name: name, second: second, kind: argInteger, required: true, max: math.MaxUint32, help: text.WireWordArgIndex}
}

// rangeFields are the two ends of a Range.
func rangeFields() []docsArg {
	return []docsArg{
		{name: "begin", kind: argInteger, required: true, max: math.MaxUint32, help: text.WireWordArgBegin},
		{name: "end", kind: argInteger, required: true, max: math.MaxUint32, help: text.WireWordArgEnd},
	}
}

func rangesArg() docsArg {
	return docsArg{name: "ranges", kind: argList, required: true, fields: rangeFields(), help: text.WireWordArgRanges}
}

func textArg(name string, help text.Text) docsArg {
	return docsArg{name: name, kind: argString, help: help}
}

// digits are the words of an argument that is a number in a string.
func digits(from, to int) []string {
	var out []string
	for n := from; n <= to; n++ {
		out = append(out, itoa(n))
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
		{name: "level", kind: argString, words: digits(0, 12), help: text.WireWordArgLevel},
		{name: typeName, second: second, kind: argString, words: digits(0, 2), help: text.WireWordArgList},
		{name: "numbering_lvl", kind: argString, words: digits(1, 9), help: text.WireWordArgListLevel},
		{name: "indent_count", kind: argInteger, max: 9, help: text.WireWordArgIndent},
	}
}

// imageArgs are the two ways to bring an image.
func imageArgs() []docsArg {
	return []docsArg{
		textArg("content", text.WireWordArgContent),
		textArg("image_id", text.WireWordArgImageID),
	}
}

func queryTools() []docsTool {
	return []docsTool{
		{name: "doc.find", help: text.WireWordFind, run: (*Service).wordFind, args: wordArgs(needs(textArg("text", text.WireWordArgFind)))},
		{name: "doc.get_last_operable_pos", help: text.WireWordLast, run: (*Service).wordLast, args: wordArgs()},
		{name: "doc.get_outline", help: text.WireWordOutline, run: (*Service).wordOutline, args: wordArgs()},
		{name: "doc.resolve_document_structure", help: text.WireWordStructure, run: (*Service).wordStructure, args: wordArgs(
			docsArg{name: "mode", kind: argString, newer: true, words: []string{"outline", "compact", "full"}, help: text.WireWordArgMode},
			docsArg{name: "offset", kind: argInteger, newer: true, max: math.MaxInt32, help: text.WireWordArgOffset},
			docsArg{name: "limit", kind: argInteger, newer: true, max: math.MaxInt32, help: text.WireWordArgLimit},
		)},
		{name: "doc.get_images", help: text.WireWordImages, run: (*Service).wordImages, args: wordArgs()},
		{name: "doc.get_comments", help: text.WireWordComments, run: (*Service).wordComments, args: wordArgs()},
	}
}

func editTools() []docsTool {
	index, idx := position("index", "idx"), position("idx", "")
	tool := func(name string, help text.Text, run func(*Service, *docsCall) (object, error), own ...docsArg) docsTool {
		return docsTool{name: name, help: help, change: true, edit: true, run: run, args: wordArgs(own...)}
	}
	replaceAll := tool("doc.find_and_replace", text.WireWordReplaceAll, (*Service).wordReplaceAll,
		needs(textArg("old_text", text.WireWordArgOld)), blank(textArg("new_text", text.WireWordArgNew)))
	replaceAll.second = "doc.find_and_replace_text"
	side := func(name string, help text.Text) docsArg {
		return docsArg{name: name, kind: argInteger, min: 1, max: maxSide, help: help}
	}
	count := func(name string, help text.Text) docsArg {
		return docsArg{name: name, kind: argInteger, required: true, min: math.MinInt32, max: math.MaxInt32, help: help}
	}
	return []docsTool{
		tool("doc.insert_text", text.WireWordText, (*Service).wordText, needs(textArg("text", text.WireWordArgText)), index),
		tool("doc.insert_paragraph", text.WireWordParagraph, (*Service).wordParagraph, append([]docsArg{idx}, styleArgs("numbering_type")...)...),
		tool("doc.insert_paragraph_with_text", text.WireWordParagraphText, (*Service).wordParagraphText,
			append([]docsArg{idx, needs(textArg("text", text.WireWordArgText))}, styleArgs("type")...)...),
		tool("doc.replace_text", text.WireWordReplace, (*Service).wordReplace, blank(textArg("text", text.WireWordArgNew)), rangesArg()),
		replaceAll,
		tool("doc.update_text_property", text.WireWordProperty, (*Service).wordProperty, rangesArg(),
			docsArg{name: "property", kind: argObject, required: true, help: text.WireWordArgProperty, fields: []docsArg{
				{name: "bold", kind: argBool}, {name: "italic", kind: argBool}, {name: "underline", kind: argBool},
				{name: "strikethrough", kind: argBool}, {name: "small_caps", kind: argBool},
				{name: "color", kind: argString, help: text.WireWordArgColor},
				{name: "background_color", kind: argString, help: text.WireWordArgColor},
			}}),
		tool("doc.insert_task", text.WireWordTask, (*Service).wordTask, idx,
			docsArg{name: "tasks", kind: argList, required: true, help: text.WireWordArgTasks, fields: []docsArg{
				{name: "state", kind: argInteger, required: true, min: math.MinInt32, max: math.MaxInt32, help: text.WireWordArgState},
				blank(textArg("content", text.WireWordArgTask)),
			}}),
		tool("doc.insert_image", text.WireWordImage, (*Service).wordImage,
			append(append([]docsArg{index}, imageArgs()...), side("width", text.WireWordArgWidth), side("height", text.WireWordArgHeight))...),
		tool("doc.insert_page_break", text.WireWordBreak, (*Service).wordBreak, index),
		tool("doc.insert_table", text.WireWordTable, (*Service).wordTable, index, count("rows", text.WireWordArgRows), count("cols", text.WireWordArgCols)),
		tool("doc.insert_comment", text.WireWordComment, (*Service).wordComment,
			needs(textArg("text", text.WireWordArgComment)),
			docsArg{name: "range", kind: argObject, required: true, fields: rangeFields(), help: text.WireWordArgRange},
			textArg("ref_id", text.WireWordArgRef)),
		replaceImageTool(),
		tool("doc.insert_markdown", text.WireWordMarkdown, (*Service).wordMarkdown, index,
			textArg("base64_markdown", text.WireWordArgMarkdown64), textArg("markdown", text.WireWordArgMarkdown)),
		tool("doc.revert_revision", text.WireWordRevert, (*Service).wordRevert,
			docsArg{name: "target_version", kind: argInteger, required: true, max: math.MaxInt64, help: text.WireWordArgTarget}),
	}
}

// replaceImageTool takes a link in the first generation too. Its groups are
// looked at by the tool: which of them is missing is told in its own words.
func replaceImageTool() docsTool {
	args := wordArgs(append([]docsArg{
		{name: "idx", kind: argInteger, max: math.MaxUint32, help: text.WireWordArgImage},
		textArg("old_image_url", text.WireWordArgOldURL),
		textArg("old_attachment_id", text.WireWordArgOldAttachment),
	}, imageArgs()...)...)
	for i := range args {
		args[i].newer, args[i].alone = false, false
	}
	return docsTool{name: "doc.replace_image", help: text.WireWordReplaceImage, change: true, edit: true, run: (*Service).wordReplaceImage, args: args}
}

// blank is an argument that must be there and may say nothing.
func blank(a docsArg) docsArg {
	a.required, a.blank = true, true
	return a
}

func extraTools() []docsTool {
	return []docsTool{
		{name: "get_content", help: text.WireWordGetContent, run: (*Service).getContent, args: wordArgs()},
		{name: "upload_image", help: text.WireWordUpload, run: (*Service).uploadImage, change: true, args: []docsArg{
			needs(textArg("image_base64", text.WireWordArgContent)),
			needs(textArg("file_name", text.WireWordArgImageName)),
		}},
		{name: "doc.list_recent_ai_edits", help: text.WireWordRecent, run: (*Service).recentEdits, args: wordArgs(
			docsArg{name: "limit", kind: argInteger, min: 1, max: maxRecentEdits, help: text.WireWordArgRecent},
		)},
		{name: "doc.create_with_markdown", help: text.WireWordCreate, run: (*Service).createWithMarkdown, change: true, inPayload: true, args: []docsArg{
			needs(titleArg()),
			textArg("base64_markdown", text.WireWordArgMarkdown64), textArg("markdown", text.WireWordArgMarkdown),
			{name: "parent_id", kind: argString, help: text.WireDocArgParent},
		}},
		{name: "smartcanvas.read", help: text.WireWordCanvas, run: (*Service).readCanvas, args: []docsArg{
			needs(docsArg{name: "file_id", kind: argString, help: text.WireDocArgFile}),
			{name: "page_id", kind: argString, help: text.WireWordArgPage},
			{name: "size", kind: argInteger, min: 1, max: 1000, help: text.WireWordArgSize},
			{name: "next_token", kind: argString, help: text.WireWordArgNext},
		}},
	}
}
