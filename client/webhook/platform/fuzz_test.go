package platform

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"aloft/client/webhook/run"
	"aloft/model"
)

// FuzzTexts: whatever is posted, a log line is one line of JSON with the same text,
// and a chat gets clean lines that are not too many.
func FuzzTexts(f *testing.F) {
	for _, s := range hostile() {
		f.Add(s[:min(len(s), 60)])
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 200 { // hostile has long ones; the fuzzer takes minutes to minimize one
			return
		}
		m := message(s)
		m.Session, m.Event = s, s
		line, err := encode(m)
		if err != nil {
			t.Fatal(err)
		}
		var got logLine
		if err := json.Unmarshal(line, &got); err != nil {
			t.Fatalf("%v: %q", err, line)
		}
		if utf8.ValidString(s) && len(s) <= maxField && (got.Text != s || got.Session != s || got.Event != s || got.Cut != 0) {
			t.Errorf("%q became %+v", s, got)
		}
		for i, r := range string(line) {
			if (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) != (i == len(line)-1) {
				t.Errorf("%U in %q", r, line)
			}
		}
		said := plain(s)
		if said == "" || len(utf16.Encode([]rune(said))) > maxChat+len(cutMark) {
			t.Errorf("%q of %q", said, s)
		}
		for l := range strings.SplitSeq(said, "\n") {
			if model.Clean(l) != l {
				t.Errorf("%q of %q", l, s)
			}
		}
		if v := run.Variable("A", s); strings.Contains(v, "\x00") || len(v) > maxField+2 {
			t.Errorf("%q", v)
		}
	})
}
