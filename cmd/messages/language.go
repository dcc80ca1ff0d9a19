package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// language is a file of model/text/languages.
type language struct {
	Plural   []string          `json:"plural"`          // the forms in {a|b}, in their order
	List     string            `json:"list,omitempty"`  // what stands between the words of a list
	Later    []string          `json:"later,omitempty"` // messages that are still said in English
	Messages map[string]string `json:"messages"`
}

// mostLater is how many messages may wait for a translator. A release has none.
const mostLater = 60

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

// faults are messages that a language lacks, has too many, or has in a form in which
// they cannot be said.
func (l *language) faults(all []message) (out []string) {
	known := map[string]bool{}
	for _, m := range all {
		known[m.Message] = true
		switch other, ok := l.Messages[m.Message]; {
		case ok && slices.Contains(l.Later, m.Message):
			out = append(out, "translated, and yet in \"later\": "+m.Message)
		case ok:
			if why := l.unlike(m.Message, other); why != "" {
				out = append(out, why+": "+m.Message+" → "+other)
			}
		case !slices.Contains(l.Later, m.Message):
			out = append(out, "missing: "+m.Message)
		}
	}
	for _, m := range slices.Concat(slices.Sorted(maps.Keys(l.Messages)), l.Later) {
		if !known[m] {
			out = append(out, "nothing says: "+m)
		}
	}
	if n := len(l.Later); n > mostLater {
		out = append(out, fmt.Sprintf("%d messages are in \"later\", and at most %d may be", n, mostLater))
	}
	return out
}

// unlike is in what a translation differs from its message, where it must not.
func (l *language) unlike(message, other string) string {
	switch {
	case !slices.Equal(verbs(message), verbs(other)):
		return "other verbs"
	case ends(message) != ends(other):
		return "other blanks at the ends"
	case strings.Count(message, "\n") != strings.Count(other, "\n"):
		return "another number of lines"
	case !slices.Equal(typed(message), typed(other)):
		return "other flags or variables"
	case !utf8.ValidString(other):
		return "not UTF-8"
	}
	for _, m := range plural.FindAllString(other, -1) {
		if n := strings.Count(m, "|") + 1; n > len(l.Plural) || len(l.Plural) == 1 {
			return fmt.Sprintf("%d forms of %d", n, len(l.Plural))
		}
	}
	return ""
}

// ends are the blanks that a message begins and ends with.
func ends(s string) [2]string {
	blank := " \t\n"
	return [2]string{s[:len(s)-len(strings.TrimLeft(s, blank))], s[len(strings.TrimRight(s, blank)):]}
}

// typed is what a message says that a person types: flags and variables.
func typed(s string) []string {
	found := toType.FindAllString(s, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

// verbs of a format with the numbers of their arguments, sorted: their order may
// differ in another language, and a plural form may have its own.
func verbs(s string) []string {
	var out []string
	next := 1
	for _, v := range verb.FindAllString(s, -1) {
		if strings.HasSuffix(v, "%") {
			continue
		}
		if i := strings.IndexByte(v, '['); i >= 0 {
			next = int(v[i+1] - '0')
			v = v[:i] + v[i+3:]
		}
		out = append(out, string(rune('0'+next))+v)
		next++
	}
	slices.Sort(out)
	return slices.Compact(out)
}
