package console

import (
	"maps"
	"os"
	"slices"
	"strings"
)

// HookToken is the variable that sets the receiver's token for automation.
const HookToken = "ALOFT_WEBHOOK_TOKEN"

// AccountVariables are the ends of the names of variables that are an account's credentials.
func AccountVariables() []string {
	return []string{"_DRIVE_COOKIE", "_DOCS_TOKEN", "_OPEN_TOKEN", "_GATE_PASSWORD"}
}

// takeSecrets removes the credentials from the environment, so that no child can
// see them.
func takeSecrets(environ []string, unset func(string) error) map[string]string {
	got := map[string]string{}
	for _, e := range environ {
		name, v, _ := strings.Cut(e, "=")
		if !strings.HasPrefix(name, "ALOFT_") {
			continue
		}
		ends := func(end string) bool { return strings.HasSuffix(name, end) }
		if slices.ContainsFunc(AccountVariables(), ends) || ends("_PLATFORM_ADDRESS") || ends("_ROUTE_SECRET") || name == HookToken {
			got[name] = v
			_ = unset(name)
		}
	}
	return got
}

// Env is a variable of the environment, also a credential that was removed from it.
func (con *Console) Env(name string) string {
	if v, ok := con.own[name]; ok {
		return v
	}
	return os.Getenv(name)
}

// Secrets are the credentials that were removed from the environment.
func (con *Console) Secrets() map[string]string { return maps.Clone(con.own) }

// TakeSecrets takes credentials as if they had been in the environment.
func (con *Console) TakeSecrets(all map[string]string) {
	for name, v := range all {
		con.own[name] = v
		con.Scrub.Add(v)
	}
}

// SetEnv sets a variable for this run, but not for its children.
func (con *Console) SetEnv(name, value string) { con.own[name] = value }
