package markdown

import "strings"

// FenceFor is a code fence for a text: longer than any run of backticks in it.
func FenceFor[T ~string | ~[]byte](s T) string {
	return strings.Repeat("`", max(3, LongestRow(s, '`')+1))
}

// LongestRow is the length of the longest run of a character.
func LongestRow[T ~string | ~[]byte](s T, c byte) int {
	most, n := 0, 0
	for i := range len(s) {
		if s[i] != c {
			n = 0
			continue
		}
		n++
		most = max(most, n)
	}
	return most
}
