package model

import (
	"encoding/json"
	"testing"
	"time"

	"aloft/model/text"
)

func TestSentenceIsStored(t *testing.T) {
	for _, tt := range []struct {
		s           Sentence
		json, reads string
	}{
		{Sentence{}, `""`, ""},
		{Say("a person stopped it"), `"a person stopped it"`, "a person stopped it"},
		{Say("%d%% done"), `"%d%% done"`, "%d%% done"},
		{Say("%d {item|items} failed", 1), `{"text":"%d {item|items} failed","args":[1]}`, "1 item failed"},
		{Say("%s: %d of %q", "a\x1bb", uint8(3), time.Second), `{"text":"%s: %d of %q","args":["a\u001bb",3,"1s"]}`, "a\ufffdb: 3 of \"1s\""},
		{Say("%s: %s", Say("not audited"), Say("%d more", -4)), `{"text":"%s: %s","args":[{"text":"not audited"},{"text":"%d more","args":[-4]}]}`, "not audited: -4 more"},
		{Say("%s", text.Text("done")), `{"text":"%s","args":[{"text":"done"}]}`, "done"},
	} {
		data, err := json.Marshal(tt.s)
		if err != nil || string(data) != tt.json {
			t.Errorf("%q is stored as %s, want %s (%v)", tt.reads, data, tt.json, err)
		}
		var back Sentence
		if err := json.Unmarshal(data, &back); err != nil || back != tt.s {
			t.Errorf("%s comes back as %#v, want %#v (%v)", data, back, tt.s, err)
		}
		if got := back.String(); got != tt.reads {
			t.Errorf("%s reads %q, want %q", data, got, tt.reads)
		}
	}
	for _, bad := range []string{`3`, `null`, `{"args":3}`, `{"text":"%s","args":[{"text":1}]}`} {
		var s Sentence
		_ = json.Unmarshal([]byte(bad), &s)
		_ = s.String() // whatever a damaged store holds is said without a panic
	}
}

// What to do is a part of a stored sentence, not its end.
func TestASentenceHasItsHint(t *testing.T) {
	what := Say("%s is signed out", "work")
	stored, err := json.Marshal(Say(text.ErrHint, what, Say(text.LoginHint, "work --docs")))
	if err != nil {
		t.Fatal(err)
	}
	var s Sentence
	if err := json.Unmarshal(stored, &s); err != nil {
		t.Fatal(err)
	}
	if got, hint := s.Hint(); got != what || hint.Text != text.LoginHint || hint.String() != "aloft account login work --docs" {
		t.Errorf("%v, %v", got, hint)
	}
	if got, hint := what.Hint(); got != what || !hint.IsZero() {
		t.Errorf("%v, %v", got, hint)
	}
	if !s.Names("work") || s.Names("signed") {
		t.Error("an argument is a name, a word of the sentence is not")
	}
}
