package kit

import (
	"strings"

	"aloft/model"
	"aloft/model/text"
)

// TypeWord is what the kind column says of an entry.
func TypeWord(c *text.Catalogue, e *model.Entry) string {
	if (e.Kind == model.KindOther || e.Kind == model.KindFile) && (e.MIME == "application/pdf" || strings.Contains(e.Link, "/pdf/")) {
		return c.Say("pdf")
	}
	return KindName(c, e.Kind)
}

// KindName is a kind as a column and the info say it.
func KindName(c *text.Catalogue, k model.Kind) string {
	switch k {
	case model.KindFolder:
		return c.Say("folder")
	case model.KindFile:
		return c.Say("file")
	case model.KindDoc:
		return c.Say("doc")
	case model.KindSheet:
		return c.Say("sheet")
	case model.KindSlide:
		return c.Say("slide")
	case model.KindForm:
		return c.Say("form")
	case model.KindMind:
		return c.Say("mind")
	case model.KindFlowchart:
		return c.Say("flow")
	case model.KindSmartCanvas, model.KindSmartSheet:
		return c.Say("smart")
	case model.KindSpace:
		return c.Say("space")
	case model.KindLink:
		return c.Say("link")
	}
	return c.Say("other")
}
