package keys

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aloft/client"
	"aloft/model"
)

func TestShippedFilesAreWhole(t *testing.T) {
	for _, name := range Names() {
		for _, p := range Check(name) {
			t.Errorf("%s: %v", name, p)
		}
		m, err := Load(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range Actions() {
			if len(m.Keys(d.ID)) == 0 && d.ID != ConfirmYes && (name != "default" || d.ID != DocQuit && d.ID != FileQuit) { // which has q everywhere
				t.Errorf("%s: %s has no key", name, d.ID)
			}
			if !strings.HasPrefix(string(d.ID), string(d.ID.Context())+".") {
				t.Errorf("%s is not in %s", d.ID, d.ID.Context())
			}
			if d.Title == "" || d.Group == "" {
				t.Errorf("%s has no title or group", d.ID)
			}
		}
	}
}

// In the arrows map no letter changes anything.
func TestArrowsHasNoDangerousLetters(t *testing.T) {
	m, err := Load("arrows")
	if err != nil {
		t.Fatal(err)
	}
	danger := []Action{
		Cut, Paste, Move, MovePick, Rename, RenameList, New, NewFolder, Delete, DeleteTree, Import, Export, Permission, RecentRemove, ShareEdit, JobCancel, JobPause, JobClear,
		HookListen, HookPause, HookStop, HookReplay, HookClear, DeliveryReplay, DeliveryStop,
		ConfirmYes, QuitCancel, ResumeDrop, MarkDelete, BinRecover, BinPurge, Quit,
	}
	for _, a := range danger {
		for _, k := range m.Keys(a) {
			if model.Width(k) == 1 {
				t.Errorf("%s is on the letter %q", a, k)
			}
		}
	}
}

func TestLookup(t *testing.T) {
	m := Default()
	for _, c := range []struct {
		context Context
		seq     string
		action  Action
		found   Found
	}{
		{InPane, "j", Down, Bound},
		{InPane, "g", None, Prefix},
		{InPane, "g g", Top, Bound},
		{InPane, "g d", GoDrive, Bound},
		{InPane, "z", None, Prefix},
		{InPane, "z d", DryRun, Bound},
		{InPane, "tab", OtherPane, Bound},
		{InPane, "shift+up", ExtendUp, Bound},
		{InPane, "Q", None, Unbound},
		{InJobs, "p", JobPause, Bound},
		{InJobs, "m", None, Unbound},
		{InGlobal, "j", None, Unbound},
		{InConflict, "a", ConflictStop, Bound},
		{InConflict, "tab", BtnNext, Bound},
		{InConflict, "esc", DlgCancel, Bound},
		{InPlan, "y", ConfirmYes, Bound},
		{InInput, "q", None, Unbound},
		{InInput, "ctrl+w", InKillWord, Bound},
	} {
		a, f := m.Lookup(c.context, strings.Fields(c.seq)...)
		if a != c.action || f != c.found {
			t.Errorf("%s %q: %q %v, want %q %v", c.context, c.seq, a, f, c.action, c.found)
		}
	}
}

func TestChord(t *testing.T) {
	m := Default()
	var c Chord
	press := func(k string, want Action, found Found) {
		t.Helper()
		if a, f := c.Press(m, InPane, k); a != want || f != found {
			t.Fatalf("%q: %q %v, want %q %v", k, a, f, want, found)
		}
	}
	press("g", None, Prefix)
	if next := m.Next(InPane, c.Pending()...); len(next) < 8 || next[0].Key == "" || strings.HasPrefix(next[0].Key, "g ") {
		t.Fatalf("next keys: %v", next)
	}
	press("g", Top, Bound)
	press("z", None, Prefix)
	press("d", DryRun, Bound)
	press("g", None, Prefix)
	press("x", None, Unbound) // a mistyped chord must not cut
	press("x", Cut, Bound)
	press("g", None, Prefix)
	press("esc", None, Unbound) // leaves the chord, and not the pane
	if len(c.Pending()) != 0 {
		t.Fatal("still pending")
	}
}

func TestMCChord(t *testing.T) {
	m, err := Load("mc")
	if err != nil {
		t.Fatal(err)
	}
	var c Chord
	for _, k := range []string{"ctrl+x", "y"} {
		if _, f := c.Press(m, InPane, k); f != Prefix {
			t.Fatal(k, f)
		}
	}
	if a, _ := c.Press(m, InPane, "p"); a != CopyPath {
		t.Fatal(a)
	}
	if got := m.Key(FocusLeft); got != "Ctrl-X 1" {
		t.Fatal(got)
	}
}

func TestOverlay(t *testing.T) {
	f := filepath.Join(t.TempDir(), "keys.toml")
	write(t, f, "[pane]\ndelete = []\nmove = \"f12\"\n[global]\nquit = ['Q', 'z q']\n")
	m, err := Load("", f, filepath.Join(t.TempDir(), "missing.toml"))
	if err != nil {
		t.Fatal(err)
	}
	for seq, want := range map[string]Action{"d": None, "f8": None, "f12": Move, "m": None, "Q": Quit, "q": None, "z q": Quit} {
		if a, _ := m.Lookup(InPane, strings.Fields(seq)...); a != want {
			t.Errorf("%q is %q, want %q", seq, a, want)
		}
	}
	if m.Key(Delete) != "" || m.Key(Move) != "F12" {
		t.Error(m.Key(Delete), m.Key(Move))
	}
}

func write(t *testing.T, path, s string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(s), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestProblems(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"[pane]\ndelte = ['x']\n", `k:2: there is no action "pane.delte"; did you mean "delete"?`},
		{"[pane]\nzzzzzzz = ['x']\n", `k:2: there is no action "pane.zzzzzzz"; available: down, up`},
		{"[pan]\n", `k:1: there is no context "pan"; did you mean "pane"?`},
		{"pane.x.y = []\n", `k:1: pane.x.y must be a list`},
		{"delete = []\n", `k:1: "delete" is outside any table`},
		{"[pane]\n\nmove = 3\n", `k:3: pane.move must be a list`},
		{"[pane]\nmove = [\n 'f12',\n 'f99']\n", `k:4: there is no key "f99"; did you mean`},
		{"[pane]\nmove = ['pagedown']\n", `k:2: there is no key "pagedown"; did you mean "pgdown"?`},
		{"[pane]\nmove = [' ']\n", `did you mean "space"?`},
		{"[pane]\nmove = ['shift+m']\n", `k:2: "shift+m" must be written as a capital letter; did you mean "M"?`},
		{"[pane]\nmove = ['ctrl+M']\n", `did you mean "ctrl+m"?`},
		{"[pane]\nmove = ['alt+ctrl+m']\n", `did you mean "ctrl+alt+m"?`},
		{"[pane]\nmove = ['crtl+m']\n", `k:2: "crtl+m" begins with an unknown modifier; did you mean "ctrl+m"?`},
		{"[pane]\nmove = ['ctrl+c']\n", `k:2: "ctrl+c" always means stop`},
		{"[pane]\nmove = ['']\n", `k:2: pane.move has an empty key`},
		{"[plan]\nskip = ['g g']\n", `k:2: "g g" is a key sequence, which [plan] does not allow`},
		{"[pane]\nmove = ['x\n", `k:2: this is not TOML`},
		{"[pane]\nmove = ['x']\nmove = []\n", `k:3: this is not TOML`},
		{"[[pane]]\n", `pane must be a list`},
		{"[pane]\nmove = ['f12']\ndelete = ['f12']\n", `k:3: "f12" is bound to pane.delete here, but "f12" to pane.move in k:2;`},
		{"[pane]\nmove = ['q']\n", `k:2: "q" is bound to pane.move here, but "q" to global.quit in default`},
		{"[pane]\nmove = ['g']\n", `k:2: the key "g" (pane.move) clashes with "g g" (pane.top) in default: one is the beginning of the other`},
		{"[pane]\nmove = ['ctrl+i']\n", `k:2: terminals cannot tell "ctrl+i" (pane.move) here from "tab" (global.other-pane) in default`},
		{"[pane]\nmove = ['ctrl+m']\n", `"enter" (pane.open)`},
		{"[pane]\nmove = ['ctrl+[']\n", `"esc" (global.back)`},
		{"[plan]\nskip = ['y']\n", `"y" is bound to plan.skip here, but "y" to confirm.yes`},
		{"[pane]\nmove = ['\\u001b[8m']\n", `there is no key`},
	} {
		_, problems := Parse("", "k", []byte(c.file))
		got := ""
		for _, p := range problems {
			got += p.Error() + "\n"
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%q:\n got %s want %s", c.file, got, c.want)
		}
		if strings.ContainsRune(got, '\x1b') {
			t.Errorf("%q: raw escape in %q", c.file, got)
		}
	}
}

// The rows are held to the rules for a person's own file.
func TestRowsAreSpelledRight(t *testing.T) {
	for _, d := range Actions() {
		for i, name := range Names() {
			for _, key := range d.Keys.in(i) {
				seq := strings.Split(key, " ")
				for _, press := range seq {
					if what, better := checkPress(press); what != "" {
						t.Errorf("%s in %s: %q: %s %s", d.ID, name, key, what, better)
					}
				}
				if len(seq) > 1 && !chords(d.ID.Context()) {
					t.Errorf("%s in %s: %q in a context that takes one key", d.ID, name, key)
				}
			}
		}
	}
}

func TestLoadErrorIsTheClientsError(t *testing.T) {
	f := filepath.Join(t.TempDir(), "keys.toml")
	write(t, f, "[pane]\nmove = ['q']\n")
	_, err := Load("", f)
	if !client.Is(err, client.KindInvalid) || !strings.Contains(err.Error(), f+":2: ") {
		t.Fatal(err)
	}
	if _, err := Load("vi"); err == nil || !strings.Contains(err.Error(), "default, mc, arrows") {
		t.Fatal(err)
	}
	if _, err := Load("", t.TempDir()); err == nil {
		t.Fatal("a folder is no key file")
	}
}

func TestShow(t *testing.T) {
	for in, want := range map[string]string{
		"g g": "gg", "ctrl+x 1": "Ctrl-X 1", "space": "Space", "shift+f6": "Shift-F6",
		"+": "+", "ctrl++": "Ctrl-+", "z p": "zp", "alt+left": "Alt-Left", "pgdown": "PgDn", "G": "G",
	} {
		if got := Show(in); got != want {
			t.Errorf("%q is shown as %q, want %q", in, got, want)
		}
	}
}

func TestHints(t *testing.T) {
	for _, name := range Names() {
		m, err := Load(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []Context{InPane, InJobs, InGlobal, InDialog, InPlan, InConflict, InError, InBin} {
			help := m.Key(Help) + " help"
			for w := range 130 {
				s := m.Hints(nil, c, w)
				if model.Width(s) > w {
					t.Fatalf("%s: %q is wider than %d", c, s, w)
				}
				if w >= len(help) && !strings.HasSuffix(s, " help") {
					t.Fatalf("%s at %d: %q does not end in help", c, w, s)
				}
			}
		}
	}
	for name, want := range map[string]string{
		"default": "c copy  m move  r rename  a new  d delete  / filter  Space select  ",
		"mc":      "F3 view  F5 copy  F6 move  F7 folder  F8 delete  ",
	} {
		m, _ := Load(name)
		if got := m.Hints(nil, InPane, 80); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// The seeds are short: the fuzzer minimises each interesting input byte by byte,
// and over a whole key file it does nothing else for minutes. TestDamagedFiles
// damages whole files.
func FuzzParse(f *testing.F) {
	base, problems := start("")
	if len(problems) > 0 {
		f.Fatal(problems)
	}
	f.Add("[pane]\nmove = ['m', 'f6']\n")
	f.Add("[global]\nquit = []\n[jobs]\npause = 'ctrl+p'\n")
	f.Add("[pane]\nmove = ['ctrl+', '+', 'alt++', 'g  g', \"\\u0000\"]\n")
	f.Add("pane = {move = ['x']}\n")
	f.Add("[pane.move]\n[\"\"]\n\"\" = 1")
	f.Fuzz(func(t *testing.T, s string) {
		own := *base // making the shipped map again would be most of the work
		own.of = maps.Clone(base.of)
		m, problems := own.done(own.lay("k", []byte(s)))
		for _, p := range problems {
			if strings.ContainsAny(p.Error(), "\x1b\n\r") {
				t.Fatalf("raw problem %q", p.Error())
			}
		}
		if len(problems) > 0 {
			return
		}
		for _, b := range m.Bindings() {
			d := Context(strings.SplitN(string(b.Action), ".", 2)[0])
			if a, found := m.Lookup(d, strings.Fields(b.Key)...); a != b.Action || found != Bound {
				t.Fatalf("%s on %q gives %s", b.Action, b.Key, a)
			}
		}
	})
}

// The edits of a document override one key of the panes, which it covers, and no other.
func TestEditsOverrideOneKey(t *testing.T) {
	for _, name := range Names() {
		m, err := Load(name)
		if err != nil {
			t.Fatal(err)
		}
		of := map[string]Action{}
		for _, d := range Actions() {
			for _, k := range m.Keys(d.ID) {
				if d.ID.Context() == InGlobal {
					of[k] = d.ID
				}
			}
		}
		for _, d := range Actions() {
			for _, k := range m.Keys(d.ID) {
				if other := of[k]; d.ID.Context() == InEdit && other != "" && (d.ID != EditSuggest || other != Sync) {
					t.Errorf("%s: %s is %s and %s", name, k, d.ID, other)
				}
			}
		}
	}
}
