package secret

import (
	"context"
	"slices"
	"time"

	"aloft/client"
	"aloft/client/config"
	"aloft/model"
)

// Logins has the logins of all accounts.
type Logins struct {
	Words []client.LoginService
	// Open finds a service of an account, with its settings; it sends nothing.
	Open func(account string, of model.Scheme) (*Login, *config.Account, error)
	// Write adds an account to the configuration.
	Write func(*config.Account) error
}

var _ client.Logins = (*Logins)(nil)

// Services are those that an account can have.
func (s *Logins) Services() []client.LoginService { return s.Words }

// Form is what a person is asked for.
func (s *Logins) Form(ctx context.Context, account string, of model.Scheme) (f client.LoginForm, err error) {
	l, a, err := s.Open(account, of)
	if err != nil {
		return f, err
	}
	f.Address = a.Address(of)
	f.Plain = slices.ContainsFunc(a.AddressesOf(of), config.Insecure)
	f.Scans = l.Code != nil
	if f.Given = l.Store.Given(); !f.Given.IsZero() {
		return f, nil
	}
	for _, k := range Kinds() {
		var ready error
		if _, ready = l.Store.Ready(ctx, k, ""); ready == nil {
			f.Stores = append(f.Stores, client.LoginStore{Name: string(k), Said: l.Store.Place(k)})
		} else if k == InFile && len(f.Stores) == 0 {
			return f, ready
		}
	}
	return f, nil
}

// Read understands what was pasted.
func (s *Logins) Read(account string, of model.Scheme, pasted string) (client.Pasted, error) {
	l, _, err := s.Open(account, of)
	if err != nil {
		return nil, err
	}
	p, err := l.Read(pasted, time.Now())
	if err != nil {
		return nil, err
	}
	// What is wrong with it is found before it is sent, and no log has it from here on.
	if _, err := l.Store.Try(p.value); err != nil {
		return nil, err
	}
	return p, nil
}

// Scan asks the service for a QR code to sign in by.
func (s *Logins) Scan(ctx context.Context, account string, of model.Scheme) (client.Scan, error) {
	l, _, err := s.Open(account, of)
	if err != nil {
		return nil, err
	}
	scan, err := l.Scan(ctx)
	if err != nil {
		return nil, err
	}
	return scan, nil
}

// Said is what was pasted.
func (p *Pasted) Said() model.Sentence {
	if p.cookies == 0 {
		return model.Say("token")
	}
	return model.Say("%d {cookie|cookies} of %s", p.cookies, p.host)
}

// SignIn checks what was pasted, and stores it.
func (s *Logins) SignIn(ctx context.Context, account string, of model.Scheme, p client.Pasted, store string) (in client.SignedIn, err error) {
	l, _, err := s.Open(account, of)
	if err != nil {
		return in, err
	}
	k, err := l.SignIn(ctx, p.(*Pasted), Kind(store), "")
	if err != nil {
		return in, err
	}
	return client.SignedIn{From: k.From, Over: k.Over, Until: l.Store.Ends(), Warn: k.Unkept}, nil
}

// Add writes an account into the configuration.
func (s *Logins) Add(account string, addresses map[model.Scheme]string) error {
	values := map[string]string{}
	for of, address := range addresses {
		values[config.AddFlags(of)[0].Name] = address
	}
	a, err := config.NewAccount(account, values)
	if err != nil {
		return err
	}
	return s.Write(a)
}
