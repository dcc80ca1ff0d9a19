package config_test

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"aloft/client"
	"aloft/client/config"
)

// fileWith is a configuration file with that content, none for "-".
func fileWith(t *testing.T, content string) (config.File, string) {
	t.Helper()
	dir := t.TempDir()
	at := filepath.Join(dir, "config.toml")
	if content != "-" {
		if err := os.WriteFile(at, []byte(content), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	return config.File{Options: func() config.Options {
		return config.Options{Dirs: config.Dirs{Config: dir}, Env: func(string) string { return "" }, Allowed: map[string][]string{"ui.theme": {"aloft", "dracula"}}}
	}}, at
}

func content(t *testing.T, at string) string {
	t.Helper()
	data, err := os.ReadFile(at)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// One line changes, and everything else of the file stays byte by byte.
func TestSetChangesOneLine(t *testing.T) {
	for _, c := range []struct{ name, before, key, typed, after string }{
		{"the value alone", "# mine\n[ui]\n  theme  = 'aloft'   # dark\nodd = 1\n", "ui.theme", "dracula", "# mine\n[ui]\n  theme  = \"dracula\"   # dark\nodd = 1\n"},
		{"at the end of the file", "[ui]\nmouse = true", "ui.mouse", "false", "[ui]\nmouse = false"},
		{"in its table", "[ui]\nmouse = true # m\n\n[jobs]\nbackground = true\n", "ui.counts", "true", "[ui]\nmouse = true # m\ncounts = true\n\n[jobs]\nbackground = true\n"},
		{"in an empty table", "[ui] # mine\n\n[jobs]\n", "ui.counts", "true", "[ui] # mine\ncounts = true\n\n[jobs]\n"},
		{"below what is commented out", "[ui]\n#counts = false  # x\n                 # y\nmouse = true\n", "ui.counts", "true", "[ui]\n#counts = false  # x\n                 # y\ncounts = true\nmouse = true\n"},
		{"a table that is commented out", "#[ui]\n#mouse = true\n#counts = false\n\n#[jobs]\n", "ui.mouse", "false", "[ui]\n#mouse = true\nmouse = false\n#counts = false\n\n#[jobs]\n"},
		{"a new table", "# mine\naccount = \"local\"", "reader.width", "80", "# mine\naccount = \"local\"\n\n[reader]\nwidth = 80\n"},
		{"above all tables", "[ui]\nmouse = true\n", "account", "local", "account = \"local\"\n[ui]\nmouse = true\n"},
		{"dotted", "ui.mouse = true\njobs.background = true\n", "ui.counts", "true", "ui.mouse = true\nui.counts = true\njobs.background = true\n"},
		{"within braces", "ui = { mouse = true, keys = \"mc\" }\n", "ui.mouse", "false", "ui = { mouse = false, keys = \"mc\" }\n"},
		{"a list over lines", "[preview]\ncommand = [ # mine\n  \"a]\", # b\n]\n[ui]\n", "preview.command", "bat -p {}", "[preview]\ncommand = [\"bat\", \"-p\", \"{}\"]\n[ui]\n"},
		{"lines of Windows", "[ui]\r\nmouse = true\r\n", "ui.counts", "true", "[ui]\r\nmouse = true\r\ncounts = true\r\n"},
		{"not in a text of several lines", "[ui]\nx = '''\n#counts = 1\n'''\n", "ui.counts", "true", "[ui]\nx = '''\n#counts = 1\n'''\ncounts = true\n"},
		{"a project", "[webhook.projects.\"a b\"]\ndir = \"/x\" # y\n", `webhook.projects."a b".exec`, "ask", "[webhook.projects.\"a b\"]\ndir = \"/x\" # y\nexec = \"ask\"\n"},
	} {
		f, at := fileWith(t, c.before)
		p, err := f.Page()
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if p, err = f.Set(p.Version, c.key, c.typed); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := content(t, at); got != c.after {
			t.Errorf("%s:\n%s\ninstead of\n%s", c.name, got, c.after)
		}
		if again, err := f.Page(); err != nil || again.Version != p.Version {
			t.Errorf("%s: the page that came back is not of the file: %v", c.name, err)
		}
		if st, _ := os.Stat(at); st.Mode().Perm() != 0o640 && runtime.GOOS != "windows" {
			t.Errorf("%s: mode %v", c.name, st.Mode())
		}
	}
}

// Without a file the commented one is written; there too, each setting that has a
// value can be set and taken back.
func TestSetEverySetting(t *testing.T) {
	f, at := fileWith(t, "-")
	p, err := f.Set("", "ui.mouse", "true")
	if err != nil {
		t.Fatal(err)
	}
	if p, err = f.Unset(p.Version, "ui.mouse"); err != nil {
		t.Fatal(err)
	}
	if got := content(t, at); strings.Replace(got, "\n[ui]\n", "\n#[ui]\n", 1) != config.Sample {
		t.Error("the file is not the sample with the table that was needed")
	}
	for _, s := range p.Settings {
		if p, err = f.Set(p.Version, s.Key, s.Typed); err != nil {
			t.Fatalf("%s = %s: %v", s.Key, s.Typed, err)
		}
		i := slices.IndexFunc(p.Settings, func(r client.Setting) bool { return r.Key == s.Key })
		if r := p.Settings[i]; !r.Set || r.Value != s.Default {
			t.Errorf("%s is %s", r.Key, r.Value)
		}
		if s.Meaning == "" {
			t.Errorf("the sample does not say what %s means", s.Key)
		}
	}
	for _, s := range p.Settings {
		if p, err = f.Unset(p.Version, s.Key); err != nil {
			t.Fatalf("without %s: %v", s.Key, err)
		}
	}
	for l := range strings.Lines(content(t, at)) {
		if l != "\n" && l[0] != '#' && l[0] != ' ' && l[0] != '[' {
			t.Errorf("this is left: %s", l)
		}
	}
}

func TestUnsetKeepsComments(t *testing.T) {
	f, at := fileWith(t, "[ui]\n# a\nmouse = false # b\ncounts = true\n")
	for _, key := range []string{"ui.mouse", "ui.counts", "ui.keys"} {
		if _, err := f.Unset("", key); err != nil {
			t.Fatal(err)
		}
	}
	if got := content(t, at); got != "[ui]\n# a\n# b\n" {
		t.Errorf("%q", got)
	}
}

// What loading would refuse is refused, and so is a file that is another by now.
func TestSetRefuses(t *testing.T) {
	const before = "[ui]\nmouse = true\n"
	f, at := fileWith(t, before)
	p, err := f.Page()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ key, typed, says string }{
		{"ui.mouse", "yes", `ui.mouse must be true or false, not "yes"`},
		{"ui.theme", "pink", `ui.theme must be one of aloft, dracula, not "pink"`},
		{"reader.width", "1001", "a whole number from 0 to 1000"},
		{"webhook.exec_timeout", "soon", "a duration such as"},
		{"webhook.max_body", "1", "a number of bytes"},
		{"jobs.unattended", "Inbox", "a list of places"},
		{"preview.command", `["a"] # b` + "\ny = 1", "a list of texts"},
		{"account", "nobody", "there is no account named nobody"},
		{"accounts.x.drive.gap", "1s", "needs base_url"},
		{"accounts.x.drive.base_url", "https://me:pw@drive.example", "https://***@drive.example"},
		{"ui.mous", "true", "there is no setting ui.mous"},
		{"ui", "true", "there is no setting ui"},
		{"", "true", "there is no setting"},
	} {
		if _, err := f.Set(p.Version, c.key, c.typed); err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "pw") {
			t.Errorf("%s = %s: %v", c.key, c.typed, err)
		}
	}
	if got := content(t, at); got != before {
		t.Errorf("the file has changed: %s", got)
	}
	const other = before + "counts = true\n"
	if err := os.WriteFile(at, []byte(other), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Set(p.Version, "ui.mouse", "false"); !client.Is(err, client.KindConflict) || content(t, at) != other {
		t.Errorf("the change of another process is lost: %v", err)
	}
	if err := os.Remove(at); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Set(p.Version, "ui.mouse", "false"); !client.Is(err, client.KindConflict) {
		t.Errorf("the file was deleted: %v", err)
	}
}

// The page says what each setting is, and shows nothing of a credential command but its
// program.
func TestPage(t *testing.T) {
	f, _ := fileWith(t, "[accounts.work.drive]\nbase_url = \"https://d.example\"\ncredential_command = [\"echo\", \"CANARY\"]\n[ui]\ntheme = \"dracula\"\n")
	p, err := f.Page()
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]client.Setting{}
	for _, s := range p.Settings {
		rows[s.Key] = s
		if strings.Contains(s.Value+s.Typed+s.Default, "CANARY") {
			t.Errorf("%s shows a secret", s.Key)
		}
	}
	if s := rows["accounts.work.drive.credential_command"]; s.Value != `["echo", …]` || s.Section != "accounts.work.drive" {
		t.Errorf("%+v", s)
	}
	theme := rows["ui.theme"]
	if theme.Form != client.SettingChoice || !slices.Equal(theme.Words, []string{"aloft", "dracula"}) || theme.Default != `"aloft"` || !theme.Set || !theme.AtOnce {
		t.Errorf("%+v", theme)
	}
	for key, form := range map[string]client.SettingForm{
		"ui.mouse": client.SettingSwitch, "reader.width": client.SettingNumber, "webhook.max_body": client.SettingSize,
		"webhook.exec_timeout": client.SettingDuration, "preview.command": client.SettingList, "webhook.path": client.SettingText,
	} {
		if rows[key].Form != form || rows[key].Set {
			t.Errorf("%+v", rows[key])
		}
	}
	if rows["ui.language"].AtOnce || rows["account"].AtOnce {
		t.Error("the language counts from the next start on")
	}
}

// A table of names is typed as the file writes it.
func TestSetTables(t *testing.T) {
	f, at := fileWith(t, "[webhook.routes.r]\nverify = \"token\"\nexec = \"x\"\nwhen = { \"body.a\" = \"b\" } # why\n")
	p, err := f.Page()
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(p.Settings, func(s client.Setting) bool { return s.Key == "webhook.routes.r.when" })
	if i < 0 || p.Settings[i].Typed != `{ "body.a" = "b" }` {
		t.Fatalf("%d, %+v", i, p.Settings)
	}
	for key, typed := range map[string]string{"webhook.routes.r.when": `{ "body.b" = ["x", "y*"], 'header.Z' = true }`, "webhook.routes.r.env": `{A="body.a"}`} {
		if p, err = f.Set(p.Version, key, typed); err != nil {
			t.Fatal(err)
		}
	}
	if got := content(t, at); !strings.Contains(got, `when = { "body.b" = ["x", "y*"], "header.Z" = "true" } # why`) || !strings.Contains(got, `env = { A = "body.a" }`) {
		t.Errorf("%s", got)
	}
	for key, typed := range map[string]string{"webhook.routes.r.when": `{ "x" = 1 }`, "webhook.routes.r.env": `{ PATH = "body.a" }`, "webhook.routes.r.overlap": "{}"} {
		if _, err := f.Set(p.Version, key, typed); err == nil {
			t.Errorf("%s = %s was taken", key, typed)
		}
	}
	if _, err := f.Set(p.Version, "webhook.routes.r.when", "x = 1\ny = 2"); err == nil {
		t.Error("two lines were taken")
	}
}
