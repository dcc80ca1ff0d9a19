package browse

import (
	"slices"
	"strings"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

func (cs *Commands) searchCommand() console.Command {
	services := console.Words(model.Services())
	return console.Command{
		Use: "search TEXT [--in SERVICE]", Short: "search the services by name", Long: `Searches titles and names on all services of the account, or on the one that
--in names. A document is printed with its id, which every command accepts as a
place.`, Words: console.NoWords, JSON: []any{jsonEntry{}}, Lines: true,
		Flags: []console.Flag{
			{Name: "in", Value: "", Help: "where to search: %s", Said: []any{strings.Join(services, ", ")}, Words: services, Only: true},
		},
		Run: func(in console.Call) error {
			schemes := []model.Scheme{model.Scheme(in.Text("in"))}
			if in.Text("in") == "" {
				schemes = cs.searchable(cs.session.Services(cs.session.Config.Account))
			}
			if in.Args[0] == "" {
				return in.Usage(text.CliSearchEmpty)
			}
			return cs.search(schemes, in.Args[0], in.Format)
		},
	}
}

// searchable leaves out the services that have no search, unless there are no others:
// nobody has asked for those.
func (cs *Commands) searchable(all []model.Scheme) []model.Scheme {
	some := slices.DeleteFunc(slices.Clone(all), func(of model.Scheme) bool {
		src, err := cs.sources.For(model.Place{Scheme: of})
		_, ok := src.(client.Searcher)
		return err == nil && !ok
	})
	if len(some) == 0 {
		return all
	}
	return some
}

// search asks each service in turn. When one fails, the results of the other are
// printed all the same.
func (cs *Commands) search(schemes []model.Scheme, query string, f console.Format) error {
	var hits []client.Hit
	var errs []error
	for _, scheme := range schemes {
		found, err := cs.searchIn(scheme, query)
		if err != nil {
			if len(schemes) == 1 || cs.session.Context().Err() != nil {
				return err
			}
			errs = append(errs, err)
		}
		hits = append(hits, found...)
	}
	if len(errs) == len(schemes) {
		return cs.con.Worst(errs)
	}
	if err := cs.hits(hits, f); err != nil {
		return err
	}
	if len(errs) > 0 {
		return console.Exit(console.ExitSome, errs[0])
	}
	return nil
}

func (cs *Commands) searchIn(scheme model.Scheme, query string) ([]client.Hit, error) {
	s, err := able[client.Searcher](cs, model.Place{Scheme: scheme}, "search", "this source cannot be searched")
	if err != nil {
		return nil, err
	}
	return s.Search(cs.session.Context(), query, client.Options{})
}

// hits prints search results. A document with an unknown folder is named by its id,
// which every command takes, and its title.
func (cs *Commands) hits(hits []client.Hit, f console.Format) error {
	return console.List(cs.con, f, hits, func(h client.Hit) jsonEntry {
		j := toJSON(h.Entry, model.Place{})
		if h.Place != nil {
			j.Place = h.Place.String()
		}
		return j
	}, func(h client.Hit) error {
		switch {
		case h.Place == nil:
			return cs.con.Line(cs.con.Name(h.Entry.Name), console.Slash(h.Entry))
		case h.Place.IsLoose():
			return cs.con.Line(model.Clean(h.Place.String()), "  ", cs.con.Name(h.Entry.Name), console.Slash(h.Entry))
		}
		return cs.con.Line(model.Clean(h.Place.String()), console.Slash(h.Entry))
	})
}
