package dialog

import (
	"aloft/client/explain"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/kit"
)

// fewRefused are named, the rest is counted.
const fewRefused = 3

// refused says what is not part of a plan, and why.
func refused(env *Env, p *model.Plan, whole bool, w int) []line {
	all := explain.Of(env.Text, p).LeftOut()
	if len(all) == 0 {
		return nil
	}
	out := []line{{warn, env.Text.Say("%d {is|are} left out:", len(all)-len(p.Refused)+p.RefusedItems())}}
	for i, s := range all {
		if i == fewRefused && !whole && len(all) > fewRefused+1 {
			return append(out, line{dim, "  " + env.Text.Say(text.JobsMore, len(all)-i)})
		}
		for _, l := range kit.Wrap(env.Ruler, s, w-2) {
			out = append(out, line{dim, "  " + l})
		}
	}
	return out
}

// refusedTall estimates how many lines of a question that takes.
func refusedTall(read explain.Reading) int {
	n := len(read.LeftOut())
	if n == 0 {
		return 0
	}
	return 1 + 2*min(n, fewRefused+1)
}
