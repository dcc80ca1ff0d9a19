package session

import (
	"errors"
	"os"
	"os/exec"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// BackgroundCommand is the command below "jobs" that works in the background.
const BackgroundCommand = "go-on"

// GoOn notes jobs that a process of their own continues when this one has ended.
func (s *Session) GoOn(ids ...string) { s.goOn = append(s.goOn, ids...) }

// Handed is the flag of BackgroundCommand that says that standard input has the credentials
// which only this process could read.
const Handed = "handed"

// CanGoOn reports whether jobs can go on without this process: the configuration may forbid it.
func (s *Session) CanGoOn() bool { return s.Config.Jobs.Background }

// Background starts the process that continues the noted jobs: the same program, in a session of
// its own, so that the end of the terminal does not reach it. The jobs must be released before.
func (s *Session) Background() error {
	if len(s.goOn) == 0 || !s.CanGoOn() {
		return nil
	}
	err := s.startBackground()
	if err == nil {
		return nil
	}
	return client.Errorf(client.KindLocal, "jobs", model.Place{}, "the jobs cannot go on in the background: %s; they are paused", err.Error()).
		Hinted(text.Typed("aloft jobs resume %s"), s.goOn[0])
}

func (s *Session) startBackground() error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	args := append([]string{"jobs", BackgroundCommand, "--" + Handed}, s.ArgsFor(s.Flags.Account)...)
	cmd := exec.Command(program, append(append(args, "--"), s.goOn...)...)
	cmd.SysProcAttr = ownSession()
	theirs, ours, err := os.Pipe()
	if err != nil {
		return err
	}
	defer func() { _ = ours.Close() }()
	cmd.Stdin = theirs
	err = cmd.Start()
	_ = theirs.Close()
	if err != nil {
		return err
	}
	return errors.Join(s.Hand(ours, ""), cmd.Process.Release())
}

// ArgsFor are the flags by which another process works as this one, with an account. Credentials of this run are for its
// own account.
func (s *Session) ArgsFor(account string) (args []string) {
	given := account == s.Flags.Account || account == s.Config.Account
	if given && s.Flags.credFD >= 0 {
		args = append(args, "--credential-fd=0")
	}
	for _, f := range []struct {
		name, value string
		credential  bool
	}{
		{"account", account, false}, {"config", s.Flags.config, false}, {"log", s.Flags.Log, false},
		{"credential-file", s.Flags.credFile, true}, {"credential-for", s.Flags.credFor, true}, {"credential-command", s.Flags.credCommand, true},
	} {
		if f.value != "" && (given || !f.credential) {
			args = append(args, "--"+f.name+"="+f.value)
		}
	}
	return args
}
