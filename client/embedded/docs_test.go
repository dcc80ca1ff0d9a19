package embedded

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"aloft/client/clienttest/fault"
	"aloft/client/embedded/pages"
)

// desk calls the document half by hand: JSON-RPC in plain HTTP requests, with no
// code of a client.
type desk struct {
	t     *testing.T
	s     *Service
	token string
	n     int
	watch *fault.Watch
}

func openDesk(t *testing.T, f fault.Docs) *desk {
	t.Helper()
	r := open(t, Options{Faults: fault.Faults{Docs: f}})
	return &desk{t: t, s: r.s, token: r.s.Token(), watch: r.watch}
}

// spoken is an answer of the endpoint.
type spoken struct {
	http   int
	head   http.Header
	raw    string
	Result *struct {
		IsError bool `json:"isError"`
		Content []struct {
			Type string `json:"type"`
			Text string `json:"text"`
		} `json:"content"`
		Structured json.RawMessage `json:"structuredContent"`
	} `json:"result"`
	Error *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

func (d *desk) post(body string, head ...string) (spoken, error) {
	d.t.Helper()
	return d.speak(d.t.Context(), body, head...)
}

func (d *desk) speak(ctx context.Context, body string, head ...string) (spoken, error) {
	req, err := http.NewRequestWithContext(ctx, "POST", "http://aloft.local"+DocsPath, strings.NewReader(body))
	if err != nil {
		return spoken{}, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", d.token)
	for i := 0; i+1 < len(head); i += 2 {
		req.Header.Set(head[i], head[i+1])
		if head[i+1] == "" {
			req.Header.Del(head[i])
		}
	}
	res, err := d.s.Transport().RoundTrip(req)
	if err != nil {
		return spoken{}, err
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		return spoken{}, err
	}
	a := spoken{http: res.StatusCode, head: res.Header, raw: string(raw)}
	data := raw
	if strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream") {
		data = nil
		for line := range strings.SplitSeq(string(raw), "\n") {
			if rest, ok := strings.CutPrefix(line, "data:"); ok {
				data = append(data, rest...)
			}
		}
	}
	_ = json.Unmarshal(data, &a)
	return a, nil
}

func (d *desk) try(tool string, args any, head ...string) (spoken, error) {
	d.t.Helper()
	d.n++
	body, err := encodeCall(d.n, tool, args)
	if err != nil {
		d.t.Fatal(err)
	}
	return d.post(body, head...)
}

func encodeCall(n int, tool string, args any) (string, error) {
	b, err := json.Marshal(object{"jsonrpc": "2.0", "id": n, "method": "tools/call", "params": object{"name": tool, "arguments": args}})
	return string(b), err
}

// call expects success and returns the answer, whose text and structured form must
// agree.
func (d *desk) call(tool string, args object) reading {
	d.t.Helper()
	a, err := d.try(tool, args)
	if err != nil {
		d.t.Fatalf("%s %v: %v", tool, args, err)
	}
	if a.http != 200 || a.Error != nil || a.Result == nil || a.Result.IsError || len(a.Result.Content) != 1 {
		d.t.Fatalf("%s %v: %d %s", tool, args, a.http, a.raw)
	}
	text := a.Result.Content[0].Text
	var escaped bytes.Buffer // as the tool protocol's library writes it
	json.HTMLEscape(&escaped, []byte(text))
	if !bytes.Equal(escaped.Bytes(), a.Result.Structured) && text != string(a.Result.Structured) {
		d.t.Errorf("%s: text %s, structured %s", tool, text, a.Result.Structured)
	}
	out := decode(d.t, text)
	if id, _ := out["trace_id"].(string); len(id) < 16 {
		d.t.Errorf("%s: no trace_id in %s", tool, text)
	}
	for _, key := range []string{"error", "err_msg"} {
		if v, _ := out[key].(string); v != "" {
			d.t.Fatalf("%s %v: %s", tool, args, v)
		}
	}
	return out
}

// reading is an answer of a tool; numbers are json.Number.
type reading map[string]any

func decode(t *testing.T, s string) reading {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(s))
	dec.UseNumber()
	var out reading
	if err := dec.Decode(&out); err != nil {
		t.Fatalf("%v in %s", err, s)
	}
	return out
}

func (a reading) str(key string) string {
	s, _ := a[key].(string)
	return s
}

func (a reading) list(key string) []reading {
	var out []reading
	for _, v := range a[key].([]any) {
		out = append(out, v.(map[string]any))
	}
	return out
}

// refused expects a business error with a code and a message, in the field that the
// specification shows for the tool.
func (d *desk) refused(code int, words, tool string, args object) {
	d.t.Helper()
	a, err := d.try(tool, args)
	if err != nil {
		d.t.Fatal(err)
	}
	said := ""
	switch {
	case a.Error != nil:
		said = a.Error.Message
		if want := fmt.Sprintf("type:business, code:%d,", code); a.Error.Code != -32603 || !strings.Contains(said, want) || !strings.Contains(said, "trace_id:") {
			d.t.Errorf("%s %v: %s, want %s", tool, args, a.raw, want)
		}
	case a.Result != nil && len(a.Result.Content) == 1:
		out := decode(d.t, a.Result.Content[0].Text)
		if said = out.str("error"); said == "" {
			said = out.str("err_msg")
		}
	}
	if said == "" || !strings.Contains(said, words) {
		d.t.Errorf("%s %v: %d %s, want %q", tool, args, a.http, a.raw, words)
	}
}

// titles returns the titles of a folder, page by page.
func (d *desk) titles(folder string) []string {
	d.t.Helper()
	var out []string
	for start := 0; ; {
		a := d.call("manage.folder_list", object{"folder_id": folder, "start": start})
		for _, e := range a.list("list") {
			out = append(out, e.str("title"))
			start++
		}
		if a["finish"] == true {
			return out
		}
		if len(a.list("list")) == 0 {
			d.t.Fatal("an empty page that is not the last")
		}
	}
}

// nodes returns the nodes of a space under a page.
func (d *desk) nodes(space, parent string) []reading {
	d.t.Helper()
	var out []reading
	for num := 0; ; num++ {
		a := d.call("query_space_node", object{"space_id": space, "parent_id": parent, "num": num})
		out = append(out, a.list("children")...)
		if a["has_next"] == false {
			return out
		}
	}
}

func (d *desk) create(kind, title, parent string) string {
	d.t.Helper()
	a := d.call("manage.create_file", object{"title": title, "file_type": kind, "parent_id": parent})
	if a.str("file_id") == "" || a.str("title") != title || a.str("type") != kind {
		d.t.Fatal(a)
	}
	return a.str("file_id")
}

func (d *desk) createIn(space, kind, title, parent string) string {
	d.t.Helper()
	a := d.call("manage.create_file", object{"title": title, "file_type": kind, "parent_id": parent, "space_id": space})
	if a.str("space_id") != space {
		d.t.Fatal(a)
	}
	return a.str("file_id")
}

// checkPages checks the stored tree for consistency.
func checkPages(t *testing.T, s *Service) {
	t.Helper()
	queries := map[string]string{
		"a count of children is wrong":       "SELECT count(*) FROM page p WHERE p.kids <> (SELECT count(*) FROM page c WHERE c.parent = p.seq)",
		"a page is in another space":         "SELECT count(*) FROM page c JOIN page p ON p.seq = c.parent WHERE c.space <> p.space AND p.seq <> 2",
		"a live page hangs under a dead one": "SELECT count(*) FROM page c JOIN page p ON p.seq = c.parent WHERE c.binned = 0 AND p.binned <> 0",
		"a dead page hangs under a live one": "SELECT count(*) FROM page c JOIN page p ON p.seq = c.parent WHERE c.binned <> 0 AND p.binned = 0",
		"a dead page has no record":          "SELECT count(*) FROM page c WHERE c.parent = 2 AND NOT EXISTS (SELECT 1 FROM pagebin b WHERE b.page = c.seq)",
		"a page hangs nowhere":               "SELECT count(*) FROM page p WHERE p.seq > 2 AND (p.parent IS NULL) <> (p.kind = 'space')",
		"a document in the home has pages":   "SELECT count(*) FROM page p WHERE p.space = 0 AND p.kind <> 'folder' AND p.kids > 0",
		"a page cannot be reached": "WITH RECURSIVE seen(seq) AS (SELECT seq FROM page WHERE parent IS NULL UNION SELECT p.seq FROM page p JOIN seen s ON p.parent = s.seq) " +
			"SELECT (SELECT count(*) FROM page) - (SELECT count(*) FROM seen)",
	}
	err := s.pages.View(t.Context(), func(l pages.Rows) error {
		for what, query := range queries {
			var n int
			if _, err := l.Row(query, nil, &n); err != nil || n != 0 {
				t.Errorf("%s: %d %v", what, n, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
