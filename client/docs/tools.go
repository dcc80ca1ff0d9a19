package docs

import "aloft/model"

// tool is one of the tools that this package knows how to use.
type tool int

const (
	toolFolderList tool = iota
	toolFolderMeta
	toolCreate
	toolCreateByMDX
	toolSearch
	toolInfo
	toolRename
	toolRecent
	toolGetPolicy
	toolSetPolicy
	toolMove
	toolMoveToSpace
	toolCopy
	toolDelete
	toolPreImport
	toolAsyncImport
	toolImportProgress
	toolExport
	toolExportProgress
	toolSpaces
	toolCreateSpace
	toolNodes
	toolCreateNode
	toolDeleteNode
	toolOutline
	toolStructure
	toolLastPosition
	toolFind
	toolImages
	toolComments
	toolContent
	toolSmartRead
	toolInsertText
	toolInsertParagraph
	toolInsertParagraphText
	toolReplaceText
	toolReplaceAll
	toolTextProperty
	toolInsertTask
	toolInsertImage
	toolInsertPageBreak
	toolInsertTable
	toolInsertComment
	toolReplaceImage
	toolInsertMarkdown
	toolUploadImage
	toolRecentEdits
	toolRevert
	toolCount
)

// tools names them: "Endpoints" in the document specification and in that of the
// doc tools, and facts/documents.md "Spaces" and "doc.*" for the others. ops are
// what cannot be done without the tool; a tool with another one beside it has
// none. Whether documents can be read and edited is told by Readable and CanEdit.
var tools = [toolCount]struct {
	name string
	ops  []model.Op
}{
	toolFolderList:     {"manage.folder_list", nil},
	toolFolderMeta:     {"manage.query_folder_meta", nil},
	toolCreate:         {"manage.create_file", []model.Op{model.OpMakeFolder, model.OpCreate}},
	toolCreateByMDX:    {"create_smartcanvas_by_mdx", nil},
	toolSearch:         {"manage.search_file", nil},
	toolInfo:           {"manage.query_file_info", nil},
	toolRename:         {"manage.rename_file_title", []model.Op{model.OpRename}},
	toolRecent:         {"manage.recent_online_file", nil},
	toolGetPolicy:      {"manage.get_privilege", nil},
	toolSetPolicy:      {"manage.set_privilege", []model.Op{model.OpShare}},
	toolMove:           {"manage.move_file", []model.Op{model.OpMove}},
	toolMoveToSpace:    {"manage.move_file_to_space", []model.Op{model.OpMove}},
	toolCopy:           {"manage.copy_file", []model.Op{model.OpCopy}},
	toolDelete:         {"manage.delete_file", []model.Op{model.OpDelete}},
	toolPreImport:      {"manage.pre_import", []model.Op{model.OpImport}},
	toolAsyncImport:    {"manage.async_import", []model.Op{model.OpImport}},
	toolImportProgress: {"manage.import_progress", []model.Op{model.OpImport}},
	toolExport:         {"manage.export_file", []model.Op{model.OpExport}},
	toolExportProgress: {"manage.export_progress", []model.Op{model.OpExport}},
	toolSpaces:         {"query_space_list", nil},
	toolCreateSpace:    {"create_space", nil},
	toolNodes:          {"query_space_node", nil},
	toolCreateNode:     {"create_space_node", nil},
	toolDeleteNode:     {"delete_space_node", nil},

	toolOutline:             {"doc.get_outline", nil},
	toolStructure:           {"doc.resolve_document_structure", nil},
	toolLastPosition:        {"doc.get_last_operable_pos", nil},
	toolFind:                {"doc.find", nil},
	toolImages:              {"doc.get_images", nil},
	toolComments:            {"doc.get_comments", nil},
	toolContent:             {"get_content", nil},
	toolSmartRead:           {"smartcanvas.read", nil},
	toolInsertText:          {"doc.insert_text", nil},
	toolInsertParagraph:     {"doc.insert_paragraph", nil},
	toolInsertParagraphText: {"doc.insert_paragraph_with_text", nil},
	toolReplaceText:         {"doc.replace_text", nil},
	toolReplaceAll:          {"doc.find_and_replace", nil},
	toolTextProperty:        {"doc.update_text_property", nil},
	toolInsertTask:          {"doc.insert_task", nil},
	toolInsertImage:         {"doc.insert_image", nil},
	toolInsertPageBreak:     {"doc.insert_page_break", nil},
	toolInsertTable:         {"doc.insert_table", nil},
	toolInsertComment:       {"doc.insert_comment", nil},
	toolReplaceImage:        {"doc.replace_image", nil},
	toolInsertMarkdown:      {"doc.insert_markdown", nil},
	toolUploadImage:         {"upload_image", nil},
	toolRecentEdits:         {"doc.list_recent_ai_edits", nil},
	toolRevert:              {"doc.revert_revision", nil},
}

// ofWord: a tool of the text of documents, whose arguments and failures are read
// otherwise than those of the tools of files.
func (t tool) ofWord() bool { return t >= toolOutline && t < toolCount }

func (t tool) name() string { return tools[t].name }

// synonyms are spellings that other generations of the interface have, or may
// well have, for an argument (facts/documents.md "Transport": the interface
// moves). The first one that the live schema has is taken.
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
