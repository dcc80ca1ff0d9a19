package reading

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/kit"
	"aloft/ui/status"
)

// copied is which name of an entry to copy.
type copied int

const (
	copyName copied = iota
	copyID
	copyLink
	copyPath
)

// copyOf copies name, id, link or place of the current entry, or of the folder if there is none.
func (a *Acts) copyOf(what copied) tea.Cmd {
	p := a.screen.Pane()
	if e := p.Current(); e != nil {
		return a.copyOfEntry(what, p.PlaceOf(e), e)
	}
	return a.copyOfEntry(what, p.Place(), nil)
}

// copySection copies the current section as Markdown.
func (a *Acts) copySection() tea.Cmd {
	md, whole := a.screen.Reader.Section()
	lines := strings.Count(md, "\n")
	switch {
	case strings.TrimSpace(md) == "":
		return a.note.SayText(status.Warn, text.ReaderNotRead)
	case !whole:
		return a.note.SayText(status.Warn, "the service gave only a part of this section: e exports the document")
	case len(md) > act.MaxCopied:
		return a.note.SayText(status.Warn, "the section has %s, too much for a terminal's clipboard: copy a subsection, or export the document", kit.Size(int64(len(md))))
	}
	said := text.Text("copied as Markdown: %d {line|lines}")
	if a.machine.Getenv("TMUX") != "" {
		said = "copied as Markdown: %d {line|lines} (if tmux allows it: set-clipboard on)"
	}
	return tea.Batch(tea.SetClipboard(md), a.note.SayText(status.OK, said, lines))
}

// copyOfEntry copies one of the names of an entry; e is nil for the folder itself.
func (a *Acts) copyOfEntry(what copied, at model.Place, e *model.Entry) tea.Cmd {
	value := ""
	switch {
	case what == copyPath:
		if err := client.CheckPlace("copy", at); err != nil {
			return a.note.Fail(err)
		}
		value = at.String()
	case e == nil && what == copyName:
		value = at.Base()
	case e == nil:
	case what == copyName:
		value = e.Name
	case what == copyID:
		value = e.ID
	case what == copyLink:
		if why := a.noLink(e); why != "" {
			return a.note.Say(status.Warn, why)
		}
		value = e.Link
	}
	if value == "" {
		return a.note.SayText(status.Warn, "there is nothing to copy here")
	}
	return a.screen.Copy(value)
}
