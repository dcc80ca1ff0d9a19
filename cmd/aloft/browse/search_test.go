package browse

import (
	"context"
	"errors"
	"slices"
	"testing"

	"aloft/client"
	"aloft/model"
)

// found is a service with a search, listed one without.
type (
	found  struct{ client.Source }
	listed struct{ client.Source }
)

func (found) Search(context.Context, string, client.Options) ([]client.Hit, error) { return nil, nil }

// some are the sources of an account; one that is not there cannot be opened.
type some map[model.Scheme]client.Source

func (s some) Accounts() []string { return nil }

func (s some) For(p model.Place) (client.Source, error) {
	if src := s[p.Scheme]; src != nil {
		return src, nil
	}
	return nil, errors.New("it cannot be opened")
}

// A service without a search fails no search that did not name it; one that cannot be
// opened does.
func TestAServiceWithoutSearchIsLeftOut(t *testing.T) {
	cs := &Commands{sources: some{"a": found{}, "b": listed{}}}
	for _, c := range []struct{ all, want []model.Scheme }{
		{[]model.Scheme{"a", "b"}, []model.Scheme{"a"}},
		{[]model.Scheme{"a", "b", "gone"}, []model.Scheme{"a", "gone"}},
		{[]model.Scheme{"b"}, []model.Scheme{"b"}},
	} {
		if got := cs.searchable(c.all); !slices.Equal(got, c.want) {
			t.Errorf("of %q it searches %q, want %q", c.all, got, c.want)
		}
	}
}
