package secret

import (
	"context"
	"net/http"
	"path/filepath"

	"aloft/model"
)

// Try returns a store in memory that has this credential: it is checked before it is stored.
func (s *Store) Try(v Secret) (*Store, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v, err := s.accept(v)
	if err != nil {
		return nil, err
	}
	o := s.o
	o.Dir, o.EnvName, o.Command, o.Explicit = "", "", nil, nil
	return &Store{o: o, base: v, have: true, trial: true}, nil
}

// Adopt stores a credential that was tried. unkept says why the cookies that the service has
// renewed meanwhile are in memory only.
func (s *Store) Adopt(ctx context.Context, kind Kind, tried *Store, identity string) (from model.Sentence, unkept, err error) {
	tried.mu.Lock()
	v, set := tried.base, tried.renewed()
	tried.mu.Unlock()
	if from, err = s.Save(ctx, kind, v, identity); err != nil {
		return from, nil, err
	}
	return from, s.Rotate(ctx, set), nil
}

// renewed are the cookies that answers have set.
func (s *Store) renewed() (set []*http.Cookie) {
	over := s.session.over(s.base)
	for _, name := range sorted(over) {
		if p := over[name]; !p.Gone {
			set = append(set, &http.Cookie{Name: name, Value: p.Value, Expires: p.Until})
		}
	}
	return set
}

// Given is the source that is used in place of what is stored here, zero when there is none. Nothing
// is read.
func (s *Store) Given() model.Sentence {
	s.mu.Lock()
	defer s.mu.Unlock()
	from, _ := s.given()
	return from
}

// Place is where a store of that kind keeps the credential, for a person to choose.
func (s *Store) Place(kind Kind) model.Sentence {
	switch kind {
	case InAge:
		file, _, err := s.recipients("")
		if err != nil {
			return model.Sentence{}
		}
		return model.Say("encrypted to your key %s", filepath.Base(file))
	case InFile:
		return model.Say("plain file, only you can read it")
	}
	return model.Say("keyring")
}
