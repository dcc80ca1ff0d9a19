package docs

import (
	"net/url"
	"strings"

	"aloft/model"
	"aloft/model/text"
)

// kindWords: file_type of the document specification, doc_type of pages and parts of links
// (facts/documents.md "Spaces", "manage.*").
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

// kindOfLink reads the kind from the link's path: {base}/<kind>/<file_id>.
func kindOfLink(link string) model.Kind {
	kind, _ := cutLink(link)
	return kindOf(kind)
}

const mimePDF = "application/pdf"

// mimeOf is the type of a file that is stored unchanged, "" where it is not known.
func mimeOf(word, link string) string {
	if kind, _ := cutLink(link); strings.EqualFold(word, "pdf") || strings.EqualFold(kind, "pdf") {
		return mimePDF
	}
	return ""
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

// boxHost is the host in the links of the embedded service: no browser can resolve
// it.
const boxHost = "aloft.local"

func inBox(host string) bool {
	host = strings.ToLower(host)
	return host == boxHost || strings.HasSuffix(host, "."+boxHost)
}

// whole resolves a URL without a scheme relative to the endpoint, like a page of
// the service (facts/documents.md "Transport").
func (s *Service) whole(raw string) string {
	if !strings.HasPrefix(raw, "//") {
		return raw
	}
	if u, err := url.Parse(s.o.Endpoint); err == nil && u.Scheme == "http" {
		return "http:" + raw
	}
	return "https:" + raw
}

// link returns the URL for a browser: with a scheme, and only http or https.
func (s *Service) link(raw string) string {
	raw = strings.TrimSpace(raw)
	if base, err := url.Parse(s.o.DocURLBase); err == nil && strings.HasPrefix(raw, "//") && base.Scheme != "" {
		raw = base.Scheme + ":" + raw // its pages may be on another host than its endpoint
	}
	raw = s.whole(raw)
	u, err := url.Parse(raw)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || inBox(u.Hostname()) {
		return ""
	}
	return strings.ReplaceAll(u.String(), " ", "%20") // url.URL does not escape those of a query
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
