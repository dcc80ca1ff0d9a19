package text

import "strings"

// DiffLine is a line of a comparison: ' ' in both, '-' in the old one only, '+'
// in the new one only, '@' where lines in both are left out; around them '#' a
// heading, 0 any other line.
type DiffLine struct {
	Sign rune
	Text string
}

// String is the line with the sign before it.
func (l DiffLine) String() string {
	if l.Sign == 0 || l.Sign == '#' {
		return l.Text
	}
	return string(l.Sign) + l.Text
}

// diffAround is how many lines in both are shown beside a difference.
const diffAround = 2

// DiffLines compares two texts line by line.
func DiffLines(old, now string) []DiffLine {
	a, b := strings.Split(old, "\n"), strings.Split(now, "\n")
	var all []DiffLine
	i, j := 0, 0
	until := func(ai, bj int) {
		for ; i < ai; i++ {
			all = append(all, DiffLine{'-', a[i]})
		}
		for ; j < bj; j++ {
			all = append(all, DiffLine{'+', b[j]})
		}
	}
	for _, p := range CommonLines(a, b) {
		until(p[0], p[1])
		all = append(all, DiffLine{' ', a[i]})
		i, j = i+1, j+1
	}
	until(len(a), len(b))
	near := make([]bool, len(all))
	for k, l := range all {
		if l.Sign == ' ' {
			continue
		}
		for n := max(0, k-diffAround); n < min(len(all), k+diffAround+1); n++ {
			near[n] = true
		}
	}
	var out []DiffLine
	for k, l := range all {
		switch {
		case near[k]:
			out = append(out, l)
		case k == 0 || near[k-1]:
			out = append(out, DiffLine{Sign: '@'})
		}
	}
	return out
}
