package screen

import (
	"os"
	"testing"

	"aloft/client/config"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
)

// The screen begins with the services that the account has, and does not show the same
// list twice.
func TestTheScreenBeginsWhereThereIsSomething(t *testing.T) {
	drive, docs := &config.Drive{BaseURL: "https://d.example"}, &config.Docs{Endpoint: "https://e.example/mcp"}
	for name, c := range map[string]struct {
		acc         *config.Account
		left, right string
	}{
		"local": {nil, "drive:/", "docs:/"},
		"drive": {&config.Account{Drive: drive}, "drive:/", "disk:/home/ada"},
		"docs":  {&config.Account{Docs: docs}, "docs:/", "disk:/home/ada"},
		"both":  {&config.Account{Drive: drive, Docs: docs}, "drive:/", "docs:/"},
	} {
		con := console.New(os.Stdin, os.Stdout, os.Stderr)
		con.SetEnv("HOME", "/home/ada")
		sc := New(Needs{Con: con, Session: &session.Session{Config: &config.Config{Account: name, Accounts: map[string]*config.Account{name: c.acc}}}})
		left, right, _, err := sc.StartPlaces(nil)
		if err != nil || left.String() != c.left || right.String() != c.right {
			t.Errorf("%s: %v %v %v", name, left, right, err)
		}
	}
}
