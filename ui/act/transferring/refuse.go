package transferring

import (
	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// refuseTransfer refuses if a service has none of the operations.
func (a *Acts) refuseTransfer(ops ...model.Op) func() string {
	return a.screen.Refusing(func(src client.Source) string {
		if src.Root().Scheme.Local() {
			return ""
		}
		return a.note.Unable(src, ops...)
	})
}

// refuseImport refuses where there is no folder to import into, and when a service cannot.
func (a *Acts) refuseImport() string {
	if at := a.screen.Pane().Place(); at.IsResults() && !at.Scheme.Local() {
		return a.env.Text.Say(text.ResultsNoFolder)
	}
	return a.refuseTransfer(model.OpImport, model.OpUpload)()
}

// refusePaste refuses by the source of the entries marked to copy.
func (a *Acts) refusePaste(src client.Source) string {
	if a.screen.Marked(model.MarkCopy) > 0 {
		return ""
	}
	return a.note.Unable(src, model.OpMove)
}

func (a *Acts) refuseCopyToOther(client.Source) string {
	sel := a.screen.Pane().Selection()
	if sel.Len() == 0 {
		return ""
	}
	_, why := a.route(sel.Places(), a.screen.Other().Place())
	return why
}

// refuseCopy returns why nothing of a source can be copied.
func (a *Acts) refuseCopy(src client.Source) string {
	if len(a.reachable(src.Root(), model.OpCopy, model.Schemes()...)) > 0 {
		return ""
	}
	return a.env.Text.Say("%s: cannot copy; m moves", string(src.Root().Scheme))
}
