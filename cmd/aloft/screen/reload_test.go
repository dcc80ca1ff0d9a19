//go:build unix

package screen

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"aloft/client/config"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/hook"
	"aloft/cmd/aloft/session"
	"aloft/model"
	"aloft/ui"
)

// Of a person who has no folder for configurations yet, the first one is read, too.
func TestTheFirstConfiguration(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	for _, n := range []string{"CONFIG", "DATA", "STATE", "CACHE"} {
		t.Setenv("ALOFT_"+n+"_HOME", filepath.Join(home, "."+strings.ToLower(n), "deep", "aloft"))
	}
	con := console.New(os.Stdin, os.Stdout, os.Stderr)
	s := session.New(con)
	if _, err := s.Load(); err != nil {
		t.Fatal(err)
	}
	c, stop := NewReloader(con, s, hook.NewReceiver(con, s)).Watch()
	defer stop()
	dir := filepath.Join(home, ".config", "deep", "aloft")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "config.toml"), []byte("[ui]\nborders = \"full\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for deadline := time.After(20 * time.Second); ; {
		select {
		case r := <-c:
			if r.Settings.Borders == "full" {
				return
			}
		case <-deadline:
			t.Fatal("it was not read")
		}
	}
}

// What is saved while the screen runs is applied if all of it is valid.
func TestReload(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	dir := filepath.Join(home, "config")
	for _, n := range []string{"CONFIG", "DATA", "STATE", "CACHE"} {
		t.Setenv("ALOFT_"+n+"_HOME", filepath.Join(home, strings.ToLower(n)))
	}
	con := console.New(os.Stdin, os.Stdout, os.Stderr)
	s := session.New(con)
	if _, err := s.Load(); err != nil {
		t.Fatal(err)
	}
	re := NewReloader(con, s, hook.NewReceiver(con, s))
	var heard atomic.Pointer[config.Config]
	re.Heard = func(c *config.Config) { heard.Store(c) }
	c, stop := re.Watch()
	defer stop()
	next := func(says string) ui.Reload {
		t.Helper()
		deadline := time.After(20 * time.Second)
		for {
			select {
			case r := <-c:
				if strings.Contains(r.Say, says) {
					return r
				}
			case <-deadline:
				t.Fatalf("nothing ever said %q", says)
			}
		}
	}
	// put writes as editors do: it replaces the file by a new one.
	put := func(name, content string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path+"~", []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(path+"~", path); err != nil {
			t.Fatal(err)
		}
	}
	// The folder itself is made after the screen was started.
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	next("reloaded config")
	put("config.toml", "[ui]\ntheme = \"nord\"\nborders = \"full\"\nconfirm = \"always\"\n[jobs]\ndelete_brake_count = 5\ndelete_brake_share = 50\n[preview]\ncommand = [\"x\"]\n")
	if r := next("reloaded config.toml"); r.Theme == nil || r.Theme.ID != "nord" || r.Settings.Borders != "full" || r.Wrong {
		t.Errorf("%+v", r)
	} else if !r.Settings.ShowPlans || r.Settings.Brake != (model.Brake{Count: 5, Share: 50}) {
		t.Errorf("%+v", r.Settings)
	}
	if c := heard.Load(); c == nil || !slices.Equal(c.Preview.Command, []string{"x"}) {
		t.Errorf("the command of previews is not heard of: %+v", c)
	}
	put("keys.toml", "[pane]\nmove = [\"ctrl+y\"]\n")
	if r := next("reloaded keys.toml"); r.Keys == nil || r.Theme != nil {
		t.Errorf("%+v", r)
	}
	put("keys.toml", "[pane]\nmove = [\"m\"]\ndelete = [\"m\"]\n")
	if r := next("keys.toml:"); !r.Wrong || r.Keys != nil {
		t.Errorf("%+v", r)
	}
	put("keys.toml", "")
	next("reloaded keys.toml")
	put("config.toml", "[accounts.work.drive]\nbase_url = \"https://drive.example\"\n")
	next("reloaded config.toml; changes to accounts take effect at the next start")
	// One that is added on the screen can be used at once.
	a, err := config.NewAccount("home", map[string]string{"drive": "https://home.example"})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Add(a); err != nil {
		t.Fatal(err)
	}
	if r := next(""); r.Say != "" || s.Account("home").Drive.PageSize == 0 {
		t.Errorf("%q, %+v", r.Say, s.Account("home"))
	}
	if err := s.Add(a); err == nil {
		t.Error("added twice")
	}
	put("config.toml", "[ui]\ntheme = 3\n")
	if r := next("config.toml:2"); !r.Wrong || r.Theme != nil || r.Settings != nil || !strings.Contains(r.Say, "the old settings stay") {
		t.Errorf("%+v", r)
	}
	put("config.toml", "[ui]\ntheme = \"mine\"\n")
	if r := next("mine"); !r.Wrong {
		t.Errorf("%+v", r)
	}
	if err := os.Mkdir(filepath.Join(dir, "themes"), 0o700); err != nil {
		t.Fatal(err)
	}
	put("themes/mine.toml", "name = \"Mine\"\n")
	if r := next("reloaded"); r.Theme == nil || r.Theme.ID != "mine" {
		t.Errorf("%+v", r)
	}
	if err := syscall.Kill(os.Getpid(), syscall.SIGUSR1); err != nil {
		t.Fatal(err)
	}
	if r := next("reloaded the configuration"); r.Theme == nil || r.Keys == nil {
		t.Errorf("%+v", r)
	}
}
