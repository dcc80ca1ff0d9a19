package text

import (
	"encoding/json"
	"reflect"
	"testing"
)

func TestForms(t *testing.T) {
	polish := `{"plural": ["one", "few", "many", "other"], "messages": {"%d {file|files}": "%d {plik|pliki|plików|pliku}", "ready": "gotowe"}}`
	c, err := read("pl", polish)
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int]string{1: "1 plik", 2: "2 pliki", 5: "5 plików", 22: "22 pliki", 112: "112 plików", 0: "0 plików"} {
		if got := c.Say("%d {file|files}", n); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := c.Say("ready") + c.Say("not translated, %d {time|times}", 1); got != "gotowenot translated, 1 time" {
		t.Error(got)
	}
	for _, bad := range []string{`{`, `{"plural": ["one"]}`, `{"plural": ["some", "other"]}`, `{"messages": {"a": 1}}`, polish + "{", polish[:len(polish)-9], `{"plural": ["other"], "messages": {"a": "\x"}}`, `{"plural": ["other"], "more": "x"}`, `{"plural": "other"}`, `{"plural": ["other"],}`} {
		if _, err := read("pl", bad); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
	if _, err := read("no language", polish); err == nil {
		t.Error("a tag that is none was read")
	}
}

func TestSpeaking(t *testing.T) {
	for _, name := range Languages() {
		if _, err := Speaking(name); err != nil {
			t.Error(err)
		}
		if name == English {
			continue
		}
		data, err := languages.ReadFile("languages/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var want file
		if err := json.Unmarshal(data, &want); err != nil {
			t.Fatal(err)
		}
		if got, err := parse(string(data)); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s reads as other than package json has it: %v", name, err)
		}
	}
	if _, err := Speaking("xx"); err == nil {
		t.Error("xx is spoken")
	}
}

func TestList(t *testing.T) {
	c, err := read("zh-Hans", `{"plural": ["other"], "list": "\u3001", "messages": {"a\n\"b\"": "\\"}}`)
	if err != nil {
		t.Fatal(err)
	}
	words := []string{"x", "y", "z"}
	if got := (*Catalogue)(nil).List(words) + c.List(words) + c.Say("a\n\"b\"") + c.List(nil); got != "x, y, zx、y、z\\" {
		t.Error(got)
	}
}
