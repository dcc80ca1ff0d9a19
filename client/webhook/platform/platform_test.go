package platform

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/config"
	"aloft/model"
)

// The configuration accepts the types that exist.
func TestTypesAreThoseOfTheConfiguration(t *testing.T) {
	var names []string
	for _, k := range kinds {
		names = append(names, k.name)
	}
	if want := client.PlatformTypes(); !slices.Equal(names, want) {
		t.Errorf("%q, the configuration has %q", names, want)
	}
}

// message is a message with all fields set.
func message(s string) Message {
	return Message{
		Session: "x:alerts", Kind: model.MessageOutcome, Event: "push", Project: "site", Delivery: "d1",
		Text: s, At: time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC),
	}
}

// hostile texts come from senders of deliveries, and from commands.
func hostile() map[string]string {
	return map[string]string{
		"escapes":      "a\x1b[2Jb\x1b]0;evil\ac\u009b31md\x7f",
		"bidi":         "abc\u202etxt.exe\u2066",
		"broken":       "a\xff\xfe\x80z\xc3",
		"megabyte":     strings.Repeat("0123456789abcdef", 1<<16),
		"wide":         strings.Repeat("👩‍👩‍👧‍👦é漢", 40_000),
		"lines":        "one\r\ntwo\n\nthree\n",
		"nul":          "a\x00b",
		"nothing":      "",
		"json":         `{"text":"x"}` + "\u2028\u2029",
		"format":       "%s %d %!v(MISSING) {{.Message}} $(touch /tmp/p5-evil) `id`",
		"mail":         ".\r\n.\r\nQUIT\r\nSubject: x\r\n",
		"zero-width":   "a\u200b\u200d\ufeff\U000e0041b",
		"combinations": strings.Repeat("a"+strings.Repeat("\u0301", 50), 100),
	}
}

func post(t *testing.T, p Platform, m Message) error {
	t.Helper()
	place, err := p.Open(m.Session)
	if err != nil {
		t.Fatalf("%s does not open: %v", m.Session, err)
	}
	return place(t.Context(), m)
}

// clean checks that an error may be shown as it is: one line, a hint, and none of
// the secrets.
func clean(t *testing.T, err error, secrets ...string) {
	t.Helper()
	var e *client.Error
	if !errors.As(err, &e) {
		t.Fatalf("%T instead of a client.Error: %v", err, err)
	}
	said := e.Error()
	if model.Clean(said) != said || len(said) > 4000 {
		t.Errorf("not to be shown: %.300q", said)
	}
	if e.Hint == "" && !strings.Contains(said, ";") {
		t.Errorf("says not what to do: %s", said)
	}
	for x := error(e); x != nil; x = errors.Unwrap(x) {
		for _, s := range secrets {
			if strings.Contains(x.Error(), s) {
				t.Errorf("tells %q: %v", s, x)
			}
		}
	}
}

func TestBuiltInPlatforms(t *testing.T) {
	var said []Message
	set, errs := Build(nil, Deps{Talk: func(m Message) error { said = append(said, m); return nil }, LogFile: t.TempDir() + "/log"})
	if len(errs) != 0 {
		t.Fatal(errs)
	}
	for _, key := range []string{"tui:x", "tui:", "tui:a:b", "log:x", "desktop:x"} {
		p, err := set.Find(key)
		if err != nil || !strings.Contains(fmt.Sprintf("%T", p), key[:3]) {
			t.Errorf("%s: %v, %v", key, p, err)
		}
	}
	p, _ := set.Find("tui:alerts")
	if err := post(t, p, message("hello")); err != nil || len(said) != 1 || !reflect.DeepEqual(said[0], message("hello")) {
		t.Errorf("%v, %v", said, err)
	}
	p, _ = set.Find("desktop:me")
	if _, err := p.Open("desktop:me"); err == nil {
		t.Error("notifications without a screen")
	} else {
		clean(t, err)
	}
}

func TestFindSaysWhy(t *testing.T) {
	set, _ := Build(nil, Deps{})
	for _, key := range []string{"", "tui", "x:y", ":x", "TUI:x", " tui:x", "tui\n:x", "a\x1b[2J\n:b", strings.Repeat("é", 1<<20) + ":", strings.Repeat("x", 1<<20)} {
		p, err := set.Find(key)
		if err == nil || p != nil {
			t.Errorf("%.40q: %v", key, p)
			continue
		}
		clean(t, err)
	}
	if _, err := set.Find(":x"); !strings.Contains(err.Error(), "the session key :x names no platform: nothing is before its colon") {
		t.Error(err)
	}
}

func TestWrongSettings(t *testing.T) {
	settings := map[string]Setting{
		"nothing": {Proactive: true},
		"other":   {Type: "pigeon\x1b[2J", Proactive: true},
		"command": {Type: "command", Proactive: true},
		"empty":   {Type: "command", Command: []string{""}, Proactive: true},
		"file":    {Type: "log", Proactive: true},
		"a:b":     {Type: "log", File: "/x", Proactive: true},
		"b\nc":    {Type: "log", File: "/x", Proactive: true},
		"":        {Type: "log", File: "/x", Proactive: true},
	}
	set, errs := Build(settings, Deps{})
	// One more is the built-in log, without a file here.
	if len(errs) != len(settings) {
		t.Errorf("%d errors: %v", len(errs), errs)
	}
	for _, err := range errs {
		clean(t, err)
	}
	for name := range settings {
		if strings.Contains(name, ":") {
			continue
		}
		p, err := set.Find(name + ":x")
		if err != nil {
			t.Errorf("%q is not there: %v", name, err)
		} else if _, err := p.Open(name + ":x"); err == nil {
			t.Errorf("%q opens", name)
		}
	}
}

// A platform with proactive = false posts nothing: nothing runs for it, ever. The delivery list
// says why.
func TestNotProactive(t *testing.T) {
	touched := func(Message) error { t.Error("posted"); return nil }
	settings := map[string]Setting{}
	for _, name := range []string{"tui", "log", "command", "desktop", "shoutrrr"} {
		settings[name] = Setting{Type: name, File: t.TempDir() + "/x", Command: []string{"true"}}
	}
	set, errs := Build(settings, Deps{Talk: touched, Notify: func(client.Notification) error { return touched(Message{}) }, Address: func(string) (string, error) {
		t.Error("the address was read")
		return "ntfy://x/y", nil
	}})
	if len(errs) != 0 {
		t.Error(errs)
	}
	for name := range settings {
		p, err := set.Find(name + ":x")
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.Open(name + ":x")
		if err == nil || !strings.Contains(err.Error(), "proactive") {
			t.Errorf("%s: %v", name, err)
			continue
		}
		clean(t, err)
	}
}

func TestDesktopNotifies(t *testing.T) {
	var got []client.Notification
	set, _ := Build(map[string]Setting{"me": {Type: "desktop", Proactive: true}}, Deps{Notify: func(n client.Notification) error {
		got = append(got, n)
		return nil
	}})
	p, err := set.Find("me:x")
	if err != nil {
		t.Fatal(err)
	}
	if err := post(t, p, message("done: `x`\n````\nall ``` well\n````\nend")); err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || got[0].Text != "done: `x`\nall ``` well\nend" || !strings.Contains(got[0].Title, "push") || !strings.Contains(got[0].Title, "site") {
		t.Errorf("%+v", got)
	}
}

// A thousand deliveries in a second do not ring a thousand bells.
func TestDesktopIsNotFlooded(t *testing.T) {
	var mu sync.Mutex
	var got []client.Notification
	set, _ := Build(nil, Deps{Notify: func(n client.Notification) error {
		mu.Lock()
		got = append(got, n)
		mu.Unlock()
		return nil
	}})
	p, _ := set.Find("desktop:x")
	place, err := p.Open("desktop:x")
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 1000 {
		all.Go(func() {
			if err := place(context.Background(), message("x")); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if len(got) != maxBurst {
		t.Errorf("%d notifications", len(got))
	}
	late := message("last")
	late.At = late.At.Add(time.Hour)
	if err := place(context.Background(), late); err != nil {
		t.Fatal(err)
	}
	if n := got[len(got)-1]; len(got) != maxBurst+1 || !strings.Contains(n.Text, "995") || !strings.Contains(n.Text, "last") {
		t.Errorf("%d: %+v", len(got), got[len(got)-1])
	}
}

func TestWhoseMessagesStayHere(t *testing.T) {
	settings := map[string]Setting{"ops": {Type: "tui"}, "log": {}, "tui2": {Type: "log"}}
	for session, want := range map[string]bool{"tui:x": true, "ops:x": true, "tui": true, "log:x": false, "tui2:x": false, "other:x": false} {
		if InProgram(settings, session) != want {
			t.Errorf("%s: %v", session, !want)
		}
	}
	if InProgram(map[string]Setting{"tui": {Type: "log"}}, "tui:x") {
		t.Error("another type under the name tui")
	}
}

// The configuration accepts the types that exist, and no others.
func TestConfigurationKnowsTheTypes(t *testing.T) {
	load := func(typ string) error {
		file := filepath.Join(t.TempDir(), "config.toml")
		if err := os.WriteFile(file, []byte("[webhook.platforms.x]\ntype = \""+typ+"\"\ncommand = [\"true\"]\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		_, _, err := config.Load(config.Options{File: file, Env: func(string) string { return "" }})
		return err
	}
	var names []string
	for _, k := range kinds {
		names = append(names, k.name)
		if err := load(k.name); err != nil {
			t.Errorf("%s: %v", k.name, err)
		}
	}
	err := load("other")
	if want := strings.Join(names, ", "); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("the types are %s: %v", want, err)
	}
}
