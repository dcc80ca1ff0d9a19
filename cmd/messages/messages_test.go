package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"aloft/client/clienttest/procs"
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
	for _, path := range languages {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		l, err := open(root, name)
		if err != nil {
			t.Fatal(err)
		}
		if faults := l.faults(all); len(faults) > 0 {
			t.Errorf("%s, where model/text/languages/README.md says what to do:\n%s", name, strings.Join(faults, "\n"))
		}
		want, err := encode(l, " ")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not in the order of the generator (%v): run go generate ./model/text", name, err)
		}
	}
}

func TestFaults(t *testing.T) {
	all := []message{{Message: "%d of %s"}, {Message: "gone"}, {Message: "100%"}, {Message: "soon"}, {Message: "%d {day|days}"}, {Message: "give --yes"}, {Message: "name: "}}
	l := language{Plural: []string{"other"}, Later: []string{"soon"}, Messages: map[string]string{
		"%d of %s": "%[2]s: %[1]d", "gone": "weg", "100%": "100%", "%d {day|days}": "%d Tage", "give --yes": "mit --yes", "name: ": "Name: "}}
	if got := l.faults(all); got != nil {
		t.Errorf("%q", got)
	}
	for english, bad := range map[string][2]string{
		"%d of %s":      {"%s: %d", "other verbs"},
		"gone":          {"weg\n", "other blanks at the ends"},
		"100%":          {"100\n%", "another number of lines"},
		"%d {day|days}": {"%d {Tag|Tage}", "2 forms of 1"},
		"give --yes":    {"mit --ja", "other flags or variables"},
		"name: ":        {"Name:", "other blanks at the ends"},
	} {
		was := l.Messages[english]
		l.Messages[english] = bad[0]
		if got, want := l.faults(all), []string{bad[1] + ": " + english + " → " + bad[0]}; !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		l.Messages[english] = was
	}
	delete(l.Messages, "gone")
	l.Messages["old"], l.Messages["soon"] = "alt", "bald"
	want := []string{"missing: gone", `translated, and yet in "later": soon`, "nothing says: old"}
	if got := l.faults(all); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	l.take(map[string]string{"gone": "weg", "100%": ""}, all)
	if got := l.faults(all); got != nil || l.Messages["100%"] == "" {
		t.Errorf("%q after translations were taken", got)
	}
	for i := range mostLater + 1 {
		l.Later = append(l.Later, strconv.Itoa(i))
		all = append(all, message{Message: strconv.Itoa(i)})
	}
	if got := l.faults(all); len(got) != 1 || !strings.Contains(got[0], "at most") {
		t.Errorf("%q", got)
	}
}

func TestDoubled(t *testing.T) {
	for s, want := range map[string]string{"Open %[1]d {file|files} of %s": "OOpeen %[1]d {fiilee|fiilees} oof %s", "%-5d%%": "%-5d%%", "give --yes or ALOFT_A": "giivee --yes oor ALOFT_A"} {
		if got := doubled(s); got != want {
			t.Errorf("%q: %q", s, got)
		}
	}
}

func init() { procs.CollectLate() }
