package reading

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/keys"
	"aloft/ui/kit"
	"aloft/ui/preview"
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
	p := a.Pane()
	if e := p.Current(); e != nil {
		return a.copyOfEntry(what, p.PlaceOf(e), e)
	}
	return a.copyOfEntry(what, p.Place(), nil)
}

// copySection copies the current section as Markdown.
func (a *Acts) copySection() tea.Cmd {
	md, whole := a.Reader.Doc.Section()
	switch {
	case strings.TrimSpace(md) == "":
		return a.Note.SayText(status.Warn, text.ReaderNotRead)
	case !whole:
		return a.Note.SayText(status.Warn, "the service returned only part of this section: e exports the document")
	case len(md) > act.MaxCopied:
		return a.Note.SayText(status.Warn, "the section has %s, too much for a terminal's clipboard: copy a subsection, or export the document", kit.Size(int64(len(md))))
	}
	return a.copyMarkdown(md)
}

// passageMsg carries the text that is selected in the reader.
type passageMsg struct {
	passage preview.Passage
	err     error
}

// copyPassage copies the selected text as Markdown.
func (a *Acts) copyPassage() tea.Cmd {
	passage := a.Reader.Doc.Passage()
	if passage == nil {
		return a.Note.SayText(status.Warn, "no selection: %s starts one", a.Env.Keys.Key(keys.DocSelect))
	}
	return func() tea.Msg {
		p, err := passage()
		return passageMsg{p, err}
	}
}

func (a *Acts) passageRead(m passageMsg) tea.Cmd {
	md := m.passage.Markdown
	switch {
	case m.err != nil:
		return a.Note.Say(status.Warn, a.Note.Sentence(m.err))
	case len(md) > act.MaxCopied:
		return a.Note.SayText(status.Warn, "the selection has %s, too much for a terminal's clipboard: select less, or export the document", kit.Size(int64(len(md))))
	}
	a.Reader.Doc.EndSelecting()
	if len(m.passage.Pieces) > 1 {
		md += "\n"
	}
	return a.copyMarkdown(md)
}

// copyMarkdown copies a text and says how long it is.
func (a *Acts) copyMarkdown(md string) tea.Cmd {
	return tea.Batch(tea.SetClipboard(md), a.Note.SayText(status.OK, a.Copied("copied as Markdown: %d {line|lines}"), strings.Count(strings.TrimRight(md, "\n"), "\n")+1))
}

// copyOfEntry copies one of the names of an entry; e is nil for the folder itself.
func (a *Acts) copyOfEntry(what copied, at model.Place, e *model.Entry) tea.Cmd {
	value := ""
	switch {
	case what == copyPath:
		if err := client.CheckPlace("copy", at); err != nil {
			return a.Note.Fail(err)
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
			return a.Note.Say(status.Warn, why)
		}
		value = e.Link
	}
	if value == "" {
		return a.Note.SayText(status.Warn, "there is nothing to copy here")
	}
	return a.Copy(value)
}
