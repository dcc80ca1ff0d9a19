package main

import (
	"os"
	"strings"

	"aloft/client"
	"aloft/model"
)

// place reads a place as it was typed. Bare paths are on disk, as in a shell.
// The account that is current is left out, so that equal places are equal.
// A link in a browser and the id of a document are places, too: the service is
// asked where that is.
func (a *app) place(s string) (model.Place, error) {
	cfg, err := a.load()
	if err != nil {
		return model.Place{}, err
	}
	if isLink(s) {
		return a.resolve(model.Place{Account: a.linkAccount(s), Scheme: model.SchemeDocs}, s)
	}
	p, err := model.ParsePlace(s, a.base())
	if err != nil {
		return p, err
	}
	if p.Scheme == model.SchemeDisk || p.Account == cfg.Account {
		p.Account = ""
	}
	if p.IsLoose() {
		return a.resolve(p, p.Pin())
	}
	return p, nil
}

func isLink(s string) bool {
	return strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://")
}

// linkAccount is the account whose documents' links begin so; "" is the current
// one, which gets every link that nobody else claims.
func (a *app) linkAccount(link string) string {
	for _, n := range a.cfg.Names() {
		acc := a.cfg.Accounts[n]
		base := localDocs
		if acc != nil {
			if acc.Docs == nil || acc.Docs.DocURLBase == "" {
				continue
			}
			base = acc.Docs.DocURLBase
		}
		if strings.HasPrefix(link, strings.TrimRight(base, "/")+"/") && n != a.cfg.Account {
			return n
		}
	}
	return ""
}

// resolve finds where a document is that is named by its id or its link.
func (a *app) resolve(at model.Place, idOrLink string) (model.Place, error) {
	src, err := a.sources().For(at)
	if err != nil {
		return at, err
	}
	s, ok := src.(client.Steady)
	if !ok {
		return at, client.Errorf(client.KindUnsupported, "open", at, "%s: has no ids that stay; name it by its folder and name", string(at.Scheme))
	}
	p, _, err := s.Resolve(a.ctx(), idOrLink, client.Options{})
	return p, err
}

// base is the current folder.
func (a *app) base() model.Place {
	wd, err := os.Getwd()
	if err != nil {
		wd = "/"
	}
	return model.Place{Scheme: model.SchemeDisk, Path: diskSteps(wd)}
}

func (a *app) places(args []string) ([]model.Place, error) {
	out := make([]model.Place, 0, len(args))
	for _, s := range args {
		p, err := a.place(s)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}
