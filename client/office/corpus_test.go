package office

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Sheets and slides made by LibreOffice: those in testdata, or all that .ci/corpus
// made. Their text must be found, as it was typed.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("ALOFT_CORPUS")
	if dir == "" {
		dir = "testdata/corpus"
	}
	said := map[string][]string{
		"lo-numbers.xlsx": {"name", "number", "ten", "10", "长"},
		"lo-words.xlsx":   {"x,y", "a", "b"},
		"talk.pptx":       {"First slide", "Second slide"},
	}
	for name, words := range said {
		f, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		st, err := f.Stat()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Inspect(t.Context(), name, f, st.Size()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, convert := range []string{"txt", "md"} {
			var b strings.Builder
			if _, err := Convert(t.Context(), name, convert, f, st.Size(), &b); err != nil {
				t.Errorf("%s to %s: %v", name, convert, err)
			}
			for _, w := range words {
				if !strings.Contains(b.String(), w) {
					t.Errorf("%s to %s: %q is not in %q", name, convert, w, b.String())
				}
			}
		}
	}
}
