package main

import (
	"encoding/json"
	"strings"

	"github.com/spf13/pflag"

	"aloft/client/secret"
)

// credentialFlags are the flags that name a credential for one run. None of
// them takes the value itself.
func (a *app) credentialFlags(f *pflag.FlagSet) {
	f.StringVar(&a.flags.credFile, "credential-file", "", a.cat.Say("read the session from this file, for this run"))
	f.IntVar(&a.flags.credFD, "credential-fd", -1, a.cat.Say("read the session from this file descriptor, for this run"))
	f.StringVar(&a.flags.credFor, "credential-for", "", a.cat.Say("what the credential of this run is for: drive (the default) or docs"))
	f.StringVar(&a.flags.credCommand, "credential-command", "", a.cat.Say("read the session from this command's output, for this run (words, or a JSON list)"))
}

func (a *app) explicit() secret.Explicit {
	e := secret.Explicit{File: a.flags.credFile, Command: words(a.flags.credCommand)}
	if a.flags.credFD >= 0 {
		e.HasFD, e.FD = true, a.flags.credFD
	}
	return e
}

// words takes a command apart: a JSON list is taken as it is, anything else is
// cut at spaces. No shell is involved.
func words(s string) []string {
	var list []string
	if strings.HasPrefix(s, "[") && json.Unmarshal([]byte(s), &list) == nil {
		return list
	}
	return strings.Fields(s)
}
