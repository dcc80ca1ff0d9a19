package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/config"
	"aloft/client/system"
)

func load(t *testing.T, file string, o config.Options) (*config.Config, []config.Warning, error) {
	t.Helper()
	o.Dirs.Config = t.TempDir()
	if file != "" {
		if err := os.WriteFile(filepath.Join(o.Dirs.Config, "config.toml"), []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if o.Env == nil {
		o.Env = func(string) string { return "" }
	}
	return config.Load(o)
}

const whole = `
account = "work"

[accounts.work.drive]
base_url = "https://drive.example"
web_origin = "https://web.example"
pr = "ucpro"
page_size = 100
gap = "700ms"
batch = 20
credential_command = ["pass", "show", "drive"]

[accounts.work.docs]
endpoint = "https://docs.example/mcp"
auth_scheme = ""
doc_url_base = "https://docs.example"
open_api_url = "https://open.example"
client_id = ""; open_id = ""; open_credential_command = []
gap = "500ms"
poll = "4s"
credential_command = ["pass", "show", "docs"]

[ui]
theme = "terminal"; keys = "default"; borders = "thin"; sync_output = "auto"; mouse = true; icons = false; language = "auto"

[webhook]
enabled = true
port = 9111
path = "/hook"
exec_timeout = "5m"
[webhook.projects.site]
dir = "~/src/site"
agent = ["claude", "-p"]
exec = "on"
[webhook.platforms.phone]
type = "shoutrrr"
proactive = true
`

// The contract's own example, with its short form of several keys a line written as
// TOML requires.
func TestContract(t *testing.T) {
	c, warnings, err := load(t, strings.ReplaceAll(whole, "; ", "\n"), config.Options{})
	if err != nil || len(warnings) != 0 {
		t.Fatalf("err %v, warnings %v", err, warnings)
	}
	d := c.Accounts["work"].Drive
	if d.BaseURL != "https://drive.example" || d.Gap != 700*time.Millisecond || d.Batch != 20 || len(d.CredentialCommand) != 3 {
		t.Errorf("drive %+v", d)
	}
	if c.Accounts["work"].Docs.Poll != 4*time.Second || c.Webhook.Projects["site"].Exec != "on" {
		t.Errorf("docs or webhook wrong")
	}
	if got := strings.Join(c.Names(), " "); got != "work local" {
		t.Errorf("names %q", got)
	}
}

func TestWrong(t *testing.T) {
	account := "[accounts.work.drive]\nbase_url = \"http://h\"\n"
	for _, tc := range []struct{ name, file, want string }{
		{"syntax", "a = = 1", ":1: this is not valid TOML"},
		{"twice", "[ui]\nmouse = true\nmouse = false", ":3: this is not valid TOML"},
		{"type", "[ui]\n\nmouse = \"yes\"", ":3: ui.mouse must be true or false, not \"yes\""},
		{"table for a value", "[ui.mouse]\nx = 1", ":1: ui.mouse must be true or false, not a table"},
		{"value for a table", "ui = 3", ":1: ui must be a table of settings, not 3"},
		{"word", "[ui]\nborders = \"round\"", ":2: ui.borders must be one of none, thin, full, not \"round\""},
		{"inline", "ui = { borders = \"round\" }", ":1: ui.borders must be one of none, thin, full"},
		{"gap below", account + "gap = \"400ms\"", ":3: accounts.work.drive.gap must be a duration such as \"500ms\", from 500ms to 10s, not \"400ms\""},
		{"gap number", account + "gap = 500", ":3: accounts.work.drive.gap must be a duration"},
		{"batch", account + "batch = 31", ":3: accounts.work.drive.batch must be a whole number from 1 to 30, not 31"},
		{"batch zero", account + "batch = 0", "from 1 to 30, not 0"},
		{"page", account + "page_size = 0", "from 1 to 1000, not 0"},
		{"argv", account + "credential_command = \"pass show\"", "must be a list of texts: the program, then its arguments, not \"pass show\""},
		{"argv mixed", account + "credential_command = [\"pass\", 1]", "not [\"pass\", 1]"},
		{"no base", "[accounts.work.drive]\npr = \"ucpro\"", ":1: accounts.work.drive needs base_url"},
		{"ftp", "[accounts.work.drive]\nbase_url = \"ftp://h\"", ":2: accounts.work.drive.base_url must be an address that begins with http"},
		{"query", "[accounts.work.drive]\nbase_url = \"http://h/?a=1\"", "no user, query or fragment, not \"http://h/?a=1\""},
		{"user", "[accounts.work.drive]\nbase_url = \"http://me:pw@h\"", "must be an address"},
		{"password", "[accounts.work.drive]\nbase_url = \"http://me:CANARY@h\"", "not \"http://***@h\""},
		{"download hosts", account + "download_hosts = [\"https://cdn.example/x\"]", ":3: accounts.work.drive.download_hosts must be a list of hosts such as"},
		{"download hosts, a pattern", account + "download_hosts = [\"*.example\"]", ":3: accounts.work.drive.download_hosts must be a list of hosts such as"},
		{"download hosts, a port", account + "download_hosts = [\"cdn.example:99999\"]", ":3: accounts.work.drive.download_hosts must be a list of hosts such as"},
		{"gate", account + "gate = \"http://h\"", ":3: accounts.work.drive.gate must be \"\" or the address of a Redis or Valkey server such as \"redis://host:6379/0\""},
		{"gate password", account + "gate = \"redis://me:CANARY@h/0\"", "gate_credential_command prints its password, not \"redis://***@h/0\""},
		{"gate token", account + "gate = \"rediss://:CANARY@h\"", "not \"rediss://***@h\""},
		{"gate database", account + "gate = \"redis://h/x\"", "gate_credential_command prints its password, not"},
		{"gate away", account + "gate_away = \"25h\"", "from 0s to 24h"},
		{"port", "[accounts.work.drive]\nbase_url = \"http://h:99999\"", "must be an address"},
		{"no host", "[accounts.work.drive]\nbase_url = \"http://\"", "must be an address"},
		{"cookie", account + "cookie = \"CANARY\"", ":3: accounts.work.drive.cookie: a secret does not belong in this file → store it with aloft account login work"},
		{"token", account + "Token = \"CANARY\"", "a secret does not belong"},
		{"hook token", "[webhook]\ntoken = \"CANARY\"", ":2: webhook.token: a secret does not belong in this file → remove the line"},
		{"local", "[accounts.local.drive]\nbase_url = \"http://h\"", ":1: accounts.local: the account \"local\" is the embedded service"},
		{"name", "[accounts.\"a/b\".drive]\nbase_url = \"http://h\"", ":1: a name may contain only letters"},
		{"meet", "[accounts.a-b.drive]\nbase_url = \"http://h\"\n[accounts.a_b.drive]\nbase_url = \"http://h\"", "share one environment variable, ALOFT_A_B_"},
		{"no account", "account = \"wrk\"\n" + account, ":1: there is no account named wrk; existing accounts: local, work"},
		{"hook path", "[webhook]\npath = \"/a b\"", ":2: webhook.path must be a path"},
		{"hook path control", "[webhook]\npath = \"/a\\u0007\"", ":2: webhook.path must be a path"},
		{"hook port", "[webhook]\nport = 65536", ":2: webhook.port must be a port up to 65535; 0 or less means 9111, not 65536"},
		{"hook address", "[webhook]\naddress = \"127.0.0.1:80\"", ":2: webhook.address must be an address of this machine such as"},
		{"hook body", "[webhook]\nmax_body = \"10MB\"", ":2: webhook.max_body must be a number of bytes or a text such as \"10MiB\", from 1KiB to 1GiB, not \"10MB\""},
		{"hook body small", "[webhook]\nmax_body = 1000", "from 1KiB to 1GiB, not 1000"},
		{"hook body huge", "[webhook]\nmax_body = \"99999999999999999TiB\"", "from 1KiB to 1GiB"},
		{"hook busy", "[webhook]\nbusy = \"wait\"", ":2: webhook.busy must be one of drop, queue"},
		{"hook silent", "[webhook]\nsilent_outcome = \"some\"", "must be one of none, failures, all"},
		{"agent time", "[webhook]\nagent_timeout = \"0s\"", "from 1s to 24h, not \"0s\""},
		{"project", "[webhook.projects.\"\"]\nexec = \"on\"", ":1: webhook.projects.\"\" needs NAME"},
		{"project exec", "[webhook.projects.site]\nexec = \"yes\"", "must be one of on, ask, off"},
		{"project again", "[webhook.projects.site]\nagent_again = [\"x\"]", ":1: webhook.projects.site needs agent"},
		{"platform name", "[webhook.platforms.\"a:b\"]\ntype = \"log\"", ":1: a name may contain only letters"},
		{"platform type", "[webhook.platforms.phone]\nproactive = true", ":1: webhook.platforms.phone needs type"},
		{"platform command", "[webhook.platforms.pager]\ntype = \"command\"", ":1: webhook.platforms.pager needs command"},
		{"platform address", "[webhook.platforms.phone]\ntype = \"shoutrrr\"\nurl = \"ntfy://CANARY\"", ":3: webhook.platforms.phone.url: a secret does not belong in this file → remove the line; store the address with aloft hook login phone"},
		{"platform token", "[webhook.platforms.phone]\ntype = \"shoutrrr\"\ntoken = \"CANARY\"", "aloft hook login phone"},
		{"poll", "[accounts.w.docs]\nendpoint = \"https://h/mcp\"\npoll = \"1s\"", "from 3s to 5s, not \"1s\""},
		{"no endpoint", "[accounts.w.docs]\npoll = \"4s\"", ":1: accounts.w.docs needs endpoint"},
		{"endpoint query", "[accounts.w.docs]\nendpoint = \"https://h/mcp?key=1\"", ":2: accounts.w.docs.endpoint must be an address"},
		{"scheme", "[accounts.w.docs]\nendpoint = \"https://h/mcp\"\nauth_scheme = \"Basic\"", ":3: accounts.w.docs.auth_scheme must be one of"},
		{"docs gap", "[accounts.w.docs]\nendpoint = \"https://h/mcp\"\ngap = \"100ms\"", "from 500ms to 10s"},
		{"escape", "[ui]\nborders = \"\\u001b[31m\"", "\\u001B[31m"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, _, err := load(t, tc.file, config.Options{})
			if err == nil {
				t.Fatal("no error")
			}
			if !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error %q\nlacks %q", err, tc.want)
			}
			if strings.Contains(err.Error(), "CANARY") {
				t.Errorf("the secret is in the error %q", err)
			}
			if client.KindOf(err) != client.KindInvalid {
				t.Errorf("kind %q", client.KindOf(err))
			}
		})
	}
}

func TestAllProblemsInOrder(t *testing.T) {
	_, _, err := load(t, "[ui]\nmouse = 1\nborders = 2\n[webhook]\nport = \"x\"", config.Options{})
	var inv *config.Invalid
	if !errors.As(err, &inv) || len(inv.Problems) != 3 {
		t.Fatalf("err %v", err)
	}
	for i, want := range []string{":2: ui.mouse", ":3: ui.borders", ":5: webhook.port"} {
		if !strings.Contains(inv.Problems[i].Error(), want) {
			t.Errorf("problem %d is %q, want %q", i, inv.Problems[i], want)
		}
	}
}

func TestWarnings(t *testing.T) {
	c, warnings, err := load(t, "colour = 1\n[ui]\nthem = \"x\"\nzzzz = 1\n[accounts.work.drive]\nbase_url = \"http://h\"\npagesize = 3\n[uii]\nmouse = false\ntheme = \"t\"", config.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		":1: unknown setting colour",
		":3: unknown setting ui.them (did you mean ui.theme?)",
		":4: unknown setting ui.zzzz",
		":7: unknown setting accounts.work.drive.pagesize (did you mean accounts.work.drive.page_size?)",
		":8: unknown setting uii (did you mean ui?)",
	}
	if len(warnings) != len(want) {
		t.Fatalf("warnings %v", warnings)
	}
	for i, w := range want {
		if got := warnings[i].Say(nil); !strings.HasSuffix(got, w) {
			t.Errorf("warning %q, want %q", got, w)
		}
	}
	if c.Accounts["work"].Drive.PageSize != 100 {
		t.Error("the default page size is gone")
	}
}

func TestOrderAndOrigins(t *testing.T) {
	file := "account = \"work\"\n[ui]\ntheme = \"nord\"\nkeys = \"mc\"\n[accounts.work.drive]\nbase_url = \"http://h/\"\n[accounts.home.drive]\nbase_url = \"http://h\""
	env := map[string]string{"ALOFT_THEME": "dracula", "ALOFT_ACCOUNT": "home"}
	c, _, err := load(t, file, config.Options{
		Env:   func(n string) string { return env[n] },
		Flags: map[string]config.Flag{"account": {Name: "--account", Value: "local"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, r := range c.Rows() {
		got[r.Key] = config.Literal(r.Value) + " " + strings.TrimPrefix(r.Origin.Say(nil), c.File)
	}
	for key, want := range map[string]string{
		"account":                       `"local" flag --account`,
		"ui.theme":                      `"dracula" environment ALOFT_THEME`,
		"ui.keys":                       `"mc" :4`,
		"ui.borders":                    `"thin" default`,
		"accounts.work.drive.base_url":  `"http://h" :6`,
		"accounts.work.drive.gap":       `"500ms" default`,
		"accounts.home.drive.page_size": `100 default`,
		"webhook.exec_timeout":          `"5m" default`,
	} {
		if got[key] != want {
			t.Errorf("%s: %q, want %q", key, got[key], want)
		}
	}
	if _, ok := got["accounts.work.docs.gap"]; ok {
		t.Error("docs that nobody configured are shown")
	}
}

func TestAllowedWords(t *testing.T) {
	_, _, err := load(t, "[ui]\ntheme = \"nrd\"", config.Options{Allowed: map[string][]string{"ui.theme": {"terminal", "nord"}}})
	if err == nil || !strings.Contains(err.Error(), "ui.theme must be one of terminal, nord, not \"nrd\"") {
		t.Errorf("err %v", err)
	}
	_, _, err = load(t, "", config.Options{
		Flags:   map[string]config.Flag{"ui.theme": {Name: "--theme", Value: "x"}},
		Allowed: map[string][]string{"ui.theme": {"terminal"}},
	})
	if err == nil || !strings.Contains(err.Error(), "--theme must be one of terminal, not \"x\"") {
		t.Errorf("err %v", err)
	}
}

func TestSampleIsTheDefault(t *testing.T) {
	file := filepath.Join(t.TempDir(), "new", "config.toml")
	if err := config.Init(file); err != nil {
		t.Fatal(err)
	}
	if st, _ := os.Stat(file); !system.Private(st) {
		t.Errorf("mode %v", st.Mode())
	}
	if st, _ := os.Stat(filepath.Dir(file)); !system.Private(st) {
		t.Errorf("folder mode %v", st.Mode())
	}
	if err := config.Init(file); !client.Is(err, client.KindConflict) {
		t.Errorf("second init: %v", err)
	}
	// Every key of the file, uncommented, is known, valid and as in the code.
	var lines []string
	for l := range strings.Lines(config.Sample) {
		if s, ok := strings.CutPrefix(l, "#"); ok && !strings.HasPrefix(s, " ") {
			l = s
		}
		lines = append(lines, l)
	}
	c, warnings, err := load(t, strings.Join(lines, ""), config.Options{})
	if err != nil || len(warnings) > 0 {
		t.Fatalf("err %v, warnings %v", err, warnings)
	}
	for _, r := range config.Default().Rows() {
		for _, s := range c.Rows() {
			if r.Key == s.Key && config.Literal(r.Value) != config.Literal(s.Value) {
				t.Errorf("%s: sample %v, default %v", r.Key, s.Value, r.Value)
			}
		}
	}
	if len(c.Rows()) != config.Settings() {
		t.Errorf("the sample has %d keys, the contract %d", len(c.Rows()), config.Settings())
	}
}

func TestAddDrive(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(file, []byte("# mine\n[ui]\nmouse = false # no"), 0o644); err != nil {
		t.Fatal(err)
	}
	d := config.Drive{BaseURL: "http://127.0.0.1:1", CredentialCommand: []string{"pass", `a"b`}}
	if err := config.AddAccount(file, &config.Account{Name: "my.work", Drive: &d}); err != nil {
		t.Fatal(err)
	}
	c, warnings, err := config.Load(config.Options{File: file, Env: func(string) string { return "" }})
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	got := c.Accounts["my.work"].Drive
	if got.BaseURL != d.BaseURL || got.CredentialCommand[1] != `a"b` || c.UI.Mouse {
		t.Errorf("%+v", got)
	}
	data, _ := os.ReadFile(file)
	if !strings.HasPrefix(string(data), "# mine\n[ui]\nmouse = false # no\n") {
		t.Errorf("the rest changed: %s", data)
	}
}

func TestAddDocs(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config.toml")
	d := config.Docs{Endpoint: "https://docs.example/mcp/", AuthScheme: "Bearer", CredentialCommand: []string{"pass", "docs"}}
	if err := config.CheckAccount(&config.Account{Name: "w", Docs: &d}); err != nil {
		t.Fatal(err)
	}
	if err := config.AddAccount(file, &config.Account{Name: "w", Docs: &d}); err != nil {
		t.Fatal(err)
	}
	if err := config.AddAccount(file, &config.Account{Name: "both", Drive: &config.Drive{BaseURL: "https://d"}, Docs: &config.Docs{Endpoint: "https://e"}}); err != nil {
		t.Fatal(err)
	}
	c, warnings, err := config.Load(config.Options{File: file, Env: func(string) string { return "" }})
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	got := c.Accounts["w"]
	if got.Drive != nil || got.Docs.Endpoint != d.Endpoint || got.Docs.AuthScheme != "Bearer" || got.Docs.CredentialCommand[1] != "docs" {
		t.Errorf("%+v", got.Docs)
	}
	if b := c.Accounts["both"]; b.Drive.BaseURL != "https://d" || b.Docs.Endpoint != "https://e" {
		t.Errorf("%+v", b)
	}
	for _, bad := range []config.Docs{{}, {Endpoint: "ftp://h"}, {Endpoint: "https://h?x=1"}, {Endpoint: "https://h", AuthScheme: "Basic"}} {
		if err := config.CheckAccount(&config.Account{Name: "w", Docs: &bad}); !client.Is(err, client.KindInvalid) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

func TestMissing(t *testing.T) {
	if c, _, err := load(t, "", config.Options{}); err != nil || c.Read {
		t.Error("no file at all is no error", err)
	}
	_, _, err := config.Load(config.Options{File: filepath.Join(t.TempDir(), "none.toml"), Env: func(string) string { return "" }})
	if err == nil || !strings.Contains(err.Error(), "there is no configuration file") {
		t.Errorf("err %v", err)
	}
	dir := t.TempDir()
	_, _, err = config.Load(config.Options{File: dir, Env: func(string) string { return "" }})
	if err == nil || !strings.Contains(err.Error(), "cannot be read: is a directory") {
		t.Errorf("err %v", err)
	}
}

func TestFolders(t *testing.T) {
	for _, tc := range []struct {
		env  map[string]string
		want config.Dirs
		err  string
	}{
		{map[string]string{"HOME": "/h"}, config.Dirs{"/h/.config/aloft", "/h/.local/share/aloft", "/h/.local/state/aloft", "/h/.cache/aloft"}, ""},
		{map[string]string{"HOME": "/h", "XDG_CONFIG_HOME": "/x", "XDG_DATA_HOME": "rel"}, config.Dirs{"/x/aloft", "/h/.local/share/aloft", "/h/.local/state/aloft", "/h/.cache/aloft"}, ""},
		{map[string]string{"ALOFT_DATA_HOME": "/d/", "XDG_DATA_HOME": "/x"}, config.Dirs{"", "/d", "", ""}, "HOME is not set"},
		{map[string]string{"HOME": "/h", "ALOFT_STATE_HOME": "rel"}, config.Dirs{"/h/.config/aloft", "/h/.local/share/aloft", "", "/h/.cache/aloft"}, "ALOFT_STATE_HOME must be an absolute path, not rel"},
	} {
		got, err := config.Folders(func(n string) string { return tc.env[n] })
		if got != tc.want {
			t.Errorf("%v: %+v, want %+v", tc.env, got, tc.want)
		}
		if (err == nil) != (tc.err == "") || err != nil && !strings.Contains(err.Error(), tc.err) {
			t.Errorf("%v: err %v, want %q", tc.env, err, tc.err)
		}
	}
}

func TestMakeNamesTheFolderAndItsVariable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	err := config.Make(filepath.Join(file, "d"), client.DataHome)
	if err == nil || !strings.Contains(err.Error(), file) || !strings.Contains(err.Error(), client.DataHome) || strings.Count(err.Error(), "ALOFT_") != 1 {
		t.Error(err)
	}
}

func TestRemoveAccount(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config.toml")
	const text = "# top\naccount = \"home\"\n\n# mine\n[accounts.work.drive]\nbase_url = \"http://h\" # x\n\n[accounts.work.docs]\ngap = \"1s\"\n\n# the look\n[ui]\nmouse = false\n[accounts.home.drive]\nbase_url = \"http://h\"\n"
	write := func(s string) {
		if err := os.WriteFile(file, []byte(s), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	read := func() string {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	write(text)
	if err := config.RemoveAccount(file, "work"); err != nil {
		t.Fatal(err)
	}
	const want = "# top\naccount = \"home\"\n\n# mine\n\n\n# the look\n[ui]\nmouse = false\n[accounts.home.drive]\nbase_url = \"http://h\"\n"
	if got := read(); got != want {
		t.Errorf("got %q", got)
	}
	// The current account, and one that is written inside another table, stay.
	for _, s := range []string{want, "[accounts]\nhome = { drive = { base_url = \"http://h\" } }\n"} {
		write(s)
		if err := config.RemoveAccount(file, "home"); !client.Is(err, client.KindConflict) || read() != s {
			t.Errorf("%q: err %v, now %q", s, err, read())
		}
	}
	// The last table of a file without a line end.
	write("[accounts.a.drive]\nbase_url = \"http://h\"")
	if err := config.RemoveAccount(file, "a"); err != nil || read() != "" {
		t.Errorf("err %v, now %q", err, read())
	}
}

// The webhook's settings: as set, and as used.
func TestWebhook(t *testing.T) {
	for _, tc := range []struct {
		line string
		ok   func(config.Webhook) bool
	}{
		{"", func(w config.Webhook) bool {
			return w.Enabled && w.Address == "127.0.0.1" && w.Port == 9111 && w.Path == "/hook" && w.MaxBody == 10<<20 && w.OutputMax == 1<<30 &&
				w.ExecTimeout == 5*time.Minute && w.AgentTimeout == 30*time.Minute && w.Busy == "drop" && w.SilentOutcome == "none"
		}},
		{"port = 0", func(w config.Webhook) bool { return w.Port == 9111 }},
		{"port = -7", func(w config.Webhook) bool { return w.Port == 9111 }},
		{"port = 65535", func(w config.Webhook) bool { return w.Port == 65535 }},
		{"path = \"\"", func(w config.Webhook) bool { return w.Path == "/hook" }},
		{"path = \"/\"", func(w config.Webhook) bool { return w.Path == "/" }},
		{"path = \"in/ci/\"", func(w config.Webhook) bool { return w.Path == "/in/ci" }},
		{"address = \"localhost\"", func(w config.Webhook) bool { return w.Address == "127.0.0.1" }},
		{"address = \"::\"", func(w config.Webhook) bool { return w.Address == "::" }},
		{"max_body = \"32 MiB\"", func(w config.Webhook) bool { return w.MaxBody == 32<<20 }},
		{"max_body = 2048", func(w config.Webhook) bool { return w.MaxBody == 2048 }},
		{"projects.site.dir = \"~/x\"", func(w config.Webhook) bool { return w.Projects["site"].Exec == "on" }},
		{"projects.session.exec = \"off\"", func(w config.Webhook) bool { return w.Projects["session"].Exec == "off" }},
		{"platforms.log.file = \"/tmp/x\"", func(w config.Webhook) bool { return w.Platforms["log"].Type == "log" && w.Platforms["log"].Proactive }},
	} {
		c, _, err := load(t, "[webhook]\n"+tc.line, config.Options{})
		if err != nil || !tc.ok(c.Webhook) {
			t.Errorf("%s: %+v, %v", tc.line, c.Webhook, err)
		}
	}
	c, _, err := load(t, "[webhook]\nmax_body = 3145728\noutput_max = 100001", config.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range c.Rows() {
		if want := map[string]string{"webhook.max_body": `"3MiB"`, "webhook.output_max": "100001"}[r.Key]; want != "" && config.Literal(r.Value) != want {
			t.Errorf("%s = %s", r.Key, config.Literal(r.Value))
		}
	}
}

// Under GNU screen, which delays every Esc while the mouse is on, the mouse is off
// by default.
func TestNoMouseUnderScreen(t *testing.T) {
	for name, c := range map[string]struct {
		sty, file string
		want      bool
	}{
		"a terminal":        {"", "", true},
		"off by choice":     {"", "[ui]\nmouse = false\n", false},
		"screen":            {"4711.pts-0.host", "", false},
		"screen, by choice": {"4711.pts-0.host", "[ui]\nmouse = true\n", true},
		"a broken file":     {"4711.pts-0.host", "[ui]\nmouse = 1\n", false},
	} {
		file := filepath.Join(t.TempDir(), "config.toml")
		if err := os.WriteFile(file, []byte(c.file), 0o600); err != nil {
			t.Fatal(err)
		}
		got, _, _ := config.Load(config.Options{File: file, Env: func(n string) string {
			if n == "STY" {
				return c.sty
			}
			return ""
		}})
		if got.UI.Mouse != c.want {
			t.Errorf("%s: %v", name, got.UI.Mouse)
		}
	}
}
