package second

import (
	"encoding/base64"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

var colour = regexp.MustCompile(`^[0-9A-Fa-f]{6}$`)

// reads: the tool changes nothing.
func (t tool) reads() bool {
	return slices.Contains([]string{
		"doc.find", "doc.get_last_operable_pos", "doc.get_outline", "doc.resolve_document_structure", "doc.get_images",
		"doc.get_comments", "get_content", "doc.list_recent_ai_edits", "smartcanvas.read",
	}, t.name)
}

// newer: the specification does not show it.
func (t tool) newer() bool {
	return slices.Contains([]string{
		"doc.get_comments", "get_content", "doc.list_recent_ai_edits", "doc.revert_revision", "doc.insert_paragraph_with_text", "smartcanvas.read",
	}, t.name)
}

// offered are the tools of this service.
func (s *Server) offered() []tool {
	return slices.DeleteFunc(s.generation(append(tools(), s.wordTools()...)), func(t tool) bool {
		return slices.Contains(s.opt.Missing, t.name) || t.newer() && !s.opt.Newer && !slices.Contains(s.opt.Generation.beyond(), t.name)
	})
}

func pattern(re *regexp.Regexp) func(any) string {
	return func(v any) string {
		if !re.MatchString(v.(string)) {
			return "is malformed"
		}
		return ""
	}
}

// base64Of returns what is wrong with base64, or with its content.
func base64Of(text bool) func(any) string {
	return func(v any) string {
		b, err := base64.StdEncoding.DecodeString(v.(string))
		switch {
		case err != nil:
			return "is not standard base64"
		case text && !utf8.Valid(b):
			return "is no text"
		case len(b) == 0:
			return "is empty"
		}
		return ""
	}
}

func given1(v any) string {
	if v.(string) == "" {
		return "is empty"
	}
	return ""
}

// wordTools is the table of "Word Document Editing Tools".
func (s *Server) wordTools() []tool {
	str := func(name string, check func(any) string) arg { return arg{name: name, typ: "string", check: check} }
	num := func(name string, least, most int64) arg {
		return arg{name: name, typ: "integer", least: least, most: most}
	}
	flag := func(name string) arg { return arg{name: name, typ: "boolean"} }
	must := func(a arg) arg { a.required = true; return a }
	later := func(a arg, name string) arg { a.later = name; return a }
	of := func(a arg, values ...string) arg { a.one = values; return a }
	common := func(more ...arg) []arg {
		file := must(str("file_id", filled))
		file.either = true
		link := str("file_url", filled)
		link.newer = true
		info := arg{name: "version_info", typ: "object", fields: []arg{num("base_version", 0, 0), flag("is_latest")}}
		if s.opt.LinksOnly && s.opt.Renamed {
			link.required = true
			return append([]arg{link, info}, more...)
		}
		return append([]arg{file, link, info}, more...)
	}
	u32 := func(name string) arg { return must(num(name, 0, 1<<32-1)) }
	position := must(num("idx", 0, 0))
	index := later(must(num("index", 0, 0)), "idx")
	begin, end := u32("begin"), u32("end")
	begin.camel, end.camel = "startIndex", "endIndex"
	rangeOf := []arg{begin, end}
	ranges := must(arg{name: "ranges", typ: "array", fields: rangeOf})
	content, imageID := str("content", base64Of(false)), str("image_id", filled)
	level := of(str("level", nil), digits(0, 12)...)
	listLevel := of(str("numbering_lvl", nil), digits(1, 9)...)
	newerOf := func(a arg) arg { a.newer = true; return a }
	markdown := []arg{index, str("base64_markdown", base64Of(true)), str("markdown", nil)}
	if s.opt.NoBase64 {
		markdown = []arg{index, must(str("markdown", given1))}
	}
	out := []tool{
		{"doc.find", "find text", common(must(str("text", given1))), (*Server).wordFind},
		{"doc.get_last_operable_pos", "last operable position", common(), (*Server).wordLast},
		{"doc.get_outline", "outline", common(), (*Server).wordOutline},
		{"doc.resolve_document_structure", "structure", common(
			newerOf(of(str("mode", nil), "outline", "compact", "full")), newerOf(num("offset", 0, 0)), newerOf(num("limit", 0, 0)),
		), (*Server).wordStructure},
		{"doc.get_images", "images", common(), (*Server).wordImages},
		{"doc.insert_text", "insert text", common(must(str("text", given1)), index), (*Server).insertText},
		{"doc.insert_paragraph", "insert a paragraph", common(
			position, level, later(of(str("numbering_type", nil), "0", "1", "2"), "type"), listLevel, later(num("indent_count", 0, 0), "space_cnt"),
		), (*Server).insertParagraph},
		{"doc.replace_text", "replace ranges", common(must(str("text", nil)), ranges), (*Server).replaceText},
		{"doc.find_and_replace", "replace every match", common(must(str("old_text", given1)), must(str("new_text", nil))), (*Server).replaceAll},
		{"doc.update_text_property", "change how text looks", common(ranges, must(arg{name: "property", typ: "object", fields: []arg{
			flag("bold"), flag("italic"), flag("underline"), flag("strikethrough"), flag("small_caps"), str("color", pattern(colour)), str("background_color", pattern(colour)),
		}})), (*Server).updateProperty},
		{"doc.insert_task", "insert tasks", common(position, must(arg{name: "tasks", typ: "array", fields: []arg{must(num("state", 1, 2)), must(str("content", nil))}})), (*Server).insertTask},
		{"doc.insert_image", "insert an image", common(index, content, imageID, num("width", 1, 0), num("height", 1, 0)), (*Server).insertImage},
		{"doc.insert_page_break", "insert a page break", common(index), (*Server).insertPageBreak},
		{"doc.insert_table", "insert a table", common(index, must(num("rows", 1, 0)), must(num("cols", 1, 0))), (*Server).insertTable},
		{"doc.insert_comment", "insert a comment", common(must(str("text", given1)), must(arg{name: "range", typ: "object", fields: rangeOf}), str("ref_id", nil)), (*Server).insertComment},
		{"doc.insert_markdown", "insert Markdown", common(markdown...), (*Server).insertMarkdown},
		{"upload_image", "upload an image", []arg{must(str("image_base64", base64Of(false))), must(str("file_name", filled))}, (*Server).uploadImage},

		{"doc.get_comments", "comments", common(), (*Server).wordComments},
		{"get_content", "the whole text", []arg{must(str("file_id", filled))}, (*Server).wordContent},
		{"doc.list_recent_ai_edits", "edits that can be taken back", []arg{must(str("file_id", filled)), num("limit", 1, 50)}, (*Server).recentEdits},
		{"doc.revert_revision", "take an edit back", []arg{must(str("file_id", filled)), must(num("target_version", 1, 0))}, (*Server).revert},
		{"doc.insert_paragraph_with_text", "insert a paragraph with text", common(
			position, must(str("text", given1)), level, of(str("type", nil), "0", "1", "2"), listLevel, later(num("indent_count", 0, 0), "space_cnt"),
		), (*Server).insertParagraphText},
		{"smartcanvas.read", "read a smart document", []arg{must(str("file_id", filled)), str("page_id", nil), num("size", 1, 100), str("next_token", nil)}, (*Server).smartRead},
	}
	// For this tool the specification itself says that a link can be used too.
	replace := common(position, str("old_image_url", filled), str("old_attachment_id", filled), imageID, content)
	if replace[0].name == "file_id" {
		replace[0].required, replace[1].newer = false, false
	}
	return append(out, tool{"doc.replace_image", "replace an image", replace, (*Server).replaceImage})
}

func digits(from, to int) (out []string) {
	for i := from; i <= to; i++ {
		out = append(out, strconv.Itoa(i))
	}
	return out
}

// style reads the properties of a paragraph.
func (a args) style(list string) Style {
	var s Style
	s.Level, _ = strconv.Atoi(a.str("level"))
	number := func(name string) *int {
		if !a.has(name) {
			return nil
		}
		n, err := strconv.Atoi(a.str(name))
		if err != nil {
			n = int(a.int(name, 0))
		}
		return &n
	}
	s.List, s.Depth, s.Indent = number(list), number("numbering_lvl"), number("indent_count")
	return s
}

// wordRanges reads ranges.
func wordRanges(all []args) []Range {
	out := make([]Range, len(all))
	for i, r := range all {
		out[i] = Range{Begin: r.int("begin", 0), End: r.int("end", 0)}
	}
	return out
}

// newline reports whether a text has a line feed, and records it.
func (s *Server) newline(tool, text string) bool {
	if !strings.ContainsAny(text, "\r\n") {
		return false
	}
	s.breach("%s: the text has a newline", tool)
	return true
}
