package text_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"aloft/model/text"
)

func indentJSON(raw string) string {
	var b bytes.Buffer
	b.WriteString("before")
	text.IndentJSON(&b, []byte(raw))
	return strings.TrimPrefix(b.String(), "before")
}

func TestIndentJSON(t *testing.T) {
	for in, want := range map[string]string{
		` {"b":1e400,"a":[12345678901234567890,"<&>\u0041"],"b":{}} `: "{\n  \"b\": 1e400,\n  \"a\": [\n    12345678901234567890,\n    \"<&>\\u0041\"\n  ],\n  \"b\": {}\n}",
		"false": "false",
		`""`:    `""`,
		"[]":    "[]",
		`{"a"`:  `{"a"`,
		"":      "",
	} {
		if got := indentJSON(in); got != want {
			t.Errorf("%s\ngives %s\nwant  %s", in, got, want)
		}
	}
}

// Ten megabytes of values inside thousands of brackets would be tens of gigabytes
// of indentation.
func TestIndentJSONBounds(t *testing.T) {
	deep := strings.Repeat("[", 9_000) + "1" + strings.Repeat(",1", 1<<20) + strings.Repeat("]", 9_000)
	if got := indentJSON(deep); got != deep {
		t.Errorf("%d bytes became %d", len(deep), len(got))
	}
	long := "[[[" + strings.Repeat("1,", 5<<20) + "1]]]"
	if got := indentJSON(long); got != long {
		t.Errorf("%d bytes became %d", len(long), len(got))
	}
	quoted := `["` + strings.Repeat(`[\"`, 1<<10) + `"]`
	var want bytes.Buffer
	if err := json.Indent(&want, []byte(quoted), "", "  "); err != nil {
		t.Fatal(err)
	}
	if got := indentJSON(quoted); got != want.String() {
		t.Errorf("brackets in a string were counted: %.80s", got)
	}
}

// The estimate is never too low.
func FuzzIndentJSON(f *testing.F) {
	for _, s := range []string{`{"a":[1,{"b":"\"[{"},[]]}`, `[[[[]]]]`, `"`, `}]`, `{"a":`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		got := indentJSON(string(raw))
		if len(got) > min(64<<10+8*len(raw), 1<<20+2*len(raw)) {
			t.Errorf("%d bytes became %d", len(raw), len(got))
		}
		if !json.Valid(raw) {
			return
		}
		var a, b bytes.Buffer
		if json.Compact(&a, raw) != nil || json.Compact(&b, []byte(got)) != nil || a.String() != b.String() {
			t.Errorf("%s became %s", raw, got)
		}
	})
}
