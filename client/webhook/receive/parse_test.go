package receive

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestParse(t *testing.T) {
	deep := func(n int) string { return `{"payload":` + strings.Repeat("[", n) + strings.Repeat("]", n) + `}` }
	for _, c := range []struct {
		name, body string
		want       Fields
		err        string
	}{
		{"null", "null", Fields{}, ""},
		{"empty object", " {\r\n\t} ", Fields{}, ""},
		{"all", `{"event":"e","project":"p","session_key":"s","prompt":"q","exec":"x","work_dir":"w","silent":true,"payload":1}`,
			Fields{"e", "p", "s", "q", "x", "w", true, []byte("1")}, ""},
		{"nulls are absent", `{"event":null,"project":null,"session_key":null,"prompt":null,"exec":null,"work_dir":null,"silent":null,"payload":null}`, Fields{}, ""},
		{"others are ignored", `{"x":{"session_key":"no"},"session_key":"s","y":["session_key","z"]}`, Fields{Session: "s"}, ""},
		{"names are exact", `{"Session_Key":"a","EVENT":"b","session_key ":"c"}`, Fields{}, ""},
		{"names may be escaped", `{"\u0065vent":"a"}`, Fields{Event: "a"}, ""},
		{"the last counts", `{"event":"a","event":"b"}`, Fields{Event: "b"}, ""},
		{"the last counts, by whatever letters", `{"event":"a","\u0065vent":"b"}`, Fields{Event: "b"}, ""},
		{"the last counts, null too", `{"event":"a","event":null,"payload":1,"payload":null}`, Fields{}, ""},
		{"the last counts, its kind too", `{"event":1,"event":"b"}`, Fields{Event: "b"}, ""},
		{"nothing is trimmed", `{"event":" a\n"}`, Fields{Event: " a\n"}, ""},
		{"escapes", `{"event":"\"\\\/\u00fc\ud83d\ude00","exec":"\\\""}`, Fields{Event: "\"\\/ü😀", Exec: `\"`}, ""},
		{"half a pair", `{"event":"\ud83d"}`, Fields{Event: "\uFFFD"}, ""},
		{"payload stays raw", `{"payload": {"b":12345678901234567890.10, "a":"\u003c<"} , "event":"e"}`,
			Fields{Event: "e", Payload: []byte(`{"b":12345678901234567890.10, "a":"\u003c<"}`)}, ""},
		{"payload false", `{"payload":false}`, Fields{Payload: []byte("false")}, ""},
		{"payload zero", `{"payload":0}`, Fields{Payload: []byte("0")}, ""},
		{"payload empty", `{"payload":""}`, Fields{Payload: []byte(`""`)}, ""},
		{"payload object", `{"payload":{}}`, Fields{Payload: []byte("{}")}, ""},
		{"payload array", `{"payload":["}",{"]":"["}]}`, Fields{Payload: []byte(`["}",{"]":"["}]`)}, ""},
		{"deep", deep(9999), Fields{Payload: []byte(deep(9999)[11 : 11+2*9999])}, ""},

		{"nothing", "", Fields{}, "unexpected end of JSON input (byte 0)"},
		{"half", `{"event":"a`, Fields{}, "unexpected end of JSON input (byte 11)"},
		{"after it", `{} x`, Fields{}, "invalid character 'x' after top-level value (byte 4)"},
		{"two", `{}{}`, Fields{}, "invalid character '{' after top-level value (byte 3)"},
		{"comma", `{"event":"a",}`, Fields{}, "invalid character '}' looking for beginning of object key string (byte 14)"},
		{"comment", `{/*x*/}`, Fields{}, "invalid character '/' looking for beginning of object key string (byte 2)"},
		{"line end in a string", "{\"event\":\"a\nb\"}", Fields{}, `invalid character '\n' in string literal (byte 12)`},
		{"mark before it", "\xef\xbb\xbf{\"event\":\"a\"}", Fields{Event: "a"}, ""},
		{"two marks before it", "\xef\xbb\xbf\xef\xbb\xbf{}", Fields{}, "invalid character 'ï' looking for beginning of value (byte 1)"},
		{"not UTF-8", "{\"event\":\"ü\xff\"}", Fields{}, "byte 12 is not UTF-8"},
		{"surrogate bytes", "{\"event\":\"\xed\xa0\x80\"}", Fields{}, "byte 10 is not UTF-8"},
		{"array", ` ["a"]`, Fields{}, "the body must be an object, and is an array"},
		{"string", `"a"`, Fields{}, "the body must be an object, and is a string"},
		{"number", "-1", Fields{}, "the body must be an object, and is a number"},
		{"true", "true", Fields{}, "the body must be an object, and is true or false"},
		{"event 1", `{"event":1}`, Fields{}, "event must be a string, and is a number"},
		{"session", `{"session_key":["a"]}`, Fields{}, "session_key must be a string, and is an array"},
		{"prompt", `{"prompt":{}}`, Fields{}, "prompt must be a string, and is an object"},
		{"work_dir", `{"work_dir":false}`, Fields{}, "work_dir must be a string, and is true or false"},
		{"silent", `{"silent":"true"}`, Fields{}, "silent must be true or false, and is a string"},
		{"silent 1", `{"silent":1}`, Fields{}, "silent must be true or false, and is a number"},
		{"too deep", deep(10_000), Fields{}, "it is nested more than 10,000 deep (byte 10011)"},
		{"much too deep", strings.Repeat("[", 1<<20), Fields{}, "it is nested more than 10,000 deep (byte 10001)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Parse([]byte(c.body))
			said := ""
			if err != nil {
				said = err.Error()
			}
			if said != c.err {
				t.Fatalf("%q, want %q", said, c.err)
			}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}

// FuzzParse compares Parse with encoding/json, which reads members into a map.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		good, "null", "{}", `{"event":"a","event":null,"payload":[1,{"a":"]}"}],"silent":true}`, `{"\u0065vent":"\ud83d","x":1e5}`,
		"{\"event\":\"\xff\"}", `[1]`, ` { "payload" : -0.5e+7 , "exec" : "\\\"" } `, `{"a":{"event":"no"},"":""}`, `{"silent":null,"silent":0}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		kept := bytes.Clone(body)
		got, err := Parse(body)
		if !bytes.Equal(kept, body) {
			t.Fatal("the body was changed")
		}
		var want map[string]json.RawMessage
		bad := !utf8.Valid(body) || json.Unmarshal(body, &want) != nil
		text := func(name string, to *string) {
			if raw := want[name]; raw != nil && string(raw) != "null" && json.Unmarshal(raw, to) != nil {
				bad = true
			}
		}
		var all Fields
		text("event", &all.Event)
		text("project", &all.Project)
		text("session_key", &all.Session)
		text("prompt", &all.Prompt)
		text("exec", &all.Exec)
		text("work_dir", &all.WorkDir)
		if raw := want["silent"]; raw != nil && string(raw) != "null" && json.Unmarshal(raw, &all.Silent) != nil {
			bad = true
		}
		if raw := want["payload"]; raw != nil && string(raw) != "null" {
			all.Payload = raw
		}
		if bad != (err != nil) {
			t.Fatalf("error %v, encoding/json finds it bad: %v", err, bad)
		}
		if err != nil {
			if strings.ContainsAny(err.Error(), "\r\n\x1b") {
				t.Fatalf("the error has control characters: %q", err)
			}
			return
		}
		if !reflect.DeepEqual(got, all) {
			t.Fatalf("%+v, encoding/json reads %+v", got, all)
		}
	})
}
