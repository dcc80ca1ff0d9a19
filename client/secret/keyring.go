package secret

import (
	"context"
	"errors"
	"time"

	"github.com/zalando/go-keyring"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// Keyring is the operating system's store of passwords.
type Keyring interface {
	// Probe reports within two seconds whether there is one.
	Probe(ctx context.Context) bool
	// Get returns ErrNoEntry for an unknown user.
	Get(user string) (string, error)
	Set(user, value string) error
	Delete(user string) error
}

// ErrNoEntry: the keyring has nothing of that name.
var ErrNoEntry = errors.New("not in the keyring")

// keyringService is the service name of our entries.
const keyringService = "aloft"

type systemKeyring struct{}

// Probe runs in the background, since a dead session bus never answers.
func (systemKeyring) Probe(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	answer := make(chan bool, 1)
	go func() { answer <- probeKeyring(ctx) }()
	select {
	case ok := <-answer:
		return ok
	case <-ctx.Done():
		return false
	}
}

func (systemKeyring) Get(user string) (string, error) {
	v, err := keyring.Get(keyringService, user)
	if errors.Is(err, keyring.ErrNotFound) {
		return "", ErrNoEntry
	}
	return v, err
}

func (systemKeyring) Set(user, value string) error { return keyring.Set(keyringService, user, value) }
func (systemKeyring) Delete(user string) error     { return keyring.Delete(keyringService, user) }

func (s *Store) fromKeyring(ctx context.Context) (Secret, bool, error) {
	if !s.o.Keyring.Probe(ctx) {
		return Secret{}, false, nil
	}
	v, err := s.o.Keyring.Get(s.fileName())
	if errors.Is(err, ErrNoEntry) {
		return Secret{}, false, nil
	}
	if err != nil {
		return Secret{}, false, s.fail(text.SecretKeyring, err.Error())
	}
	return New(v), true, nil
}

func (s *Store) noKeyring() error {
	e := s.fail("no keyring responds on this machine")
	e.Kind, e.Hint, e.HintArgs = client.KindLocal, text.HintSecretStore, nil
	return e
}

func (s *Store) saveKeyring(ctx context.Context, v Secret) (model.Sentence, error) {
	if !s.o.Keyring.Probe(ctx) {
		return model.Sentence{}, s.noKeyring()
	}
	if err := s.o.Keyring.Set(s.fileName(), v.Reveal()); err != nil {
		e := s.fail(text.SecretKeyring, err.Error())
		e.Kind, e.Hint, e.HintArgs = client.KindLocal, text.HintSecretStore, nil
		return model.Sentence{}, e
	}
	return model.Say(text.FromKeyring), nil
}
