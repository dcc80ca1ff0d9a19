package places

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/model"
)

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
