package screen

import (
	"testing"

	"aloft/client/config"
	"aloft/cmd/aloft/session"
	"aloft/model"
)

// The screen begins with a service that the account has.
func TestTheScreenBeginsWhereThereIsSomething(t *testing.T) {
	drive, docs := &config.Drive{BaseURL: "https://d.example"}, &config.Docs{Endpoint: "https://e.example/mcp"}
	for name, c := range map[string]struct {
		acc  *config.Account
		want model.Scheme
	}{
		"local": {nil, model.SchemeDrive},
		"drive": {&config.Account{Drive: drive}, model.SchemeDrive},
		"docs":  {&config.Account{Docs: docs}, model.SchemeDocs},
		"both":  {&config.Account{Drive: drive, Docs: docs}, model.SchemeDrive},
	} {
		sc := New(Needs{Session: &session.Session{Config: &config.Config{Account: name, Accounts: map[string]*config.Account{name: c.acc}}}})
		left, right, err := sc.StartPlaces(nil)
		if err != nil || left.Scheme != c.want || !right.Equal(left) {
			t.Errorf("%s: %v %v %v", name, left, right, err)
		}
	}
}
