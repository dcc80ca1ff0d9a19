// Package tool has the tools of a document service under the specification's names,
// and converts a call to the names that a live service has for the tool and its
// arguments.
package tool

import "aloft/model"

type Tool int

const (
	FolderList Tool = iota
	FolderMeta
	Create
	CreateByMDX
	Search
	Info
	Rename
	Recent
	GetPolicy
	SetPolicy
	Move
	MoveToSpace
	Copy
	Delete
	PreImport
	AsyncImport
	ImportProgress
	Export
	ExportProgress
	Spaces
	CreateSpace
	Nodes
	CreateNode
	DeleteNode
	Outline
	Structure
	LastPosition
	Find
	Images
	Comments
	Content
	SmartRead
	InsertText
	InsertParagraph
	InsertParagraphText
	ReplaceText
	ReplaceAll
	TextProperty
	InsertTask
	InsertImage
	InsertPageBreak
	InsertTable
	InsertComment
	ReplaceImage
	InsertMarkdown
	UploadImage
	RecentEdits
	Revert
	Revisions
	ResolveRevisions
	ResolveComments
	Count
)

// tools are those of "Endpoints" in "Document Management Tools" and "Word Document Editing Tools".
// Public clients show the others, those of spaces among them. ops need the tool. Readable and
// CanEdit decide what can be read and edited.
var tools = [Count]struct {
	name string
	ops  []model.Op
}{
	FolderList:     {"manage.folder_list", nil},
	FolderMeta:     {"manage.query_folder_meta", nil},
	Create:         {"manage.create_file", []model.Op{model.OpMakeFolder, model.OpCreate}},
	CreateByMDX:    {"create_smartcanvas_by_mdx", nil},
	Search:         {"manage.search_file", nil},
	Info:           {"manage.query_file_info", nil},
	Rename:         {"manage.rename_file_title", []model.Op{model.OpRename}},
	Recent:         {"manage.recent_online_file", nil},
	GetPolicy:      {"manage.get_privilege", nil},
	SetPolicy:      {"manage.set_privilege", []model.Op{model.OpShare}},
	Move:           {"manage.move_file", []model.Op{model.OpMove}},
	MoveToSpace:    {"manage.move_file_to_space", []model.Op{model.OpMove}},
	Copy:           {"manage.copy_file", []model.Op{model.OpCopy}},
	Delete:         {"manage.delete_file", []model.Op{model.OpDelete}},
	PreImport:      {"manage.pre_import", []model.Op{model.OpImport}},
	AsyncImport:    {"manage.async_import", []model.Op{model.OpImport}},
	ImportProgress: {"manage.import_progress", []model.Op{model.OpImport}},
	Export:         {"manage.export_file", []model.Op{model.OpExport}},
	ExportProgress: {"manage.export_progress", []model.Op{model.OpExport}},
	Spaces:         {"query_space_list", nil},
	CreateSpace:    {"create_space", nil},
	Nodes:          {"query_space_node", nil},
	CreateNode:     {"create_space_node", nil},
	DeleteNode:     {"delete_space_node", nil},

	Outline:             {"doc.get_outline", nil},
	Structure:           {"doc.resolve_document_structure", nil},
	LastPosition:        {"doc.get_last_operable_pos", nil},
	Find:                {"doc.find", nil},
	Images:              {"doc.get_images", nil},
	Comments:            {"doc.get_comments", nil},
	Content:             {"get_content", nil},
	SmartRead:           {"smartcanvas.read", nil},
	InsertText:          {"doc.insert_text", nil},
	InsertParagraph:     {"doc.insert_paragraph", nil},
	InsertParagraphText: {"doc.insert_paragraph_with_text", nil},
	ReplaceText:         {"doc.replace_text", nil},
	ReplaceAll:          {"doc.find_and_replace", nil},
	TextProperty:        {"doc.update_text_property", nil},
	InsertTask:          {"doc.insert_task", nil},
	InsertImage:         {"doc.insert_image", nil},
	InsertPageBreak:     {"doc.insert_page_break", nil},
	InsertTable:         {"doc.insert_table", nil},
	InsertComment:       {"doc.insert_comment", nil},
	ReplaceImage:        {"doc.replace_image", nil},
	InsertMarkdown:      {"doc.insert_markdown", nil},
	UploadImage:         {"upload_image", nil},
	RecentEdits:         {"doc.list_recent_ai_edits", nil},
	Revert:              {"doc.revert_revision", nil},
	Revisions:           {"doc.get_revisions", nil},
	ResolveRevisions:    {"doc.resolve_revisions", nil},
	ResolveComments:     {"doc.resolve_comments", nil},
}

// OfWord: a doc tool, whose arguments and failures are interpreted differently from
// those of files.
func (t Tool) OfWord() bool { return t >= Outline && t < Count }

func (t Tool) Name() string { return tools[t].name }

func (t Tool) Ops() []model.Op { return tools[t].ops }
