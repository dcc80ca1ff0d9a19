package session

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/client/disk"
	"aloft/model"
)

// Places parses what is typed as places, and completes them.
type Places struct {
	session *Session
	sources client.Sources
}

// NewPlaces takes the sources that places lie in.
func NewPlaces(s *Session, sources client.Sources) *Places {
	ps := &Places{session: s, sources: sources}
	s.Con.Places = ps.Complete
	return ps
}

// Place parses a typed place. Bare paths are on disk, as in a shell. The current
// account is left out, so that equal places are equal. A link in a browser and the
// id of a document are places, too: the service is asked for their place.
func (ps *Places) Place(s string) (model.Place, error) {
	p, _, err := ps.Found(s)
	return p, err
}

// Found is Place, and the entry where the service was asked for it, else nil.
func (ps *Places) Found(s string) (model.Place, *model.Entry, error) {
	cfg, err := ps.session.Load()
	if err != nil {
		return model.Place{}, nil, err
	}
	if isLink(s) {
		return ps.resolve(model.Place{Account: ps.linkAccount(s), Scheme: model.SchemeDocs}, s)
	}
	p, err := model.ParsePlace(s, ps.base())
	if err != nil {
		return p, nil, err
	}
	if p = p.Near(cfg.Account); p.IsLoose() {
		return ps.resolve(p, p.Pin())
	}
	return p, nil, nil
}

func isLink(s string) bool {
	return strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://")
}

// linkAccount is the account whose documents' links have this prefix; "" is the
// current one, which gets every link that no other matches.
func (ps *Places) linkAccount(link string) string {
	for _, n := range ps.session.Config.Names() {
		acc := ps.session.Config.Accounts[n]
		base := LocalDocs
		if acc != nil {
			if acc.Docs == nil || acc.Docs.DocURLBase == "" {
				continue
			}
			base = acc.Docs.DocURLBase
		}
		if strings.HasPrefix(link, strings.TrimRight(base, "/")+"/") && n != ps.session.Config.Account {
			return n
		}
	}
	return ""
}

// resolve finds the place of a document by its id or its link.
func (ps *Places) resolve(at model.Place, idOrLink string) (model.Place, *model.Entry, error) {
	src, err := ps.sources.For(at)
	if err != nil {
		return at, nil, err
	}
	s, ok := src.(client.Steady)
	if !ok {
		return at, nil, client.Errorf(client.KindUnsupported, "open", at, "%s: has no permanent ids; give the folder and the entry's name", string(at.Scheme))
	}
	p, e, err := s.Resolve(ps.session.Context(), idOrLink, client.Options{})
	return p, &e, err
}

// base is the current folder, the zero Place when it is not known.
func (ps *Places) base() model.Place {
	here, err := Here()
	if err != nil {
		return model.Place{}
	}
	return model.LocalPlace(disk.Steps(here))
}

// Plain is a typed place as it is written: nothing is asked.
func (ps *Places) Plain(s string) (model.Place, error) {
	p, err := model.ParsePlace(s, ps.base())
	return p.Near(ps.session.Config.Account), err
}

// Local is a path of this computer, byte for byte.
func (ps *Places) Local(s string) (model.Place, error) { return model.ParsePath(s, ps.base()) }

// Places parses several; with an invalid one it returns none.
func (ps *Places) Places(args []string) ([]model.Place, error) {
	out := make([]model.Place, 0, len(args))
	for _, s := range args {
		p, err := ps.Place(s)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// Source finds the source of a typed place.
func (ps *Places) Source(arg string) (model.Place, client.Source, error) {
	p, err := ps.Place(arg)
	if err != nil {
		return p, nil, err
	}
	s, err := ps.sources.For(p)
	return p, s, err
}

// CompletionPatience is the timeout of a listing for a completion.
const CompletionPatience = 3 * time.Second

// Complete offers places for the first n arguments, for all when n < 0.
func (ps *Places) Complete(n int) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
		if n >= 0 && len(args) >= n {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		if _, err := ps.session.Load(); err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		ctx, cancel := context.WithTimeout(ps.session.Context(), CompletionPatience)
		defer cancel()
		out := model.Complete(prefix, ps.base(), nil, func(p model.Place) model.Listing {
			p = p.Near(ps.session.Config.Account)
			src, err := ps.sources.For(p)
			if err != nil {
				return model.Listing{}
			}
			l, _ := src.List(ctx, p, client.Options{})
			return l
		})
		// A name that a terminal must not get is not offered cleaned: that would be
		// another place. Cobra trims the blanks of a word, which would be another
		// one, too.
		out = slices.DeleteFunc(out, func(w string) bool { return model.Clean(w) != w || strings.TrimSpace(w) != w })
		return out, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
	}
}

// PlaceThenFiles offers places, then the files of this machine.
func (ps *Places) PlaceThenFiles() cobra.CompletionFunc {
	places := ps.Complete(1)
	return func(c *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveDefault
		}
		return places(c, args, prefix)
	}
}

// Written is a place as a person would type it: on disk a bare path, which every
// other program accepts, too.
func Written(p model.Place) string {
	if p.Scheme == model.SchemeDisk && p.Account == "" {
		return "/" + strings.Join(p.Names(), "/")
	}
	return p.String()
}
