package model

// Nearest is the known word with the smallest edit distance to s, the first among
// equals; "" when none is near.
func Nearest(s string, known []string) string {
	best, least := "", 2+len(s)/3
	for _, w := range known {
		if d := Slips(s, w); d < least || d == least && best != "" && w < best {
			best, least = w, d
		}
	}
	return best
}

// Slips is the edit distance of two words; swapping neighbouring letters counts as
// one edit. Words of more than 64 letters are far from all.
func Slips(a, b string) int {
	x, y := []rune(a), []rune(b)
	if len(x) > 64 || len(y) > 64 {
		return 64
	}
	rows := make([][]int, len(x)+1)
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(x); i++ {
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			d := min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return rows[len(x)][len(y)]
}
