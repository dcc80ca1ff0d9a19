package changing

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/dialog"
)

// markdownMsg carries a file to make a smart document from.
type markdownMsg struct {
	from  dialog.Origin
	draft newDraft
	err   error
}

// readMarkdown reads the file to make a smart document from.
func (a *Acts) readMarkdown(from dialog.Origin, s string) tea.Cmd {
	at, err := a.client.FilePlace(s)
	if err != nil {
		return a.note.Fail(err)
	}
	words := act.MarkdownWords{Op: "new", Large: text.NewFromLarge, Elsewhere: text.ImportFromDisk}
	return a.screen.ReadMarkdown(at, words, func(content string, err error) tea.Msg {
		name := at.Base()
		title := []rune(strings.TrimSuffix(name, model.Extension(name)))
		return markdownMsg{from: from, err: err, draft: newDraft{
			kind: model.KindSmartCanvas, title: string(title[:min(len(title), maxTitle)]),
			new: model.New{Kind: model.KindSmartCanvas, Content: content},
		}}
	})
}

func (a *Acts) markdownRead(m markdownMsg) tea.Cmd {
	if m.err != nil {
		return a.note.Fail(m.err)
	}
	return a.askTitle(m.from, m.draft)
}
