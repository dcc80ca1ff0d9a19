package session

import (
	"encoding/json"
	"strings"

	"github.com/spf13/pflag"

	"aloft/client/secret"
	"aloft/cmd/aloft/console"
	"aloft/model"
)

// credentialFlags are the flags that name a credential for one run. None of
// them takes the value itself.
func (s *Session) credentialFlags(f *pflag.FlagSet) {
	console.PathFlag(f, &s.Flags.credFile, "credential-file", "", "", s.Con.Say("read the session from this file, for this run"))
	f.IntVar(&s.Flags.credFD, "credential-fd", -1, s.Con.Say("read the session from this file descriptor, for this run"))
	f.StringVar(&s.Flags.credFor, "credential-for", "", s.Con.Say("what the credential of this run is for: %s (the default: the first of them that the account has)", strings.Join(console.Words(model.Services()), ", ")))
	f.StringVar(&s.Flags.credCommand, "credential-command", "", s.Con.Say("read the session from this command's output, for this run (words, or a JSON list)"))
}

func (s *Session) explicit() secret.Explicit {
	e := secret.Explicit{File: s.Flags.credFile, Command: CommandWords(s.Flags.credCommand)}
	if s.Flags.credFD >= 0 {
		e.HasFD, e.FD = true, s.Flags.credFD
	}
	return e
}

// CommandWords splits a command: a JSON list is taken as it is, anything else is
// split at spaces. No shell is involved.
func CommandWords(s string) []string {
	var list []string
	if strings.HasPrefix(s, "[") && json.Unmarshal([]byte(s), &list) == nil {
		return list
	}
	return strings.Fields(s)
}
