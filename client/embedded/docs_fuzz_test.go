//go:build unix

package embedded

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"aloft/client/embedded/docs"
	"aloft/client/embedded/pages"
)

// Whatever request comes, the service answers and its tree is valid.
func FuzzTools(f *testing.F) {
	tools := docs.Tools()
	for i, raw := range []string{
		`{"title":"x","file_type":"folder"}`, `{"folder_id":"/"}`, `{"search_key":"_%"}`, `{"num":4294967295,"count":1000}`,
		`{"start":9223372036854775807}`, `{"space_id":"","node_id":"x"}`, `{"file_id":"ID","policy":3}`, `{"file_id":"ID","target_folder_id":"ID"}`,
		`{"file_id":"ID","title":"\u202e"}`, `{"file_id":"ID","folder_id":"ID"}`, `{"file_id":"ID","delete_type":"recent"}`,
		`{"file_id":"DOC","index":3,"text":"x"}`, `{"file_id":"DOC","idx":3,"level":"2"}`, `{"file_id":"DOC","text":"y","ranges":[{"begin":1,"end":4}]}`,
		`{"file_id":"DOC","index":9,"markdown":"| a |\n|---|\n| b |"}`, `{"file_id":"DOC","text":"c","range":{"begin":2,"end":7}}`,
		`{"file_id":"DOC","idx":5,"tasks":[{"state":1,"content":"t"}]}`, `{"file_id":"DOC","index":1,"rows":2,"cols":2}`, `{"file_id":"DOC","target_version":2}`,
	} {
		for at, one := range tools {
			// With the tools that accept it, and one that may not: all with all
			// would take minutes before the first new input.
			if _, err := pages.ReadArgs(one.Args, []byte(raw), false); err == nil || at == i {
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
	err = s.pages.Update(f.Context(), func(l pages.Rows) error {
		d, err := l.Add(pages.Document{Kind: pages.KindFolder, Title: "f"}, s.db.Now())
		seq = d.Seq
		if err == nil {
			d, err = l.Add(pages.Document{Kind: pages.KindDoc, Title: "A document"}, s.db.Now())
			doc = d.Seq
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
		args := jsonText(jsonText(raw, "DOC", s.pages.FileID(doc)), "ID", s.pages.FileID(seq))
		a, err := d.post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + tools[n%len(tools)].Name + `","arguments":` + args + `}}`)
		if err != nil || a.http == 500 || a.Error == nil && a.Result == nil && a.http == 200 {
			t.Fatalf("%s %s: %d %s %v", tools[n%len(tools)].Name, args, a.http, a.raw, err)
		}
		checkPages(t, s)
		checkDoc(t, s, doc)
	})
}

// checkDoc compares a document in memory with its snapshot and log.
func checkDoc(t *testing.T, s *Service, page int64) {
	t.Helper()
	id := s.pages.FileID(page)
	have, err := s.word.Document(t.Context(), id, 0)
	var gone pages.Error
	if errors.As(err, &gone) && gone.Code == pages.Bad { // a call has deleted it
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	s.word.Forget()
	again, err := s.word.Document(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	a, err1 := encodeDocument(have, byHash{})
	b, err2 := encodeDocument(again, byHash{})
	if err1 != nil || err2 != nil || !bytes.Equal(a, b) {
		t.Fatalf("version %d is another one in the file: %v %v", have.Version, err1, err2)
	}
}

// jsonText replaces a word by an id.
func jsonText(raw, word, id string) string { return strings.ReplaceAll(raw, word, id) }
