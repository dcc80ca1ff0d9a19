package docs

import (
	"strings"
	"testing"

	"aloft/client/lenient"
	"aloft/model"
)

// FuzzEntries: whatever the tools of files and spaces answer, the entries read from
// it have names that can be shown.
func FuzzEntries(f *testing.F) {
	for _, s := range []string{list1, `{"error":"x"}`, `{"error":{"code":"400006"}}`, `{"spaces":[{"space_id":1}],"has_next":"1"}`,
		`{"file":{"file_id":9007199254740993,"create_time":"1700000000000"}}`, `{"progress":"100","file_id":5,"warnings":"w"}`, `{"list":{}}`, `[]`, `code:1, msg:, trace_id:`} {
		f.Add(s)
	}
	s := New(Options{Name: "x"})
	f.Fuzz(func(t *testing.T, in string) {
		var w wireEntry
		var n wireNode
		var k wireTask
		var l struct {
			List lenient.List[wireEntry] `json:"list"`
		}
		for _, v := range []any{&w, &n, &k, &l} {
			_ = lenient.Object([]byte(in), v)
		}
		for _, e := range []model.Entry{w.entry(s), n.entry(s, "s")} {
			if e.Name == "" || strings.Contains(e.Name, "\x00") {
				t.Errorf("the name is %q", e.Name)
			}
		}
	})
}

// FuzzLink: a link that is accepted leads to the web.
func FuzzLink(f *testing.F) {
	for _, s := range []string{"//docs.example/doc/a", "javascript:alert(1)", "https://aloft.local/doc/a", "https://docs.example/%2f/../x?y#z", "\x00", "https://[::1]/a/b"} {
		f.Add(s)
	}
	s := New(Options{})
	f.Fuzz(func(t *testing.T, in string) {
		out := s.link(in)
		if out != "" && !strings.HasPrefix(strings.ToLower(out), "https://") && !strings.HasPrefix(strings.ToLower(out), "http://") {
			t.Errorf("%q becomes %q", in, out)
		}
		if strings.ContainsAny(out, "\x00\x1b\n ") {
			t.Errorf("%q becomes %q", in, out)
		}
		if out != "" && s.link(out) == "" {
			t.Errorf("%q does not survive a second time", out)
		}
		kind, id := cutLink(in)
		_, _ = kindOf(kind), id
	})
}
