package admin

import (
	"cmp"
	"context"

	"aloft/client"
	"aloft/client/docs"
	"aloft/client/secret"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/wire"
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
	a := accountState{name: name, current: name == cs.session.Config.Account, services: map[model.Scheme]*serviceState{}}
	rows := [][2]string{{cs.con.Say("account"), name}}
	var errs []error
	for _, k := range wire.Kinds() {
		if !cs.session.Config.Has(name, k.Scheme) {
			continue
		}
		st, err := cs.serviceStatus(name, k.Scheme)
		a.services[k.Scheme], errs = st, append(errs, err)
		rows = append(rows, [][2]string{
			{cs.con.Say(k.Name), cs.con.Word(st.address)}, {cs.con.Say(text.CliRowCredential), st.source},
			{cs.con.Say("state"), cs.con.Word(st.state)}, {cs.con.Say("gap"), st.gap},
		}...)
		if !st.ends.IsZero() {
			rows = append(rows, [2]string{cs.con.Say("expires"), console.When(st.ends)})
		}
		if st.tools != nil {
			rows = append(rows, st.tools.rows(cs.con)...)
		}
	}
	var err error
	if f.JSON {
		err = cs.con.Encode(a)
	} else {
		err = cs.con.Lines(model.Each(rows, func(r [2]string) string { return model.Pad(r[0], 11) + model.Clean(r[1]) }))
	}
	return cmp.Or(err, cs.con.Worst(errs))
}

func (t *toolsState) rows(con *console.Console) [][2]string {
	files, ofText := t.files, t.ofText
	for _, m := range t.missing {
		if m.Text {
			ofText++
		} else {
			files++
		}
	}
	rows := [][2]string{
		{con.Say("tools"), con.Say(text.CliToolsOf, t.files, files)},
		{con.Say("text tools"), con.Say(text.CliToolsOf, t.ofText, ofText)},
	}
	for _, m := range t.missing {
		rows = append(rows, [2]string{con.Say("missing"), m.Tool + ": " + m.Why})
	}
	return rows
}

func (cs *Commands) serviceStatus(name string, of model.Scheme) (*serviceState, error) {
	st := &serviceState{address: cs.addressOf(name, of), source: cs.con.Say("embedded service")}
	acc, err := cs.sources.Service(of, name)
	if err != nil {
		return st, err
	}
	st.gap = gapOf(acc.Gate)
	var tools []docs.Tool
	err = cs.tryLogin(acc.Store, &st.source, func(ctx context.Context) error {
		err := acc.Probe(ctx)
		if err == nil && acc.Tools != nil {
			tools, err = acc.Tools(ctx)
		}
		return err
	})
	st.state, st.why = cs.stateOf(err)
	if acc.Store != nil && st.state != stateLogin {
		st.ends = acc.Store.Ends() // known once it was read
	}
	if err == nil && acc.Tools != nil {
		st.tools = cs.toolsOf(tools)
	}
	return st, err
}

func (cs *Commands) toolsOf(tools []docs.Tool) *toolsState {
	t := &toolsState{}
	t.files, _ = offered(tools, false)
	t.ofText, _ = offered(tools, true)
	for _, tool := range tools {
		if tool.Wire != "" {
			continue
		}
		m := jsonMissing{Tool: tool.Name, Why: cs.con.Say(text.CliNotOffered), Text: tool.Text, Stops: console.Words(tool.Ops)}
		if tool.Why != nil {
			m.Why = cs.con.Explain(tool.Why)
		}
		t.missing = append(t.missing, m)
	}
	return t
}

// tryLogin returns whether a credential is valid, and sets where it comes from.
func (cs *Commands) tryLogin(store *secret.Store, where *string, probe func(context.Context) error) error {
	if store != nil {
		from, err := store.Where(cs.session.Context())
		*where = from.In(cs.con.Catalogue)
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
