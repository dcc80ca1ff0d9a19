package transferring

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act/jobs"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// exportChoice is a format, one of model.Format…, with the entries and the target.
type exportChoice struct {
	op     model.Op
	items  []model.Place
	to     model.Place
	format string
}

// askFormat asks for the format of an export.
func (a *Acts) askFormat(from dialog.Origin, op model.Op, items []model.Place, to model.Place) tea.Cmd {
	c := a.env.Text
	pdf := text.ExportPDF
	if src, err := a.client.Sources.For(items[0]); err == nil && client.MakesPDF(src) {
		pdf = text.ExportServed
	}
	return a.screen.Dialogs.Push(dialog.NewMenu(a.env, dialog.MenuOptions[exportChoice]{
		Origin: from, Title: c.Say("Export %d {document|documents} as…", len(items)), Wide: true,
		Items: []dialog.MenuItem[exportChoice]{
			{Key: "s", Label: c.Say(text.ExportNative), Value: exportChoice{op, items, to, model.FormatNative}},
			{Key: "m", Label: c.Say(text.ExportMarkdown), Value: exportChoice{op, items, to, model.FormatMarkdown}},
			{Key: "t", Label: c.Say(text.ExportText), Value: exportChoice{op, items, to, model.FormatText}},
			{Key: "p", Label: c.Say(pdf), Value: exportChoice{op, items, to, model.FormatPDF}},
		},
	}))
}

func (a *Acts) exportAs(from dialog.Origin, c exportChoice) tea.Cmd {
	return a.jobs.Plan(jobs.Wish{Origin: from, Req: client.Request{
		Op: c.op, Items: c.items, Target: c.to, Format: c.format, Rule: model.ConflictAsk,
	}})
}

// exportOut exports documents and downloads files of the drive: into the other pane's folder if it is on a disk, or
// else into a picked one.
func (a *Acts) exportOut() tea.Cmd {
	from := a.screen.Origin()
	items := a.screen.Pane().Selection().Places()
	if from.Place.IsResults() && len(items) > 0 {
		from.Place = items[0].Root()
	}
	if from.Place.Scheme.Local() {
		return a.note.SayText(status.Warn, text.ExportFromDocs, a.env.Keys.Key(keys.GoDocs))
	}
	return a.Export(from, items)
}

// Export exports documents and downloads files of the drive: into the other pane's folder if it is on this computer,
// or else into a picked one.
func (a *Acts) Export(from dialog.Origin, items []model.Place) tea.Cmd {
	if len(items) == 0 {
		return a.note.SayText(status.Info, text.NothingSelected)
	}
	if to := a.screen.Panes[1-from.Pane].Place(); to.Scheme.Local() {
		return a.Transfer(from, items, to)
	}
	disk := model.LocalPlace(nil)
	op, why := a.route(items, disk)
	if why != "" {
		return a.note.Say(status.Warn, why)
	}
	if op == model.OpDownload {
		return a.pickFor(from, op, items, []model.Place{disk}, pickWords{"Download %d {entry|entries} to…", "Download here"})
	}
	return a.pickFor(from, model.OpExport, items, []model.Place{disk}, pickWords{"Export %d {document|documents} to…", "Export here"})
}
