package office

import (
	"bytes"
	"testing"
)

// trap panics when it is read.
type trap struct{}

func (trap) ReadAt([]byte, int64) (int, error) { panic("a reader of ours is wrong") }

func TestAReaderThatBreaksDoesNotEndTheProgram(t *testing.T) {
	for _, name := range []string{"a.docx", "a.xlsx", "a.pptx", "a.csv", "a.md"} {
		format := "txt"
		if name == "a.md" {
			format = "docx"
		}
		_, err := Convert(t.Context(), name, format, trap{}, 1000, &bytes.Buffer{})
		if WhyOf(err) != Broken {
			t.Errorf("%s: %v", name, err)
		}
	}
}
