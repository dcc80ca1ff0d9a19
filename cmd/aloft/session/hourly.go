package session

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"time"

	"aloft/client"
	"aloft/client/config"
	"aloft/model"
	"aloft/model/text"
)

// Hourly reports whether a warning is due: no process has printed it within the
// last hour, or that is unknown. When the state folder is not writable, the time is
// kept in the gate's fallback folder.
func (s *Session) Hourly(what string) bool {
	if s.Dirs.State == "" {
		return true
	}
	sum := sha256.Sum256([]byte(what))
	name := filepath.Join("said", hex.EncodeToString(sum[:8]))
	fresh, err := mark(filepath.Join(s.Dirs.State, name))
	if err == nil {
		return !fresh
	}
	for dir := range config.Spare(s.Con.Env, true) {
		if fresh, err := mark(filepath.Join(dir, name)); err == nil {
			return !fresh
		}
	}
	return true
}

// HourlyAbout is Hourly for a job that an earlier command has left.
func (s *Session) HourlyAbout(job string) bool { return s.Hourly("job " + job) }

// mark gives a file the present time, unless its own is of the last hour.
func mark(file string) (fresh bool, err error) {
	if st, err := os.Stat(file); err == nil {
		if age := time.Since(st.ModTime()); age >= 0 && age < time.Hour {
			return true, nil
		}
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return false, err
	}
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		return false, err
	}
	return false, os.Chtimes(file, time.Time{}, time.Now())
}

// warnOfCredential prints once an hour what every command would print.
func (s *Session) warnOfCredential(err error) {
	var e *client.Error
	if !errors.As(err, &e) || e.What != text.SecretFromEnv && e.What != text.SecretEnds || s.Hourly(s.Con.Explain(err)) {
		s.Con.WarnLater(err)
	}
	if e != nil && e.What == text.SecretEnds {
		s.warnScreen(err)
	}
}

// WarnOnScreen is a warning that also the screen shows.
func (s *Session) WarnOnScreen(err error) {
	s.Con.WarnLater(err)
	s.warnScreen(err)
}

func (s *Session) warnScreen(err error) {
	select {
	case s.Ending <- s.Con.Explain(err):
	default: // there is no screen, or it has been told of several
	}
}

// WarnOfPlain warns that a credential is about to be sent without encryption.
func (s *Session) WarnOfPlain(name, address string) {
	if line := model.Clean(s.Con.Say(text.CliPlain, name, address)); config.Insecure(address) && s.Hourly(line) {
		s.Con.WarnLater(client.Errorf(client.KindLocal, "login", model.Place{}, text.CliPlain, name, address))
	}
}
