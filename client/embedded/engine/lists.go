package engine

import (
	"slices"

	"aloft/client/office/word"
)

// resumed returns the splices that replace a block of the body, and keep the
// numbers of the list that they split: what follows continues counting.
func resumed(d *word.Document, at int, with []word.Block) []word.Splice {
	cuts := []word.Splice{{At: at, Del: 1, Blocks: with}}
	all := d.Blocks()
	old, ok := all[at].(*word.Paragraph)
	tail := len(with) // blocks behind the last one that ends the list
	for tail > 0 && !word.EndsList(with[tail-1]) {
		tail--
	}
	if !ok || tail == 0 {
		return cuts
	}
	from, to := at, at+1
	for from > 0 && !word.EndsList(all[from-1]) {
		from--
	}
	for to < len(all) && !word.EndsList(all[to]) {
		to++
	}
	counted := word.Numbers(all[from:to])[at-from:]
	numbers := make([]int, len(with)-tail)
	if n := len(numbers) - 1; n >= 0 {
		switch last, _ := with[len(with)-1].(*word.Paragraph); {
		case last == nil: // a box in an item
		case last == old:
			numbers[n] = counted[0]
		case with[0] != word.Block(old) && last.List == word.Number && old.List == word.Number && last.ListLevel == old.ListLevel:
			numbers[n] = counted[0] + 1 // the second part of an item
		}
	}
	run := slices.Concat(with[tail:], all[at+1:to])
	next := word.Resume(run, append(numbers, counted[1:]...))
	n := len(with) - tail
	cuts[0].Blocks = slices.Concat(with[:tail], next[:n])
	for i := n; i < len(run); i++ {
		if next[i] != run[i] {
			cuts = append(cuts, word.Splice{At: at + 1 + i - n, Del: 1, Blocks: next[i : i+1]})
		}
	}
	return cuts
}
