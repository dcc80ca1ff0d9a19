package themes

import (
	"testing"

	"github.com/charmbracelet/colorprofile"
)

// Starting the program includes this.
func BenchmarkLoadAndStyle(b *testing.B) {
	for b.Loop() {
		t, err := Load(Default)
		if err != nil {
			b.Fatal(err)
		}
		t.Styles(colorprofile.ANSI256)
	}
}
