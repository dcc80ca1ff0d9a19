package browse

import (
	"github.com/spf13/cobra"

	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
	"aloft/model/text"
)

// fromTo splits the arguments: the last one is the target unless -t names it; names
// from standard input are sources.
func (cs *Commands) fromTo(c *cobra.Command, args []string, w write.Flags) (items []model.Place, dst string, err error) {
	dst = w.Target
	if dst == "" {
		if len(args) == 0 || len(args) == 1 && !w.Nul {
			return nil, "", console.UsageErrorFor(c, text.CliTooFew, c.CommandPath())
		}
		args, dst = args[:len(args)-1], args[len(args)-1]
	}
	items, err = cs.items(c, args, w)
	return items, dst, err
}

// items are the places that a command works on, each once.
func (cs *Commands) items(c *cobra.Command, args []string, w write.Flags) ([]model.Place, error) {
	if w.Local && !w.Nul {
		return nil, console.UsageErrorFor(c, "--local says what -0 reads; give both")
	}
	all, err := cs.places.Places(args)
	if err != nil {
		return nil, err
	}
	if w.Nul {
		more, err := cs.places.Stream(c, w.Local)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	if len(all) == 0 {
		return nil, console.UsageErrorFor(c, text.CliTooFew, c.CommandPath())
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
