package main

import (
	"net/url"
	"time"

	"aloft/client"
	"aloft/client/config"
	"aloft/client/docs"
	"aloft/client/embedded"
	"aloft/client/gate"
	"aloft/client/secret"
	"aloft/model"
	"aloft/model/text"
)

// localPoll is the time between two questions about a task of the embedded
// service, which nobody else waits for.
const localPoll = 50 * time.Millisecond

// localDocs is what the links of the embedded service's documents begin with.
// No browser can open them.
const localDocs = "https://docs.aloft.local"

// docAccount is the document service of one account as it is wired. Its gate
// is another one than the drive's: they are different services.
type docAccount struct {
	gate         *gate.Gate
	service      *docs.Service
	home, spaces client.Source
	store        *secret.Store // nil for the embedded one
}

// docs opens the document service of an account; "" is the current one. It
// sends nothing.
func (s *sources) docs(account string) (*docAccount, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	name, shown := s.named(account)
	if acc := s.documents[name]; acc != nil {
		return acc, nil
	}
	acc, err := s.openDocs(name, shown)
	if err != nil {
		return nil, err
	}
	acc.home, acc.spaces = acc.service.Home(), acc.service.Spaces()
	s.documents[name] = acc
	return acc, nil
}

func (s *sources) openDocs(name, shown string) (*docAccount, error) {
	a := s.a
	if name == config.Local {
		endpoint := localURL + embedded.DocsPath
		g, err := s.gate(model.Place{Account: name, Scheme: model.SchemeDocs}, text.CliTheDocs, 0, gate.RoundTripperWire(s.local))
		if err != nil {
			return nil, err
		}
		return &docAccount{gate: g, service: docs.New(docs.Options{
			Account: shown, Name: name, Endpoint: endpoint, DocURLBase: localDocs, Gate: g, Tokens: localToken{s.local},
			Bytes: s.local, Poll: client.Span{Min: localPoll, Max: localPoll}, Warn: a.warnLater, Scale: a.scale,
		})}, nil
	}
	settings, err := a.docsOf(name)
	if err != nil {
		return nil, err
	}
	endpoint, err := url.Parse(settings.Endpoint)
	if err != nil {
		return nil, client.Errorf(client.KindInvalid, "config", model.Place{}, text.CliBadURL, settings.Endpoint)
	}
	hardenProcess()
	g, err := s.gate(model.Place{Account: name, Scheme: model.SchemeDocs}, text.CliTheDocs, settings.Gap, gate.HTTPWire(endpoint))
	if err != nil {
		return nil, err
	}
	a.warnOfPlain(name, settings.Endpoint)
	a.warnOfPlain(name, settings.OpenAPIURL)
	store := a.docsStore(name, settings)
	return &docAccount{gate: g, store: store, service: docs.New(docs.Options{
		Account: shown, Name: name, Endpoint: settings.Endpoint, AuthScheme: settings.AuthScheme, DocURLBase: settings.DocURLBase,
		Gate: g, Tokens: store, Open: a.openPlatform(name, settings), Poll: pollAround(settings.Poll), Warn: a.warnLater, Scale: a.scale,
	})}, nil
}

// openPlatform takes images for the documents of a remote account, when it is
// configured. Its credential is one of its own.
func (a *app) openPlatform(name string, d *config.Docs) docs.OpenPlatform {
	o := docs.OpenPlatform{URL: d.OpenAPIURL, ClientID: d.ClientID, OpenID: d.OpenID}
	if o.URL != "" {
		o.Tokens = a.credential(name, secret.OpenPlatform, "OPEN_TOKEN", d.OpenCredentialCommand)
	}
	return o
}

// pollAround spreads the questions of several tasks around the configured time,
// within the 3 to 5 s of "Limits" in the document specification.
func pollAround(d time.Duration) client.Span {
	return client.Span{Min: max(config.MinPoll, d-time.Second), Max: min(config.MaxPoll, d+time.Second)}
}

// docsOf are the document settings of a remote account.
func (a *app) docsOf(name string) (*config.Docs, error) {
	acc, err := a.remote(name)
	if err != nil {
		return nil, err
	}
	if acc.Docs == nil {
		e := client.Errorf(client.KindUnsupported, "open", model.Place{}, "the account %s has no document service", name)
		e.Hint, e.HintArgs = "give accounts.%s.docs.endpoint in config.toml", []any{name}
		return nil, e
	}
	return acc.Docs, nil
}

// docsStore is where the token of a remote document service comes from.
func (a *app) docsStore(name string, d *config.Docs) *secret.Store {
	return a.credential(name, secret.Docs, "DOCS_TOKEN", d.CredentialCommand)
}

// hasDrive and hasDocs tell what an account consists of.
func (a *app) hasDrive(name string) bool {
	acc := a.cfg.Accounts[name]
	return name == config.Local || acc != nil && acc.Drive != nil
}

func (a *app) hasDocs(name string) bool {
	acc := a.cfg.Accounts[name]
	return name == config.Local || acc != nil && acc.Docs != nil
}

// credentialFor is the service that --credential-file and its sisters are about:
// what --credential-for says, else the drive if the account has one.
func (a *app) credentialFor(name string) string {
	if a.flags.credFor != "" {
		return a.flags.credFor
	}
	if a.hasDrive(name) {
		return secret.Drive
	}
	return secret.Docs
}
