package dialog

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"aloft/client"
	"aloft/model"
	"aloft/ui/uitest/logins"
	"aloft/ui/uitest/loop"
)

const scanLink = "https://login.example/scan?token=st0123456789abcdef0123456789abcdef"

func codeOf(steps ...logins.Step) *logins.Scan {
	s := &logins.Scan{To: scanLink, Until: moment, Steps: make(chan logins.Step, 9)}
	for _, is := range steps {
		s.Steps <- is
	}
	return s
}

// scansCode opens the code from the form, without waiting for what becomes of it.
func scansCode(env *Env, l *logins.Logins, w, h int) Dialog {
	d, _ := signsIn(env, l)
	d.SetSize(w, h)
	for range 9 { // to the button
		if strings.Contains(d.View().Now.Text, "QR") {
			break
		}
		d.Update(loop.Key("tab"))
	}
	if ask, open := d.Update(loop.Key("enter")); open && ask != nil {
		d.Update(ask())
	}
	return d
}

func screen(d Dialog, w, h int) string {
	return ansi.Strip(strings.Join(draw(d, w, h).Lines, "\n"))
}

// words are what is said beside the code.
func words(s string) string {
	return strings.Join(strings.Fields(strings.NewReplacer("│", " ", "|", " ", "█", " ", "▀", " ", "▄", " ").Replace(s)), " ")
}

// From the code to the stored session.
func TestSignInByQRCode(t *testing.T) {
	env := testEnv(t)
	l := &logins.Logins{Stores: threeStores, Code: codeOf(logins.Step{}, logins.Step{Gives: "a=good-SECRET"})}
	d := scansCode(env, l, 80, 24)
	if s := screen(d, 80, 24); !strings.Contains(s, "▄▄▄▄▄") || !strings.Contains(s, "Scan the code") || !strings.Contains(s, "login.example") {
		t.Fatal(s)
	}
	in := d.(*signIn).scanning
	if cmd, _ := d.Update(in.next()); cmd == nil || !strings.Contains(words(screen(d, 80, 24)), "Scanned. Now confirm on the") {
		t.Fatal(shows(d))
	}
	check, _ := d.Update(in.next())
	if s := screen(d, 80, 24); check == nil || !strings.Contains(s, "Checking with") || strings.Contains(s, "▄▄▄▄▄") || strings.Contains(s, "SECRET") {
		t.Fatal(s)
	}
	end, open := d.Update(check())
	if open || len(l.Kept) != 1 || l.Kept[0] != "work drive keyring" {
		t.Fatal(open, l.Kept)
	}
	if a, ok := end().(SignInAnswered); !ok || !a.OK {
		t.Errorf("%+v", a)
	}
}

// What ends without a session leaves everything as it was.
func TestQRCodeIsOver(t *testing.T) {
	env := testEnv(t)
	stale := client.Errorf(client.KindStale, "login", model.Place{}, "the code has expired")
	l := &logins.Logins{Code: codeOf(logins.Step{Err: stale})}
	d := scansCode(env, l, 80, 24)
	first := d.(*signIn).scanning
	if d.Update(first.next()); !strings.Contains(shows(d), "the code has expired") || !strings.Contains(shows(d), "Enter starts again with a new code") || strings.Contains(screen(d, 80, 24), "▄▄▄▄▄") {
		t.Fatal(shows(d))
	}
	ask, _ := d.Update(loop.Key("enter"))
	if d.Update(ask()); !strings.Contains(screen(d, 80, 24), "▄▄▄▄▄") {
		t.Fatal(shows(d))
	}
	// A late answer to the first code means nothing for the second.
	d.Update(scanStepMsg{of: d.(*signIn), in: first, err: stale})
	if d.Update(loop.Key("enter")); !strings.Contains(screen(d, 80, 24), "▄▄▄▄▄") {
		t.Fatal(shows(d))
	}
	second := d.(*signIn).scanning
	if _, open := d.Update(loop.Key("esc")); !open || !strings.Contains(shows(d), "Paste") {
		t.Fatal(shows(d))
	}
	if m := second.next().(scanStepMsg); m.err == nil {
		t.Error("the wait goes on")
	}
	d.Update(scanStepMsg{of: d.(*signIn), in: second})
	if len(l.Kept) > 0 || !strings.Contains(shows(d), "Paste") {
		t.Error(shows(d), l.Kept)
	}
	// The service takes the session of the phone and refuses it then.
	l.Code = codeOf(logins.Step{Gives: "a=bad"})
	d = scansCode(env, l, 80, 24)
	check, _ := d.Update(d.(*signIn).scanning.next())
	if d.Update(check()); !strings.Contains(shows(d), "rejected the credential; nothing was stored") {
		t.Error(shows(d))
	}
	l.Code = &logins.Scan{Err: client.Errorf(client.KindInvalid, "login", model.Place{}, "it is no login service")}
	d = scansCode(env, l, 80, 24)
	if s := shows(d); !strings.Contains(s, "it is no login service") || !strings.Contains(s, "Enter starts again with a new code") {
		t.Error(s)
	}
}

// An account without a login service has no such button.
func TestNoQRCode(t *testing.T) {
	d, _ := signsIn(testEnv(t), &logins.Logins{})
	if s := shows(d); strings.Contains(s, "QR") {
		t.Error(s)
	}
}

// Where the code has no room, or cannot be drawn, the link is there.
func TestQRCodeWithoutRoom(t *testing.T) {
	env := testEnv(t)
	ascii := *env
	ascii.Styles = env.Styles.ASCII()
	plain := *env
	plain.Plain = true
	for name, c := range map[string]struct {
		env        *Env
		w, h       int
		code       bool
		says, link string
	}{
		"small":      {env, 50, 16, false, "The terminal has 50×16 cells", "abcdef"},
		"narrow":     {env, 60, 34, true, "Scan the code", "abcdef"},
		"large":      {env, 120, 40, true, "Scan the code", "abcdef"},
		"ascii only": {&ascii, 80, 24, false, "Scan the code", "abcdef"},
		"as lines":   {&plain, 80, 24, false, "Scan the code", "abcdef"},
	} {
		d := scansCode(c.env, &logins.Logins{Code: codeOf()}, c.w, c.h)
		s := screen(d, c.w, c.h)
		if strings.Contains(s, "▄▄▄▄▄") != c.code || !strings.Contains(words(s), c.says) || !strings.Contains(s, c.link) {
			t.Errorf("%s:\n%s", name, s)
		}
	}
}
