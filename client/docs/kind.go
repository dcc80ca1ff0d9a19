package docs

import (
	"net/url"
	"strings"

	"aloft/model"
	"aloft/model/text"
)

// kindWords are the words of "Creation" in "Document Management Tools", and what public
// clients show: the doc_type of pages, and parts of links.
var kindWords = map[string]model.Kind{
	"folder": model.KindFolder, "wiki_folder": model.KindFolder,
	"doc": model.KindDoc, "word": model.KindDoc, "docx": model.KindDoc, "document": model.KindDoc,
	"sheet": model.KindSheet, "excel": model.KindSheet, "xlsx": model.KindSheet,
	"slide": model.KindSlide, "ppt": model.KindSlide, "pptx": model.KindSlide, "slides": model.KindSlide,
	"form":        model.KindForm,
	"mind":        model.KindMind,
	"flowchart":   model.KindFlowchart,
	"smartcanvas": model.KindSmartCanvas, "aio": model.KindSmartCanvas,
	"smartsheet": model.KindSmartSheet,
	"wikilink":   model.KindLink, "link": model.KindLink,
	"pdf": model.KindFile, "file": model.KindFile,
}

func kindOf(word string) model.Kind {
	if k, ok := kindWords[strings.ToLower(strings.TrimSpace(word))]; ok {
		return k
	}
	return model.KindOther
}

// fileTypes: "Creation" in the document specification.
var fileTypes = map[model.Kind]string{
	model.KindSmartCanvas: "smartcanvas", model.KindDoc: "doc", model.KindSheet: "sheet", model.KindForm: "form",
	model.KindSlide: "slide", model.KindMind: "mind", model.KindFlowchart: "flowchart",
	model.KindSmartSheet: "smartsheet", model.KindFolder: "folder", model.KindLink: "wikilink",
}

const mimePDF = "application/pdf"

// mimeOf is the type of a file that is stored unchanged, "" where it is not known.
func mimeOf(word, link string) string {
	if kind, _ := cutLink(link); strings.EqualFold(word, "pdf") || strings.EqualFold(kind, "pdf") {
		return mimePDF
	}
	return ""
}

// nameOf is the name for a title in places: not empty, and without what pins a name
// (model/pin.go).
func nameOf(title string) string {
	if strings.ContainsRune(title, 0) {
		title = strings.ReplaceAll(title, "\x00", "\ufffd")
	}
	if title == "" {
		return string(text.DocsUntitled)
	}
	return title
}

// cutLink returns the last two parts of a link's path; "" when it has none.
func cutLink(link string) (kind, id string) {
	u, err := url.Parse(strings.TrimSpace(link))
	if err != nil {
		return "", ""
	}
	parts := strings.Split(strings.Trim(u.Path, "/"), "/")
	id = parts[len(parts)-1]
	if len(parts) > 1 {
		kind = parts[len(parts)-2]
	}
	return kind, id
}
