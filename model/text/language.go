package text

//go:generate go run ../../cmd/messages ../..

import (
	"embed"
	"fmt"
	"path"
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

// Speaking is the catalogue of one of the Languages.
func Speaking(name string) (*Catalogue, error) {
	if name == English {
		return &Catalogue{}, nil
	}
	data, err := languages.ReadFile(path.Join("languages", name+".json"))
	if err != nil {
		return nil, fmt.Errorf("no language %q", name)
	}
	return read(name, string(data))
}

// forms are the names of the plural categories (CLDR, plural rules).
var forms = map[string]plural.Form{"zero": plural.Zero, "one": plural.One, "two": plural.Two, "few": plural.Few, "many": plural.Many, "other": plural.Other}

func read(name, data string) (*Catalogue, error) {
	f, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
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
	return &Catalogue{tag: name, table: f.Messages, list: f.List, form: func(n int) int {
		if i, ok := place[plural.Cardinal.MatchPlural(tag, max(n, -n), 0, 0, 0, 0)]; ok {
			return i
		}
		return other
	}}, nil
}
