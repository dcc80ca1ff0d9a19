package wire

import (
	"aloft/client"
	"aloft/client/config"
	"aloft/client/logins"
	"aloft/model"
)

// Logins signs in on the screen.
func (s *Sources) Logins() client.Logins {
	set := &logins.Set{Open: s.Login, Write: s.session.Add}
	for _, k := range kinds {
		set.Words = append(set.Words, client.LoginService{Scheme: k.Scheme, Name: k.Name, Steps: k.Steps, Again: k.Again, Short: k.Short, Address: k.Address})
	}
	return set
}

// Login is the credential of a service, in the store that the open service uses.
func (s *Sources) Login(account string, of model.Scheme) (*logins.Login, *config.Account, error) {
	acc, err := s.session.Having(account, of)
	if err != nil {
		return nil, nil, err
	}
	o, err := s.Service(of, account)
	if err != nil {
		return nil, nil, err
	}
	return &logins.Login{Account: account, Hosts: logins.Hosts(acc, of), Store: o.Store, Check: o.Try, Code: o.Code}, acc, nil
}
