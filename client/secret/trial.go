package secret

import (
	"context"
	"net/http"
	"os"
	"path/filepath"

	"aloft/model"
	"aloft/model/text"
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
	if e := s.o.Explicit; e != nil {
		switch {
		case len(e.Command) > 0:
			return model.Say(text.Typed(text.FromFlagCommand), e.Command[0])
		case e.File != "":
			return model.Say(text.Typed(text.FromFlagFile), e.File)
		case e.HasFD:
			return model.Say(text.Typed(text.FromFlagFD), e.FD)
		}
	}
	if dir := s.o.Getenv("CREDENTIALS_DIRECTORY"); dir != "" {
		if _, err := os.Stat(filepath.Join(dir, s.fileName())); err == nil {
			return model.Say(text.Typed(text.FromSystemd), s.fileName())
		}
	}
	switch {
	case len(s.o.Command) > 0:
		return model.Say(text.Typed(text.FromCommand), s.o.Command[0])
	case !s.kept.Empty():
		return model.Say(text.FromEnvironment, s.o.EnvName)
	}
	return model.Sentence{}
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
