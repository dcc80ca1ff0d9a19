package ui

import (
	"context"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/status"
)

// compareTag goes through the dialogs of a comparison.
type compareTag struct {
	subject    subject
	comparison client.Comparison // to be saved
	saving     bool
}

// compareWith is what a menu's line compares with; the zero place asks for a version.
type compareWith struct {
	subject subject
	with    model.Place
}

// askCompare asks what the document is compared with.
func (a *App) askCompare(s subject) tea.Cmd {
	c := a.Env.Text
	other := dialog.MenuItem{Key: "o", Label: c.Say("with another document"), Refused: c.Say("put the cursor on it first")}
	if at, e, ok := a.otherDocument(s.place); ok {
		other.Refused = ""
		other.Label = c.Say("with %s", strconv.Quote(model.Clean(e.Name)))
		other.Value = compareWith{s, at}
	}
	return a.Dialogs.Push(dialog.NewMenu(a.Env, dialog.MenuOptions{
		Origin: s.origin, Title: c.Say(text.CompareMenu, s.entry.Name), Wide: true, Items: []dialog.MenuItem{
			other, {Key: "v", Label: c.Say("with another version of this document"), Value: compareWith{subject: s}},
		},
	}))
}

// otherDocument is the document under the cursor of a pane that is not this one:
// of the other pane first, and of this one where the reader hides it.
func (a *App) otherDocument(at model.Place) (model.Place, model.Entry, bool) {
	for _, p := range []int{1 - a.Focus, a.Focus} {
		e := a.Panes[p].Current()
		if e == nil || e.Kind.Container() || a.Panes[p].PlaceOf(e).Equal(at) {
			continue
		}
		place := a.Panes[p].PlaceOf(e)
		if ed, err := a.editor(place); err == nil && ed.Readable(e.Kind) == nil {
			return place, *e, true
		}
	}
	return model.Place{}, model.Entry{}, false
}

func (a *App) compareChosen(w compareWith) tea.Cmd {
	if !w.with.IsZero() {
		return a.compareDocs(w.subject, client.DocVersion{Place: w.subject.place}, client.DocVersion{Place: w.with})
	}
	say := a.Env.Text.Say
	old := ""
	if v := w.subject.base(); v > 1 {
		old = strconv.FormatInt(v-1, 10)
	}
	version := func(s string) error {
		if n, err := strconv.ParseInt(strings.TrimSpace(s), 10, 64); s != "" && (err != nil || n < 1) {
			return client.Errorf(client.KindInvalid, "compare", model.Place{}, text.NeedVersion)
		}
		return nil
	}
	return a.Dialogs.Push(dialog.NewForm(a.Env, dialog.FormOptions{
		Origin: w.subject.origin, Tag: compareTag{subject: w.subject}, Title: say(text.CompareMenu, w.subject.entry.Name),
		Fields: []dialog.FormField{
			{Name: inText, Kind: dialog.FieldLine, Label: say("old version"), Value: old, Check: version},
			{Name: inNew, Kind: dialog.FieldLine, Label: say("new version"), Placeholder: say("the newest"), Check: version},
			{Kind: dialog.FieldNote, Value: say("The service gives older versions only as far back as it keeps them.")},
		},
		Buttons: []dialog.FormButton{{Label: say("Compare"), Value: doFind}},
		Check: func(v dialog.FormValues) (string, string) {
			if strings.TrimSpace(v.Text[inText]) == "" {
				return inText, say(text.NeedVersion)
			}
			return "", ""
		},
	}))
}

// compareAsked goes on with two versions, or with where a comparison is saved.
func (a *App) compareAsked(t compareTag, m dialog.FormAnswered) tea.Cmd {
	if m.Button == "" {
		return nil
	}
	if t.saving {
		return a.saveComparison(t, m.Values.Text[inFile])
	}
	version := func(s string) int64 {
		n, _ := strconv.ParseInt(strings.TrimSpace(s), 10, 64) // "" is the newest
		return n
	}
	return a.compareDocs(t.subject,
		client.DocVersion{Place: t.subject.place, Version: version(m.Values.Text[inText])},
		client.DocVersion{Place: t.subject.place, Version: version(m.Values.Text[inNew])})
}

func (a *App) compareDocs(s subject, x, y client.DocVersion) tea.Cmd {
	id := a.nextDialog()
	ctx, edits := a.Ctx, a.Edits
	title := a.Env.Text.Say(text.CompareMenu, s.entry.Name)
	return tea.Batch(a.Dialogs.Push(dialog.NewCompare(a.Env, id, compareTag{subject: s, saving: true}, title)), func() tea.Msg {
		c, err := edits.Compare(ctx, x, y, client.Options{Class: client.Interactive, Lane: "compare"})
		return dialog.Compared{ID: id, Comparison: c, Err: err}
	})
}

// askSaveComparison asks where a comparison is saved.
func (a *App) askSaveComparison(m dialog.CompareSaveAsked) tea.Cmd {
	t, ok := m.Tag.(compareTag)
	if !ok {
		return nil
	}
	t.comparison = m.Comparison
	c := a.Env.Text
	name := c.Say("%s, compared.md", t.subject.entry.Name)
	if w, ok := a.FileWriter(); ok {
		name = w.SafeName(name)
	}
	folder := a.PathHere()
	if !strings.HasSuffix(folder, "/") {
		folder += "/"
	}
	return a.Dialogs.Push(dialog.NewForm(a.Env, dialog.FormOptions{
		Origin: t.subject.origin, Tag: t, Title: c.Say("Save the comparison as Markdown"),
		Fields:  []dialog.FormField{{Name: inFile, Kind: dialog.FieldLine, Label: c.Say(text.FileLabel), Value: folder + name, Complete: true}},
		Buttons: []dialog.FormButton{{Label: c.Say("Save"), Value: doNow}},
	}))
}

// savedMsg: a comparison was saved, or could not be.
type savedMsg struct {
	at  model.Place
	err error
}

// saveComparison writes a new file; nothing is ever overwritten.
func (a *App) saveComparison(t compareTag, s string) tea.Cmd {
	at, err := a.FilePlace(s)
	if err != nil {
		return a.Fail(err)
	}
	w, ok := a.FileWriter()
	if at.Scheme != model.SchemeDisk || at.IsRoot() || !ok {
		return a.SayText(status.Warn, "a comparison is saved on this computer: give a file, for example disk:/tmp/changes.md")
	}
	ctx, md := a.Ctx, t.comparison.Markdown
	return func() tea.Msg { return savedMsg{at, saveNew(ctx, w, at, md)} }
}

func saveNew(ctx context.Context, w client.FileWriter, at model.Place, content string) error {
	f, err := w.Receive(ctx, at.Parent(), "comparison")
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // Commit has made it durable, or it is dropped
	err = f.Restart()
	if err == nil {
		_, err = f.Write([]byte(content))
	}
	if err == nil {
		_, err = f.Commit(at.Base())
	}
	if err != nil {
		f.Drop() //nolint:errcheck // the first failure is the one to tell
	}
	return err
}

func (a *App) saved(m savedMsg) tea.Cmd {
	if m.err != nil {
		return a.Fail(m.err)
	}
	cmds := []tea.Cmd{a.SayText(status.OK, "saved as %s", a.PlaceText(m.at))}
	for _, p := range a.Panes {
		if p.Place().Equal(m.at.Parent()) {
			cmds = append(cmds, p.Refresh())
		}
	}
	return tea.Batch(cmds...)
}
