package kit

import (
	"strings"

	"aloft/model"
	"aloft/model/text"
)

// TypeWord returns an entry's kind for the kind column.
func TypeWord(c *text.Catalogue, e *model.Entry) string {
	if (e.Kind == model.KindOther || e.Kind == model.KindFile) && (e.MIME == "application/pdf" || strings.Contains(e.Link, "/pdf/")) {
		return c.Say("pdf")
	}
	return KindName(c, e.Kind)
}

var kindNames = map[model.Kind]text.Text{
	model.KindFolder:      "folder",
	model.KindFile:        "file",
	model.KindDoc:         "doc",
	model.KindSheet:       "sheet",
	model.KindSlide:       "slide",
	model.KindForm:        "form",
	model.KindMind:        "mind",
	model.KindFlowchart:   "flow",
	model.KindSmartCanvas: "smart",
	model.KindSmartSheet:  "s-sheet",
	model.KindSpace:       "space",
	model.KindLink:        "link",
}

// KindName returns the name of a kind.
func KindName(c *text.Catalogue, k model.Kind) string {
	if t, ok := kindNames[k]; ok {
		return c.Say(t)
	}
	return c.Say("other")
}
