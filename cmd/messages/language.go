package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// language is a file of model/text/languages.
type language struct {
	Plural   []string          `json:"plural"`          // the forms in {a|b}, in their order
	List     string            `json:"list,omitempty"`  // what stands between the words of a list
	Later    []string          `json:"later,omitempty"` // messages that are still said in English
	Messages map[string]string `json:"messages"`
}

// file is where a language is, below the folder of go.mod.
func languageFile(root, name string) string {
	return filepath.Join(root, "model/text/languages", name+".json")
}

func open(root, name string) (l language, err error) {
	data, err := os.ReadFile(languageFile(root, name))
	if err != nil {
		return l, err
	}
	if err := json.Unmarshal(data, &l); err != nil {
		return l, fmt.Errorf("%s: %w", name, err)
	}
	return l, nil
}

// take adds translations, and drops what nothing says any more.
func (l *language) take(given map[string]string, all []message) {
	for english, other := range given {
		if other != "" {
			l.Messages[english] = other
		}
	}
	said := map[string]bool{}
	for _, m := range all {
		said[m.Message] = true
	}
	maps.DeleteFunc(l.Messages, func(english, _ string) bool { return !said[english] })
	l.Later = slices.DeleteFunc(l.Later, func(english string) bool { return !said[english] || l.Messages[english] != "" })
}
