package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// messages.json is up to date.
func TestMessages(t *testing.T) {
	root := filepath.Join("..", "..")
	h, err := load(root)
	if err != nil {
		t.Fatal(err)
	}
	all := h.messages()
	if len(all) < 3000 {
		t.Fatalf("%d messages were found", len(all))
	}
	files, err := render(all)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		if got, err := os.ReadFile(filepath.Join(root, name)); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what the program says (%v): run go generate ./model/text", name, err)
		}
	}
	for _, s := range h.unsaid() {
		t.Errorf("%s is no text.Text, so nobody can translate it", s)
	}
	languages, err := filepath.Glob(filepath.Join(root, "model/text/languages/*.json"))
	if err != nil || len(languages) == 0 {
		t.Fatal(languages, err)
	}
	for _, name := range languages {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var l language
		if err := json.Unmarshal(data, &l); err != nil {
			t.Fatal(name, err)
		}
		for _, fault := range l.faults(all) {
			t.Errorf("%s: %s", filepath.Base(name), fault)
		}
	}
}

// faults are messages that a language lacks, has too many, or has with other verbs.
func (l language) faults(all []message) (out []string) {
	known := map[string]bool{}
	for _, m := range all {
		known[m.Message] = true
		switch other, ok := l.Messages[m.Message]; {
		case !ok:
			out = append(out, "missing: "+m.Message)
		case !slices.Equal(verbs(m.Message), verbs(other)):
			out = append(out, "other verbs: "+m.Message+" → "+other)
		}
	}
	for m := range l.Messages {
		if !known[m] {
			out = append(out, "nothing says: "+m)
		}
	}
	return out
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

func TestFaults(t *testing.T) {
	all := []message{{Message: "%d of %s"}, {Message: "gone"}, {Message: "100%"}}
	l := language{Messages: map[string]string{"%d of %s": "%[2]s: %[1]d", "gone": "weg", "100%": "100%"}}
	if got := l.faults(all); got != nil {
		t.Errorf("%q", got)
	}
	l = language{Messages: map[string]string{"%d of %s": "%s: %d", "gone": "%d weg", "old": "alt"}}
	want := []string{"other verbs: %d of %s → %s: %d", "other verbs: gone → %d weg", "missing: 100%", "nothing says: old"}
	if got := l.faults(all); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestDoubled(t *testing.T) {
	for s, want := range map[string]string{"Open %[1]d {file|files} of %s": "OOpeen %[1]d {fiilee|fiilees} oof %s", "%-5d%%": "%-5d%%"} {
		if got := doubled(s); got != want {
			t.Errorf("%q: %q", s, got)
		}
	}
}
