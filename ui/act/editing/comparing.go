package editing

import (
	"context"
	"io"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/dialog"
	"aloft/ui/keys"
)

// Comparing shows the differences between documents or between versions of one.
type Comparing struct {
	*act.Screen

	opened int // number of the dialog opened last
}

// Document is a document to compare.
type Document struct {
	Origin  dialog.Origin
	Place   model.Place
	Name    string // raw
	Version int64  // the version the user has seen, 0 = none
}

// compareWith is what a menu item compares with; the zero place asks for a version.
type compareWith struct {
	doc  Document
	with model.Place
}

// Names of the fields and the button.
const (
	inBefore = "old"
	inNew    = "new"

	doCompare = "compare"
)

// Update handles what was read and what the dialogs answered. mine is false for
// every other message.
func (a *Comparing) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case dialog.MenuAnswered[compareWith]:
		return a.chosen(m.Value), true
	case dialog.FormAnswered[Document]:
		return a.formed(m.Tag, m), true
	case dialog.CompareReadAsked:
		return a.Dialogs.Push(dialog.NewCompareText(a.Env, m)), true
	case dialog.CompareSaveAsked[Document]:
		return a.save(m.Tag, m.Comparison), true
	}
	return nil, false
}

// Ask asks what to compare the document with.
func (a *Comparing) Ask(d Document) tea.Cmd {
	c := a.Env.Text
	other := dialog.MenuItem[compareWith]{Key: "o", Label: c.Say("with another document"), Refused: c.Say("put the cursor on it first")}
	if a.Reader.Open() {
		other.Refused = c.Say("%s, then put the cursor on it", a.Env.Keys.Key(keys.Back))
	}
	if at, e, ok := a.otherDocument(d.Place); ok {
		other.Refused = ""
		other.Label = c.Say("with %s", strconv.Quote(model.Clean(e.Name)))
		other.Value = compareWith{d, at}
	}
	return a.Dialogs.Push(dialog.NewMenu(a.Env, dialog.MenuOptions[compareWith]{
		Origin: d.Origin, Title: c.Say(text.CompareMenu, d.Name), Wide: true, Items: []dialog.MenuItem[compareWith]{
			other, {Key: "v", Label: c.Say("with another version of this document"), Value: compareWith{doc: d}},
		},
	}))
}

// otherDocument returns the current document of another pane: the other pane first, or this one if the reader covers
// it.
func (a *Comparing) otherDocument(at model.Place) (model.Place, model.Entry, bool) {
	for _, p := range []int{1 - a.Focus, a.Focus} {
		e := a.Panes[p].Current()
		if e == nil || e.Kind.Container() || a.Panes[p].PlaceOf(e).Equal(at) {
			continue
		}
		place := a.Panes[p].PlaceOf(e)
		if ed, err := a.Client.EditorOf(place); err == nil && ed.Readable(e.Kind) == nil {
			return place, *e, true
		}
	}
	return model.Place{}, model.Entry{}, false
}

func (a *Comparing) chosen(w compareWith) tea.Cmd {
	if !w.with.IsZero() {
		return a.compare(w.doc, client.DocVersion{Place: w.doc.Place}, client.DocVersion{Place: w.with})
	}
	say := a.Env.Text.Say
	old := ""
	if v := w.doc.Version; v > 1 {
		old = strconv.FormatInt(v-1, 10)
	}
	version := func(s string) error {
		if n, err := strconv.ParseInt(strings.TrimSpace(s), 10, 64); s != "" && (err != nil || n < 1) {
			return client.Errorf(client.KindInvalid, "compare", model.Place{}, text.NeedVersion)
		}
		return nil
	}
	return a.Dialogs.Push(dialog.NewForm(a.Env, dialog.FormOptions[Document]{
		Origin: w.doc.Origin, Tag: w.doc, Title: say(text.CompareMenu, w.doc.Name),
		Fields: []dialog.FormField{
			{Name: inBefore, Kind: dialog.FieldLine, Label: say("old version"), Value: old, Check: version},
			{Name: inNew, Kind: dialog.FieldLine, Label: say("new version"), Placeholder: say("the newest"), Check: version},
			{Kind: dialog.FieldNote, Value: say("Only versions that the service still keeps can be compared.")},
		},
		Buttons: []dialog.FormButton{{Label: say("Compare"), Value: doCompare}},
		Check: func(v dialog.FormValues) (string, string) {
			if strings.TrimSpace(v.Text[inBefore]) == "" {
				return inBefore, say(text.NeedVersion)
			}
			return "", ""
		},
	}))
}

// formed handles the form with two versions.
func (a *Comparing) formed(d Document, m dialog.FormAnswered[Document]) tea.Cmd {
	if m.Button == "" {
		return nil
	}
	version := func(s string) int64 {
		n, _ := strconv.ParseInt(strings.TrimSpace(s), 10, 64) // "" = the newest
		return n
	}
	return a.compare(d,
		client.DocVersion{Place: d.Place, Version: version(m.Values.Text[inBefore])},
		client.DocVersion{Place: d.Place, Version: version(m.Values.Text[inNew])})
}

func (a *Comparing) compare(d Document, x, y client.DocVersion) tea.Cmd {
	a.opened++
	id := strconv.Itoa(a.opened)
	ctx, edits := a.Env.Ctx, a.Client.Edits
	title := a.Env.Text.Say(text.CompareMenu, d.Name)
	return tea.Batch(a.Dialogs.Push(dialog.NewCompare(a.Env, id, d, title)), func() tea.Msg {
		c, err := edits.Compare(ctx, x, y, client.Options{Class: client.Interactive, Lane: "compare"})
		return dialog.Compared{ID: id, Comparison: c, Err: err}
	})
}

// save asks where to save a comparison.
func (a *Comparing) save(d Document, c client.Comparison) tea.Cmd {
	say := a.Env.Text.Say
	return a.AskSave("save the comparison as Markdown", say("%s comparison.md", d.Name), act.Save{
		Elsewhere: "enter a file on this computer, for example disk:/tmp/changes.md",
		Write: func(ctx context.Context, w client.FileWriter, at model.Place) (int, error) {
			return 0, act.WriteNew(ctx, w, at, "comparison", func(f client.Partial) error {
				_, err := io.WriteString(f, c.Markdown())
				return err
			})
		},
		Said: func(_ int, at string) string { return say("saved as %s", at) },
	})
}
