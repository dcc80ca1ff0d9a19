package files

import (
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/act/jobs"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/pane"
	"aloft/ui/status"
)

// Kinds of prompts, which also name their histories.
const (
	promptFolder   = "folder"
	promptTitle    = "title"
	promptAddress  = "address"
	promptAbout    = "about"
	promptMarkdown = "markdown"
)

// asked is what a prompt is for: its kind, which also names its history, and the document.
type asked struct {
	kind  string
	draft newDraft
}

// Rows returns what each action does in a file pane and why it may be refused.
func (a *Changing) Rows() act.Rows {
	planDelete := func() tea.Cmd { return a.Delete(a.Origin(), a.Pane().Selection().Places(), "") } // by the source's first mode
	return act.Rows{
		keys.New:        {Do: a.askNew, Refuse: a.Needs(model.OpMakeFolder, model.OpCreate), Needs: act.TheFolder},
		keys.NewFolder:  {Do: a.askNewFolder, Refuse: a.Needs(model.OpMakeFolder), Needs: act.TheFolder},
		keys.Rename:     {Do: a.beginRename, Idle: a.NoEntry, Refuse: a.Needs(model.OpRename), Needs: act.EntryPlaces},
		keys.RenameList: {Do: a.beginList, Idle: a.NoEntry, Refuse: a.Needs(model.OpRename), Needs: act.EntryPlaces},
		keys.Permission: {Do: a.askShare, Refuse: a.Needs(model.OpShare, model.OpAttributes), Needs: act.EntryPlaces},
		keys.Delete:     {Do: planDelete, Refuse: a.Needs(model.OpDelete), Needs: act.EntryPlaces},
		keys.DeleteTree: {Do: a.deleteMore, Refuse: a.Refusing(func(client.Source) string { return "" }), Needs: act.EntryPlaces},
	}
}

// Update handles what was read and what the dialogs answered. mine is false for
// every other message.
func (a *Changing) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case pane.RenameAsked:
		return a.rename(dialog.Origin{Pane: int(m.Pane), Place: m.Folder}, m.Entry, m.Name), true
	case dialog.FormAnswered[several]:
		return a.ruled(m), true
	case listMsg:
		return a.listRead(m), true
	case dialog.ConfirmAnswered[wrongList]:
		return a.wrongAnswered(m), true
	case markdownMsg:
		return a.markdownRead(m), true
	case dialog.ShareAnswered:
		return a.shared(m), true
	case attributes:
		return a.askAttributes(m), true
	case dialog.FormAnswered[attributes]:
		return a.setAttributes(m), true
	case dialog.MenuAnswered[newKind]:
		return a.newChosen(m.Origin, m.Value), true
	case dialog.PromptAnswered[asked]:
		return a.entered(m), true
	case dialog.PromptAnswered[FileFor]:
		if m.For == promptMarkdown {
			return tea.Batch(a.Client.Remember(promptMarkdown, m.Value), a.readMarkdown(m.Origin, m.Value)), true
		}
	}
	return nil, false
}

// entered handles the text that was typed.
func (a *Changing) entered(m dialog.PromptAnswered[asked]) (cmd tea.Cmd) {
	n := m.For.draft
	switch m.For.kind {
	case promptFolder:
		cmd = a.makeFolder(m.Origin, m.Value)
	case promptTitle:
		cmd = a.titled(m.Origin, n, m.Value)
	case promptAddress:
		cmd = a.addressed(m.Origin, n, m.Value)
	case promptAbout:
		n.new.LinkText = m.Value
		return a.create(m.Origin, n)
	}
	return tea.Batch(a.Client.Remember(m.For.kind, m.Value), cmd)
}

// maxTitle is the longest title of the document service ("Limits" in the document specification).
const maxTitle = 36

// newKind is what a menu item creates; kindMarkdown asks for a file first.
type newKind model.Kind

const kindMarkdown newKind = "markdown"

// newDraft is a document whose properties are being entered.
type newDraft struct {
	kind  model.Kind
	title string
	new   model.New
}

// newWord returns the menu's letter and words of a kind.
type newWord struct {
	key   string
	label text.Text
}

var newWords = map[newKind]newWord{
	newKind(model.KindFolder):      {"f", "folder"},
	newKind(model.KindFile):        {"e", "empty file"},
	newKind(model.KindDoc):         {"d", "text document"},
	newKind(model.KindSheet):       {"s", "spreadsheet"},
	newKind(model.KindSlide):       {"p", "slides"},
	newKind(model.KindSmartCanvas): {"m", "smart document"},
	newKind(model.KindSmartSheet):  {"t", "smart sheet"},
	newKind(model.KindForm):        {"o", "form"},
	newKind(model.KindMind):        {"i", "mind map"},
	newKind(model.KindFlowchart):   {"w", "flowchart"},
	newKind(model.KindLink):        {"l", "link to a web page"},
	kindMarkdown:                   {"k", "smart document from a Markdown file"},
}

// newLabel says what a kind is there.
func newLabel(k newKind, at model.Place) text.Text {
	if model.Kind(k) == model.KindLink && at.Scheme.Local() {
		return "symbolic link"
	}
	return newWords[k].label
}

// askNewFolder asks for a name.
func (a *Changing) askNewFolder() tea.Cmd { return a.askFolderIn(a.Origin()) }

func (a *Changing) askFolderIn(from dialog.Origin) tea.Cmd {
	src, err := a.Client.Sources.For(from.Place)
	if err != nil {
		return a.Note.Fail(err)
	}
	title := text.Text("new folder")
	if from.Place.IsSpaces() {
		title = "New space"
	}
	check, low := a.titles(src)
	return a.Dialogs.Push(dialog.NewPrompt(a.Env, dialog.PromptOptions[asked]{
		Origin: from, For: asked{kind: promptFolder}, Title: text.Capital(a.Env.Text.Say(title)),
		Label: a.Env.Text.Say(text.NameLabel), Body: []string{a.Env.Text.Say(text.InPlace, a.PlaceText(from.Place))},
		Cursor: -1, Check: check, History: a.Client.History(promptFolder), Low: low,
	}))
}

func (a *Changing) makeFolder(from dialog.Origin, name string) tea.Cmd {
	return a.jobs.Plan(jobs.Wish{Origin: from, Req: client.Request{
		Op: model.OpMakeFolder, Items: []model.Place{from.Place.Join(name)},
	}})
}

// askNew lists what can be created in the folder. If that is only a folder, it asks for the name at once.
func (a *Changing) askNew() tea.Cmd {
	src, err := a.Pane().Source()
	if err != nil {
		return a.Note.Fail(err)
	}
	from := a.Origin()
	folder := a.Note.Unable(src, model.OpMakeFolder)
	maker, ok := src.(client.Creator)
	var kinds []model.Kind
	if ok {
		kinds = maker.CreateKinds(from.Place)
	}
	if len(kinds) == 0 {
		if folder != "" {
			return a.Note.Say(status.Warn, folder)
		}
		return a.askNewFolder()
	}
	docs := a.Note.Unable(src, model.OpCreate)
	c := a.Env.Text
	var items []dialog.MenuItem[newKind]
	add := func(k newKind, why string) {
		w := newWord{newWords[k].key, newLabel(k, from.Place)}
		items = append(items, dialog.MenuItem[newKind]{Key: w.key, Label: c.Say(w.label), Value: k, Refused: why})
	}
	add(newKind(model.KindFolder), folder)
	smart := false
	for _, k := range kinds {
		if k != model.KindFolder {
			add(newKind(k), docs)
			smart = smart || k == model.KindSmartCanvas
		}
	}
	if smart {
		add(kindMarkdown, docs)
	}
	return a.Dialogs.Push(dialog.NewMenu(a.Env, dialog.MenuOptions[newKind]{
		Origin: from, Title: c.Say("New in %s", a.PlaceText(from.Place)), Items: items, Wide: true,
	}))
}

// newChosen handles the chosen kind.
func (a *Changing) newChosen(from dialog.Origin, k newKind) tea.Cmd {
	switch {
	case k == kindMarkdown:
		return a.transfers.AskFile(from, promptMarkdown, "file: ", "a .md file on this computer; Tab completes", text.Capital(a.Env.Text.Say("smart document from a Markdown file")))
	case model.Kind(k) == model.KindFolder:
		return a.askFolderIn(from)
	}
	n := newDraft{kind: model.Kind(k), new: model.New{Kind: model.Kind(k)}}
	if n.kind == model.KindLink && from.Place.Scheme.Local() {
		n.title, n.new.LinkURL = a.linked(from.Place)
	}
	return a.askTitle(from, n)
}

// linked proposes a link in a folder of the disk: to what alone is marked, or else to the current entry.
func (a *Changing) linked(in model.Place) (name, to string) {
	at, p := model.Place{}, a.Pane()
	if e := p.Current(); e != nil {
		at = p.PlaceOf(e)
	}
	if m := a.Cut.Places(model.MarkCopy); len(m) == 1 {
		at = m[0]
	}
	switch {
	case !at.Scheme.Local():
		return "", ""
	case at.Parent().Equal(in):
		return at.Base(), at.Base()
	}
	return at.Base(), "/" + strings.Join(at.Names(), "/")
}

// askTitle asks for the title of a new document and counts its characters as the service does.
func (a *Changing) askTitle(from dialog.Origin, n newDraft) tea.Cmd {
	src, err := a.Client.Sources.For(from.Place)
	if err != nil {
		return a.Note.Fail(err)
	}
	c, label := a.Env.Text, text.Text("title: ")
	check, low := a.titles(src)
	if n.kind == model.KindFile {
		label = text.NameLabel
	}
	return a.Dialogs.Push(dialog.NewPrompt(a.Env, dialog.PromptOptions[asked]{
		Origin: from, For: asked{promptTitle, n}, Title: c.Say("New %s", c.Say(newLabel(newKind(n.kind), from.Place))),
		Label: c.Say(label), Body: []string{c.Say(text.InPlace, a.PlaceText(from.Place))},
		Value: n.title, Cursor: -1, Check: check, History: a.Client.History(promptTitle), Low: low,
	}))
}

// countTitle says how long a title is.
func (a *Changing) countTitle(s string) string {
	return a.Env.Text.Say("%d of %d {character|characters}", utf8.RuneCountInString(s), maxTitle)
}

// titled handles the title. For a link, the address is next.
func (a *Changing) titled(from dialog.Origin, n newDraft, title string) tea.Cmd {
	n.title = title
	if n.kind != model.KindLink {
		return a.create(from, n)
	}
	c, local := a.Env.Text, from.Place.Scheme.Local()
	hint, complete := "https://", false
	if local {
		hint, complete = "", true
	}
	return a.Dialogs.Push(dialog.NewPrompt(a.Env, dialog.PromptOptions[asked]{
		Origin: from, For: asked{promptAddress, n}, Title: c.Say("Where should %s point?", title),
		Label: c.Say("address: "), Placeholder: hint, Value: n.new.LinkURL, Complete: complete, Cursor: -1, History: a.Client.History(promptAddress),
		Check: func(s string) error {
			if !local && !act.WebAddress(s) {
				return client.Errorf(client.KindInvalid, "link", model.Place{}, "a link begins with http:// or https:// and has no spaces")
			}
			return nil
		},
	}))
}

// addressed asks for the description of a link.
func (a *Changing) addressed(from dialog.Origin, n newDraft, address string) tea.Cmd {
	n.new.LinkURL = address
	if from.Place.Scheme.Local() {
		return a.create(from, n)
	}
	c := a.Env.Text
	return a.Dialogs.Push(dialog.NewPrompt(a.Env, dialog.PromptOptions[asked]{
		Origin: from, For: asked{promptAbout, n}, Title: c.Say("Summary of %s", n.title), Empty: true,
		Label: c.Say("summary: "), Body: []string{c.Say("Shown under the link; may stay empty.")}, Cursor: -1,
	}))
}

func (a *Changing) create(from dialog.Origin, n newDraft) tea.Cmd {
	made := n.new
	return a.jobs.Plan(jobs.Wish{Origin: from, Req: client.Request{
		Op: model.OpCreate, Items: []model.Place{from.Place.Join(n.title)}, New: &made, Rule: model.ConflictAsk,
	}})
}

// titles returns the check of a new name and the length display for limited names.
func (a *Changing) titles(src client.Source) (check func(string) error, low func(string) string) {
	if m, ok := src.(client.Creator); ok && src.Root().Scheme.Documents() {
		return m.CheckTitle, a.countTitle
	}
	return src.CheckName, nil
}

// markdownMsg carries a file to make a smart document from.
type markdownMsg struct {
	from  dialog.Origin
	draft newDraft
	err   error
}

// readMarkdown reads the file to make a smart document from.
func (a *Changing) readMarkdown(from dialog.Origin, s string) tea.Cmd {
	at, err := a.Client.FilePlace(s)
	if err != nil {
		return a.Note.Fail(err)
	}
	words := act.MarkdownWords{Op: "new", Large: "%s is larger than %d MB, too large for a smart document", Elsewhere: text.ImportFromDisk}
	return a.ReadMarkdown(at, words, func(content string, err error) tea.Msg {
		name := at.Base()
		title := []rune(strings.TrimSuffix(name, model.Extension(name)))
		return markdownMsg{from: from, err: err, draft: newDraft{
			kind: model.KindSmartCanvas, title: string(title[:min(len(title), maxTitle)]),
			new: model.New{Kind: model.KindSmartCanvas, Content: content},
		}}
	})
}

func (a *Changing) markdownRead(m markdownMsg) tea.Cmd {
	if m.err != nil {
		return a.Note.Fail(m.err)
	}
	return a.askTitle(m.from, m.draft)
}
