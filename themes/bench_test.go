package themes

import (
	"testing"

	"github.com/charmbracelet/colorprofile"
)

// The start of the program waits for this.
func BenchmarkLoadAndStyle(b *testing.B) {
	for b.Loop() {
		t, err := Load(Default)
		if err != nil {
			b.Fatal(err)
		}
		t.Styles(colorprofile.ANSI256)
	}
}
