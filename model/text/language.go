package text

//go:generate go run ../../cmd/messages ../..

import (
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// English is the language of the messages themselves.
const English = "en"

//go:embed languages/*.json
var languages embed.FS

// Languages are those that the program speaks, by their tags (BCP 47).
func Languages() []string {
	out := []string{English}
	all, _ := languages.ReadDir("languages") // it is part of the program
	for _, f := range all {
		out = append(out, strings.TrimSuffix(f.Name(), ".json"))
	}
	return out
}

// Locale is the language of a locale of the system, such as de_AT.UTF-8: that of
// the country, or the one without a country, or English.
func Locale(s string) string {
	s, _, _ = strings.Cut(s, ".")
	s, _, _ = strings.Cut(s, "@")
	s = strings.ReplaceAll(s, "_", "-")
	bare, _, _ := strings.Cut(s, "-")
	for _, want := range []string{s, bare} {
		if i := slices.IndexFunc(Languages(), func(l string) bool { return strings.EqualFold(l, want) }); i >= 0 {
			return Languages()[i]
		}
	}
	return English
}

// Speaking is the catalogue of one of the Languages.
func Speaking(name string) (*Catalogue, error) {
	if name == English {
		return &Catalogue{}, nil
	}
	data, err := languages.ReadFile(path.Join("languages", name+".json"))
	if err != nil {
		return nil, fmt.Errorf("no language %q", name)
	}
	return read(name, data)
}

// forms are the names of the plural categories (CLDR, plural rules).
var forms = map[string]plural.Form{"zero": plural.Zero, "one": plural.One, "two": plural.Two, "few": plural.Few, "many": plural.Many, "other": plural.Other}

func read(name string, data []byte) (*Catalogue, error) {
	var f struct {
		Plural   []string // the forms in {a|b}, in their order
		Messages map[Text]Text
	}
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, err
	}
	tag, err := language.Parse(name)
	if err != nil {
		return nil, err
	}
	place := map[plural.Form]int{}
	for i, word := range f.Plural {
		form, ok := forms[word]
		if !ok {
			return nil, fmt.Errorf("%s: %q is no form of a plural", name, word)
		}
		place[form] = i
	}
	other, ok := place[plural.Other]
	if !ok {
		return nil, fmt.Errorf("%s: the form %q is missing", name, "other")
	}
	return &Catalogue{table: f.Messages, form: func(n int) int {
		if i, ok := place[plural.Cardinal.MatchPlural(tag, max(n, -n), 0, 0, 0, 0)]; ok {
			return i
		}
		return other
	}}, nil
}
