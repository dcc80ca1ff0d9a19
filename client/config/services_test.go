package config

import (
	"slices"
	"strings"
	"testing"

	"aloft/model"
)

// Every table of an account is a service, and what a service requires is a setting:
// otherwise the loader would ignore the table, and show would leave it out.
func TestEveryTableOfAnAccountIsAService(t *testing.T) {
	for i := range settings {
		rest, ok := strings.CutPrefix(settings[i].path, "accounts.*.")
		if !ok {
			continue
		}
		table, _, _ := strings.Cut(rest, ".")
		s, ok := serviceOf(table)
		if !ok {
			t.Errorf("%s: %s is no service", settings[i].path, table)
			continue
		}
		c := Default()
		settings[i].at(c, "w")
		if !s.there(c.Accounts["w"]) {
			t.Errorf("%s does not make the service %s", settings[i].path, table)
		}
	}
	var tables []model.Scheme
	for _, s := range services {
		tables = append(tables, model.Scheme(s.table))
		need := "accounts.*." + s.table + "." + s.need
		if !slices.ContainsFunc(settings, func(o setting) bool { return o.path == need }) {
			t.Errorf("there is no setting %s", need)
		}
		for _, f := range s.flags {
			if is := s.setting(f.Key); is == nil || f.Name == "" || f.Help == "" {
				t.Errorf("%s: the flag %+v sets nothing", s.table, f)
			}
		}
		if len(s.flags) == 0 || s.flags[0].Key != s.need || s.flags[0].Value == "" {
			t.Errorf("%s: the first flag does not give the %s: %+v", s.table, s.need, s.flags)
		}
		if s.lacks == "" || s.variable == "" {
			t.Errorf("%s: something is missing: %+v", s.table, s)
		}
	}
	if want := model.Services(); !slices.Equal(tables, want) {
		t.Errorf("the services are %q, those of places %q", tables, want)
	}
}

// Only an account with settings can be given a service.
func TestLackingServiceSaysWhatToGive(t *testing.T) {
	for account, want := range map[string]string{
		"w":   "the account w has no drive → set accounts.w.drive.base_url in config.toml",
		Local: "the account local has no drive",
	} {
		if err := Lacks(account, model.SchemeDrive); err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
