package secret

import (
	"context"
	"net/http"
	"os"
	"path/filepath"

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
func (s *Store) Adopt(ctx context.Context, kind Kind, tried *Store, identity string) (from Origin, unkept, err error) {
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

// Given is the source that is used in place of what is stored here; ok: there is one. Nothing is
// read.
func (s *Store) Given() (from Origin, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.o.Explicit; e != nil {
		switch {
		case len(e.Command) > 0:
			return Origin{text.FromFlagCommand, []any{e.Command[0]}}, true
		case e.File != "":
			return Origin{text.FromFlagFile, []any{e.File}}, true
		case e.HasFD:
			return Origin{text.FromFlagFD, []any{e.FD}}, true
		}
	}
	if dir := s.o.Getenv("CREDENTIALS_DIRECTORY"); dir != "" {
		if _, err := os.Stat(filepath.Join(dir, s.fileName())); err == nil {
			return Origin{text.FromSystemd, []any{s.fileName()}}, true
		}
	}
	switch {
	case len(s.o.Command) > 0:
		return Origin{text.FromCommand, []any{s.o.Command[0]}}, true
	case !s.kept.Empty():
		return Origin{text.FromEnvironment, []any{s.o.EnvName}}, true
	}
	return Origin{}, false
}

// Place is where a store of that kind keeps the credential, for a person to choose.
func (s *Store) Place(kind Kind) Origin {
	switch kind {
	case InAge:
		file, _, err := s.recipients("")
		if err != nil {
			return Origin{}
		}
		return Origin{"encrypted to your key %s", []any{filepath.Base(file)}}
	case InFile:
		return Origin{"plain file, only you can read it", nil}
	}
	return Origin{"the system's keyring", nil}
}
