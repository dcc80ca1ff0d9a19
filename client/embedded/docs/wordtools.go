package docs

import (
	"math"
	"slices"

	"aloft/client/embedded/pages"
	"aloft/model/text"
)

// Tools are the doc tools: those of "Word Document Editing Tools", and those that live services
// offer beyond it.
func (s *Word) Tools() []pages.Tool {
	return slices.Concat(s.queryTools(), s.editTools(), s.extraTools())
}

func (s *Word) queryTools() []pages.Tool {
	return []pages.Tool{
		{Name: "doc.find", Help: "Find text in a Word document.", Run: s.query(wordFind), Args: wordArgs(pages.Needs(textArg("text", "text to find, exact")))},
		{Name: "doc.get_last_operable_pos", Help: "Get the last operable position of the body.", Run: s.query(wordLast), Args: wordArgs()},
		{Name: "doc.get_outline", Help: "Get the outline of a Word document.", Run: s.query(wordOutline), Args: wordArgs()},
		{Name: "doc.resolve_document_structure", Help: "Get all blocks of a Word document with their positions.", Run: s.query(s.wordStructure), Args: wordArgs(
			pages.Arg{Name: "mode", Kind: pages.ArgString, Newer: true, Words: []string{"outline", "compact", "full"}, Help: "outline: headings only; compact: no children and cells; full"},
			pages.Arg{Name: "offset", Kind: pages.ArgInteger, Newer: true, Max: math.MaxInt32, Help: "top-level nodes to pass over"},
			pages.Arg{Name: "limit", Kind: pages.ArgInteger, Newer: true, Max: math.MaxInt32, Help: "top-level nodes to answer, 150 by default, 0 for all"},
		)},
		{Name: "doc.get_images", Help: "List the images of a Word document.", Run: s.query(s.wordImages), Args: wordArgs()},
		{Name: "doc.get_comments", Help: "List the comments of a Word document.", Run: s.query(wordComments), Args: wordArgs()},
		{Name: "doc.get_revisions", Help: "List the tracked changes of a Word document.", Run: s.query(s.wordRevisions), Args: wordArgs()},
	}
}

func (s *Word) extraTools() []pages.Tool {
	return []pages.Tool{
		{Name: "get_content", Help: "Get the whole text of a document as Markdown.", Run: s.getContent, Args: wordArgs()},
		{Name: "upload_image", Help: "Upload an image for insert_image or replace_image.", Run: s.uploadImage, Change: true, Image: true, Args: []pages.Arg{
			pages.Needs(textArg("image_base64", text.WireWordArgContent)),
			pages.Needs(textArg("file_name", "file name of the image")),
		}},
		{Name: "doc.list_recent_ai_edits", Help: "List recent edits that can be taken back.", Run: s.recentEdits, Args: wordArgs(
			pages.Arg{Name: "limit", Kind: pages.ArgInteger, Min: 1, Max: maxRecentEdits, Help: "edits to list, 10 by default"},
		)},
		editTool("doc.resolve_revisions", "Accept or reject tracked changes of a Word document.", s.edits(s.wordResolve),
			pages.Arg{Name: "action", Kind: pages.ArgString, Required: true, Words: []string{"accept", "reject"}, Help: "accept or reject"},
			textArg("revision_ids", "ids that doc.get_revisions has answered, separated by commas; all when it is missing"),
			textArg("author", "only the changes of this person"),
		),
		editTool("doc.resolve_comments", "Resolve comments of a Word document, or open them again.", s.edits(wordSettle),
			pages.Arg{Name: "action", Kind: pages.ArgString, Required: true, Words: []string{"resolve", "reopen"}, Help: "resolve or reopen"},
			pages.Needs(textArg("comment_ids", "ids that doc.get_comments has answered, separated by commas")),
		),
		{Name: "doc.create_with_markdown", Help: "Create a Word document from Markdown.", Run: s.createWithMarkdown, Change: true, InPayload: true, Args: []pages.Arg{
			pages.Needs(pages.TitleArg()),
			textArg("base64_markdown", text.WireWordArgMarkdown64), textArg("markdown", text.WireWordArgMarkdown),
			{Name: "parent_id", Kind: pages.ArgString, Help: text.WireDocArgParent},
		}},
		{Name: "smartcanvas.read", Help: "Read a smart document in parts.", Run: s.readCanvas, Args: []pages.Arg{
			pages.Needs(pages.Arg{Name: "file_id", Kind: pages.ArgString, Help: text.WireDocArgFile}),
			{Name: "page_id", Kind: pages.ArgString, Help: "page of the document"},
			{Name: "size", Kind: pages.ArgInteger, Min: 1, Max: 1000, Help: "blocks to answer, 20 by default"},
			{Name: "next_token", Kind: pages.ArgString, Help: "next_token of the answer before"},
		}},
	}
}
