package dialog

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
)

// SignInOptions say what to sign in to.
type SignInOptions struct {
	Logins  client.Logins
	Account string
	Scheme  model.Scheme   // a service of the account
	Err     error          // why it is asked for; nil = the user wants to
	Then    []model.Scheme // more services of the account to sign in to afterwards
	New     bool           // the account is not shown yet
}

// SignInAnswered says how signing in has ended. OK is false if the user backed out.
type SignInAnswered struct {
	Account string
	Scheme  model.Scheme
	OK      bool
	Again   bool // nothing was stored: the credential comes from elsewhere, and is tried again
	In      client.SignedIn
	Then    []model.Scheme
	New     bool
}

// The fields of the form that change.
const (
	fieldSecret = "secret"
	fieldStore  = "store"
	fieldPlain  = "plain"
)

// scans is the button that shows a QR code instead.
const scans = "scan"

// signIn asks for a credential, has it checked, and closes when it is stored.
type signIn struct {
	form
	o       SignInOptions
	service client.LoginService
	secret  *asked
	why     string             // why the login is asked for, raw
	wrong   string             // why signing in has failed, raw
	asks    *client.LoginForm  // nil until it is known
	refused error              // nobody can sign in here
	seq     int                // of the text in the field
	pasted  client.Pasted      // nil: nothing that was understood
	reading bool               // what is in the field is being read
	eager   bool               // check it as soon as it was read
	stop    context.CancelFunc // stops the check under way; nil = none
	// scanning shows in place of the form; nil = the form.
	scanning *scanning
}

// The answers of client.Logins to a form.
type (
	loginFormMsg struct {
		of   *signIn
		form client.LoginForm
		err  error
	}
	loginReadMsg struct {
		of     *signIn
		seq    int
		pasted client.Pasted
		err    error
	}
	loginDoneMsg struct {
		of  *signIn
		in  client.SignedIn
		err error
		// stopped: the user did not wait for the end.
		stopped bool
	}
)

// NewSignIn asks for the credential of a service, checks and stores it: SignInAnswered.
func NewSignIn(env *Env, o SignInOptions) Dialog {
	d := &signIn{o: o, secret: newAsked(env, FormField{Name: fieldSecret, Kind: FieldHidden, Label: text.Capital(env.Text.Say("paste"))})}
	for _, s := range o.Logins.Services() {
		if s.Scheme == o.Scheme {
			d.service = s
		}
	}
	d.why = d.reason(env)
	d.form = form{env: env, title: model.Clean(env.Text.Say("Sign in: %s, %s", o.Account, env.Text.Say(d.service.Name)))}
	d.form.reply = func(string, FormValues) tea.Msg { return d.answered() }
	d.form.send = d.submit
	d.fill()
	return d
}

// SigningIn reports whether a dialog signs in to that service.
func SigningIn(d Dialog, account string, of model.Scheme) bool {
	in, ok := d.(*signIn)
	return ok && in.o.Account == account && in.o.Scheme == of
}

// reason is why the login is asked for, without the command that this form stands for.
func (d *signIn) reason(env *Env) string {
	if d.o.Err == nil {
		return ""
	}
	said := client.Sentence(d.o.Err)
	if what, hint := said.Hint(); hint.Text == text.Typed(text.LoginHint) {
		said = what
	}
	return said.In(env.Text)
}

func (d *signIn) answered() SignInAnswered {
	return SignInAnswered{Account: d.o.Account, Scheme: d.o.Scheme, Then: d.o.Then, New: d.o.New}
}

func (d *signIn) setID(int) tea.Cmd {
	o, ctx := d.o, d.env.Ctx
	return func() tea.Msg {
		f, err := o.Logins.Form(ctx, o.Account, o.Scheme)
		return loginFormMsg{d, f, err}
	}
}

// fill makes the fields for what is known by now. What was chosen stays.
func (d *signIn) fill() {
	say, at := d.env.Text.Say, d.values().At
	note := func(wrong bool, s string) *asked {
		return newAsked(d.env, FormField{Kind: FieldNote, Whole: true, Wrong: wrong, Value: s})
	}
	d.fields, d.buttons = nil, []FormButton{{Label: say("Sign in"), Value: "go"}}
	if d.why != "" && d.wrong == "" {
		d.fields = append(d.fields, note(true, d.why))
	}
	switch f := d.asks; {
	case d.refused != nil:
		d.buttons[0].Label = say("try again")
		d.fields = append(d.fields, note(false, client.Sentence(d.refused).In(d.env.Text)))
	case f != nil && !f.Given.IsZero():
		d.buttons[0].Label = say("try again")
		d.fields = append(d.fields, note(false, say("The credential comes from %s. Renew it there, then try again.", f.Given)))
	default:
		d.fields = append(d.fields, d.steps()...)
		if d.wrong != "" { // beside the field, since a small screen shows no more
			d.fields = append(d.fields, note(true, d.wrong))
		}
		d.fields = append(d.fields, d.secret)
		d.fields = append(d.fields, d.places(at)...)
		if f != nil && f.Scans {
			d.buttons = append(d.buttons, FormButton{Label: say("QR code"), Value: scans})
		}
	}
	if d.screenW > 0 {
		d.SetSize(d.screenW, d.screenH)
	}
}

// steps say where the credential is found.
func (d *signIn) steps() (out []*asked) {
	address := d.service.Address
	if d.asks != nil {
		address = d.asks.Address
	}
	for _, s := range d.service.Steps {
		args := []any{address}
		if !strings.Contains(string(s), "%s") {
			args = nil
		}
		out = append(out, newAsked(d.env, FormField{Kind: FieldNote, Whole: true, Value: d.env.Text.Say(s, args...)}))
	}
	return out
}

// places are where the credential can be kept, and the question that an address without encryption needs.
func (d *signIn) places(at map[string]int) (out []*asked) {
	say := d.env.Text.Say
	kept := FormField{Name: fieldStore, Kind: FieldNote, Label: say("Kept in"), Value: say("looking for a place to keep it…")}
	if d.asks != nil {
		for _, s := range d.asks.Stores {
			kept.Options = append(kept.Options, FormOption{Label: s.Said.In(d.env.Text)})
		}
		if kept.Value = kept.Options[0].Label; len(kept.Options) > 1 {
			kept.Kind, kept.At = FieldPick, at[fieldStore]
		}
	}
	out = append(out, newAsked(d.env, kept))
	if d.asks != nil && d.asks.Plain {
		out = append(out, newAsked(d.env, FormField{Name: fieldPlain, Kind: FieldPick, Label: say("Sent"), At: at[fieldPlain], Options: []FormOption{
			{Label: say("not possible"), Refused: say("others can read it")},
			{Label: say("without encryption")},
		}}))
	}
	return out
}

// Update answers keys, pastes, and what the logins have found out.
func (d *signIn) Update(msg tea.Msg) (tea.Cmd, bool) {
	switch m := msg.(type) {
	case loginFormMsg:
		if m.of != d {
			return nil, true
		}
		if d.refused = m.err; m.err == nil {
			d.asks = &m.form
		}
		d.fill()
		return d.goOn()
	case loginReadMsg:
		if m.of != d || m.seq != d.seq {
			return nil, true
		}
		return d.wasRead(m)
	case loginDoneMsg:
		if m.of != d {
			return nil, true
		}
		return d.checked(m)
	case scanMsg, scanStepMsg:
		return d.scanned(m), true
	}
	if d.stop != nil {
		return nil, d.whileChecking(msg)
	}
	if d.scanning != nil {
		return d.scanKey(msg), true
	}
	was := d.secret.hidden.raw
	if _, ok := msg.(tea.PasteMsg); ok {
		d.goTo(fieldSecret) // from wherever the focus is
	}
	cmd, open := d.form.Update(msg)
	if d.secret.hidden.raw != was {
		cmd = d.read()
	}
	return cmd, open
}

// whileChecking takes only the key that stops the check. The form closes or goes on with its end.
func (d *signIn) whileChecking(msg tea.Msg) (open bool) {
	if action(d.env, keys.InForm, msg) == keys.DlgCancel {
		d.stop()
	}
	return true
}

// read has what is in the field understood, off the update loop.
func (d *signIn) read() tea.Cmd {
	d.seq++
	d.pasted, d.eager, d.reading = nil, false, d.secret.hidden.raw != ""
	if d.wrong != "" {
		d.wrong = ""
		d.fill()
	}
	if !d.reading {
		return nil
	}
	o, seq, raw := d.o, d.seq, d.secret.hidden.raw
	return func() tea.Msg {
		p, err := o.Logins.Read(o.Account, o.Scheme, raw)
		return loginReadMsg{d, seq, p, err}
	}
}

func (d *signIn) wasRead(m loginReadMsg) (tea.Cmd, bool) {
	h := d.secret.hidden
	d.reading, d.pasted = false, m.pasted
	if m.err != nil {
		h.said, h.wrong, d.pasted = "", true, nil
		d.fail(client.Sentence(m.err).In(d.env.Text))
		return nil, true
	}
	h.said = m.pasted.Said().In(d.env.Text)
	return d.goOn()
}

// goOn accepts the form if Enter was pressed before all was known.
func (d *signIn) goOn() (tea.Cmd, bool) {
	if !d.eager || d.reading || d.asks == nil {
		return nil, true
	}
	d.eager = false
	return d.done("go")
}

func (d *signIn) fail(why string) {
	d.wrong = why
	d.fill()
}

// submit checks the credential. The form stays open.
func (d *signIn) submit(button string) (tea.Cmd, bool) {
	say := d.env.Text.Say
	switch {
	case button == scans:
		return d.beginScan(), true
	case d.refused != nil:
		return d.setID(0), true
	case d.asks != nil && d.asks.Given.Text != "":
		done := d.answered()
		done.OK, done.Again = true, true
		return answer(done), false
	case d.secret.hidden.raw == "":
		d.goTo(fieldSecret)
		d.say(d.secret, say("paste it first: the steps above show where to find it"))
		return nil, true
	case d.reading || d.asks == nil:
		d.eager = true
		return nil, true
	case d.pasted == nil:
		return nil, true // what is wrong is shown
	}
	d.say(nil, say("Checking with %s… %s stops.", model.Clean(d.asks.Address), d.env.Keys.Key(keys.DlgCancel)))
	return d.check(d.pasted), true
}

// check asks the service whether it takes a credential, and stores it.
func (d *signIn) check(p client.Pasted) tea.Cmd {
	ctx, stop := context.WithCancel(d.env.Ctx)
	d.stop = stop
	d.wrong = ""
	d.fill()
	o, store := d.o, d.asks.Stores[d.values().At[fieldStore]].Name
	return func() tea.Msg {
		in, err := o.Logins.SignIn(ctx, o.Account, o.Scheme, p, store)
		return loginDoneMsg{d, in, err, ctx.Err() != nil}
	}
}

// checked closes the form, or says why the credential was not stored.
func (d *signIn) checked(m loginDoneMsg) (tea.Cmd, bool) {
	say := d.env.Text.Say
	d.stop()
	d.stop, d.note = nil, ""
	d.endScan()
	switch {
	case m.err == nil:
		done := d.answered()
		done.OK, done.In = true, m.in
		return answer(done), false
	case m.stopped:
		d.fail(say("Stopped. Nothing was stored."))
	case client.Is(m.err, client.KindAuth):
		d.fail(say("%s rejected the credential; nothing was stored. %s", d.asks.Address, say(d.service.Again)))
	default:
		d.fail(say("Nothing was stored: %s", client.Sentence(m.err).In(d.env.Text)))
	}
	return nil, true
}
