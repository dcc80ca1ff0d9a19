package palette_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/themes"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/palette"
	"aloft/ui/uitest"
	"aloft/ui/uitest/golden"
	"aloft/ui/uitest/loop"
)

// list is the list of settings over a configuration in memory.
type list struct {
	t     *testing.T
	d     dialog.Dialog
	store *uitest.Settings
	open  bool
	held  []tea.Cmd // writes that have not been made
	hold  bool
}

func open(t *testing.T) *list { return openIn(t, nil) }

func openIn(t *testing.T, words *text.Catalogue) *list {
	l := &list{t: t, store: uitest.NewSettings(), open: true}
	page, err := l.store.Page()
	if err != nil {
		t.Fatal(err)
	}
	return l.of(page, words)
}

// of opens the list of a page.
func (l *list) of(page client.SettingsPage, words *text.Catalogue) *list {
	env := &dialog.Env{Keys: keys.Default(), Styles: &themes.Styles{Glyphs: themes.ASCIIGlyphs()}, Text: words}
	l.d = palette.Settings(env, l.store, page, func(err error) string { return err.Error() })
	l.d.SetSize(80, 24)
	return l
}

func (l *list) keys(names string) *list {
	for _, n := range strings.Fields(names) {
		l.send(loop.Key(n))
	}
	return l
}

func (l *list) send(msg tea.Msg) {
	cmd, open := l.d.Update(msg)
	l.open = open
	if cmd == nil {
		return
	}
	if l.hold {
		l.held = append(l.held, cmd)
		return
	}
	if m := cmd(); m != nil {
		l.send(m)
	}
}

func (l *list) screen() string { return ansi.Strip(strings.Join(l.d.View().Lines, "\n")) + "\n" }

func (l *list) says(words ...string) {
	l.t.Helper()
	for _, w := range words {
		if s := l.screen(); !strings.Contains(strings.Join(strings.Fields(s), " "), w) {
			l.t.Errorf("%q is missing in\n%s", w, s)
		}
	}
}

// value of a setting in the file.
func (l *list) value(key, want string) {
	l.t.Helper()
	page, _ := l.store.Page()
	for _, s := range page.Settings {
		if s.Key == key && s.Value != want {
			l.t.Errorf("%s is %s instead of %s", key, s.Value, want)
		}
	}
}

func TestSettingsGoldens(t *testing.T) {
	for _, c := range []struct {
		name, keys string
		w, h       int
	}{
		{"50x16", "j j", 50, 16},
		{"80x24", "j j", 80, 24},
		{"120x40", "j j", 120, 40},
		{"40x10", "j j", 40, 10},
		{"elsewhere-80x24", "", 80, 24},
		{"typed-50x16", "j j j j j enter backspace 1 0 0 1 enter", 50, 16},
		{"filter-80x24", "/ j o b s", 80, 24},
		{"none-50x16", "/ x y z z y", 50, 16},
		{"saved-80x24", "end k enter", 80, 24},
	} {
		l := open(t)
		l.d.SetSize(c.w, c.h)
		golden.Check(t, "settings/"+c.name+".txt", l.keys(c.keys).screen())
	}
}

// A description that is too long for a small screen is cut: half of the list stays.
func TestALongDescriptionGivesWay(t *testing.T) {
	l := open(t)
	page, _ := l.store.Page()
	page.Settings[1].Words = strings.Fields(strings.Repeat("a-theme-of-somebody ", 20))
	l.of(page, nil).d.SetSize(50, 16)
	l.keys("j j").says("Changes apply at once.", "ui.keys", "mouse", "width", "Jobs: what continues")
	if n := strings.Count(l.screen(), "a-theme-of-somebody"); n == 0 || n > 8 {
		t.Errorf("%d of the words are shown in\n%s", n, l.screen())
	}
	l.d.SetSize(120, 40)
	if n := strings.Count(l.screen(), "a-theme-of-somebody"); n != 20 {
		t.Errorf("%d of the words are shown in\n%s", n, l.screen())
	}
}

// Each form is changed in its own way.
func TestChanges(t *testing.T) {
	l := open(t)
	l.keys("j j space").value("ui.keys", "arrows")
	l.keys("space").value("ui.keys", "default")
	l.keys("left").value("ui.keys", "arrows")
	l.keys("left enter").value("ui.keys", "arrows")
	l.says("saved: ui.keys")
	l.keys("d").value("ui.keys", `"default"`)
	l.keys("d").says("ui.keys is not in the file: the default applies")
	l.keys("j space").value("ui.mouse", "false")
	l.keys("left").value("ui.mouse", "true")
	l.keys("j j enter backspace 8 0").says("width = 80")
	l.keys("enter").value("reader.width", "80")
	l.keys("enter 0 0 enter").says("not 8000")
	l.value("reader.width", "80")
	l.keys("backspace")
	if strings.Contains(l.screen(), "8000") {
		t.Error("what is wrong with a value stays while another one is typed")
	}
	l.keys("esc")
	if l.value("reader.width", "80"); !l.open {
		t.Error("Esc while a value is typed closes the list")
	}
	l.keys("j j enter").says("saved, for the next start: jobs.auto_resume")
	l.keys("home enter backspace enter").says("saved, but ALOFT_ACCOUNT overrides it: account")
	if l.keys("esc"); l.open {
		t.Error("Esc does not close the list")
	}
}

// While a change is written no other one is begun, and the answer is for this list.
func TestOneAfterTheOther(t *testing.T) {
	l := open(t).keys("j j j")
	l.hold = true
	l.keys("space space space")
	if len(l.held) != 1 {
		t.Fatalf("%d writes at a time", len(l.held))
	}
	l.hold = false
	answer := l.held[0]()
	other := open(t).keys("j j j")
	before := other.screen()
	if other.send(answer); other.screen() != before {
		t.Error("the answer to one list changes another")
	}
	l.send(answer)
	l.says("mouse off")
	l.keys("space").value("ui.mouse", "true")
}

func TestChangedElsewhere(t *testing.T) {
	l := open(t).keys("j j j")
	l.store.Elsewhere("reader.width", "99")
	l.keys("space").says("the file had changed", "width 99")
	l.value("ui.mouse", "true")
	l.keys("space").value("ui.mouse", "false")
}

func TestBrokenFile(t *testing.T) {
	l := open(t).keys("j j j")
	l.store.Break(client.Errorf(client.KindLocal, "config", model.Place{}, "%s cannot be written: %s", "f", "no space"))
	l.keys("space").says("f cannot be written: no space", "mouse on")
}

func TestFilterKeepsTheSetting(t *testing.T) {
	l := open(t).keys("/ b r e enter")
	if s := l.screen(); strings.Contains(s, "mouse") {
		t.Error(s)
	}
	l.keys("/ ctrl+u c r a s h enter j enter").value("jobs.auto_resume", "true")
	l.says("crash", "saved, for the next start: jobs.auto_resume")
}

// What comes from the file is shown without what could control the terminal.
func TestClean(t *testing.T) {
	l := open(t).keys("end enter")
	if s := strings.Join(l.d.View().Lines, "\n"); strings.Contains(s, "\x1b[8m") {
		t.Errorf("%q", s)
	}
}

func TestHelp(t *testing.T) {
	l := open(t)
	cmd, open := l.d.Update(loop.Key("?"))
	if m, ok := cmd().(dialog.HelpAsked); !open || !ok || m.Context != keys.InSettings {
		t.Error("? does not ask for the help of the settings")
	}
}

// Groups have a sentence, settings a label, values are words, and the file's own name is said below.
func TestSettingsAreInWords(t *testing.T) {
	l := open(t)
	l.says("Screen: how it looks, and what it asks", "auto resume off", "account local", "Documents: how they are read")
	l.keys("end k").says("jobs.auto_resume")
	if s := l.screen(); strings.Contains(s, "[ui]") || strings.Contains(s, `"mc"`) {
		t.Error(s)
	}
}

// A choice is said in the language of the reader; the file has its word.
func TestChoicesAreSaidInTheReadersLanguage(t *testing.T) {
	zh, err := text.Speaking("zh-Hans")
	if err != nil {
		t.Fatal(err)
	}
	l := openIn(t, zh).keys("j j left")
	l.says("默认")
	l.value("ui.keys", "default")
}
