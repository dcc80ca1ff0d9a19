package wire

import (
	"testing"

	"aloft/client/config"
	"aloft/cmd/aloft/session"
	"aloft/model"
)

// Two names with the same address may be one account; each service has its own.
func TestServicesAreKnownByTheirAddress(t *testing.T) {
	s := New(&session.Session{Config: &config.Config{Account: "one", Accounts: map[string]*config.Account{
		"one":   {Drive: &config.Drive{BaseURL: "https://drive.example"}, Docs: &config.Docs{Endpoint: "https://docs.example/mcp"}},
		"two":   {Drive: &config.Drive{BaseURL: "https://Drive.example.:443/"}, Docs: &config.Docs{Endpoint: "https://docs.example:443/mcp/"}},
		"other": {Drive: &config.Drive{BaseURL: "https://drive.example:8443"}, Docs: &config.Docs{Endpoint: "https://docs.example/other"}},
		"half":  {Drive: &config.Drive{BaseURL: "https://docs.example/mcp"}},
	}}}, nil)
	of := func(name string, scheme model.Scheme) string {
		return s.gateName(model.Place{Account: name, Scheme: scheme})
	}
	for _, c := range []struct {
		a, b    string
		schemeA model.Scheme
		schemeB model.Scheme
		one     bool
	}{
		{"", "one", model.SchemeDrive, model.SchemeDrive, true},
		{"one", "two", model.SchemeDrive, model.SchemeDrive, true},
		{"one", "two", model.SchemeDocs, model.SchemeDocs, true},
		{"one", "two", model.SchemeDocs, model.SchemeSpace, true},
		{"one", "other", model.SchemeDrive, model.SchemeDrive, false},
		{"one", "other", model.SchemeDocs, model.SchemeDocs, false},
		{"one", "one", model.SchemeDrive, model.SchemeDocs, false},
		{"one", "half", model.SchemeDocs, model.SchemeDrive, false},
		{"one", config.Local, model.SchemeDrive, model.SchemeDrive, false},
		{"half", "half", model.SchemeDocs, model.SchemeDrive, false},
		{"gone", "gone", model.SchemeDrive, model.SchemeDrive, true},
		{"gone", "lost", model.SchemeDrive, model.SchemeDrive, false},
	} {
		if got := of(c.a, c.schemeA) == of(c.b, c.schemeB); got != c.one {
			t.Errorf("%+v: %q, %q", c, of(c.a, c.schemeA), of(c.b, c.schemeB))
		}
	}
}
