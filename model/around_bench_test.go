package model

import (
	"strings"
	"testing"
)

// One letter occurs ten thousand times in a long document.
func BenchmarkTell(b *testing.B) {
	m := Matches{Text: "a"}
	for i := range 10_000 {
		m.All = append(m.All, Match{Range: Range{Begin: int64(3 * i), End: int64(3*i + 1)}, Context: strings.Repeat("ab ", 12)})
	}
	for b.Loop() {
		m.Tell()
	}
}
