package wire

import (
	"context"
	"errors"
	"net/url"
	"time"

	"aloft/client"
	"aloft/client/config"
	"aloft/client/docs"
	"aloft/client/docs/conn"
	"aloft/client/embedded"
	"aloft/client/gate"
	"aloft/client/gate/redis"
	"aloft/client/secret"
	"aloft/cmd/aloft/session"
	"aloft/model"
	"aloft/model/text"
)

// localPoll is the time between two polls of a task of the embedded service, which
// nobody else waits for.
const localPoll = 50 * time.Millisecond

// wiredDocs puts both trees of a service behind its gate, which is not the drive's: they
// are different services.
func wiredDocs(g *gate.Gate, far *redis.Server, store *secret.Store, o docs.Options) *Service {
	o.Gate = g
	d := docs.New(o)
	home, spaces := d.Home(), d.Spaces()
	return &Service{
		Gate: g, Far: far, Store: store, Probe: d.Probe, Tools: d.Tools,
		source: func(of model.Scheme) client.Writer {
			if of == model.SchemeSpace {
				return spaces
			}
			return home
		},
		close: func() error { return errors.Join(d.Close(), g.Close()) },
	}
}

func (s *Sources) openDocs(name, shown string) (*Service, error) {
	if name == config.Local {
		endpoint := localURL + embedded.DocsPath
		g, err := s.gate(model.Place{Account: name, Scheme: model.SchemeDocs}, text.CliTheDocs, 0, nil, gate.RoundTripperWire(s.Local))
		if err != nil {
			return nil, err
		}
		return wiredDocs(g, nil, nil, docs.Options{
			Account: shown, Name: name, Endpoint: endpoint, Prompt: true, DocURLBase: session.LocalDocs, Tokens: localToken{s.Local},
			Bytes: s.Local, Poll: client.Span{Min: localPoll, Max: localPoll}, Warn: s.session.Con.WarnLater, Scale: s.session.Scale,
		}), nil
	}
	acc, err := s.session.Having(name, model.SchemeDocs)
	if err != nil {
		return nil, err
	}
	settings := acc.Docs
	endpoint, err := url.Parse(settings.Endpoint)
	if err != nil {
		return nil, client.Errorf(client.KindInvalid, "config", model.Place{}, text.CliBadURL, settings.Endpoint)
	}
	session.HardenProcess()
	far, err := s.far(name, settings.Gate)
	if err != nil {
		return nil, err
	}
	g, err := s.gate(model.Place{Account: name, Scheme: model.SchemeDocs}, text.CliTheDocs, settings.Gap, far, gate.HTTPWire(endpoint))
	if err != nil {
		return nil, err
	}
	s.session.WarnOfPlain(name, settings.Endpoint)
	s.session.WarnOfPlain(name, settings.OpenAPIURL)
	store := s.session.Store(name, model.SchemeDocs)
	o := docs.Options{
		Account: shown, Name: name, Endpoint: settings.Endpoint, AuthScheme: settings.AuthScheme, DocURLBase: settings.DocURLBase,
		Tokens: store, Open: s.openPlatform(name, settings), Poll: pollAround(settings.Poll), Warn: s.session.Con.WarnLater, Scale: s.session.Scale, Now: s.session.Now,
	}
	if !s.Lasting {
		o.Remember = session.Below(s.session.Dirs.Cache, "docs")
	}
	of := wiredDocs(g, far, store, o)
	of.Try = func(ctx context.Context, tried *secret.Store) error {
		o := o
		o.Gate, o.Tokens, o.Remember = g, tried, ""
		d := docs.New(o)
		return errors.Join(d.Probe(ctx), d.Close())
	}
	of.Hosts = []string{endpoint.Host}
	return of, nil
}

// openPlatform uploads images for the documents of a remote account, when it is
// configured. It has a credential of its own.
func (s *Sources) openPlatform(name string, d *config.Docs) conn.OpenPlatform {
	o := conn.OpenPlatform{URL: d.OpenAPIURL, ClientID: d.ClientID, OpenID: d.OpenID}
	if o.URL != "" {
		o.Tokens = s.session.Credential(name, secret.OpenPlatform, "OPEN_TOKEN", d.OpenCredentialCommand)
	}
	return o
}

// pollAround spreads the polls of several tasks around the configured time, within
// the 3 to 5 s of "Limits" in the document specification.
func pollAround(d time.Duration) client.Span {
	return client.Span{Min: max(config.MinPoll, d-time.Second), Max: min(config.MaxPoll, d+time.Second)}
}
