package embedded

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"aloft/client/embedded/engine"
)

// Whatever stands in the arguments, they are refused by a business error, or
// each is of the type that the schema says.
func FuzzArguments(f *testing.F) {
	tools := new(docsService).tools()
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

// Whatever comes to the endpoint, the service answers and its tree is whole.
func FuzzTools(f *testing.F) {
	tools := new(docsService).tools()
	for i, raw := range []string{
		`{"title":"x","file_type":"folder"}`, `{"folder_id":"/"}`, `{"search_key":"_%"}`, `{"num":4294967295,"count":1000}`,
		`{"start":9223372036854775807}`, `{"space_id":"","node_id":"x"}`, `{"file_id":"ID","policy":3}`, `{"file_id":"ID","target_folder_id":"ID"}`,
		`{"file_id":"ID","title":"\u202e"}`, `{"file_id":"ID","folder_id":"ID"}`, `{"file_id":"ID","delete_type":"recent"}`,
		`{"file_id":"DOC","index":3,"text":"x"}`, `{"file_id":"DOC","idx":3,"level":"2"}`, `{"file_id":"DOC","text":"y","ranges":[{"begin":1,"end":4}]}`,
		`{"file_id":"DOC","index":9,"markdown":"| a |\n|---|\n| b |"}`, `{"file_id":"DOC","text":"c","range":{"begin":2,"end":7}}`,
		`{"file_id":"DOC","idx":5,"tasks":[{"state":1,"content":"t"}]}`, `{"file_id":"DOC","index":1,"rows":2,"cols":2}`, `{"file_id":"DOC","target_version":2}`,
	} {
		for at, tool := range tools {
			// With the tools that take it, and one that may not: each with each
			// would be minutes before the first new input.
			if _, err := readArgs(tool.args, []byte(raw), false); err == nil || at == i {
				f.Add(at, raw)
			}
		}
	}
	for at := range tools {
		f.Add(at, `{}`)
	}
	s, err := Open(f.Context(), Options{Dir: f.TempDir(), Fast: true})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { s.Close() })
	var seq, doc int64
	err = s.pages.update(f.Context(), func(l rows) error {
		d, err := l.addDocument(document{kind: kindFolder, title: "f"}, s.db.now())
		seq = d.seq
		if err == nil {
			d, err = l.addDocument(document{kind: kindDoc, title: "A document"}, s.db.now())
			doc = d.seq
		}
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
		args := jsonText(jsonText(raw, "DOC", s.pages.fileID(doc)), "ID", s.pages.fileID(seq))
		a, err := d.post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + tools[n%len(tools)].name + `","arguments":` + args + `}}`)
		if err != nil || a.http == 500 || a.Error == nil && a.Result == nil && a.http == 200 {
			t.Fatalf("%s %s: %d %s %v", tools[n%len(tools)].name, args, a.http, a.raw, err)
		}
		checkPages(t, s)
		checkDoc(t, s, doc)
	})
}

// checkDoc holds a document in memory against its snapshot and log.
func checkDoc(t *testing.T, s *Service, page int64) {
	t.Helper()
	find := func(l rows) (wordPage, error) { return pageForExport(l, page) }
	have, err := s.word.openPage(t.Context(), find, 0)
	if err != nil {
		t.Fatal(err)
	}
	s.word.Forget()
	again, err := s.word.openPage(t.Context(), find, 0)
	if err != nil {
		t.Fatal(err)
	}
	a, err1 := engine.EncodeDocument(have.doc, &pictures{db: s.db})
	b, err2 := engine.EncodeDocument(again.doc, &pictures{db: s.db})
	if err1 != nil || err2 != nil || !bytes.Equal(a, b) {
		t.Fatalf("version %d is another one in the file: %v %v", have.newest, err1, err2)
	}
}

// jsonText puts an id where a word stands.
func jsonText(raw, word, id string) string { return strings.ReplaceAll(raw, word, id) }
