package files

import (
	"slices"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// route chooses the operation that brings entries to a folder, or returns why none can.
func (a *Transferring) route(items []model.Place, to model.Place) (model.Op, string) {
	c := a.Env.Text
	for _, it := range items {
		if !it.SameSource(items[0]) {
			return "", c.Say("the selection is in several sources; copy from one at a time")
		}
	}
	src, err := a.Client.Sources.For(items[0])
	if err != nil {
		return "", a.Note.Sentence(err)
	}
	dst, err := a.Client.Sources.For(to)
	if err != nil {
		return "", a.Note.Sentence(err)
	}
	op, err := client.Route(src, dst)
	if op != model.OpExport && slices.ContainsFunc(items, model.Place.IsSpace) { // its pages can be exported together
		return "", c.Say(text.SpaceStays)
	}
	if err != nil {
		return "", a.Note.Sentence(err)
	}
	if to.IsSpaces() {
		return "", c.Say(text.SpaceRootTakes)
	}
	if to.IsResults() {
		return "", c.Say(text.ResultsThere)
	}
	if len(items) == 1 {
		return op, a.cannotGo(src, op, items[0])
	}
	return op, ""
}

// cannotGo returns why a single entry of the pane cannot be copied or exported.
func (a *Transferring) cannotGo(src client.Source, op model.Op, at model.Place) string {
	e := a.Listed(at)
	if e == nil {
		return ""
	}
	x, ok := src.(client.Exportable)
	if !ok || op.Row().Carries == model.CarriesNothing || e.Kind.Container() || e.Kind == model.KindOther {
		return ""
	}
	if _, err := x.ExportName(*e, model.FormatNative); err != nil {
		return a.Note.Sentence(err)
	}
	return ""
}
