package browse

import (
	"slices"

	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
	"aloft/model/text"
)

// fromTo splits the arguments: the last one is the target unless -t names it; names
// from standard input are sources.
func (cs *Commands) fromTo(in console.Call, args []string, w write.Flags) (items []model.Place, dst string, err error) {
	dst = w.Target
	if dst == "" {
		if len(args) == 0 || len(args) == 1 && !w.Nul {
			return nil, "", in.Usage(text.CliTooFew, in.Cmd.CommandPath())
		}
		args, dst = args[:len(args)-1], args[len(args)-1]
	}
	items, err = cs.items(in, args, w)
	return items, dst, err
}

// noRoot refuses what cannot be moved, copied, renamed or deleted.
func noRoot(in console.Call, items ...model.Place) error {
	if i := slices.IndexFunc(items, model.Place.IsRoot); i >= 0 {
		return in.Usage(text.CliShareRoot, items[i].String())
	}
	return nil
}

// items are the places that a command works on, each once.
func (cs *Commands) items(in console.Call, args []string, w write.Flags) ([]model.Place, error) {
	if w.Local && !w.Nul {
		return nil, in.Usage(text.CliAddNeeds, "--local", "-0")
	}
	all, err := cs.places.Places(args)
	if err != nil {
		return nil, err
	}
	if w.Nul {
		more, err := cs.places.Stream(in.Cmd, w.Local)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	if len(all) == 0 {
		return nil, in.Usage(text.CliTooFew, in.Cmd.CommandPath())
	}
	seen := map[string]bool{}
	out := all[:0]
	for _, p := range all {
		if s := p.String(); !seen[s] {
			seen[s] = true
			out = append(out, p)
		}
	}
	return out, nil
}
