package second

import (
	"maps"
	"slices"
	"strings"
)

// tool is a tool with its schema.
type tool struct {
	name string
	says string
	args []arg
	run  func(*Server, args) (object, *failure)
}

const titleMax = 36

func short(v any) string {
	if n := len([]rune(v.(string))); n > titleMax {
		return "has more than 36 characters"
	}
	return filled(v)
}

func filled(v any) string {
	if strings.TrimSpace(v.(string)) == "" {
		return "is empty"
	}
	return ""
}

func md5Hex(v any) string {
	s := v.(string)
	if len(s) != 32 || strings.Trim(s, "0123456789abcdef") != "" {
		return "is not 32 lowercase hexadecimal characters"
	}
	return ""
}

func importName(v any) string {
	s := v.(string)
	i := strings.LastIndexByte(s, '.')
	if i <= 0 {
		return "has no extension"
	}
	if !slices.Contains([]string{"xls", "xlsx", "csv", "doc", "docx", "txt", "text", "ppt", "pptx", "pdf", "xmind"}, strings.ToLower(s[i+1:])) {
		return "has a suffix that is not imported"
	}
	if strings.ContainsAny(s, "/\x00") {
		return "is a path"
	}
	return ""
}

// fileTypes are the values of file_type for creation.
func fileTypes() []string {
	return []string{"smartcanvas", "doc", "sheet", "form", "slide", "mind", "flowchart", "smartsheet", "folder", "wikilink"}
}

// tools is the table of all tools.
func tools() []tool {
	str := func(name, later string) arg { return arg{name: name, typ: "string", later: later} }
	must := func(a arg) arg { a.required = true; return a }
	with := func(a arg, check func(any) string) arg { a.check = check; return a }
	of := func(a arg, values ...string) arg { a.one = values; return a }
	num := func(name, later string, least, most int64) arg {
		return arg{name: name, typ: "integer", later: later, least: least, most: most}
	}
	file := must(with(str("file_id", "doc_id"), filled))
	hash := must(with(str("file_md5", "md5"), md5Hex))
	size := must(num("file_size", "size", 1, 0))
	fileName := must(with(str("file_name", "filename"), importName))
	taskID := must(with(str("task_id", "task"), filled))
	return []tool{
		{"manage.folder_list", "list a directory", []arg{str("folder_id", "dir_id"), num("start", "offset", 0, 0)}, (*Server).folderList},
		{"manage.query_folder_meta", "meta information of a folder", []arg{must(with(str("folder_id", "dir_id"), filled))}, (*Server).folderMeta},
		{"manage.create_file", "create a document, folder or space node", []arg{
			must(with(str("title", "name"), short)), must(of(str("file_type", "type"), fileTypes()...)), str("parent_id", "parent"), str("space_id", "wiki_id"),
			{name: "link_node", typ: "object", later: "link", fields: []arg{must(with(str("link_url", ""), filled)), str("link_description", "")}},
		}, (*Server).createFile},
		{"create_smartcanvas_by_mdx", "create a smart document from markup", []arg{must(with(str("title", "name"), filled)), must(str("mdx", "content")), str("content_format", "format")}, (*Server).createMarkup},
		{"manage.search_file", "search titles", []arg{must(with(str("search_key", "keyword"), filled))}, (*Server).search},
		{"manage.query_file_info", "information of a file", []arg{file}, (*Server).info},
		{"manage.rename_file_title", "rename", []arg{file, must(with(str("title", "name"), filled))}, (*Server).rename},
		{"manage.recent_online_file", "recently viewed documents", []arg{must(num("num", "page", 1, 1<<32-1)), num("count", "page_size", 1, 1<<32-1), num("order_by", "sort", 0, 2)}, (*Server).recentFiles},
		{"manage.get_privilege", "read the permission policy", []arg{file}, (*Server).getPolicy},
		{"manage.set_privilege", "set the permission policy", []arg{file, must(num("policy", "level", 2, 3))}, (*Server).setPolicy},
		{"manage.move_file", "move into a home folder", []arg{file, with(str("target_folder_id", "to_folder_id"), filled)}, (*Server).moveHome},
		{"manage.move_file_to_space", "move under a node of a space", []arg{file, must(with(str("space_id", "wiki_id"), filled)), str("target_parent_id", "to_node_id")}, (*Server).moveSpace},
		{"manage.copy_file", "copy a document", []arg{file, with(str("title", "name"), short), str("folder_id", "dir_id")}, (*Server).copyFile},
		{"manage.delete_file", "delete a file", []arg{file, of(str("delete_type", "mode"), "origin", "recent"), of(str("remove_type", "scope"), "current", "all")}, (*Server).deleteFile},
		{"manage.pre_import", "prepare an import", []arg{fileName, size, hash}, (*Server).preImport},
		{"manage.async_import", "start an import", []arg{must(with(str("file_key", "key"), filled)), fileName, hash, size, taskID}, (*Server).asyncImport},
		{"manage.import_progress", "progress of an import", []arg{taskID}, (*Server).importProgress},
		{"manage.export_file", "start an export", []arg{file}, (*Server).exportFile},
		{"manage.export_progress", "progress of an export", []arg{taskID}, (*Server).exportProgress},
		{"query_space_list", "list the spaces", []arg{num("num", "page", 0, 1<<32-1), num("order_by", "sort", 1, 3), num("query_by", "filter", 0, 2), {name: "descending", typ: "boolean", later: "desc"}}, (*Server).spaceList},
		{"create_space", "create a space", []arg{must(with(str("title", "name"), filled)), str("description", "summary")}, (*Server).createSpace},
		{"query_space_node", "list the pages under a page", []arg{must(with(str("space_id", "wiki_id"), filled)), str("parent_id", "parent"), num("num", "page", 0, 1<<32-1)}, (*Server).spaceNodes},
		{"create_space_node", "create a page", []arg{
			must(with(str("space_id", "wiki_id"), filled)), must(with(str("title", "name"), filled)), must(of(str("node_type", "type"), "wiki_folder", "wiki_tdoc", "link")), str("parent_node_id", "parent"),
			// The facts show no more arguments; a link needs one, as for
			// create_file.
			{name: "link_node", typ: "object", later: "link", fields: []arg{must(with(str("link_url", ""), filled)), str("link_description", "")}},
		}, (*Server).createNode},
		{"delete_space_node", "delete a page", []arg{must(with(str("space_id", "wiki_id"), filled)), must(with(str("node_id", "page_id"), filled)), of(str("remove_type", "scope"), "current", "all")}, (*Server).deleteNode},
	}
}

// schema is the input schema of a tool. In the newer generation the descriptions
// contain the older names, as changelogs do.
func (t tool) schema(sp spelling) object {
	return properties(t.args, sp)
}

func properties(list []arg, sp spelling) object {
	props, required := object{}, []string{}
	for _, a := range list {
		if a.newer && !sp.renamed {
			continue
		}
		p := object{"type": a.typ}
		if sp.renamed && a.later != "" {
			p["description"] = "formerly `" + a.name + "`"
		}
		switch {
		case a.typ == "array":
			p["items"] = properties(a.fields, sp)
		case a.fields != nil:
			maps.Copy(p, properties(a.fields, sp))
		}
		if a.one != nil {
			p["enum"] = a.words(sp)
		}
		props[a.spelled(sp)] = p
		if a.required && !(a.either && sp.renamed) {
			required = append(required, a.spelled(sp))
		}
	}
	out := object{"type": "object", "properties": props, "additionalProperties": false}
	if len(required) > 0 {
		out["required"] = required
	}
	return out
}
