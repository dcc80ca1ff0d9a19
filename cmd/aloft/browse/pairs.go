package browse

import (
	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
	"aloft/model/text"
)

// mvPairs moves each entry to a place of its own, in one job.
func (cs *Commands) mvPairs(in console.Call, w write.Flags) error {
	switch {
	case !w.Nul:
		return in.Usage(text.CliAddNeeds, "--pairs", "-0")
	case len(in.Args) > 0 || w.Target != "":
		return in.Usage("with --pairs all places come from standard input")
	}
	pairs, err := cs.places.Pairs(in.Cmd, w.Local)
	if err != nil {
		return err
	}
	r := client.Request{Op: model.OpMove, Enter: true, Rule: w.Rule, Partial: true,
		Items: make([]model.Place, len(pairs)), Targets: make([]model.Place, len(pairs)), NewNames: make([]string, len(pairs))}
	for i, p := range pairs {
		if p.From.IsRoot() {
			return in.Usage("pair %d: %s is the root, which cannot be moved", i+1, p.From.String())
		}
		to, name := p.To, ""
		if !p.Into {
			to, name = p.To.Parent(), p.To.Base()
		}
		if i > 0 && to.Equal(r.Targets[i-1]) {
			to = r.Targets[i-1] // in memory once
		}
		r.Items[i], r.Targets[i], r.NewNames[i] = p.From, to, name
	}
	return cs.run.Run(r, w)
}
