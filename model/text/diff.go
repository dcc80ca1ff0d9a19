package text

import "sort"

// maxTable bounds the table of an exact comparison; above it the comparison
// goes by what is unique in both.
const maxTable = 1 << 20

// CommonLines gives the index pairs of a longest common subsequence. Of long sequences
// with many repeats it may give a shorter one.
func CommonLines(a, b []string) [][2]int {
	var out [][2]int
	commonIn(a, b, 0, 0, &out)
	return out
}

func commonIn(a, b []string, ai, bi int, out *[][2]int) {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		*out = append(*out, [2]int{ai, bi})
		a, b, ai, bi = a[1:], b[1:], ai+1, bi+1
	}
	end := 0
	for end < len(a) && end < len(b) && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	tailA, tailB := ai+len(a)-end, bi+len(b)-end
	a, b = a[:len(a)-end], b[:len(b)-end]
	switch {
	case len(a) == 0 || len(b) == 0:
	case len(a)*len(b) <= maxTable:
		table(a, b, ai, bi, out)
	default:
		anchored(a, b, ai, bi, out)
	}
	for i := range end {
		*out = append(*out, [2]int{tailA + i, tailB + i})
	}
}

// table is the exact algorithm.
func table(a, b []string, ai, bi int, out *[][2]int) {
	w := len(b) + 1
	best := make([]int32, (len(a)+1)*w)
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				best[i*w+j] = best[(i+1)*w+j+1] + 1
			} else {
				best[i*w+j] = max(best[(i+1)*w+j], best[i*w+j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			*out = append(*out, [2]int{ai + i, bi + j})
			i, j = i+1, j+1
		case best[(i+1)*w+j] >= best[i*w+j+1]:
			i++
		default:
			j++
		}
	}
}

// anchored is a patience diff: it splits at elements that occur once in both, in
// the same order; without any, the n-th of each is paired with the n-th of the
// other.
func anchored(a, b []string, ai, bi int, out *[][2]int) {
	inA, inB := map[string][]int{}, map[string][]int{}
	for i, s := range a {
		inA[s] = append(inA[s], i)
	}
	for j, s := range b {
		inB[s] = append(inB[s], j)
	}
	var at []int // places in a
	to := map[int]int{}
	unique := false
	for i, s := range a {
		if len(inA[s]) == 1 && len(inB[s]) == 1 {
			at, unique = append(at, i), true
			to[i] = inB[s][0]
		}
	}
	if !unique {
		for i, s := range a {
			if n := sort.SearchInts(inA[s], i); n < len(inB[s]) {
				at = append(at, i)
				to[i] = inB[s][n]
			}
		}
	}
	seq := make([]int, len(at))
	for k, i := range at {
		seq[k] = to[i]
	}
	fromA, fromB := 0, 0
	for _, k := range Rising(seq) {
		i, j := at[k], seq[k]
		if unique {
			commonIn(a[fromA:i], b[fromB:j], ai+fromA, bi+fromB, out)
		}
		*out = append(*out, [2]int{ai + i, bi + j})
		fromA, fromB = i+1, j+1
	}
	if unique {
		commonIn(a[fromA:], b[fromB:], ai+fromA, bi+fromB, out)
	}
}

// Rising gives the indexes of a longest increasing subsequence.
func Rising(seq []int) []int {
	var tails []int // index of the smallest end of an increasing run of each length
	prev := make([]int, len(seq))
	for i, v := range seq {
		k := sort.Search(len(tails), func(k int) bool { return seq[tails[k]] >= v })
		prev[i] = -1
		if k > 0 {
			prev[i] = tails[k-1]
		}
		if k == len(tails) {
			tails = append(tails, i)
		} else {
			tails[k] = i
		}
	}
	out := make([]int, len(tails))
	if len(tails) > 0 {
		for i, k := tails[len(tails)-1], len(tails)-1; k >= 0; i, k = prev[i], k-1 {
			out[k] = i
		}
	}
	return out
}
