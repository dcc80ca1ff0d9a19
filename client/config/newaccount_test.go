package config_test

import (
	"slices"
	"testing"

	"aloft/client"
	"aloft/client/config"
)

// What was typed makes the services of which the first setting was given.
func TestNewAccount(t *testing.T) {
	a, err := config.NewAccount("work", map[string]string{"drive": "https://d.example", "command": `["pass", "a b"]`, "docs-command": "pass"})
	if err != nil || a.Docs != nil || a.Drive.BaseURL != "https://d.example" || !slices.Equal(a.Drive.CredentialCommand, []string{"pass", "a b"}) {
		t.Errorf("%+v, %v", a, err)
	}
	for name, address := range map[string]string{"local": "https://d.example", "a b": "https://d.example", "": "https://d.example", "work": "d.example"} {
		if _, err := config.NewAccount(name, map[string]string{"docs": address}); !client.Is(err, client.KindInvalid) {
			t.Errorf("%q at %s: %v", name, address, err)
		}
	}
}
