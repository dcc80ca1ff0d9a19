package screen

import (
	"os"
	"testing"

	"aloft/client"
	"aloft/client/config"
	"aloft/client/keep"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/model"
)

func TestKindsOfTerminals(t *testing.T) {
	for want, env := range map[string]map[string]string{
		"xterm":          {"TERM": "xterm"},
		"ghostty":        {"TERM": "xterm-ghostty", "TERM_PROGRAM": "ghostty"},
		"xterm+ssh":      {"TERM": "xterm", "SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"},
		"xterm+ssh+tmux": {"TERM": "xterm", "SSH_TTY": "/dev/pts/1", "TMUX": "/tmp/t,1,0"},
		"tmux+ssh":       {"TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "TMUX": "/tmp/t,1,0", "SSH_TTY": "/dev/pts/1"},
	} {
		if got := terminalKind(func(name string) string { return env[name] }); got != want {
			t.Errorf("%v: %q, want %q", env, got, want)
		}
	}
}

// What comes back of a stored session: all of it; of accounts that are gone nothing;
// beside named places the arrangement; with --fresh or without the setting nothing.
func TestWhatComesBack(t *testing.T) {
	con := console.New(os.Stdin, os.Stdout, os.Stderr)
	con.SetEnv("TERM", "xterm")
	for _, name := range []string{"TERM_PROGRAM", "SSH_TTY", "SSH_CONNECTION", "TMUX"} {
		con.SetEnv(name, "")
	}
	cfg := &config.Config{Account: "work", UI: config.UI{Restore: true}, Accounts: map[string]*config.Account{
		"work": {Drive: &config.Drive{BaseURL: "https://d.example"}}, config.Local: nil,
	}}
	sc := New(Needs{Con: con, Session: &session.Session{Con: con, Config: cfg}})
	drive, gone := model.Place{Scheme: model.SchemeDrive}, model.Place{Scheme: model.SchemeDrive, Account: "old"}
	tab := func(at model.Place) client.Tab { return client.Tab{Place: at} }
	k := keep.Open(t.TempDir())
	was := client.Session{
		Sides: [2]client.Side{{Tabs: []client.Tab{tab(drive), tab(gone), tab(drive), tab(model.DocumentsRoot(""))}, At: 2}, {Tabs: []client.Tab{tab(gone)}}},
		Focus: 1, Zoom: true, Panel: client.PanelJobs, OnPanel: true, Reading: client.Reading{Place: model.DocumentsRoot(config.Local).Join("doc")},
	}
	if err := k.SetSession("xterm work", was); err != nil {
		t.Fatal(err)
	}
	l := sc.restore(k, false, false)
	if s := l.session; l.err != nil || len(s.Sides[0].Tabs) != 2 || s.Sides[0].At != 1 || len(s.Sides[1].Tabs) != 0 || s.Focus != 1 || s.Reading.Place.IsZero() {
		t.Errorf("err %v, %+v", l.err, s)
	}
	if s := sc.restore(k, false, true).session; len(s.Sides[0].Tabs) != 0 || !s.Zoom || s.Panel != client.PanelJobs || s.OnPanel || s.Focus != 0 || !s.Reading.Place.IsZero() {
		t.Errorf("beside named places: %+v", s)
	}
	if l := sc.restore(k, true, false); l.session.Zoom || l.keep == nil {
		t.Errorf("fresh: %+v", l)
	}
	cfg.Account = config.Local
	if l := sc.restore(k, false, false); l.session.Zoom || l.err != nil {
		t.Errorf("of another account: %+v", l)
	}
	cfg.Account, cfg.UI.Restore = "work", false
	if l := sc.restore(k, false, false); l.session.Zoom || l.keep != nil {
		t.Errorf("switched off: %+v", l)
	}
}
