package wire

import (
	"aloft/client"
	"aloft/client/config"
	"aloft/client/secret"
	"aloft/model"
)

// Logins signs in on the screen.
func (s *Sources) Logins() client.Logins {
	set := &secret.Logins{Open: s.Login, Write: s.add}
	for _, k := range kinds {
		set.Words = append(set.Words, client.LoginService{Scheme: k.Scheme, Name: k.Name, Steps: k.Steps, Again: k.Again, Short: k.Short, Address: k.Address})
	}
	return set
}

// add adds an account. The first of one's own is the one that is used from then on.
func (s *Sources) add(a *config.Account) error {
	first := len(s.session.Names()) == 1
	if err := s.session.Add(a); err != nil || !first {
		return err
	}
	f := config.File{Options: s.session.ConfigOptions}
	page, err := f.Page()
	if err == nil {
		_, err = f.Set(page.Version, "account", a.Name)
	}
	return err
}

// Login is the credential of a service, in the store that the open service uses.
func (s *Sources) Login(account string, of model.Scheme) (*secret.Login, *config.Account, error) {
	acc, err := s.session.Having(account, of)
	if err != nil {
		return nil, nil, err
	}
	o, err := s.Service(of, account)
	if err != nil {
		return nil, nil, err
	}
	return &secret.Login{Account: account, Hosts: secret.LoginHosts(acc, of), Store: o.Store, Check: o.Try, Code: o.Code}, acc, nil
}
