package docs

import (
	"errors"
	"testing"

	"aloft/client/embedded/pages"
)

// Whatever the arguments are, they are refused by a business error, or each is of
// the type in the schema.
func FuzzArguments(f *testing.F) {
	tools := Tools()
	for i, raw := range []string{
		`{}`, ``, `null`, `[]`, `{"title":"x","file_type":"doc"}`, `{"title":"x","file_type":"wikilink","link_node":{"link_url":"https://a"}}`,
		`{"start":1e3}`, `{"start":9223372036854775808}`, `{"start":1e999999999}`, `{"num":-0}`, `{"num":1.0}`, `{"policy":"2"}`,
		`{"file_id":"\ud800"}`, `{"a":{"a":{"a":{}}}}`, `{"title":null}`, `{"title":"a","title":7}`, "{\"title\":\"\xff\"}", `{} {}`,
		`{"num":0000001}`, `{"num":1e}`, `{"num":1.00000000000000000000000000000000000001}`, `{"link_node":{"link_url":7}}`,
		`{"file_id":"x","text":"","ranges":[{"begin":1,"end":2},{"begin":-1}]}`, `{"file_id":"x","ranges":[],"text":"a"}`, `{"file_id":"x","tasks":[[]]}`,
		`{"file_id":"x","text":"","ranges":[{"begin":0,"end":4294967295}],"version_info":{"base_version":1,"is_latest":true}}`,
	} {
		f.Add(i%len(tools), raw, i%2 == 0)
	}
	f.Fuzz(func(t *testing.T, n int, raw string, second bool) {
		if n < 0 {
			n = -(n + 1)
		}
		one := tools[n%len(tools)]
		args, err := pages.ReadArgs(one.Args, []byte(raw), second)
		if err != nil {
			var e pages.Error
			if !errors.As(err, &e) || e.Code != pages.Bad || e.Message == "" {
				t.Fatalf("%s %q: %v", one.Name, raw, err)
			}
			return
		}
		holds(t, one.Args, args)
	})
}

func holds(t *testing.T, known []pages.Arg, args pages.Args) {
	t.Helper()
	n := 0
	for _, a := range known {
		v, there := args[a.Name]
		if !there {
			if a.Required {
				t.Errorf("%s is missing", a.Name)
			}
			continue
		}
		n++
		ok := false
		switch v := v.(type) {
		case string:
			ok = a.Kind == pages.ArgString && !(a.Required && v == "" && !a.Blank)
		case int64:
			ok = a.Kind == pages.ArgInteger && (a.Max == 0 || v >= a.Min && v <= a.Max)
		case bool:
			ok = a.Kind == pages.ArgBool
		case pages.Args:
			ok = a.Kind == pages.ArgObject
			holds(t, a.Fields, v)
		case []pages.Args:
			ok = a.Kind == pages.ArgList && !(a.Required && len(v) == 0)
			for _, o := range v {
				holds(t, a.Fields, o)
			}
		}
		if !ok {
			t.Errorf("%s is %T %v", a.Name, v, v)
		}
	}
	if n != len(args) {
		t.Errorf("%v has what nobody knows", args)
	}
}

// In no tool is one name used for two arguments.
func TestSecondNamesAreApart(t *testing.T) {
	for _, one := range Tools() {
		seen := map[string]bool{}
		for i := range one.Args {
			name := one.Args[i].Wire(true)
			if seen[name] {
				t.Errorf("%s: %s twice", one.Name, name)
			}
			seen[name] = true
		}
		if one.Help == "" || one.Run == nil {
			t.Error(one.Name)
		}
	}
}
