package editing

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/status"
)

// withFile calls do with the file of a form, as a place on this computer.
func (a *Acts) withFile(t editTag, do func(model.Place) tea.Cmd) tea.Cmd {
	at, err := a.client.FilePlace(t.values.Text[inFile])
	switch {
	case err != nil:
		return a.note.Fail(err)
	case !at.Scheme.Local():
		return a.note.SayText(status.Warn, text.InsertFromDisk)
	}
	return do(at)
}

// insertReadMsg: the Markdown of an edit was read, from a file or an editor.
type insertReadMsg struct {
	tag  editTag
	text string
	show bool
	err  error
	// edited: it comes from the editor, so that it is kept until it is inserted.
	edited bool
	atOnce bool // the editor returned before anybody can have written
}

// insertWords are the messages for Markdown that cannot be inserted.
func insertWords() act.MarkdownWords {
	return act.MarkdownWords{Op: "insert", Large: "%s has more than %d MB; insert it in parts", Elsewhere: text.InsertFromDisk}
}

// readInsert reads a file of Markdown.
func (a *Acts) readInsert(t editTag, show bool) tea.Cmd {
	return a.withFile(t, func(at model.Place) tea.Cmd {
		return a.screen.ReadMarkdown(at, insertWords(), func(s string, err error) tea.Msg {
			return insertReadMsg{tag: t, show: show, text: s, err: err}
		})
	})
}

// atOnce is the time within which nobody can have written anything.
const atOnce = time.Second

// draftName is the file that is written in the editor.
const draftName = "insert.md"

// editMarkdown lets the person write in their own editor. It begins with what was
// written before and not inserted.
func (a *Acts) editMarkdown(t editTag, show bool) tea.Cmd {
	if a.machine.Editor == nil {
		return a.note.SayText(status.Warn, "no editor can be opened here: paste the text, or name a file")
	}
	asked := a.env.Now()
	return a.machine.Editor(draftName, t.values.Text[inText], act.MaxMarkdown+1, func(s string, err error) tea.Msg {
		return insertReadMsg{tag: t, show: show, edited: true, atOnce: a.env.Now().Sub(asked) < atOnce, text: s, err: err}
	})
}

// insertRead handles the Markdown that was read.
func (a *Acts) insertRead(m insertReadMsg) tea.Cmd {
	if m.edited && strings.TrimSpace(m.text) != "" {
		m.tag.values.Text[inText] = m.text
		a.keepTyped(m.tag, m.tag.values)
	}
	switch {
	case m.err != nil && m.edited && m.text != "":
		return a.note.SayText(status.Bad, "%s; nothing was inserted, and what you wrote is kept", a.note.Sentence(m.err))
	case m.err != nil:
		return a.note.Fail(m.err)
	case m.edited && strings.TrimSpace(m.text) == "":
		delete(a.kept, m.tag.key())
		if m.atOnce {
			return a.note.SayText(status.Warn, "nothing was written; an editor that opens a window needs its option to wait (code --wait)")
		}
		return a.note.SayText(status.Info, "nothing was written, so nothing is inserted")
	case m.edited:
		if err := insertWords().Check(model.Place{Path: model.Steps(a.env.Text.Say("what you wrote"))}, m.text); err != nil {
			return a.note.Fail(err)
		}
	}
	return a.planEdit(m.tag, m.show, a.placed(m.tag, model.Edit{Kind: model.EditMarkdown, Text: m.text}))
}
