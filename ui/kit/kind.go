package kit

import (
	"strings"

	"aloft/model"
	"aloft/model/text"
)

// TypeWord is what the kind column says of an entry.
func TypeWord(c *text.Catalogue, e *model.Entry) string {
	if (e.Kind == model.KindOther || e.Kind == model.KindFile) && (e.MIME == "application/pdf" || strings.Contains(e.Link, "/pdf/")) {
		return c.Say(text.KindPDF)
	}
	return KindName(c, e.Kind)
}

// KindName is a kind as a column and the info say it.
func KindName(c *text.Catalogue, k model.Kind) string {
	switch k {
	case model.KindFolder:
		return c.Say(text.KindFolder)
	case model.KindFile:
		return c.Say(text.KindFile)
	case model.KindDoc:
		return c.Say(text.KindDoc)
	case model.KindSheet:
		return c.Say(text.KindSheet)
	case model.KindSlide:
		return c.Say(text.KindSlide)
	case model.KindForm:
		return c.Say(text.KindForm)
	case model.KindMind:
		return c.Say(text.KindMind)
	case model.KindFlowchart:
		return c.Say(text.KindFlowchart)
	case model.KindSmartCanvas, model.KindSmartSheet:
		return c.Say(text.KindSmart)
	case model.KindSpace:
		return c.Say(text.KindSpace)
	case model.KindLink:
		return c.Say(text.KindLink)
	}
	return c.Say(text.KindOther)
}
