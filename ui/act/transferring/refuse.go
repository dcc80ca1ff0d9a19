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

// refuseCopyToOther refuses by the entry under the cursor, which stands for those that are selected with it: it is asked
// at every frame.
func (a *Acts) refuseCopyToOther(client.Source) string {
	p := a.screen.Pane()
	e := p.Rows().Current()
	here, elsewhere := p.Selected()
	if e == nil || here == 0 && elsewhere > 0 {
		return ""
	}
	items := []model.Place{p.PlaceOf(e)}
	if here > 0 {
		items = append(items, items[0]) // not about that entry alone
	}
	_, why := a.route(items, a.screen.Other().Place())
	return why
}

// refuseCopy returns why nothing of a source can be copied.
func (a *Acts) refuseCopy(src client.Source) string {
	if len(a.reachable(src.Root(), model.OpCopy, model.Schemes()...)) > 0 {
		return ""
	}
	return a.env.Text.Say("%s: cannot copy; m moves", string(src.Root().Scheme))
}
