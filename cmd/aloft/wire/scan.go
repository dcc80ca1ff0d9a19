package wire

import (
	"cmp"
	"context"
	"errors"
	"net/url"

	"aloft/client"
	"aloft/client/config"
	"aloft/client/drive"
	"aloft/client/gate"
	"aloft/client/secret"
	"aloft/model"
	"aloft/model/text"
)

// scans lets one sign in to a remote drive by a QR code. The login service and the web page are other hosts than the
// drive; their gates share the state of the account's, so all requests are one at a time and apart.
func (s *Sources) scans(of *Service, name string, settings *config.Drive) error {
	if settings.LoginURL == "" {
		return nil
	}
	var gates []*gate.Gate
	for _, raw := range []string{settings.LoginURL, cmp.Or(settings.WebOrigin, settings.BaseURL)} {
		base, err := url.Parse(raw)
		if err != nil {
			return client.Errorf(client.KindInvalid, "config", model.Place{}, text.CliBadURL, raw)
		}
		g, err := s.gate(model.Place{Account: name, Scheme: model.SchemeDrive}, text.CliTheDrive, settings.Gap, of.Far, gate.HTTPWire(base))
		if err != nil {
			return err
		}
		gates = append(gates, g)
	}
	of.Code = s.code(name, settings, gates[0], gates[1])
	closed := of.close
	of.close = func() error { return errors.Join(gates[0].Close(), gates[1].Close(), closed()) }
	return nil
}

// code asks for a QR code.
func (s *Sources) code(name string, settings *config.Drive, login, origin *gate.Gate) func(context.Context) (secret.Code, error) {
	o := drive.CodeOptions{
		Account: name, Login: settings.LoginURL, Page: cmp.Or(settings.LoginPage, settings.LoginURL+"/scan"), Client: settings.LoginClient,
		Origin: cmp.Or(settings.WebOrigin, settings.BaseURL), Base: settings.BaseURL, LoginGate: login, OriginGate: origin,
		Hide: s.session.Con.Scrub.Add, Scale: s.session.Scale,
	}
	return func(ctx context.Context) (secret.Code, error) {
		c, err := drive.NewCode(ctx, o)
		if err != nil {
			return nil, err
		}
		return c, nil
	}
}
