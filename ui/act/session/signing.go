package session

import (
	"strings"

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

// Signing signs in to accounts and adds them.
type Signing struct {
	*act.Screen
	logins client.Logins // nil: nobody can sign in here
	work   *jobs.Acts
}

// NewSigning returns the actions of a screen.
func NewSigning(s *act.Screen, w *jobs.Acts) *Signing {
	return &Signing{Screen: s, logins: s.Client.Logins, work: w}
}

// Rows returns what the actions do and why they may be refused.
func (a *Signing) Rows() act.Rows {
	return act.Rows{
		keys.SignIn:     {Do: a.signIn, Refuse: a.needsNone},
		keys.AddAccount: {Do: func() tea.Cmd { return a.ask(adding{}) }, Refuse: a.cannot},
	}
}

func (a *Signing) cannot() string {
	if a.logins == nil {
		return a.Env.Text.Say("you cannot sign in here")
	}
	return ""
}

// needsNone says that the pane shows what is on this machine.
func (a *Signing) needsNone() string {
	if a.practices(a.Pane()) || a.Pane().Place().Scheme.Local() {
		return a.Env.Text.Say("places on this machine need no sign-in; %s adds an account", a.Env.Keys.Key(keys.AddAccount))
	}
	return a.cannot()
}

// practices reports whether a pane shows the embedded service.
func (a *Signing) practices(p *pane.Pane) bool {
	src, err := p.Source()
	prompt, ok := src.(client.Prompt)
	return err == nil && ok && prompt.Prompt() && !p.Place().Scheme.Local()
}

// signIn signs in to the pane's service again.
func (a *Signing) signIn() tea.Cmd {
	at := a.Pane().Place()
	return a.open(client.AccountOf(a.Client.Sources, at), []model.Scheme{at.Scheme.Service()}, false)
}

// open asks for the credential of the first service; the others follow.
func (a *Signing) open(account string, of []model.Scheme, isNew bool) tea.Cmd {
	if dialog.SigningIn(a.Dialogs.Top(), account, of[0]) {
		return nil // the pane has asked for it meanwhile
	}
	return a.Dialogs.Push(dialog.NewSignIn(a.Env, dialog.SignInOptions{Logins: a.logins, Account: account, Scheme: of[0], Then: of[1:], New: isNew}))
}

// adding is an account that is being added.
type adding struct {
	name      string
	addresses map[model.Scheme]string
	err       error // why it was not
}

// addedMsg says that an account was added, or why not.
type addedMsg struct{ adding }

const fieldName = "name"

// ask asks for the name and the addresses of a new account.
func (a *Signing) ask(was adding) tea.Cmd {
	say := a.Env.Text.Say
	o := dialog.FormOptions[adding]{
		Title: text.Capital(say("add an account")), Buttons: []dialog.FormButton{{Label: say("add"), Value: "add"}},
		Fields: []dialog.FormField{
			{Kind: dialog.FieldNote, Whole: true, Value: say("An account has a drive, a document service, or both.")},
			{Name: fieldName, Kind: dialog.FieldLine, Label: say("Name"), Value: was.name, Placeholder: say("any name, such as work")},
		},
		Check: func(v dialog.FormValues) (field, why string) {
			if strings.TrimSpace(v.Text[fieldName]) == "" {
				return fieldName, say("the account needs a name")
			}
			for _, s := range a.logins.Services() {
				if strings.TrimSpace(v.Text[string(s.Scheme)]) != "" {
					return "", ""
				}
			}
			return string(a.logins.Services()[0].Scheme), say("enter at least one address")
		},
	}
	for _, s := range a.logins.Services() {
		o.Fields = append(o.Fields, dialog.FormField{
			Name: string(s.Scheme), Kind: dialog.FieldLine, Label: say(s.Short), Value: was.addresses[s.Scheme], Placeholder: s.Address, Optional: true,
		})
	}
	if was.err != nil {
		o.Fields = append(o.Fields, dialog.FormField{Kind: dialog.FieldNote, Whole: true, Wrong: true, Value: a.Note.Sentence(was.err)})
	}
	return a.Dialogs.Push(dialog.NewForm(a.Env, o))
}

// Update handles what the forms answered. mine is false for every other message.
func (a *Signing) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case dialog.FormAnswered[adding]:
		return a.add(m), true
	case addedMsg:
		return a.added(m.adding), true
	case dialog.SignInAnswered:
		return a.signedIn(m), true
	}
	return nil, false
}

// add writes the account into the configuration.
func (a *Signing) add(m dialog.FormAnswered[adding]) tea.Cmd {
	if m.Button == "" {
		return nil
	}
	n := adding{name: strings.TrimSpace(m.Values.Text[fieldName]), addresses: map[model.Scheme]string{}}
	for _, s := range a.logins.Services() {
		if address := strings.TrimSpace(m.Values.Text[string(s.Scheme)]); address != "" {
			n.addresses[s.Scheme] = address
		}
	}
	logins := a.logins
	return func() tea.Msg {
		n.err = logins.Add(n.name, n.addresses)
		return addedMsg{n}
	}
}

// added shows the account in the pane and signs in to its services.
func (a *Signing) added(n adding) tea.Cmd {
	if n.err != nil {
		return a.ask(n)
	}
	var of []model.Scheme
	for _, s := range a.logins.Services() {
		if n.addresses[s.Scheme] != "" {
			of = append(of, s.Scheme)
		}
	}
	return tea.Batch(a.Note.SayText(status.OK, "%s was added", n.name), a.open(n.name, of, true))
}

// signedIn lists again what needed the login, and says where it is kept.
func (a *Signing) signedIn(m dialog.SignInAnswered) tea.Cmd {
	to := model.Place{Account: m.Account, Scheme: m.Scheme}
	switch {
	case m.OK:
	case m.New:
		return a.Note.SayText(status.Info, "%s was added but not signed in; %s %s opens it", m.Account, a.Env.Keys.Key(keys.GoPlace), to.String())
	default:
		return nil
	}
	var cmds []tea.Cmd
	if !m.Again {
		cmds = append(cmds, a.Note.SayText(status.OK, "signed in to %s; credential kept in: %s", m.Account, m.In.From))
		switch in := m.In; {
		case in.Warn != nil:
			cmds = append(cmds, a.Note.Fail(in.Warn))
		case !in.Over.IsZero():
			cmds = append(cmds, a.Note.SayText(status.Warn, "the stored credential is not used while %s is set", in.Over))
		}
	}
	cmds = append(cmds, a.work.SignedIn())
	if m.New {
		cmds = append(cmds, a.Pane().GoTo(to, model.Step{}))
		if other := a.Other(); len(m.Then) > 0 && a.practices(other) {
			cmds = append(cmds, other.GoTo(model.Place{Account: m.Account, Scheme: m.Then[0]}, model.Step{}))
		}
	}
	if len(m.Then) > 0 {
		cmds = append(cmds, a.open(m.Account, m.Then, false))
	}
	return tea.Batch(cmds...)
}
