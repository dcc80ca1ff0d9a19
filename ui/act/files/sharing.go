package files

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// Rows returns what each action does in a file pane and why it may be refused.
func (a *Sharing) Rows() act.Rows {
	able := act.Able[client.LinkSharer](a.Screen, text.NoLinks)
	return act.Rows{
		keys.Share:      {Do: a.ask, Idle: a.NoEntry, Refuse: a.Refusing(a.noLink), Needs: act.EntryPlaces},
		keys.ShareLinks: {Do: func() tea.Cmd { return a.list(a.Origin()) }, Refuse: able},
		keys.ShareSave:  {Do: a.askLink, Refuse: able, Needs: act.TheFolder},
	}
}

// noLink returns why an entry of a source cannot be shared by a link, or "", and what does it for a document.
func (a *Sharing) noLink(src client.Source) string {
	c := a.Env.Text
	switch _, ok := src.(client.LinkSharer); {
	case ok:
		return ""
	case a.Note.Unable(src, model.OpShare) == "":
		return c.Say("a document has no share link: %s sets who may read it, %s copies its address", a.Env.Keys.Key(keys.Permission), a.Env.Keys.Key(keys.CopyLink))
	}
	return c.Say(text.NoLinks, string(src.Root().Scheme))
}

// Update handles what was read and what the dialogs answered. mine is false for every
// other message.
func (a *Sharing) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case dialog.FormAnswered[wanted]:
		return a.make(m), true
	case madeMsg:
		return a.made(m), true
	case listedMsg:
		return a.listed(m), true
	case dialog.FormAnswered[shown]:
		return a.chosen(m), true
	case endedMsg:
		return a.ended(m), true
	case dialog.FormAnswered[toSave]:
		return a.save(m), true
	case savedMsg:
		return a.saved(m), true
	}
	return nil, false
}

// sharer returns the drive of a place.
func (a *Sharing) sharer(at model.Place) (client.LinkSharer, error) {
	src, err := a.Client.Sources.For(at)
	if err != nil {
		return nil, err
	}
	s, ok := src.(client.LinkSharer)
	if !ok {
		return nil, client.Errorf(client.KindUnsupported, "share", at, text.NoLinks, string(at.Scheme))
	}
	return s, nil
}

// copy copies a link and its pass code to the terminal's clipboard.
func (a *Sharing) copy(l client.ShareLink) tea.Cmd {
	if l.URL == "" {
		return a.Note.SayText(status.Warn, "the drive returned no address for this link")
	}
	return a.Copy(l.Words())
}

// Buttons of the forms.
const (
	doMake = "make"
	doCopy = "copy"
	doEnd  = "end"
	doSave = "save"
)

// shown are the links of a form.
type shown struct{ links []client.ShareLink }

// listedMsg carries the links.
type listedMsg struct {
	from  dialog.Origin
	links []client.ShareLink
	again bool // a link has ended, as the message says
	err   error
}

// list reads the links of the pane's drive.
func (a *Sharing) list(from dialog.Origin) tea.Cmd {
	return tea.Batch(a.Note.SayText(status.Info, "reading…"), a.read(from, false))
}

func (a *Sharing) read(from dialog.Origin, again bool) tea.Cmd {
	s, err := a.sharer(from.Place)
	if err != nil {
		return a.Note.Fail(err)
	}
	ctx := a.Env.Ctx
	return func() tea.Msg {
		all, err := s.ShareLinks(ctx, client.Options{Class: client.Interactive, Lane: "links"})
		return listedMsg{from, all, again, err}
	}
}

func (a *Sharing) listed(m listedMsg) tea.Cmd {
	switch {
	case m.err != nil:
		return a.Note.Fail(m.err)
	case len(m.links) == 0 && m.again:
		return nil
	case len(m.links) == 0:
		return a.Note.SayText(status.Info, "you have no share links")
	}
	if !m.again {
		a.Note.ClearNote()
	}
	say := a.Env.Text.Say
	var options []dialog.FormOption
	for _, l := range m.links {
		title := l.Title
		if l.Entries > 1 {
			title = say("%s and %d more", l.Title, l.Entries-1)
		}
		until := a.until(l)
		if a.Env.Now().Before(l.Expires) {
			until = l.Expires.Local().Format("2006-01-02")
		}
		options = append(options, dialog.FormOption{Label: title, Right: until})
	}
	return a.Show(dialog.NewForm(a.Env, dialog.FormOptions[shown]{
		Origin: m.from, Tag: shown{m.links}, Title: say("%d share {link|links}", len(m.links)),
		Fields:  []dialog.FormField{{Name: inLink, Kind: dialog.FieldPick, Options: options}},
		Buttons: a.buttons(),
	}))
}

func (a *Sharing) buttons() []dialog.FormButton {
	say := a.Env.Text.Say
	return []dialog.FormButton{{Label: say("copy"), Value: doCopy}, {Label: say("End the link"), Value: doEnd}}
}

// endedMsg says that a link has ended or why not.
type endedMsg struct {
	from dialog.Origin
	link client.ShareLink
	err  error
}

// chosen carries out the choice for a link.
func (a *Sharing) chosen(m dialog.FormAnswered[shown]) tea.Cmd {
	l := m.Tag.links[m.Values.At[inLink]]
	switch m.Button {
	case doCopy:
		return a.copy(l)
	case doEnd:
		s, err := a.sharer(m.Origin.Place)
		if err != nil {
			return a.Note.Fail(err)
		}
		ctx := a.Env.Ctx
		return tea.Batch(a.Note.SayText(status.Info, "ending the link…"), func() tea.Msg {
			_, err := s.EndShareLinks(ctx, []string{l.ID}, client.Interactive)
			return endedMsg{m.Origin, l, err}
		})
	}
	return nil
}

// ended lists the other links again, since the user may want to end more.
func (a *Sharing) ended(m endedMsg) tea.Cmd {
	if m.err != nil {
		return a.Note.Fail(m.err)
	}
	return tea.Batch(a.Note.SayText(status.OK, "the link to %s has ended", model.Clean(m.link.Title)), a.read(m.from, true))
}

// wanted is what to make a link to.
type wanted struct{ items []model.Place }

// Fields of the form and options of the pass code.
const (
	inTerm = "term"
	inKind = "kind"
	inCode = "code"
	inLink = "link"

	codeMade = 0
	codeNone = 1
	codeOwn  = 2
)

// ask asks how to share the selection.
func (a *Sharing) ask() tea.Cmd {
	items := a.Pane().Selection().Places()
	if len(items) == 0 {
		return a.Note.SayText(status.Info, text.NothingSelected)
	}
	say := a.Env.Text.Say
	title := say("Share %d {entry|entries} by a link", len(items))
	if len(items) == 1 {
		title = say("Share %s by a link", model.Clean(items[0].Base()))
	}
	return a.Dialogs.Push(dialog.NewForm(a.Env, dialog.FormOptions[wanted]{
		Origin: a.Origin(), Tag: wanted{items}, Title: title,
		Fields: []dialog.FormField{
			{Name: inTerm, Kind: dialog.FieldCycle, Label: say("valid for"), At: 1,
				Options: []dialog.FormOption{{Label: say("a day")}, {Label: say("7 days")}, {Label: say("30 days")}, {Label: say("forever")}}},
			{Name: inKind, Kind: dialog.FieldCycle, Label: say("pass code"),
				Options: []dialog.FormOption{{Label: say("generated")}, {Label: say("none")}, {Label: say("my own")}}},
			{Name: inCode, Kind: dialog.FieldLine, Label: say("my own"), When: func(at map[string]int) bool { return at[inKind] == codeOwn }},
			{Kind: dialog.FieldNote, Value: say("Anyone with the link and its pass code can view and save this until it expires.")},
		},
		Check: func(v dialog.FormValues) (string, string) {
			if v.At[inKind] == codeOwn && !client.ShareCode(v.Text[inCode]) {
				return inCode, say(text.ShareCode)
			}
			return "", ""
		},
		Buttons: []dialog.FormButton{{Label: say("share"), Value: doMake}},
	}))
}

// madeMsg says that a link was made or why not.
type madeMsg struct {
	from dialog.Origin
	link client.ShareLink
	err  error
}

func (a *Sharing) make(m dialog.FormAnswered[wanted]) tea.Cmd {
	if m.Button != doMake {
		return nil
	}
	s, err := a.sharer(m.Origin.Place)
	if err != nil {
		return a.Note.Fail(err)
	}
	o := client.ShareOptions{Term: client.ShareTerms()[m.Values.At[inTerm]]}
	switch m.Values.At[inKind] {
	case codeMade:
		o.Code = client.NewShareCode()
	case codeOwn:
		o.Code = m.Values.Text[inCode]
	}
	ctx, items, from := a.Env.Ctx, m.Tag.items, m.Origin
	return tea.Batch(a.Note.SayText(status.Info, "creating the link…"), func() tea.Msg {
		l, err := s.ShareEntries(ctx, items, o, client.Interactive)
		return madeMsg{from, l, err}
	})
}

// made copies the new link and shows it.
func (a *Sharing) made(m madeMsg) tea.Cmd {
	if m.err != nil {
		return a.Note.Fail(m.err)
	}
	return tea.Batch(a.copy(m.link), a.Show(dialog.NewForm(a.Env, dialog.FormOptions[shown]{
		Origin: m.from, Tag: shown{[]client.ShareLink{m.link}}, Title: a.Env.Text.Say("Link created and copied"),
		Fields: a.about(m.link), Buttons: a.buttons(),
	})))
}

// about describes a link, a line for each property.
func (a *Sharing) about(l client.ShareLink) []dialog.FormField {
	out := []dialog.FormField{{Kind: dialog.FieldNote, Value: l.URL}}
	if l.Code != "" {
		out = append(out, dialog.FormField{Kind: dialog.FieldNote, Value: a.Env.Text.Say("pass code: %s", l.Code)})
	}
	return append(out, dialog.FormField{Kind: dialog.FieldNote, Value: a.until(l)})
}

func (a *Sharing) until(l client.ShareLink) string {
	switch {
	case l.Expires.IsZero():
		return a.Env.Text.Say("never expires")
	case !a.Env.Now().Before(l.Expires):
		return a.Env.Text.Say("has expired")
	}
	return a.Env.Text.Say("valid until %s", l.Expires.Local().Format("2006-01-02 15:04"))
}

// toSave is the folder to save a link into.
type toSave struct{ to model.Place }

// askLink asks for somebody's link.
func (a *Sharing) askLink() tea.Cmd {
	say := a.Env.Text.Say
	to := a.Pane().Place()
	return a.Dialogs.Push(dialog.NewForm(a.Env, dialog.FormOptions[toSave]{
		Origin: a.Origin(), Tag: toSave{to}, Title: say("Save from a share link into %s", a.PlaceText(to)),
		Fields: []dialog.FormField{
			{Name: inLink, Kind: dialog.FieldLine, Label: say("link"), Placeholder: say("the link, or a message that contains it")},
			{Name: inCode, Kind: dialog.FieldLine, Label: say("pass code"), Placeholder: say("if the message has none"), Optional: true},
		},
		Check: func(v dialog.FormValues) (string, string) {
			if _, ok := client.ParseSharedLink(v.Text[inLink]); !ok {
				return inLink, say(text.ShareNoLink, v.Text[inLink])
			}
			return "", ""
		},
		Buttons: []dialog.FormButton{{Label: say("save"), Value: doSave}},
	}))
}

// savedMsg says that a link was saved or why not.
type savedMsg struct {
	to    model.Place
	saved []model.Place
	err   error
}

func (a *Sharing) save(m dialog.FormAnswered[toSave]) tea.Cmd {
	l, ok := client.ParseSharedLink(m.Values.Text[inLink])
	if m.Button != doSave || !ok {
		return nil
	}
	if code := m.Values.Text[inCode]; code != "" {
		l.Code = code
	}
	to := m.Tag.to
	s, err := a.sharer(to)
	if err != nil {
		return a.Note.Fail(err)
	}
	ctx := a.Env.Ctx
	return tea.Batch(a.Note.SayText(status.Info, "saving…"), func() tea.Msg {
		saved, err := s.SaveShared(ctx, l, to, client.Interactive)
		return savedMsg{to, saved, err}
	})
}

func (a *Sharing) saved(m savedMsg) tea.Cmd {
	if m.err != nil {
		return tea.Batch(a.Note.Fail(m.err), a.RefreshAt(m.to)) // perhaps saved in part
	}
	return tea.Batch(a.Note.SayText(status.OK, "saved %d {entry|entries} into %s", len(m.saved), a.PlaceText(m.to)), a.RefreshAt(m.to))
}
