package docs

import (
	"slices"
	"strings"
)

// otherNames are what other generations call a tool of the text of documents, or
// may well call it (facts/documents.md "doc.*"), in the spelling of plainName.
var otherNames = map[tool][]string{
	toolContent:     {"doc_get_content", "manage_get_content"},
	toolUploadImage: {"doc_upload_image", "manage_upload_image"},
	toolReplaceAll:  {"doc_find_and_replace_text", "find_and_replace_text"},
	toolRevert:      {"doc_undo_ai_edit", "undo_ai_edit"},
	toolRecentEdits: {"doc_list_ai_edits", "list_ai_edits"},
}

// documentArgs name the document in a schema.
var documentArgs = []string{"file_id", "file_url", "doc_id", "document_id", "docid", "id"}

// otherKinds are arguments that only tools of sheets, slides and tables have.
var otherKinds = []string{"sheet_id", "sheet_name", "sub_id", "slide_id", "table_id", "view_id", "record_id", "cell_range"}

// marks are what a tool must take that has nothing but a plain word as its name:
// of "find" alone nobody knows what it finds.
var marks = map[tool][]string{
	toolFind:      {"text"},
	toolSmartRead: {"next_token", "page_id"},
}

// fits says how well a tool of the service is the one that is meant; 0 = it is
// another.
func (t tool) fits(o *offer) int {
	n := alike(t.name(), o.name)
	if !t.ofWord() {
		return n
	}
	plain := plainName(o.name)
	_, bare, _ := strings.Cut(plainName(t.name()), "_")
	switch other := slices.Index(otherNames[t], plain); {
	case other >= 0:
		n = 3
		bare = ""
		if other > 0 {
			n = 2
		}
	case n == bareName && !t.bare(bare, &o.schema), // of another kind of document, perhaps
		n == 1, // smartcanvas_get_content
		strings.HasSuffix(plain, "smart_"+plainName(t.name())):
		n = 0
	}
	return n
}

// bare: the tool with the short name can be the one that is meant. Services whose
// address serves one kind of document name their tools like that.
func (t tool) bare(name string, s *schema) bool {
	if len(s.Properties) == 0 {
		return strings.Contains(name, "_")
	}
	has := func(names []string) bool {
		return slices.ContainsFunc(s.names(), func(p string) bool { return slices.Contains(names, plainName(p)) })
	}
	if !has(documentArgs) || has(otherKinds) {
		return false
	}
	want := marks[t]
	return len(want) == 0 || slices.ContainsFunc(want, func(m string) bool { return has(append([]string{m}, spellings(t, m)...)) })
}

// spellings are other names of an argument, the likeliest first.
func spellings(t tool, arg string) []string {
	if !t.ofWord() {
		return synonyms[arg]
	}
	if own, ok := wordSynonyms[t][arg]; ok {
		return own
	}
	return wordArgs[arg]
}

// wordArgs are other spellings of arguments of the doc tools: five of them have
// renamed index to idx within half a year (facts/documents.md "Transport").
var wordArgs = map[string][]string{
	"file_id":      {"doc_id", "document_id", "docid", "id"},
	"file_url":     {"doc_url", "document_url", "url"},
	"index":        {"idx", "position", "pos", "insert_index", "insert_position"},
	"idx":          {"index", "position", "pos", "insert_index", "insert_position"},
	"base_version": {"version", "doc_version"},
	"ranges":       {"range_list", "text_ranges"},
	"range":        {"text_range", "comment_range"},
	"content":      {"image_content", "image_base64", "base64_image", "base64_content", "base64"},
	"image_id":     {"new_image_id"},
	"offset":       {"start", "node_offset"},
	"limit":        {"count", "page_size", "size", "node_limit"},
}

// nestedArgs are other spellings within an object: the ranges of replace_text have
// been begin and end, and start_index and end_index (facts/documents.md "Seen when
// the client was tried with other servers").
var nestedArgs = map[string][]string{
	"begin":            {"start_index", "start", "begin_index", "range_begin", "from"},
	"end":              {"end_index", "range_end", "to"},
	"state":            {"status", "task_state"},
	"content":          {"text", "title"},
	"base_version":     {"version", "doc_version"},
	"strikethrough":    {"strike"},
	"color":            {"font_color", "text_color", "colour"},
	"background_color": {"background", "highlight_color", "background_colour"},
}

// wordSynonyms are spellings that mean something else in other tools.
var wordSynonyms = map[tool]map[string][]string{
	toolFind:        {"text": {"keyword", "query", "search_text", "find_text", "search_key", "content"}},
	toolInsertText:  {"text": {"content"}},
	toolReplaceText: {"text": {"new_text", "replacement", "content"}},
	toolReplaceAll: {
		"old_text": {"find_text", "search_text", "find", "search", "text"},
		"new_text": {"replace_text", "replacement", "replace_with", "replace"},
	},
	toolTextProperty: {"property": {"text_property", "properties", "text_properties", "props"}},
	toolInsertTask:   {"tasks": {"task_list", "items", "todos"}},
	toolInsertImage:  {"width": {"image_width"}, "height": {"image_height"}},
	toolInsertTable: {
		"rows": {"row_count", "row_num", "row"},
		"cols": {"columns", "col_count", "column_count", "col_num", "col", "column"},
	},
	toolInsertComment: {
		"text":   {"comment_text", "comment", "content"},
		"ref_id": {"reply_to", "reply_id", "parent_id", "comment_id"},
	},
	toolReplaceImage: {
		"old_image_url":     {"image_url", "old_url"},
		"old_attachment_id": {"attachment_id"},
	},
	toolInsertMarkdown: {
		"base64_markdown": {"markdown_base64", "base64_content", "content_base64"},
		"markdown":        {"md", "content", "text"},
	},
	toolInsertParagraph:     paragraphArgs,
	toolInsertParagraphText: paragraphArgs,
	toolUploadImage:         {"image_base64": {"base64_image", "content", "image_content", "base64", "image"}, "file_name": {"filename", "name", "image_name"}},
	toolRevert:              {"target_version": {"version", "revision", "revision_id"}},
	toolSmartRead:           {"next_token": {"page_token", "cursor"}, "page_id": {}},
}

var paragraphArgs = map[string][]string{
	"level":          {"heading_level", "paragraph_level"},
	"numbering_type": {"type", "list_type"},
	"numbering_lvl":  {"numbering_level", "list_level", "lvl"},
	"indent_count":   {"indent", "indents"},
	"text":           {"content"},
}
