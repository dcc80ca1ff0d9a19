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

// Hourly reports whether something that stops nothing is to be said: it was not
// within the last hour, by any process, or nobody can tell. What the state folder
// cannot take is kept where the gate keeps its own.
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

// warnOfCredential says once an hour what every command would say.
func (s *Session) warnOfCredential(err error) {
	var e *client.Error
	if errors.As(err, &e) && e.What == text.SecretFromEnv && !s.Hourly(s.Con.Explain(err)) {
		return
	}
	s.Con.WarnLater(err)
}

// WarnOfPlain says that a credential is about to be sent in the clear.
func (s *Session) WarnOfPlain(name, address string) {
	if line := model.Clean(s.Con.Say(text.CliPlain, name, address)); config.Insecure(address) && s.Hourly(line) {
		s.Con.WarnLater(client.Errorf(client.KindLocal, "login", model.Place{}, text.CliPlain, name, address))
	}
}
