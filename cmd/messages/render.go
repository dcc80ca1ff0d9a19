package main

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// The files of the messages: what translators work from, and the pseudo-locale.
const (
	catalogueFile = "model/text/messages.json"
	pseudoFile    = "model/text/languages/en-XA.json"
)

// render returns the files by their names.
func render(all []message) (map[string][]byte, error) {
	pseudo := language{Plural: []string{"one", "other"}, Messages: map[string]string{}}
	for _, m := range all {
		pseudo.Messages[m.Message] = doubled(m.Message)
		if layout.MatchString(m.Message) { // package time does not know Jaan
			pseudo.Messages[m.Message] = m.Message
		}
	}
	catalogue, err := lines(all)
	if err != nil {
		return nil, err
	}
	locale, err := encode(pseudo, " ")
	return map[string][]byte{catalogueFile: catalogue, pseudoFile: locale}, err
}

// lines has a line for each message, so that a change of one changes one line.
func lines(all []message) ([]byte, error) {
	var out [][]byte
	for _, m := range all {
		b, err := encode(m, "")
		if err != nil {
			return nil, err
		}
		out = append(out, bytes.TrimSpace(b))
	}
	return slices.Concat([]byte("[\n"), bytes.Join(out, []byte(",\n")), []byte("\n]\n")), nil
}

func encode(v any, indent string) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	err := e.Encode(v)
	return b.Bytes(), err
}

const (
	aVerb   = `%(\[\d\])?[-+# 0-9.]*[a-zA-Z%]`      // of a fmt format
	typable = `--[a-z][a-z-]*[a-z]|ALOFT_[A-Z_<>]+` // flags and variables
)

var (
	verb   = regexp.MustCompile(aVerb)
	toType = regexp.MustCompile(typable)
	kept   = regexp.MustCompile(aVerb + "|" + typable)
	layout = regexp.MustCompile(`^[ 0-9:-]*(Jan|Mon)[ 0-9:-]*$`) // of times
	plural = regexp.MustCompile(`\{[^{}]*\|[^{}]*\}`)            // the forms for different numbers
)

// doubled is a message with every vowel twice. Its verbs stay, and what a person types.
func doubled(s string) string {
	var b strings.Builder
	for at := 0; ; {
		span := kept.FindStringIndex(s[at:])
		end := len(s)
		if span != nil {
			end = at + span[0]
		}
		for _, r := range s[at:end] {
			b.WriteRune(r)
			if strings.ContainsRune("aeiouAEIOU", r) {
				b.WriteRune(r)
			}
		}
		if span == nil {
			return b.String()
		}
		b.WriteString(s[end : at+span[1]])
		at += span[1]
	}
}
