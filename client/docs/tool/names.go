package tool

import (
	"slices"
	"strings"
)

// synonyms are spellings of other generations, known or likely. The first one in the live schema is
// taken.
var synonyms = map[string][]string{
	"file_id":          {"doc_id", "document_id", "docid", "node_id", "id"},
	"folder_id":        {"dir_id", "parent_folder_id", "parent_id", "id"},
	"start":            {"offset", "begin", "from", "start_index"},
	"title":            {"new_title", "name", "file_name", "file_title"},
	"file_type":        {"doc_type", "type", "kind"},
	"parent_id":        {"parent_node_id", "parent_folder_id", "folder_id"},
	"parent_node_id":   {"parent_id"},
	"space_id":         {"target_space_id", "wiki_id"},
	"link_node":        {"link"},
	"search_key":       {"keyword", "key", "query", "search_word", "q"},
	"num":              {"page", "page_num", "page_no", "page_number", "page_index"},
	"count":            {"page_size", "size", "limit"},
	"order_by":         {"sort_by", "order", "sort"},
	"policy":           {"privilege", "permission", "policy_type"},
	"target_folder_id": {"to_folder_id", "dest_folder_id", "folder_id", "target_id", "parent_id"},
	"target_parent_id": {"parent_id", "parent_node_id", "target_node_id", "target_id"},
	"delete_type":      {"del_type"},
	"node_id":          {"file_id", "id"},
	"node_type":        {"type"},
	"file_name":        {"filename", "name"},
	"file_size":        {"size"},
	"file_md5":         {"md5", "content_md5"},
	"file_key":         {"key", "upload_key"},
	"task_id":          {"id", "job_id"},
	"description":      {"desc"},
	"mdx":              {"content", "markdown", "body"},
	"content_format":   {"format"},
}

// otherNames are other generations' names of doc tools.
var otherNames = map[Tool][]string{
	Content:     {"doc_get_content", "manage_get_content"},
	UploadImage: {"doc_upload_image", "manage_upload_image"},
	ReplaceAll:  {"doc_find_and_replace_text", "find_and_replace_text"},
	Revert:      {"doc_undo_ai_edit", "undo_ai_edit"},
	RecentEdits: {"doc_list_ai_edits", "list_ai_edits"},
}

// spellings are other names of an argument, the most likely first.
func spellings(t Tool, arg string) []string {
	if !t.OfWord() {
		return synonyms[arg]
	}
	if own, ok := wordSynonyms[t][arg]; ok {
		return own
	}
	return wordArgs[arg]
}

// wordArgs are spellings of the doc tools: five have renamed index to idx within half a year.
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

// nestedArgs are spellings within an object, which other servers name differently too.
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
var wordSynonyms = map[Tool]map[string][]string{
	Find:        {"text": {"keyword", "query", "search_text", "find_text", "search_key", "content"}},
	InsertText:  {"text": {"content"}},
	ReplaceText: {"text": {"new_text", "replacement", "content"}},
	ReplaceAll: {
		"old_text": {"find_text", "search_text", "find", "search", "text"},
		"new_text": {"replace_text", "replacement", "replace_with", "replace"},
	},
	TextProperty: {"property": {"text_property", "properties", "text_properties", "props"}},
	InsertTask:   {"tasks": {"task_list", "items", "todos"}},
	InsertImage:  {"width": {"image_width"}, "height": {"image_height"}},
	InsertTable: {
		"rows": {"row_count", "row_num", "row"},
		"cols": {"columns", "col_count", "column_count", "col_num", "col", "column"},
	},
	InsertComment: {
		"text":   {"comment_text", "comment", "content"},
		"ref_id": {"reply_to", "reply_id", "parent_id", "comment_id"},
	},
	ReplaceImage: {
		"old_image_url":     {"image_url", "old_url"},
		"old_attachment_id": {"attachment_id"},
	},
	InsertMarkdown: {
		"base64_markdown": {"markdown_base64", "base64_content", "content_base64"},
		"markdown":        {"md", "content", "text"},
	},
	InsertParagraph:     paragraphArgs,
	InsertParagraphText: paragraphArgs,
	UploadImage:         {"image_base64": {"base64_image", "content", "image_content", "base64", "image"}, "file_name": {"filename", "name", "image_name"}},
	Revert:              {"target_version": {"version", "revision", "revision_id"}},
	SmartRead:           {"next_token": {"page_token", "cursor"}, "page_id": {}},
}

var paragraphArgs = map[string][]string{
	"level":          {"heading_level", "paragraph_level"},
	"numbering_type": {"type", "list_type"},
	"numbering_lvl":  {"numbering_level", "list_level", "lvl"},
	"indent_count":   {"space_cnt", "indent", "indents"},
	"text":           {"content"},
}

const bareName = 3

// spelled is a name, and the same normalized.
type spelled struct{ name, plain string }

func spell(name string) spelled { return spelled{name, plainName(name)} }

// alike: with a dot, with an underscore, bare, or with a prefix; 0 = not at all.
func alike(want, name spelled) int {
	if name.name == want.name {
		return 5
	}
	w, n := want.plain, name.plain
	_, bare, dotted := strings.Cut(want.name, ".")
	switch {
	case n == w:
		return 4
	case dotted && n == plainName(bare):
		return bareName
	case strings.HasSuffix(n, "_"+w) && dotted:
		return 2
	case !dotted && slices.Contains([]string{"manage_" + w, "space_" + w, "wiki_" + w, "smartcanvas_" + w}, n):
		return 1
	}
	return 0
}

// plainName normalizes a name: fileId, file-id and manage.file_id.
func plainName(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') }) {
		return s
	}
	var b strings.Builder
	lower := false
	for _, r := range s {
		switch {
		case r == '.' || r == '-' || r == '/' || r == ':' || r == ' ':
			b.WriteByte('_')
			lower = false
		case r >= 'A' && r <= 'Z':
			if lower {
				b.WriteByte('_')
			}
			b.WriteRune(r - 'A' + 'a')
			lower = false
		default:
			b.WriteRune(r)
			lower = r != '_'
		}
	}
	return b.String()
}

// fold removes differences between services: fontSize, font_size, FONT-SIZE.
func fold(s string) string { return strings.ReplaceAll(plainName(s), "_", "") }
