package session

import (
	"iter"
	"maps"
	"slices"
	"sync"

	"aloft/client"
	"aloft/client/config"
	"aloft/client/secret"
	"aloft/model"
	"aloft/model/text"
)

// PlainWarnings are about addresses that get a credential without encryption.
func (s *Session) PlainWarnings(name string, acc *config.Account) []string {
	return model.Each(acc.Insecure(), func(addr string) string { return model.Clean(s.Con.Say(text.CliPlain, name, addr)) })
}

// added are the accounts that were made since the configuration was read.
type added struct {
	mu  sync.Mutex
	all map[string]*config.Account
}

// Account are the settings of a remote account, nil when there is none.
func (s *Session) Account(name string) *config.Account {
	if a := s.Config.Accounts[name]; a != nil {
		return a
	}
	s.added.mu.Lock()
	defer s.added.mu.Unlock()
	return s.added.all[name]
}

// Known reports whether there is an account of that name.
func (s *Session) Known(name string) bool { return name == config.Local || s.Account(name) != nil }

// Has reports whether an account has a service.
func (s *Session) Has(name string, of model.Scheme) bool {
	if a := s.Account(name); a != nil {
		return a.Has(of)
	}
	return s.Config.Has(name, of)
}

// Names are the accounts, the current one first.
func (s *Session) Names() []string {
	all := s.Config.Names()
	s.added.mu.Lock()
	defer s.added.mu.Unlock()
	return append(all, slices.Sorted(maps.Keys(s.added.all))...)
}

// Free reports whether an account of that name can be added.
func (s *Session) Free(name string) error {
	if s.Known(name) {
		return client.Errorf(client.KindConflict, "account", model.Place{}, "there is an account %s already", name)
	}
	if s.Config.File == "" {
		return s.DirsErr
	}
	return nil
}

// Add writes an account into the configuration, and it can be used at once.
func (s *Session) Add(a *config.Account) error {
	if err := s.Free(a.Name); err != nil {
		return err
	}
	if err := config.AddAccount(s.Config.File, a); err != nil {
		return err
	}
	cfg, _, err := config.Load(s.ConfigOptions()) // with the defaults of its settings
	if err != nil || cfg.Accounts[a.Name] == nil {
		return err
	}
	s.added.mu.Lock()
	defer s.added.mu.Unlock()
	if s.added.all == nil {
		s.added.all = map[string]*config.Account{}
	}
	s.added.all[a.Name] = cfg.Accounts[a.Name]
	return nil
}

// Having are the settings of a remote account that has the service.
func (s *Session) Having(name string, of model.Scheme) (*config.Account, error) {
	if s.Known(name) && !s.Has(name, of) {
		return nil, config.Lacks(name, of)
	}
	return s.Remote(name)
}

// Remote are the settings of a remote account.
func (s *Session) Remote(name string) (*config.Account, error) {
	acc := s.Account(name)
	if acc == nil && s.Config.File == "" {
		return nil, s.DirsErr
	}
	if acc == nil {
		return nil, client.Errorf(client.KindNotFound, "open", model.Place{}, "there is no account %s", name).Hinted(text.HintConfigAccount)
	}
	return acc, nil
}

// Store is where the credential of a service of a remote account comes from.
func (s *Session) Store(name string, of model.Scheme) *secret.Store {
	command, variable := s.Account(name).Credential(of)
	return s.Credential(name, string(of), variable, command)
}

// Credential is where a secret of an account comes from; variable is the end of the
// environment variable that sets it for automation.
func (s *Session) Credential(name, service, variable string, command []string) *secret.Store {
	o := secret.Options{
		Account: name, Service: service, Dir: s.SecretDir(), EnvName: config.EnvName(name) + variable,
		Command: command, Getenv: s.Con.Env, Scrub: s.Con.Scrub, Warn: s.warnOfCredential,
		Spare: func(make bool) iter.Seq[string] { return config.Spare(s.Con.Env, make) },
	}
	// The flags apply to one credential of the account that the command works on.
	if name == s.Config.Account && service == s.credentialFor(name) {
		o.Explicit = s.explicit()
	}
	return secret.Open(o)
}

// LocalDocs is the prefix of links of the embedded service's documents. No browser
// can open them.
const LocalDocs = "https://docs.aloft.local"

// Services are those that an account has, the one that is shown at the start first.
func (s *Session) Services(name string) []model.Scheme {
	return slices.DeleteFunc(model.Services(), func(of model.Scheme) bool { return !s.Has(name, of) })
}

// credentialFor is the service that the flags --credential-… apply to: what
// --credential-for says, else the first that the account has.
func (s *Session) credentialFor(name string) string {
	all := s.Services(name)
	if s.Flags.credFor != "" || len(all) == 0 {
		return s.Flags.credFor
	}
	return string(all[0])
}
