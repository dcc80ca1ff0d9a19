package text_test

import (
	"encoding/json"
	"testing"

	"aloft/model/text"
)

func TestEscapeJSON(t *testing.T) {
	for in, want := range map[string]string{
		"plain\x1b[2J": `"plain\u001b[2J"`, "\u009b2J\x7f": `"\u009b2J\u007f"`, "a\u202eb\u200fc": `"a\u202eb\u200fc"`,
		"\U000E0041é€😀": `"\udb40\udc41é€😀"`, "": `""`,
	} {
		raw, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		got := string(text.EscapeJSON(append(raw, '\n')))
		var back string
		if got != want+"\n" || json.Unmarshal([]byte(got), &back) != nil || back != in {
			t.Errorf("%q became %s, want %s", in, got, want)
		}
	}
}
