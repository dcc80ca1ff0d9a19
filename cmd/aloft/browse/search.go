package browse

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

func (cs *Commands) searchCommand() *cobra.Command {
	var f console.Format
	var in string
	services := console.Words(model.Services())
	c := &cobra.Command{
		Use: "search TEXT [--in SERVICE]", Short: cs.con.Say("search by name on the services"), Long: cs.con.Say(`Searches by title or name on the services of the account, all that it has unless --in
names one. A document is printed with its id, which every command takes as a place.`), Args: console.WantArgs(1, 1),
		ValidArgsFunction: console.NoWords,
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error {
			schemes := []model.Scheme{model.Scheme(in)}
			if in == "" {
				schemes = cs.searchable(cs.session.Services(cs.session.Config.Account))
			} else if !slices.Contains(services, in) {
				return console.UsageErrorFor(c, "--in is one of %s, not %q", strings.Join(services, ", "), in)
			}
			if args[0] == "" {
				return console.UsageErrorFor(c, text.CliSearchEmpty)
			}
			return cs.search(schemes, args[0], f)
		}),
	}
	c.Flags().StringVar(&in, "in", "", cs.con.Say("where to search: %s", strings.Join(services, ", ")))
	console.OneOfWords(c, "in", services...)
	cs.con.FormatFlags(c, &f, true, jsonEntry{})
	return c
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
	src, err := cs.sources.For(model.Place{Scheme: scheme})
	if err != nil {
		return nil, err
	}
	s, ok := src.(client.Searcher)
	if !ok {
		return nil, client.Errorf(client.KindUnsupported, "search", src.Root(), "this source cannot be searched")
	}
	return s.Search(cs.session.Context(), query, client.Options{})
}
