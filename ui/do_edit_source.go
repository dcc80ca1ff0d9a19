package ui

import (
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/status"
)

// number is what was checked before.
func number(s string) int {
	n, err := strconv.Atoi(strings.TrimSpace(s))
	if err != nil {
		return 0
	}
	return n
}

// withFile goes on with the file of a form, as a place on this computer.
func (a *App) withFile(t editTag, do func(model.Place) tea.Cmd) tea.Cmd {
	at, err := model.ParsePlaceHome(pathOf(t.values.Text[inFile]), model.Place{Scheme: model.SchemeDisk, Path: a.d.HomeDir}, a.d.HomeDir)
	switch {
	case err != nil:
		return a.fail(err)
	case at.Scheme != model.SchemeDisk:
		return a.sayText(status.Warn, text.InsertFromDisk)
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
}

// readInsert reads a file of Markdown.
func (a *App) readInsert(t editTag, show bool) tea.Cmd {
	return a.withFile(t, func(at model.Place) tea.Cmd {
		src, err := a.d.Sources.For(at)
		if err != nil {
			return a.fail(err)
		}
		disk, ok := src.(client.FileReader)
		if !ok {
			return a.sayText(status.Warn, text.InsertFromDisk)
		}
		ctx := a.ctx
		return func() tea.Msg {
			m := insertReadMsg{tag: t, show: show}
			f, e, err := disk.Open(ctx, at)
			if err != nil {
				m.err = err
				return m
			}
			defer f.Close() //nolint:errcheck // it was only read
			if e.Kind.Container() {
				m.err = client.Errorf(client.KindInvalid, "insert", at, text.NewFromFolder, model.Clean(at.Base()))
				return m
			}
			b, err := io.ReadAll(io.LimitReader(f, mostMarkdown+1))
			if err == nil {
				err = markdownOK(at, b)
			}
			m.text, m.err = string(b), err
			return m
		}
	})
}

// editorMsg: the file for the person's editor is there.
type editorMsg struct {
	tag  editTag
	dir  string
	show bool
	err  error
}

// editMarkdown lets the person write in their own editor. What was written
// before and did not become an edit is in it again.
func (a *App) editMarkdown(t editTag, show bool) tea.Cmd {
	if a.d.Editor == nil {
		return a.sayText(status.Warn, text.EditorNone)
	}
	return func() tea.Msg {
		m := editorMsg{tag: t, show: show}
		if m.dir, m.err = os.MkdirTemp("", "aloft-"); m.err == nil { // of mode 0700
			m.err = os.WriteFile(filepath.Join(m.dir, draftName), []byte(t.values.Text[inText]), 0o600)
		}
		return m
	}
}

// draftName is the file that is written in the editor.
const draftName = "insert.md"

// editorReady gives the terminal to the editor.
func (a *App) editorReady(m editorMsg) tea.Cmd {
	if m.err != nil {
		return a.sayText(status.Bad, text.EditorNoFile, model.Clean(m.err.Error()))
	}
	name := filepath.Join(m.dir, draftName)
	return a.d.Editor(name, func(err error) tea.Msg {
		defer os.RemoveAll(m.dir) //nolint:errcheck // the folder is ours and of this session
		out := insertReadMsg{tag: m.tag, show: m.show, edited: true}
		b, readErr := readUpTo(name, mostMarkdown+1)
		out.text = string(b)
		switch {
		case err != nil:
			out.err = err
		case readErr != nil:
			out.err = client.Errorf(client.KindLocal, "insert", model.Place{}, text.EditorNoFile, readErr.Error())
		}
		return out
	})
}

func readUpTo(name string, most int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // it was only read
	return io.ReadAll(io.LimitReader(f, most))
}

// insertRead goes on with what was read.
func (a *App) insertRead(m insertReadMsg) tea.Cmd {
	if m.edited && strings.TrimSpace(m.text) != "" {
		m.tag.values.Text[inText] = m.text
		a.keepTyped(m.tag, m.tag.values)
	}
	switch {
	case m.err != nil && m.edited && m.text != "":
		return a.sayText(status.Bad, text.EditorFailed, a.sentence(m.err))
	case m.err != nil:
		return a.fail(m.err)
	case m.edited && strings.TrimSpace(m.text) == "":
		delete(a.edit.kept, m.tag.key())
		return a.sayText(status.Info, text.EditorEmpty)
	case m.edited:
		if err := markdownOK(model.Place{Path: []string{a.env.Text.Say(text.WhatYouWrote)}}, []byte(m.text)); err != nil {
			return a.fail(err)
		}
	}
	return a.planMarkdown(m.tag, m.text, m.show)
}

func (a *App) planMarkdown(t editTag, s string, show bool) tea.Cmd {
	return a.planEdit(t, show, a.placed(t, model.Edit{Kind: model.EditMarkdown, Text: s}))
}
