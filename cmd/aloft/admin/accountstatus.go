package admin

import (
	"context"
	"fmt"

	"aloft/client"
	"aloft/client/docs"
	"aloft/client/secret"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// Words of an account's state.
const (
	stateIn      = "signed-in"
	stateLogin   = "needs-login"
	stateUnknown = "unknown"
)

// accountStatus prints where each credential comes from, whether it is valid, and
// what the document service lacks.
func (cs *Commands) accountStatus(name string, f console.Format) error {
	if !cs.session.Config.Known(name) {
		_, err := cs.session.Remote(name)
		return err
	}
	j := jsonAccount{Name: name, Current: name == cs.session.Config.Account}
	rows := [][2]string{{cs.con.Say("account"), name}}
	var errs []error
	if cs.session.Config.Has(name, model.SchemeDrive) {
		errs = append(errs, cs.driveStatus(name, &j))
		rows = append(rows, [][2]string{
			{cs.con.Say("drive"), j.Drive}, {cs.con.Say(text.CliRowCredential), j.Source},
			{cs.con.Say(text.CliRowState), j.State}, {cs.con.Say(text.CliRowGap), j.Gap},
		}...)
	}
	if cs.session.Config.Has(name, model.SchemeDocs) {
		errs = append(errs, cs.docsStatus(name, &j))
		rows = append(rows, [][2]string{
			{cs.con.Say("documents"), j.Docs}, {cs.con.Say(text.CliRowCredential), j.DocsSource},
			{cs.con.Say(text.CliRowState), j.DocsState}, {cs.con.Say(text.CliRowGap), j.DocsGap},
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
				{cs.con.Say("tools"), cs.con.Say(text.CliToolsOf, *j.Tools, files)},
				{cs.con.Say("text tools"), cs.con.Say(text.CliToolsOf, *j.TextTools, ofText)},
			}...)
		}
		for _, m := range j.Missing {
			rows = append(rows, [2]string{cs.con.Say("missing"), m.Tool + ": " + m.Why})
		}
	}
	if f.JSON {
		if err := cs.con.Encode(j); err != nil {
			return err
		}
	} else {
		for _, r := range rows {
			if err := cs.con.Line(fmt.Sprintf("%-11s", r[0]), model.Clean(r[1])); err != nil {
				return err
			}
		}
	}
	return cs.con.Worst(errs)
}

func (cs *Commands) driveStatus(name string, j *jsonAccount) error {
	j.Drive, j.Source = embeddedService, cs.con.Say(text.FromEmbedded)
	acc, err := cs.sources.Drive(name)
	if err != nil {
		return err
	}
	if acc.Store != nil {
		j.Drive = cs.session.Config.Accounts[name].Drive.BaseURL
	}
	j.Gap = gapOf(acc.Gate)
	err = cs.tryLogin(acc.Store, &j.Source, acc.Source.Probe)
	j.State, j.Error = cs.stateOf(err)
	return err
}

func (cs *Commands) docsStatus(name string, j *jsonAccount) error {
	j.Docs, j.DocsSource = embeddedService, cs.con.Say(text.FromEmbedded)
	acc, err := cs.sources.Docs(name)
	if err != nil {
		return err
	}
	if acc.Store != nil {
		j.Docs = cs.session.Config.Accounts[name].Docs.Endpoint
	}
	j.DocsGap = gapOf(acc.Gate)
	var tools []docs.Tool
	err = cs.tryLogin(acc.Store, &j.DocsSource, func(ctx context.Context) error {
		if err := acc.Service.Probe(ctx); err != nil {
			return err
		}
		var err error
		tools, err = acc.Service.Tools(ctx)
		return err
	})
	j.DocsState, j.DocsError = cs.stateOf(err)
	if err == nil {
		n, _ := offered(tools, false)
		ofText, _ := offered(tools, true)
		for _, t := range tools {
			if t.Wire != "" {
				continue
			}
			m := jsonMissing{Tool: t.Name, Why: cs.con.Say(text.CliNotOffered), Text: t.Text}
			if t.Why != nil {
				m.Why = cs.con.Explain(t.Why)
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

// tryLogin returns whether a credential is valid, and sets where it comes from.
func (cs *Commands) tryLogin(store *secret.Store, where *string, probe func(context.Context) error) error {
	if store != nil {
		from, err := store.Where(cs.session.Context())
		*where = from.Say(cs.con.Catalogue)
		if err != nil {
			return err
		}
	}
	return probe(cs.session.Context())
}

func (cs *Commands) stateOf(err error) (state, why string) {
	switch {
	case err == nil:
		return stateIn, ""
	case client.Is(err, client.KindAuth):
		return stateLogin, cs.con.Explain(err)
	}
	return stateUnknown, cs.con.Explain(err)
}
