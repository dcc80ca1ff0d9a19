package wire

import (
	"aloft/client"
	"aloft/client/config"
	"aloft/client/gate/redis"
	"aloft/client/secret"
	"aloft/model"
)

// far is the server where the machines of an account meet; nil when this one is alone.
// It is not connected to.
func (s *Sources) far(name string, at config.Gate) (*redis.Server, error) {
	if at.Server == "" {
		return nil, nil
	}
	o := redis.Options{URL: at.Server, Away: at.Away}
	if words := s.password(name, at.CredentialCommand); words != nil {
		s.session.WarnOfPlain(name, at.Server)
		o.Password = words.Token
	}
	far, err := redis.New(o)
	if err != nil {
		return nil, client.Errorf(client.KindInvalid, "config", model.Place{}, "the gate setting of account %s is not the address of a Redis server", name)
	}
	return far, nil
}

// password is where the password of an account's server comes from; nil when it has
// none. Its variable is read once, so both services of the account get the same.
func (s *Sources) password(name string, command []string) *secret.Store {
	const variable = "GATE_PASSWORD"
	if len(command) > 0 {
		return s.session.Credential(name, secret.Gate, variable, command)
	}
	if s.passwords[name] == nil && s.session.Con.Env(config.EnvName(name)+variable) != "" {
		s.passwords[name] = s.session.Credential(name, secret.Gate, variable, nil)
	}
	return s.passwords[name]
}
