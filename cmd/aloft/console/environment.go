package console

import (
	"os"
	"strings"
)

// HookToken is the variable that gives the receiver's token for automation.
const HookToken = "ALOFT_WEBHOOK_TOKEN"

// takeSecrets takes the credentials out of the environment, so that no child
// can see them.
func takeSecrets(environ []string, unset func(string) error) map[string]string {
	got := map[string]string{}
	for _, e := range environ {
		name, v, _ := strings.Cut(e, "=")
		if !strings.HasPrefix(name, "ALOFT_") {
			continue
		}
		if strings.HasSuffix(name, "_DRIVE_COOKIE") || strings.HasSuffix(name, "_DOCS_TOKEN") || strings.HasSuffix(name, "_OPEN_TOKEN") ||
			strings.HasSuffix(name, "_PLATFORM_ADDRESS") || name == HookToken {
			got[name] = v
			_ = unset(name)
		}
	}
	return got
}

// Env is a variable of the environment, a credential that was taken out with it.
func (con *Console) Env(name string) string {
	if v, ok := con.own[name]; ok {
		return v
	}
	return os.Getenv(name)
}

// SetEnv gives a variable another value for this run, but not for its children.
func (con *Console) SetEnv(name, value string) { con.own[name] = value }
