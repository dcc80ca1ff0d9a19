package dialog

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/uitest/logins"
	"aloft/ui/uitest/loop"
)

// secretCurl is a cookie that the service does not take.
const secretCurl = "curl 'https://drive.example/1' \\\r\n  -H 'accept: */*' \\\r\n  -b '__pus=TOP-SECRET; b=ALSO-SECRET'\r"

var threeStores = []client.LoginStore{
	{Name: "keyring", Said: model.Say("keyring")},
	{Name: "age", Said: model.Say("encrypted to your key %s", "id_ed25519")},
	{Name: "file", Said: model.Say("plain file, only you can read it")},
}

// signsIn opens the form for a drive; run gives it messages and what its commands answer, and returns the message with
// which it closed.
func signsIn(env *Env, l *logins.Logins) (Dialog, func(...tea.Msg) tea.Msg) {
	docs := &client.Error{Kind: client.KindAuth, What: "the drive does not accept the session.", Hint: text.LoginHint, HintArgs: []any{"work"}}
	d := NewSignIn(env, SignInOptions{Logins: l, Account: "work", Scheme: model.SchemeDrive, Err: docs})
	d.SetSize(80, 24)
	run := func(msgs ...tea.Msg) (end tea.Msg) {
		for len(msgs) > 0 {
			cmd, open := d.Update(msgs[0])
			msgs = msgs[1:]
			if cmd == nil {
				continue
			}
			if m := cmd(); !open {
				return m
			} else if m != nil {
				msgs = append([]tea.Msg{m}, msgs...)
			}
		}
		return nil
	}
	run(d.(identified).setID(1)())
	return d, run
}

func shows(d Dialog) string {
	return strings.Join(strings.Fields(ansi.Strip(strings.Join(draw(d, 80, 24).Lines, "\n"))), " ")
}

// What was pasted is understood at once, checked by Enter, and stored only if the service takes it.
func TestSignIn(t *testing.T) {
	env := testEnv(t)
	l := &logins.Logins{Stores: threeStores}
	d, run := signsIn(env, l)
	if s := shows(d); strings.Contains(s, "aloft account login") || !strings.Contains(s, "the drive does not accept the session.") {
		t.Errorf("why: %s", s)
	}
	for _, c := range []struct {
		msgs  []tea.Msg
		shows string
	}{
		{[]tea.Msg{loop.Key("enter")}, "paste it first"},
		{[]tea.Msg{tea.PasteMsg{Content: "hello SECRET"}}, "this is not a cookie"},
		{[]tea.Msg{loop.Key("enter")}, "this is not a cookie"},
		{[]tea.Msg{tea.PasteMsg{Content: secretCurl}}, "2 cookies of drive.example"},
		{[]tea.Msg{loop.Key("enter")}, "rejected the credential; nothing was stored"},
		{[]tea.Msg{loop.Key("backspace")}, "paste it here; it is not shown"},
		{[]tea.Msg{loop.Key("x"), loop.Key("="), loop.Key("1")}, "3 characters: 1 cookie of drive.example"},
	} {
		if end := run(c.msgs...); end != nil || len(l.Kept) > 0 {
			t.Fatalf("%q: closed with %v, kept %q", c.shows, end, l.Kept)
		}
		if s := shows(d); !strings.Contains(s, c.shows) || strings.Contains(s, "SECRET") {
			t.Errorf("want %q: %s", c.shows, s)
		}
	}
	end := run(tea.PasteMsg{Content: "a=good-SECRET"}, loop.Key("tab"), loop.Key("down"), loop.Key("enter"))
	if a, ok := end.(SignInAnswered); !ok || !a.OK || a.Account != "work" || a.Scheme != model.SchemeDrive || strings.Contains(fmt.Sprintf("%+v", a), "SECRET") {
		t.Errorf("%+v", end)
	}
	if len(l.Kept) != 1 || l.Kept[0] != "work drive age" {
		t.Errorf("%q", l.Kept)
	}
}

func TestSignInIsStopped(t *testing.T) {
	env := testEnv(t)
	l := &logins.Logins{Hold: make(chan struct{})}
	d, run := signsIn(env, l)
	run(tea.PasteMsg{Content: "a=good"})
	check, open := d.Update(loop.Key("enter"))
	if s := shows(d); !open || !strings.Contains(s, "Checking with https://drive.example… Esc stops.") {
		t.Fatal(s)
	}
	d.Update(loop.Key("enter")) // nothing is sent twice
	d.Update(tea.PasteMsg{Content: "b=c"})
	if _, open := d.Update(loop.Key("esc")); !open {
		t.Fatal("closed")
	}
	if run(check()); !strings.Contains(shows(d), "Stopped. Nothing was stored.") || len(l.Kept) > 0 {
		t.Error(shows(d))
	}
	if a, ok := run(loop.Key("esc")).(SignInAnswered); !ok || a.OK {
		t.Errorf("%+v", a)
	}
}

// A terminal without bracketed paste types what is pasted: a line that goes on does not end it.
func TestSignInByKeys(t *testing.T) {
	d, run := signsIn(testEnv(t), &logins.Logins{})
	for _, r := range `curl x \` + "\n" + `-b a=good` {
		k := tea.KeyPressMsg{Code: r, Text: string(r)}
		if r == '\n' {
			k = tea.KeyPressMsg{Code: tea.KeyEnter}
		}
		if run(k) != nil {
			t.Fatal("closed")
		}
	}
	if s := shows(d); !strings.Contains(s, "18 characters: 1 cookie") {
		t.Error(s)
	}
	// A paste goes into the field from wherever the focus is.
	run(loop.Key("tab"), tea.PasteMsg{Content: "a=good; b=c; c=d"})
	if s := shows(d); !strings.Contains(s, "16 characters: 3 cookies") {
		t.Error(s)
	}
	if a, ok := run(loop.Key("enter")).(SignInAnswered); !ok || !a.OK {
		t.Errorf("%+v", a)
	}
}

// An error that has nothing to do with the credential says so, and Enter tries again.
func TestSignInWithoutAService(t *testing.T) {
	l := &logins.Logins{Err: client.Errorf(client.KindNetwork, "probe", model.Place{}, "%s cannot be reached", "drive.example")}
	d, run := signsIn(testEnv(t), l)
	run(tea.PasteMsg{Content: "a=good"}, loop.Key("enter"))
	if s := shows(d); !strings.Contains(s, "Nothing was stored: drive.example cannot be reached") {
		t.Error(s)
	}
	l.Err = nil
	if a, ok := run(loop.Key("enter")).(SignInAnswered); !ok || !a.OK {
		t.Errorf("%+v", a)
	}
}

// An address without encryption, and a credential that comes from elsewhere.
func TestSignInAsksFirst(t *testing.T) {
	l := &logins.Logins{Plain: true}
	d, run := signsIn(testEnv(t), l)
	if run(tea.PasteMsg{Content: "a=good"}, loop.Key("enter")); !strings.Contains(shows(d), "others can read it") || len(l.Kept) > 0 {
		t.Error(shows(d))
	}
	if a, ok := run(loop.Key("down"), loop.Key("enter")).(SignInAnswered); !ok || !a.OK {
		t.Errorf("%+v", a)
	}
	l = &logins.Logins{Given: model.Say(text.FromCommand, "pass")}
	d, run = signsIn(testEnv(t), l)
	if s := shows(d); !strings.Contains(s, "The credential comes from credential_command pass.") || strings.Contains(s, "F12") {
		t.Error(s)
	}
	if a, ok := run(loop.Key("enter")).(SignInAnswered); !ok || !a.OK || !a.Again || len(l.Kept) > 0 {
		t.Errorf("%+v", a)
	}
}

// The command that the form stands for is not shown, also of the error that a job has kept.
func TestSignInNamesNoCommand(t *testing.T) {
	env := testEnv(t)
	e := &client.Error{Kind: client.KindAuth, What: "no", Hint: text.LoginHint, HintArgs: []any{"work --docs"}}
	for _, err := range []error{e, client.Sentence(e)} {
		d := NewSignIn(env, SignInOptions{Logins: &logins.Logins{}, Account: "work", Scheme: model.SchemeDocs, Err: err})
		if s := shows(d); strings.Contains(s, "aloft account") {
			t.Error(s)
		}
	}
}
