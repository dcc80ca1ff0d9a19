package session

import (
	"encoding/json"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"aloft/client/config"
	"aloft/client/secret"
	"aloft/cmd/aloft/console"
	"aloft/model"
)

// credentialFlags are the flags that name a credential for one run. None of
// them takes the value itself.
func (s *Session) credentialFlags(f *pflag.FlagSet) {
	console.PathFlag(f, &s.Flags.credFile, "credential-file", "", "", s.Con.Say("read the session from this file, for this run"))
	f.IntVar(&s.Flags.credFD, "credential-fd", -1, s.Con.Say("read the session from this file descriptor, for this run"))
	f.StringVar(&s.Flags.credFor, "credential-for", "", s.Con.Say("the service that this run's credential is for: %s (default: the account's first service)", strings.Join(console.Words(model.Services()), ", ")))
	f.StringVar(&s.Flags.credCommand, "credential-command", "", s.Con.Say("read the session from this command's output, for this run (words, or a JSON list)"))
}

// explicit is the credential that was given for this run. All stores share it, since a
// descriptor can be read only once.
func (s *Session) explicit() *secret.Explicit {
	if s.given == nil {
		s.given = &secret.Explicit{File: s.Flags.credFile, Command: config.CommandWords(s.Flags.credCommand)}
		if s.Flags.credFD >= 0 {
			s.given.HasFD, s.given.FD = true, s.Flags.credFD
		}
	}
	return s.given
}

// handed is what a process that continues the work of this one cannot read again.
type handed struct {
	Environment map[string]string `json:"environment"`
	Given       string            `json:"given"` // for this run
}

// Hand writes them to another process; ours is our end of a pipe. With an account they are those of that account.
func (s *Session) Hand(ours *os.File, account string) error {
	if err := ours.SetWriteDeadline(time.Now().Add(handTime)); err != nil {
		return err
	}
	h := handed{s.Con.Secrets(), s.explicit().Kept().Reveal()}
	if account != "" {
		maps.DeleteFunc(h.Environment, func(name, _ string) bool {
			end, ok := strings.CutPrefix(name, config.EnvName(account))
			return !ok || !slices.Contains(console.AccountVariables(), "_"+end)
		})
		if account != s.Config.Account {
			h.Given = ""
		}
	}
	return json.NewEncoder(ours).Encode(h)
}

// handTime is how long the process that continues has to read them.
const handTime = 10 * time.Second

// TakeOver reads what the process has handed over whose work this one continues.
func (s *Session) TakeOver(from io.Reader) error {
	var h handed
	if err := json.NewDecoder(from).Decode(&h); err != nil {
		return err
	}
	s.Con.TakeSecrets(h.Environment)
	s.Con.Scrub.Add(h.Given)
	s.explicit().Keep(secret.New(h.Given))
	return nil
}
