package embedded

import (
	"errors"
	"strings"
	"testing"
)

// Whatever stands in the arguments, they are refused by a business error, or
// each is of the type that the schema says.
func FuzzArguments(f *testing.F) {
	tools := docsTools()
	for i, raw := range []string{
		`{}`, ``, `null`, `[]`, `{"title":"x","file_type":"doc"}`, `{"title":"x","file_type":"wikilink","link_node":{"link_url":"https://a"}}`,
		`{"start":1e3}`, `{"start":9223372036854775808}`, `{"start":1e999999999}`, `{"num":-0}`, `{"num":1.0}`, `{"policy":"2"}`,
		`{"file_id":"\ud800"}`, `{"a":{"a":{"a":{}}}}`, `{"title":null}`, `{"title":"a","title":7}`, "{\"title\":\"\xff\"}", `{} {}`,
		`{"num":0000001}`, `{"num":1e}`, `{"num":1.00000000000000000000000000000000000001}`, `{"link_node":{"link_url":7}}`,
	} {
		f.Add(i%len(tools), raw, i%2 == 0)
	}
	f.Fuzz(func(t *testing.T, n int, raw string, second bool) {
		if n < 0 {
			n = -(n + 1)
		}
		tool := tools[n%len(tools)]
		args, err := readArgs(tool.args, []byte(raw), second)
		if err != nil {
			var e docsError
			if !errors.As(err, &e) || e.code != docsBad || e.message == "" {
				t.Fatalf("%s %q: %v", tool.name, raw, err)
			}
			return
		}
		holds(t, tool.args, args)
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
			ok = a.kind == argString && !(a.required && v == "")
		case int64:
			ok = a.kind == argInteger && (a.max == 0 || v >= a.min && v <= a.max)
		case bool:
			ok = a.kind == argBool
		case docsArgs:
			ok = a.kind == argObject
			holds(t, a.fields, v)
		}
		if !ok {
			t.Errorf("%s is %T %v", a.name, v, v)
		}
	}
	if n != len(args) {
		t.Errorf("%v has what nobody knows", args)
	}
}

// Whatever comes to the endpoint, the service answers and its tree is whole.
func FuzzTools(f *testing.F) {
	tools := docsTools()
	for i, raw := range []string{
		`{"title":"x","file_type":"folder"}`, `{"folder_id":"/"}`, `{"search_key":"_%"}`, `{"num":4294967295,"count":1000}`,
		`{"start":9223372036854775807}`, `{"space_id":"","node_id":"x"}`, `{"file_id":"ID","policy":3}`, `{"file_id":"ID","target_folder_id":"ID"}`,
		`{"file_id":"ID","title":"\u202e"}`, `{"file_id":"ID","folder_id":"ID"}`, `{"file_id":"ID","delete_type":"recent"}`,
	} {
		for at := range tools {
			f.Add(at+i, raw)
		}
	}
	s, err := Open(f.Context(), Options{Dir: f.TempDir(), Fast: true})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { s.Close() })
	var seq int64
	err = s.update(f.Context(), func(l *link) error {
		d, err := l.addDocument(document{kind: kindFolder, title: "f"}, s.now())
		seq = d.seq
		return err
	})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, n int, raw string) {
		if n < 0 {
			n = -(n + 1)
		}
		d := &desk{t: t, s: s, token: s.Token()}
		args := jsonText(raw, s.fileID(seq))
		a, err := d.post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + tools[n%len(tools)].name + `","arguments":` + args + `}}`)
		if err != nil || a.http == 500 || a.Error == nil && a.Result == nil && a.http == 200 {
			t.Fatalf("%s %s: %d %s %v", tools[n%len(tools)].name, args, a.http, a.raw, err)
		}
		checkPages(t, s)
	})
}

// jsonText puts an id where "ID" stands.
func jsonText(raw, id string) string { return strings.ReplaceAll(raw, "ID", id) }
