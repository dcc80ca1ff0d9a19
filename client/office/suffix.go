package office

import (
	"slices"
	"strings"
)

// Suffix is the suffix of a file name in lower case, without its dot.
func Suffix(name string) string {
	i := strings.LastIndexByte(name, '.')
	if i < 0 || strings.ContainsAny(name[i:], `/\`) {
		return ""
	}
	return strings.ToLower(name[i+1:])
}

// Suffixes are those that a document service imports, as public clients show.
func Suffixes() []string {
	return []string{"xls", "xlsx", "csv", "doc", "docx", "txt", "text", "ppt", "pptx", "pdf", "xmind"}
}

// Accepts reports whether a document service imports a file of this name.
func Accepts(name string) bool { return slices.Contains(Suffixes(), Suffix(name)) }

// Markdown reports whether a file name is that of a Markdown file, which is
// converted to a Word document before it is imported.
func Markdown(name string) bool {
	return slices.Contains([]string{"md", "markdown"}, Suffix(name))
}
