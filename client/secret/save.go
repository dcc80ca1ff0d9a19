package secret

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"filippo.io/age"

	"aloft/client"
	"aloft/client/system"
	"aloft/model"
	"aloft/model/text"
)

// Kind is a place where a login can be stored.
type Kind string

const (
	InKeyring Kind = "keyring"
	InAge     Kind = "age"
	InFile    Kind = "file"
)

// Kinds are all of them, in the order they are offered.
func Kinds() []Kind { return []Kind{InKeyring, InAge, InFile} }

// Save stores the user's secret. kind "" uses the keyring when one answers, and no
// other store by itself. identity is the file that InAge encrypts to; "" = the
// user's SSH key. Other stores of the same credential are cleared, so that what was
// saved is what is read.
func (s *Store) Save(ctx context.Context, kind Kind, v Secret, identity string) (model.Sentence, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v, err := s.accept(v)
	if err != nil {
		return model.Sentence{}, err
	}
	if kind == "" {
		if !s.o.Keyring.Probe(ctx) {
			return model.Sentence{}, s.noStore()
		}
		kind = InKeyring
	}
	var from model.Sentence
	switch kind {
	case InKeyring:
		from, err = s.saveKeyring(ctx, v)
	case InAge:
		from, err = s.saveAge(v, identity)
	case InFile:
		from = model.Say(text.FromFile, s.plainFile())
		err = s.put(s.plainFile(), []byte(v.Reveal()+"\n"))
	}
	if err != nil {
		return model.Sentence{}, err
	}
	s.drop(ctx, kind)
	s.base, s.from, s.have, s.session = v, from, true, overlay{}
	return from, nil
}

// accept takes what a person has given: one line.
func (s *Store) accept(v Secret) (Secret, error) {
	line, ok := oneLine(v)
	if !ok {
		e := s.fail(text.SecretBad, "the input")
		if line == "" {
			e.What = text.SecretEmpty
		}
		e.Kind = client.KindInvalid
		return Secret{}, e
	}
	s.o.Scrub.Add(line)
	return New(line), nil
}

func (s *Store) put(file string, data []byte) error {
	err := fs.ErrNotExist
	if s.o.Dir != "" {
		err = replace(file, data)
	}
	return s.notStored(file, err)
}

func (s *Store) notStored(file string, err error) error {
	if err == nil {
		return nil
	}
	e := s.fail(text.SecretNotStored, file, reason(err))
	e.Kind, e.Hint, e.HintArgs, e.Err = client.KindLocal, text.HintSecretStore, nil, err
	return e
}

// recipients are those of the identity's file; "" is the user's SSH key.
func (s *Store) recipients(identity string) (file string, to []age.Recipient, err error) {
	if identity == "" {
		home, err := client.Home(s.o.Getenv)
		if err != nil {
			return "", nil, err
		}
		dir := filepath.Join(home, ".ssh")
		for _, n := range []string{"id_ed25519", "id_rsa"} {
			if _, err := os.Stat(filepath.Join(dir, n)); err == nil {
				identity = filepath.Join(dir, n)
				break
			}
		}
		if identity == "" {
			e := s.fail("there is no identity to encrypt with: neither %s nor another SSH key", filepath.Join(dir, "id_ed25519"))
			e.Kind, e.Hint, e.HintArgs = client.KindLocal, text.HintSecretAge, nil
			return "", nil, e
		}
	}
	if identity, err = filepath.Abs(identity); err == nil {
		_, to, err = identities(identity)
	}
	if err != nil {
		return "", nil, s.badIdentity(identity, err)
	}
	return identity, to, nil
}

func (s *Store) saveAge(v Secret, identity string) (model.Sentence, error) {
	identity, to, err := s.recipients(identity)
	if err != nil {
		return model.Sentence{}, err
	}
	data, err := encrypt(v, to)
	if err != nil {
		return model.Sentence{}, s.badIdentity(identity, err)
	}
	if err := s.put(s.keyFile(), []byte(identity+"\n")); err != nil {
		return model.Sentence{}, err
	}
	return model.Say(text.FromAge, s.ageFile()), s.put(s.ageFile(), data)
}

// drop removes the credential from every store but one.
func (s *Store) drop(ctx context.Context, but Kind) (removed []string) {
	var files []string
	for session := range s.sessionFiles(false) {
		files = append(files, session, session+".lock")
	}
	if but != InAge {
		files = append(files, s.ageFile(), s.keyFile())
	}
	if but != InFile {
		files = append(files, s.plainFile())
	}
	for _, f := range files {
		if s.o.Dir == "" {
			break
		}
		if err := os.Remove(f); err == nil {
			removed = append(removed, f)
		} else if !errors.Is(err, fs.ErrNotExist) {
			s.warn(s.fail(text.SecretNotStored, f, reason(err)))
		}
	}
	if but != InKeyring && s.o.Keyring.Probe(ctx) && s.o.Keyring.Delete(s.fileName()) == nil {
		removed = append(removed, "keyring")
	}
	return removed
}

// Forget removes everything that was stored, and returns the names of the stores.
func (s *Store) Forget(ctx context.Context) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.have, s.base, s.session = false, Secret{}, overlay{}
	return s.drop(ctx, "")
}

// Ready checks, before a person is asked for anything, whether the secret can be
// stored, and returns where: kind "" uses the keyring when one answers.
func (s *Store) Ready(ctx context.Context, kind Kind, identity string) (Kind, error) {
	switch kind {
	case "":
		if s.o.Keyring.Probe(ctx) {
			return InKeyring, nil
		}
		return "", s.noStore()
	case InKeyring:
		if !s.o.Keyring.Probe(ctx) {
			return "", s.noKeyring()
		}
	case InAge:
		if _, _, err := s.recipients(identity); err != nil {
			return "", err
		}
	}
	if kind != InKeyring {
		if err := s.writable(); err != nil {
			return "", err
		}
	}
	return kind, nil
}

func (s *Store) noStore() error {
	e := s.fail("this machine has no safe store for the session")
	e.Kind, e.Hint, e.HintArgs = client.KindLocal, text.HintSecretStore, nil
	return e
}

// writable checks the folder of secret files.
func (s *Store) writable() error {
	err := fs.ErrNotExist
	if s.o.Dir != "" {
		if err = os.MkdirAll(s.o.Dir, 0o700); err == nil {
			var f *system.File
			if f, err = system.Create(s.o.Dir); err == nil {
				err = f.Drop()
			}
		}
	}
	return s.notStored(s.o.Dir, err)
}
