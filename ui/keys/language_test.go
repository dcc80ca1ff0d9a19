package keys

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"aloft/model"
	"aloft/model/text"
)

// Every hint of every context has room in 80 columns, in each language as many as in English.
func TestHintsFitInEachLanguage(t *testing.T) {
	for _, language := range text.Languages() {
		if language == text.English || language == "en-XA" { // its words are longer than any language's
			continue
		}
		cat, err := text.Speaking(language)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range Names() {
			m, err := Load(name)
			if err != nil {
				t.Fatal(err)
			}
			var contexts []Context
			for _, d := range m.docs {
				if c := d.ID.Context(); !slices.Contains(contexts, c) {
					contexts = append(contexts, c)
				}
				if d.Short != "" && model.Width(cat.Say(d.Short)) > 10 {
					t.Errorf("%s: the hint %q of %s is wide: %q", language, d.Short, d.ID, cat.Say(d.Short))
				}
			}
			if len(contexts) < 30 {
				t.Fatalf("%d contexts", len(contexts))
			}
			for _, c := range contexts {
				for i, actions := range [][]Action{Hinted(c, false), Hinted(c, true), m.ownHinted(c)} {
					width := 80
					if own := chain(c); i == 2 && own[len(own)-1] == InDialog {
						width = 62
					}
					want := m.HintList(nil, c, width, slices.Clone(actions))
					got := m.HintList(cat, c, width, slices.Clone(actions))
					line := Joined(got)
					if model.Width(line) > width || len(got) < len(want) {
						t.Errorf("%s, %s, %s: %q has fewer hints than %q", language, name, c, line, Joined(want))
					}
					if !strings.ContainsFunc(line, func(r rune) bool { return unicode.Is(unicode.Han, r) }) && len(got) > 0 {
						t.Errorf("%s, %s: %q", language, c, line)
					}
				}
			}
		}
	}
}
