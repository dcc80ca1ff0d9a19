package office

import (
	"slices"
	"strings"

	"aloft/model"
)

// Suffix is the suffix of a file name in lower case, without its dot.
func Suffix(name string) string {
	i := strings.LastIndexByte(name, '.')
	if i < 0 || strings.ContainsAny(name[i:], `/\`) {
		return ""
	}
	return strings.ToLower(name[i+1:])
}

// Suffixes are those that a document service imports ("Import" in the facts of the
// document service).
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

// KindOf is the kind of the document made from a file of this name.
func KindOf(name string) model.Kind {
	switch Suffix(name) {
	case "doc", "docx", "txt", "text", "md", "markdown":
		return model.KindDoc
	case "xls", "xlsx", "csv":
		return model.KindSheet
	case "ppt", "pptx":
		return model.KindSlide
	case "xmind":
		return model.KindMind
	case "pdf":
		return model.KindFile
	}
	return model.KindOther
}

// SuffixOf is the suffix of the file that a document of the kind is exported as, ""
// when there is none ("Export" in the document specification).
func SuffixOf(k model.Kind) string {
	switch k {
	case model.KindDoc:
		return "docx"
	case model.KindSheet:
		return "xlsx"
	case model.KindSlide:
		return "pptx"
	}
	return ""
}
