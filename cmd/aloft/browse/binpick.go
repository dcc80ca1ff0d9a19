package browse

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/model"
	"aloft/model/text"
)

// pick finds deleted entries by id, by name, or by the place that they had.
// Those that are not there or are several are refused.
func (cs bins) pick(in console.Call, op model.Op, root model.Place, bin []client.BinEntry, args []string) (chosen []client.BinEntry, refused []model.Refusal, err error) {
	given := map[string]bool{}
	for _, arg := range args {
		at, found, err := cs.meant(in, root, bin, arg)
		switch {
		case err != nil:
			return nil, nil, err
		case len(found) == 1:
			if !given[found[0].Record] {
				given[found[0].Record] = true
				chosen = append(chosen, found[0])
			}
		case len(found) == 0:
			e := client.Errorf(client.KindNotFound, string(op), at, "%s is not in the recycle bin", arg)
			if e.Hint = text.Typed("aloft bin ls"); root.Scheme.Local() {
				e.Hint = text.Typed("aloft bin ls disk:")
			}
			refused = append(refused, model.Refusal{Place: at, Err: e})
		default:
			e := client.Errorf(client.KindConflict, string(op), at, "%s matches %d {entry|entries} in the recycle bin", arg, len(found))
			e.Hint, e.HintArgs = "choose one by its id: %s", []any{cs.idsOf(found)}
			refused = append(refused, model.Refusal{Place: at, Err: e})
		}
	}
	return chosen, refused, nil
}

// meant are the deleted entries that an argument may mean, and the place, if it is
// one. An id means one entry, whatever others are called.
func (cs bins) meant(in console.Call, root model.Place, bin []client.BinEntry, arg string) (at model.Place, found []client.BinEntry, err error) {
	those := func(fits func(client.BinEntry) bool) []client.BinEntry {
		return model.Only(bin, fits)
	}
	if found = those(func(b client.BinEntry) bool { return b.Record == arg }); len(found) > 0 {
		return at, found, nil
	}
	if found = those(func(b client.BinEntry) bool { return b.Entry.Name == arg }); len(found) > 0 {
		return at, found, nil
	}
	if !model.HasScheme(arg) {
		name := strings.TrimSuffix(arg, "/") // as bin ls shows a folder
		return at, those(func(b client.BinEntry) bool { return b.Entry.Name == name }), nil
	}
	if at, err = cs.places.Place(arg); err != nil {
		return at, nil, err
	}
	if !at.SameSource(root) {
		return at, nil, in.Usage("%s is not in the recycle bin of %s; name entries of one bin only", arg, root.String())
	}
	return at, those(func(b client.BinEntry) bool { return b.Was().Equal(at) }), nil
}

// idsOf are entries to choose from.
func (cs bins) idsOf(found []client.BinEntry) string {
	const most = 10
	var all []string
	for _, b := range found[:min(len(found), most)] {
		all = append(all, b.Record+" ("+console.When(b.Deleted)+", "+cs.wasAt(b)+")")
	}
	if len(found) > most {
		all = append(all, cs.con.Say("and %d more", len(found)-most))
	}
	return strings.Join(all, ", ")
}

// complete completes the names of what is in the recycle bin, and ids where several
// have a name, or a shell would not get it as it is.
func (cs bins) complete(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if _, err := cs.session.Load(); err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	ctx, cancel := context.WithTimeout(cs.session.Context(), session.CompletionPatience)
	defer cancel()
	root, _, err := cs.source(args)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	bin, err := cs.entries(ctx, root)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	many := map[string]int{}
	for _, b := range bin {
		many[b.Entry.Name]++
	}
	var out []string
	for _, b := range bin {
		word := b.Entry.Name
		if many[word] > 1 || model.Clean(word) != word || strings.TrimSpace(word) != word {
			word = b.Record
		}
		if model.Clean(word) == word {
			out = append(out, word+"\t"+cs.wasAt(b))
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}
