package embedded

import (
	"errors"
	"testing"
)

// Whatever stands in the arguments, they are refused by a business error, or
// each is of the type that the schema says.
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
		args, err := readArgs(one.args, []byte(raw), second)
		if err != nil {
			var e docsError
			if !errors.As(err, &e) || e.code != docsBad || e.message == "" {
				t.Fatalf("%s %q: %v", one.name, raw, err)
			}
			return
		}
		holds(t, one.args, args)
	})
}

func holds(t *testing.T, known []docsArg, args docsArgs) {
	t.Helper()
	n := 0
	for _, a := range known {
		v, there := args[a.name]
		if !there {
			if a.required {
				t.Errorf("%s is missing", a.name)
			}
			continue
		}
		n++
		ok := false
		switch v := v.(type) {
		case string:
			ok = a.kind == argString && !(a.required && v == "" && !a.blank)
		case int64:
			ok = a.kind == argInteger && (a.max == 0 || v >= a.min && v <= a.max)
		case bool:
			ok = a.kind == argBool
		case docsArgs:
			ok = a.kind == argObject
			holds(t, a.fields, v)
		case []docsArgs:
			ok = a.kind == argList && !(a.required && len(v) == 0)
			for _, o := range v {
				holds(t, a.fields, o)
			}
		}
		if !ok {
			t.Errorf("%s is %T %v", a.name, v, v)
		}
	}
	if n != len(args) {
		t.Errorf("%v has what nobody knows", args)
	}
}

// One name never stands for two arguments of a one.
func TestSecondNamesAreApart(t *testing.T) {
	for _, one := range Tools() {
		seen := map[string]bool{}
		for i := range one.args {
			name := one.args[i].wire(true)
			if seen[name] {
				t.Errorf("%s: %s twice", one.name, name)
			}
			seen[name] = true
		}
		if one.help == "" || one.run == nil {
			t.Error(one.name)
		}
	}
}
