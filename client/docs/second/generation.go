package second

import (
	"slices"
	"strings"
)

// beyond are the tools of a generation that the specification does not show.
func (g Generation) beyond() []string {
	switch g {
	case May:
		return []string{"doc.insert_paragraph_with_text", "doc.get_comments", "get_content"}
	case July:
		return []string{"doc.insert_paragraph_with_text", "doc.get_comments", "get_content", "doc.list_recent_ai_edits", "doc.revert_revision", "smartcanvas.read"}
	}
	return nil
}

// generation converts the tools of the specification to those of the generation.
func (s *Server) generation(all []tool) []tool {
	t := table(all)
	if s.opt.Generation == Specified {
		return t
	}
	t.links()
	for _, name := range []string{"doc.insert_text", "doc.insert_image", "doc.insert_page_break", "doc.insert_table", "doc.insert_markdown"} {
		t.at(name, "index").wire = "idx"
	}
	filled := func(argument string) *arg { return t.at("doc.insert_paragraph_with_text", argument) }
	filled("text").required, filled("text").check = false, nil
	filled("level").one, filled("type").one = digits(0, 9), digits(0, 4)
	if s.opt.LevelNine {
		t.at("doc.insert_paragraph", "level").one = digits(0, 9)
	}
	if s.opt.Generation == May {
		return t
	}
	t.at("doc.insert_paragraph", "numbering_type").wire = "type"
	structure := t.tool("doc.resolve_document_structure")
	for i := range structure.args {
		structure.args[i].newer = false
	}
	structure.args = append(structure.args, arg{name: "include_table_cells", typ: "boolean"}, arg{name: "include_textbox_children", typ: "boolean"},
		arg{name: "text_preview_length", typ: "integer", most: 200})
	t.at(structure.name, "mode").said = s.opt.Modes
	structure.args = slices.DeleteFunc(structure.args, func(a arg) bool {
		return s.opt.NoModes && a.name == "mode" || s.opt.Modes != nil && strings.HasPrefix(a.name, "include_")
	})
	return t
}

// crowd are tools that a generation lists too, for other kinds of documents and for what the
// specification does not know. A call of one breaks the rules.
func (s *Server) crowd() []object {
	if s.opt.Generation == Specified {
		return nil
	}
	var out []object
	for _, name := range []string{
		"sheet.find", "sheet.get_cell_data", "sheet.insert_image", "smartcanvas.find", "smartcanvas.edit", "smartsheet.list_fields", "slide_find_text",
		"slide_insert_text", "slide_list_recent_ai_edits", "slide_undo_ai_edit", "create_smartcanvas_by_markdown", "doc.create_with_markdown",
		"doc.insert_footnote", "doc.insert_code_block", "doc.insert_numbering", "doc.modify_paragraph", "doc.get_text_property", "doc.get_paragraph_property",
		"doc.accept_all_revisions", "doc.insert_html_content", "ocr.extract", "get_user_info", "check_skill_update",
	} {
		out = append(out, object{"name": name, "inputSchema": object{"type": "object", "properties": object{
			"file_id": object{"type": "string"}, "text": object{"type": "string"}, "idx": object{"type": "integer"},
		}}})
	}
	return out
}

// table is a list of tools that a generation changes.
type table []tool

func (t table) tool(name string) *tool {
	return &t[slices.IndexFunc(t, func(x tool) bool { return x.name == name })]
}

func (t table) at(name, argument string) *arg {
	args := t.tool(name).args
	return &args[slices.IndexFunc(args, func(a arg) bool { return a.name == argument })]
}

// links: every tool takes an id or a link.
func (t table) links() {
	for _, x := range t {
		if !strings.HasPrefix(x.name, "doc.") || x.name == "doc.list_recent_ai_edits" || x.name == "doc.revert_revision" {
			continue
		}
		t.at(x.name, "file_id").required = false
		t.at(x.name, "file_url").newer = false
	}
}
