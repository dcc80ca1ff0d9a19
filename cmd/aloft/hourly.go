package main

import (
	"cmp"
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

// hourly reports whether something that stops nothing is to be said: it was not
// within the last hour, by any process, or nobody can tell. What the state folder
// cannot take is kept where the gate keeps its own.
func (a *app) hourly(what string) bool {
	if a.dirs.State == "" {
		return true
	}
	sum := sha256.Sum256([]byte(what))
	name := filepath.Join("said", hex.EncodeToString(sum[:8]))
	fresh, err := mark(filepath.Join(a.dirs.State, name))
	if err == nil {
		return !fresh
	}
	for dir := range config.Spare(a.env, true) {
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
func (a *app) warnOfCredential(err error) {
	var e *client.Error
	if errors.As(err, &e) && e.What == text.SecretFromEnv && !a.hourly(a.say(err)) {
		return
	}
	a.warnLater(err)
}

// warnOfStanding says once an hour of each job that earlier commands have left
// with the account that it can go on: whoever changes something there again may
// count on what it has not done.
func (a *app) warnOfStanding(p *model.Plan) {
	if p.Scheme == model.SchemeDisk {
		return
	}
	account := cmp.Or(p.Account, a.cfg.Account)
	var left []model.JobSnapshot
	for _, s := range a.jobStore().Jobs() {
		if stands(s) && !s.Mine && a.accountOf(s) == account && a.hourly("job "+s.ID) {
			left = append(left, s)
		}
	}
	e := client.Errorf(client.KindLocal, "jobs", model.Place{}, "%d {job of %[2]s waits|jobs of %[2]s wait} to be resumed", len(left), account)
	e.Hint = text.CliHintJobs
	switch len(left) {
	case 0:
		return
	case 1:
		s := left[0]
		e.What, e.Args = "job %s (%s) is %s; %d of %d {item is|items are} done", []any{s.ID, string(s.Op), string(s.State), s.Done, s.Items}
		e.Hint, e.HintArgs = text.CliHintResume, []any{s.ID}
	}
	a.warnLater(e)
}

// warnOfPlain says that a credential is about to be sent in the clear.
func (a *app) warnOfPlain(name, address string) {
	if line := model.Clean(a.cat.Say(text.CliPlain, name, address)); config.Insecure(address) && a.hourly(line) {
		a.warnLater(client.Errorf(client.KindLocal, "login", model.Place{}, text.CliPlain, name, address))
	}
}
