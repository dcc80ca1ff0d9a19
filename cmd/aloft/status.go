package main

import (
	"context"
	"fmt"

	"aloft/client"
	"aloft/client/docs"
	"aloft/client/secret"
	"aloft/model"
	"aloft/model/text"
)

// Words of an account's state.
const (
	stateIn      = "signed-in"
	stateLogin   = "needs-login"
	stateUnknown = "unknown"
)

// accountStatus tells where each credential comes from, whether it is valid, and
// what the document service lacks.
func (a *app) accountStatus(name string, f format) error {
	if !a.cfg.Known(name) {
		_, err := a.remote(name)
		return err
	}
	j := jsonAccount{Name: name, Current: name == a.cfg.Account}
	rows := [][2]string{{a.cat.Say("account"), name}}
	var errs []error
	if a.hasDrive(name) {
		errs = append(errs, a.driveStatus(name, &j))
		rows = append(rows, [][2]string{
			{a.cat.Say("drive"), j.Drive}, {a.cat.Say(text.CliRowCredential), j.Source},
			{a.cat.Say(text.CliRowState), j.State}, {a.cat.Say(text.CliRowGap), j.Gap},
		}...)
	}
	if a.hasDocs(name) {
		errs = append(errs, a.docsStatus(name, &j))
		rows = append(rows, [][2]string{
			{a.cat.Say("documents"), j.Docs}, {a.cat.Say(text.CliRowCredential), j.DocsSource},
			{a.cat.Say(text.CliRowState), j.DocsState}, {a.cat.Say(text.CliRowGap), j.DocsGap},
		}...)
		if j.Tools != nil {
			files, ofText := *j.Tools, *j.TextTools
			for _, m := range j.Missing {
				if m.Text {
					ofText++
				} else {
					files++
				}
			}
			rows = append(rows, [][2]string{
				{a.cat.Say("tools"), a.cat.Say(text.CliToolsOf, *j.Tools, files)},
				{a.cat.Say("text tools"), a.cat.Say(text.CliToolsOf, *j.TextTools, ofText)},
			}...)
		}
		for _, m := range j.Missing {
			rows = append(rows, [2]string{a.cat.Say("missing"), m.Tool + ": " + m.Why})
		}
	}
	if f.json {
		if err := a.encode(j); err != nil {
			return err
		}
	} else {
		for _, r := range rows {
			if err := a.line(fmt.Sprintf("%-11s", r[0]), model.Clean(r[1])); err != nil {
				return err
			}
		}
	}
	return a.worst(errs)
}

// worst is the first failure; those after it are said at once.
func (a *app) worst(errs []error) error {
	var first error
	for _, err := range errs {
		switch {
		case err == nil:
		case first == nil:
			first = err
		default:
			a.warn(err)
		}
	}
	return first
}

func (a *app) driveStatus(name string, j *jsonAccount) error {
	j.Drive, j.Source = embeddedService, a.cat.Say(text.FromEmbedded)
	acc, err := a.sources().account(name)
	if err != nil {
		return err
	}
	if acc.store != nil {
		j.Drive = a.cfg.Accounts[name].Drive.BaseURL
	}
	j.Gap = gapOf(acc.gate)
	err = a.tryLogin(acc.store, &j.Source, acc.source.Probe)
	j.State, j.Error = a.stateOf(err)
	return err
}

func (a *app) docsStatus(name string, j *jsonAccount) error {
	j.Docs, j.DocsSource = embeddedService, a.cat.Say(text.FromEmbedded)
	acc, err := a.sources().docs(name)
	if err != nil {
		return err
	}
	if acc.store != nil {
		j.Docs = a.cfg.Accounts[name].Docs.Endpoint
	}
	j.DocsGap = gapOf(acc.gate)
	var tools []docs.Tool
	err = a.tryLogin(acc.store, &j.DocsSource, func(ctx context.Context) error {
		if err := acc.service.Probe(ctx); err != nil {
			return err
		}
		var err error
		tools, err = acc.service.Tools(ctx)
		return err
	})
	j.DocsState, j.DocsError = a.stateOf(err)
	if err == nil {
		n, _ := offered(tools, false)
		ofText, _ := offered(tools, true)
		for _, t := range tools {
			if t.Wire != "" {
				continue
			}
			m := jsonMissing{Tool: t.Name, Why: a.cat.Say(text.CliNotOffered), Text: t.Text}
			if t.Why != nil {
				m.Why = a.say(t.Why)
			}
			for _, op := range t.Ops {
				m.Stops = append(m.Stops, string(op))
			}
			j.Missing = append(j.Missing, m)
		}
		j.Tools, j.TextTools = &n, &ofText
	}
	return err
}

// tryLogin finds out where a credential comes from, and whether it is valid.
func (a *app) tryLogin(store *secret.Store, where *string, probe func(context.Context) error) error {
	if store != nil {
		from, err := store.Where(a.ctx())
		*where = from.Say(a.cat)
		if err != nil {
			return err
		}
	}
	return probe(a.ctx())
}

func (a *app) stateOf(err error) (state, why string) {
	switch {
	case err == nil:
		return stateIn, ""
	case client.Is(err, client.KindAuth):
		return stateLogin, a.say(err)
	}
	return stateUnknown, a.say(err)
}
