package keys

import "testing"

// Loading is part of every start.
func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := Load(""); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkHints(b *testing.B) {
	m := Default()
	for b.Loop() {
		m.Hints(nil, InPane, 80)
	}
}
