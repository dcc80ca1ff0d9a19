package reading

import (
	"cmp"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/preview"
	"aloft/ui/status"
)

// linksTag is the list of a document's links.
type linksTag struct {
	at  model.Place
	all []preview.Link
}

// listLinks lists links, footnotes and images of the text, with the cursor on the first one of the current section.
func (a *Acts) listLinks() tea.Cmd {
	find := a.Reader.Doc.Links()
	if find == nil {
		return a.Note.SayText(status.Warn, text.ReaderNotRead)
	}
	c := a.Env.Text
	a.linked++
	o := dialog.DocListOptions{
		ID: strconv.Itoa(a.linked), Context: keys.InDialog, Enter: c.Say("open"), Title: c.Say("Links of %s", a.Reader.Entry().Name),
		Wait: c.Say("reading…"), Empty: c.Say("No links, footnotes or images."),
	}
	tag := linksTag{at: a.Reader.Place()}
	return tea.Batch(a.Dialogs.Push(dialog.NewDocList[linksTag](a.Env, o)), func() tea.Msg {
		all, at := find()
		tag.all = all
		rows := make([]dialog.DocRow, len(all))
		for i := range all {
			rows[i] = linkRow(c, &all[i])
		}
		return dialog.DocListed[linksTag]{ID: o.ID, Tag: tag, Rows: rows, At: at}
	})
}

func linkRow(c *text.Catalogue, l *preview.Link) dialog.DocRow {
	row := dialog.DocRow{Left: l.Text, Right: l.Address, Detail: l.Address}
	switch {
	case l.Note != "":
		row.Left, row.Right, row.Detail = c.Say("footnote %s", l.Note), l.Text, l.Text
	case l.Image:
		row.Left = c.Say("image %s", l.Text)
		row.Right, _, _ = strings.Cut(l.Address, "?") // the query is a signature
		row.Detail = row.Right
	case l.Text == "":
		row.Left, row.Right = l.Address, ""
	}
	return row
}

// linkChosen opens the target of a link: a place in the document, or an address.
func (a *Acts) linkChosen(m dialog.DocListChosen[linksTag]) tea.Cmd {
	l := &m.Tag.all[m.Row]
	switch {
	case l.Note == "" && act.WebAddress(l.Address):
		name := cmp.Or(l.Text, a.Reader.Entry().Name)
		return a.openAddress(name, l.Address)
	case !a.Reader.Open() || !a.Reader.Place().Equal(m.Tag.at):
		return nil
	}
	a.Reader.Doc.Follow(l)
	if !l.Inside() {
		return a.Note.SayText(status.Info, "this is not a web address: %s", model.Clean(l.Address))
	}
	return nil
}
