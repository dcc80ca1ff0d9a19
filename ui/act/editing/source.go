package editing

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/status"
)

// withFile calls do with the form's file as a place on this computer.
func (a *Acts) withFile(t editTag, do func(model.Place) tea.Cmd) tea.Cmd {
	at, err := a.Client.FilePlace(t.values.Text[inFile])
	switch {
	case err != nil:
		return a.Note.Fail(err)
	case !at.Scheme.Local():
		return a.Note.SayText(status.Warn, text.InsertFromDisk)
	}
	return do(at)
}

// insertReadMsg carries the Markdown of an edit from a file or an editor.
type insertReadMsg struct {
	tag  editTag
	text string
	show bool
	err  error
	// edited means from the editor: the text is kept until it is inserted.
	edited bool
	atOnce bool // the editor returned too soon for any typing
}

// insertWords are the errors for Markdown that cannot be inserted.
func insertWords() act.MarkdownWords {
	return act.MarkdownWords{Op: "insert", Large: "%s is larger than %d MB; insert it in parts", Elsewhere: text.InsertFromDisk}
}

// readInsert reads a Markdown file.
func (a *Acts) readInsert(t editTag, show bool) tea.Cmd {
	return a.withFile(t, func(at model.Place) tea.Cmd {
		return a.ReadMarkdown(at, insertWords(), func(s string, err error) tea.Msg {
			return insertReadMsg{tag: t, show: show, text: s, err: err}
		})
	})
}

// draftName is the name of the file in the editor.
const draftName = "insert.md"

// editMarkdown opens the user's editor. It starts with earlier text that was not inserted.
func (a *Acts) editMarkdown(t editTag, show bool) tea.Cmd {
	return a.EditText(draftName, t.values.Text[inText], act.MaxMarkdown+1, func(s string, atOnce bool, err error) tea.Msg {
		return insertReadMsg{tag: t, show: show, edited: true, atOnce: atOnce, text: s, err: err}
	})
}

// insertRead handles the Markdown.
func (a *Acts) insertRead(m insertReadMsg) tea.Cmd {
	if m.edited && strings.TrimSpace(m.text) != "" {
		m.tag.values.Text[inText] = m.text
		a.keepTyped(m.tag, m.tag.values)
	}
	switch {
	case m.err != nil && m.edited && m.text != "":
		return a.Note.SayText(status.Bad, "%s; nothing was inserted, and your text is kept", a.Note.Sentence(m.err))
	case m.err != nil:
		return a.Note.Fail(m.err)
	case m.edited && strings.TrimSpace(m.text) == "":
		delete(a.kept, m.tag.key())
		if m.atOnce {
			return a.Note.SayText(status.Warn, "the editor saved nothing; a graphical editor needs its wait option (code --wait)")
		}
		return a.Note.SayText(status.Info, "nothing was changed")
	case m.edited:
		if err := insertWords().Check(model.Place{Path: model.Steps(a.Env.Text.Say("your text"))}, m.text); err != nil {
			return a.Note.Fail(err)
		}
	}
	return a.planEdit(m.tag, m.show, a.placed(m.tag, model.Edit{Kind: model.EditMarkdown, Text: m.text}))
}
