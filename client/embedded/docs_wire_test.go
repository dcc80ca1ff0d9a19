package embedded

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"aloft/client/clienttest/fault"
	"aloft/client/embedded/pages"
)

func TestToken(t *testing.T) {
	d := openDesk(t, fault.Docs{})
	list := `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	for head, want := range map[string]int{
		d.token: 200, "Bearer " + d.token: 200, "bearer  " + d.token: 200,
		"": 401, "Bearer": 401, d.token + "x": 401, "Basic " + d.token: 401, "' OR 1=1 --": 401,
	} {
		a, err := d.post(list, "Authorization", head)
		if err != nil || a.http != want {
			t.Errorf("%q: %d %s %v, want %d", head, a.http, a.raw, err, want)
		}
		if want == 401 && !strings.HasPrefix(a.head.Get("Content-Type"), "text/plain") {
			t.Errorf("%q: %s", head, a.head.Get("Content-Type"))
		}
	}
	second, err := d.s.NewToken(t.Context())
	if err != nil || second == d.token || d.s.Token() != second {
		t.Fatal(second, err)
	}
	d.call("manage.folder_list", object{}) // the first one is still valid
	if c := d.watch.Docs(); c.Requests != 9 || d.watch.Drive().Requests != 0 {
		t.Error("calls are counted wrongly:", c.Requests, d.watch.Drive().Requests)
	}
}

func TestTokenEnds(t *testing.T) {
	now := &clock{}
	r := open(t, Options{Now: now.Now, Faults: fault.Faults{Docs: fault.Docs{TokenLife: time.Hour}}})
	d := &desk{t: t, s: r.s, token: r.s.Token()}
	d.call("manage.folder_list", object{})
	now.pass(time.Hour)
	d.refused(pages.Expired, "expired", "manage.folder_list", object{})
	if d.token = r.s.Token(); d.token == "" {
		t.Fatal("no new token")
	}
	d.call("manage.folder_list", object{})

	d = openDesk(t, fault.Docs{Expire: fault.Rate{Every: 3}})
	d.call("manage.folder_list", object{})
	d.call("manage.folder_list", object{})
	d.refused(pages.Expired, "expired", "manage.create_file", object{"title": "x", "file_type": "doc"})
	d.refused(pages.Expired, "expired", "manage.folder_list", object{})
	d.token, _ = d.s.NewToken(t.Context())
	if got := d.titles(""); len(got) != 0 {
		t.Error("a call with a dead token has made something:", got)
	}
}

func TestEndpoint(t *testing.T) {
	d := openDesk(t, fault.Docs{})
	for what, c := range map[string]struct {
		body string
		head []string
		want int
	}{
		"a handshake":         {`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`, nil, 200},
		"no handshake":        {`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, nil, 200},
		"a notification":      {`{"jsonrpc":"2.0","method":"notifications/initialized"}`, nil, 202},
		"a session not ours":  {`{"jsonrpc":"2.0","id":1,"method":"ping"}`, []string{"Mcp-Session-Id", "x"}, 200},
		"our own origin":      {`{"jsonrpc":"2.0","id":1,"method":"ping"}`, []string{"Origin", "http://localhost:8080"}, 200},
		"a page's origin":     {`{"jsonrpc":"2.0","id":1,"method":"ping"}`, []string{"Origin", "https://evil.example"}, 403},
		"an origin of null":   {`{"jsonrpc":"2.0","id":1,"method":"ping"}`, []string{"Origin", "null"}, 403},
		"no JSON":             {`{"jsonrpc":`, nil, 400},
		"a batch":             {` [{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}]`, nil, 400},
		"a large call":        {`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"` + strings.Repeat("x", 5<<20) + `"}}`, nil, 200},
		"a call too large":    {strings.Repeat(" ", 16<<20+1), nil, 413},
		"another media type":  {`{"jsonrpc":"2.0","id":1,"method":"ping"}`, []string{"Content-Type", "text/plain"}, 415},
		"an odd version":      {`{"jsonrpc":"2.0","id":1,"method":"ping"}`, []string{"Mcp-Protocol-Version", "1999-01-01"}, 400},
		"the pinned version":  {`{"jsonrpc":"2.0","id":1,"method":"ping"}`, []string{"Mcp-Protocol-Version", "2025-06-18"}, 200},
		"accepting one thing": {`{"jsonrpc":"2.0","id":1,"method":"ping"}`, []string{"Accept", "application/json"}, 200},
	} {
		a, err := d.post(c.body, c.head...)
		if err != nil || a.http != c.want {
			t.Errorf("%s: %d %.200s %v, want %d", what, a.http, a.raw, err, c.want)
		}
	}
	a, _ := d.try("manage.no_such_tool", object{})
	if a.Error == nil || a.Error.Code != -32602 {
		t.Error("an unknown tool:", a.raw)
	}
	for _, args := range []any{[]int{1}, "x", 7} {
		if a, _ := d.try("manage.folder_list", args); a.Error == nil && a.http == 200 {
			t.Errorf("arguments %v: %s", args, a.raw)
		}
	}
}

// tools of the list, by name, with the properties of their schemas.
func (d *desk) tools() map[string]map[string]any {
	d.t.Helper()
	a, err := d.post(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	var got struct {
		Result struct {
			Tools []struct {
				Name   string `json:"name"`
				Schema struct {
					Type       string         `json:"type"`
					Properties map[string]any `json:"properties"`
					Required   []string       `json:"required"`
				} `json:"inputSchema"`
			} `json:"tools"`
		} `json:"result"`
	}
	if e := json.Unmarshal([]byte(a.raw), &got); err != nil || e != nil {
		d.t.Fatal(err, e, a.raw)
	}
	out := map[string]map[string]any{}
	for _, tool := range got.Result.Tools {
		for _, r := range tool.Schema.Required {
			if tool.Schema.Properties[r] == nil {
				d.t.Errorf("%s requires %s, which it has not", tool.Name, r)
			}
		}
		if tool.Schema.Type != "object" {
			d.t.Error(tool.Name, tool.Schema.Type)
		}
		out[tool.Name] = tool.Schema.Properties
	}
	return out
}

// Every tool of the specification exists, and those that public clients show.
func TestToolList(t *testing.T) {
	want := strings.Fields(`manage.folder_list manage.query_folder_meta manage.create_file create_smartcanvas_by_mdx manage.search_file
		manage.query_file_info manage.rename_file_title manage.recent_online_file manage.get_privilege manage.set_privilege
		manage.move_file manage.move_file_to_space manage.copy_file manage.delete_file manage.pre_import manage.async_import
		manage.import_progress manage.export_file manage.export_progress
		query_space_list create_space query_space_node create_space_node delete_space_node
		doc.find doc.get_last_operable_pos doc.get_outline doc.resolve_document_structure doc.get_images doc.get_comments
		doc.insert_text doc.insert_paragraph doc.insert_paragraph_with_text doc.replace_text doc.find_and_replace doc.update_text_property
		doc.insert_task doc.insert_image doc.insert_page_break doc.insert_table doc.insert_comment doc.replace_image doc.insert_markdown
		doc.revert_revision doc.list_recent_ai_edits doc.create_with_markdown get_content upload_image smartcanvas.read doc.get_revisions doc.resolve_revisions doc.resolve_comments`)
	got := openDesk(t, fault.Docs{}).tools()
	for _, name := range want {
		if got[name] == nil {
			t.Errorf("%s is missing", name)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d tools, want %d", len(got), len(want))
	}
	d := openDesk(t, fault.Docs{Second: true, Underscore: true, Missing: "manage.copy_file,query_space_list"})
	got = d.tools()
	if got["manage_copy_file"] != nil || got["query_space_list"] != nil || len(got) != len(want)-2 {
		t.Error("tools are not missing")
	}
	if p := got["manage_rename_file_title"]; p["doc_id"] == nil || p["new_title"] == nil || p["file_id"] != nil {
		t.Error(p)
	}
	id := d.call("manage_create_file", object{"title": "x", "doc_type": "doc"}).str("file_id")
	d.call("manage_rename_file_title", object{"doc_id": id, "new_title": "y"})
	d.refused(pages.Bad, "unknown argument file_id", "manage_rename_file_title", object{"file_id": id, "new_title": "y"})
	if a, _ := d.try("manage_copy_file", object{"doc_id": id}); a.Error == nil || a.Error.Code != -32602 {
		t.Error(a.raw)
	}
}

func TestShapesOfAnswers(t *testing.T) {
	d := openDesk(t, fault.Docs{IntStrings: true, TimesMS: true, BareURLs: true, FileKey: true, Wrapped: true, EmptyPage: true, Pages: fault.Size{Min: 1, Max: 3}})
	ids := map[string]bool{}
	for i := range 60 {
		ids[d.create("doc", fmt.Sprint(i), "")] = true
	}
	sizes := map[int]bool{}
	start := 0
	for empty := 0; empty < 2; {
		a := d.call("manage.folder_list", object{"start": start})
		if a["finish"] != false {
			t.Fatal(a)
		}
		for _, e := range a.list("list") {
			delete(ids, e.str("id"))
			if !strings.HasPrefix(e.str("url"), "//docs.aloft.local/doc/") {
				t.Error(e.str("url"))
			}
		}
		n := len(a.list("list"))
		sizes[n] = true
		start += n
		if n == 0 {
			empty++
		}
	}
	if len(ids) != 0 || !sizes[1] || !sizes[2] || !sizes[3] {
		t.Error(ids, sizes)
	}
	files := d.call("manage.recent_online_file", object{"num": 1}).list("file")
	info := d.call("manage.query_file_info", object{"file_id": files[0].str("file_id")})["file"].(map[string]any)
	if ms, _ := info["create_time"].(string); len(ms) != 13 {
		t.Error("no quoted milliseconds:", info["create_time"])
	}
	if a := d.call("manage.get_privilege", object{"file_id": files[0].str("file_id")}); a["policy"] != "0" {
		t.Error(a)
	}
}

func TestCarriers(t *testing.T) {
	for carrier, check := range map[string]func(a spoken) bool{
		"http":     func(a spoken) bool { return a.http == 400 && strings.Contains(a.raw, "no file with the id") },
		"rpc":      func(a spoken) bool { return a.Error.Code == -32602 && strings.Contains(a.Error.Message, "no file") },
		"business": func(a spoken) bool { return strings.Contains(a.Error.Message, "type:business, code:400001, msg:") },
		"payload": func(a spoken) bool {
			return strings.Contains(decode(t, a.Result.Content[0].Text).str("err_msg"), "no file")
		},
		"tool": func(a spoken) bool { return a.Result.IsError && strings.Contains(a.Result.Content[0].Text, "no file") },
	} {
		d := openDesk(t, fault.Docs{Carrier: carrier})
		a, err := d.try("manage.query_file_info", object{"file_id": "x"})
		if err != nil || !check(a) {
			t.Errorf("%s: %d %s %v", carrier, a.http, a.raw, err)
		}
	}
	// Switched on, a business error comes before anything is changed.
	d := openDesk(t, fault.Docs{Error: fault.Rate{Every: 2}, Carrier: "any", ErrorCode: pages.Transient})
	kinds := map[string]bool{}
	for i := range 60 {
		a, err := d.try("manage.create_file", object{"title": fmt.Sprint(i), "file_type": "doc"})
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case a.http == 503:
			kinds["http"] = true
		case a.Error != nil && strings.Contains(a.Error.Message, "type:business"):
			kinds["business"] = true
		case a.Error != nil:
			kinds["rpc"] = true
		case a.Result.IsError:
			kinds["tool"] = true
		case decode(t, a.Result.Content[0].Text).str("error") != "":
			kinds["payload"] = true
		}
	}
	d.watch.Change(func(f *fault.Faults) { f.Docs.Error = fault.Rate{} })
	if got := d.titles(""); len(kinds) != 5 || len(got) != 30 {
		t.Error(kinds, len(got))
	}
}

func TestLostAndBrokenAnswers(t *testing.T) {
	create := object{"title": "x", "file_type": "doc"}
	for what, c := range map[string]struct {
		f    fault.Docs
		made bool
		ok   func(a spoken, err error) bool
	}{
		"lose-before": {fault.Docs{LoseBefore: fault.Rate{P: 1}}, false, func(_ spoken, err error) bool { return err != nil }},
		"lose-after":  {fault.Docs{LoseAfter: fault.Rate{P: 1}}, true, func(_ spoken, err error) bool { return err != nil }},
		"5xx-before":  {fault.Docs{FailBefore: fault.Rate{P: 1}}, false, func(a spoken, _ error) bool { return a.http == 503 }},
		"5xx-after":   {fault.Docs{FailAfter: fault.Rate{P: 1}}, true, func(a spoken, _ error) bool { return a.http == 503 }},
		"html": {fault.Docs{HTML: fault.Rate{P: 1}}, false, func(a spoken, _ error) bool {
			return a.http == 200 && strings.HasPrefix(a.head.Get("Content-Type"), "text/html")
		}},
		"cut": {fault.Docs{Cut: fault.Rate{P: 1}}, true, func(a spoken, _ error) bool {
			return a.http == 200 && !json.Valid([]byte(a.raw)) && strings.HasPrefix(a.raw, "{")
		}},
		"sse": {fault.Docs{SSE: fault.Rate{P: 1}}, true, func(a spoken, _ error) bool {
			return a.http == 200 && strings.HasPrefix(a.head.Get("Content-Type"), "text/event-stream") && a.Result != nil
		}},
		"429": {fault.Docs{Busy: fault.Rate{P: 1}, RetryAfter: 1500 * time.Millisecond}, false, func(a spoken, _ error) bool {
			return a.http == 429 && a.head.Get("Retry-After") == "2"
		}},
		"strict": {fault.Docs{Strict: time.Hour}, true, func(a spoken, _ error) bool { return a.http == 200 }},
	} {
		d := openDesk(t, c.f)
		a, err := d.try("manage.create_file", create)
		if !c.ok(a, err) {
			t.Errorf("%s: %d %.200s %v", what, a.http, a.raw, err)
		}
		if what == "strict" {
			if a, _ := d.try("manage.folder_list", object{}); a.http != 429 || a.head.Get("Retry-After") == "" {
				t.Errorf("strict: %d", a.http)
			}
		}
		d.watch.Change(func(f *fault.Faults) { f.Docs = fault.Docs{} })
		if got := d.titles(""); (len(got) == 1) != c.made {
			t.Errorf("%s: %q", what, got)
		}
	}
	d := openDesk(t, fault.Docs{LoseRead: fault.Rate{P: 1}})
	d.create("doc", "x", "")
	if _, err := d.try("manage.folder_list", object{}); err == nil {
		t.Error("lose-read loses nothing")
	}
}

func TestSessions(t *testing.T) {
	d := openDesk(t, fault.Docs{Sessions: true, Forget: fault.Rate{Every: 4}})
	hello := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`
	ping := `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	a, _ := d.post(hello)
	id := a.head.Get("Mcp-Session-Id")
	if a.http != 200 || id == "" {
		t.Fatal(a.http, a.raw)
	}
	for _, c := range []struct {
		id   string
		want int
	}{{id, 200}, {"", 400}, {id, 404}, {id, 404}} { // the fourth call deletes it
		head := []string{}
		if c.id != "" {
			head = []string{"Mcp-Session-Id", c.id}
		}
		if a, _ := d.post(ping, head...); a.http != c.want {
			t.Errorf("%q: %d %s, want %d", c.id, a.http, a.raw, c.want)
		}
	}
}

// Over a real connection: what `aloft serve` prints is enough to use the document
// half.
func TestServedTools(t *testing.T) {
	r := open(t, Options{})
	v, err := Serve(t.Context(), r.s, "127.0.0.1:0", false)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	ask := func(head ...string) (int, string) {
		req, _ := http.NewRequest("POST", v.Docs, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"manage.create_file","arguments":{"title":"x","file_type":"doc"}}}`))
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Authorization", v.Token)
		for i := 0; i < len(head); i += 2 {
			req.Header.Set(head[i], head[i+1])
		}
		if h := req.Header.Get("Host"); h != "" {
			req.Host = h
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		body, _ := io.ReadAll(res.Body)
		return res.StatusCode, string(body)
	}
	if code, body := ask(); code != 200 || !strings.Contains(body, "file_id") {
		t.Error(code, body)
	}
	for _, head := range [][]string{{"Sec-Fetch-Site", "cross-site"}, {"Host", "rebound.example"}, {"Origin", "https://evil.example"}} {
		if code, _ := ask(head...); code != 403 {
			t.Errorf("%v: %d", head, code)
		}
	}
	d := &desk{t: t, s: r.s, token: r.s.Token()}
	if got := d.titles(""); len(got) != 1 {
		t.Error(got)
	}
}
