package word

import (
	"math"

	"aloft/client/embedded/tool"
	"aloft/model/text"
)

// Tools are the doc tools: those of "Word Document Editing Tools", and those that live services
// offer beyond it.
func (s *Service) Tools() []tool.Tool {
	var all []tool.Tool
	for _, part := range [][]tool.Tool{s.queryTools(), s.editTools(), s.extraTools()} {
		all = append(all, part...)
	}
	return all
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
		{Name: "doc.get_revisions", Help: "List the tracked changes of a Word document.", Run: s.wordRevisions, Args: wordArgs()},
	}
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
		{Name: "doc.resolve_revisions", Help: "Accept or reject tracked changes of a Word document.", Change: true, Edit: true, Run: s.wordResolve, Args: wordArgs(
			tool.Arg{Name: "action", Kind: tool.ArgString, Required: true, Words: []string{"accept", "reject"}, Help: "accept or reject"},
			textArg("revision_ids", "ids that doc.get_revisions has answered, separated by commas; all when it is missing"),
			textArg("author", "only the changes of this person"),
		)},
		{Name: "doc.resolve_comments", Help: "Resolve comments of a Word document, or open them again.", Change: true, Edit: true, Run: s.wordSettle, Args: wordArgs(
			tool.Arg{Name: "action", Kind: tool.ArgString, Required: true, Words: []string{"resolve", "reopen"}, Help: "resolve or reopen"},
			tool.Needs(textArg("comment_ids", "ids that doc.get_comments has answered, separated by commas")),
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
