package second_test

import (
	"bufio"
	"bytes"
	"crypto/md5"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"aloft/client/docs/second"
)

type object = map[string]any

// raw is a client without any protocol but HTTP.
type raw struct {
	t       *testing.T
	s       *second.Server
	token   string
	session string
}

func start(t *testing.T, opt second.Options) *raw {
	t.Helper()
	return &raw{t: t, s: second.StartLoose(t, opt), token: "token-1"}
}

func (c *raw) post(method string, params any) (*http.Response, []byte) {
	c.t.Helper()
	body, err := json.Marshal(object{"jsonrpc": "2.0", "id": 7, "method": method, "params": params})
	if err != nil {
		c.t.Fatal(err)
	}
	req, _ := http.NewRequestWithContext(c.t.Context(), http.MethodPost, c.s.Endpoint(), bytes.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("Authorization", c.token)
	if c.session != "" {
		req.Header.Set("Mcp-Session-Id", c.session)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, nil
	}
	defer res.Body.Close()
	data, _ := io.ReadAll(res.Body)
	return res, data
}

type answer struct {
	Result struct {
		Content []struct{ Text string }
		Struct  json.RawMessage `json:"structuredContent"`
		IsError bool
		Tools   []object
		Next    string `json:"nextCursor"`
	}
	Error *struct {
		Code    int
		Message string
	}
}

func (c *raw) call(tool string, in object) (object, answer) {
	c.t.Helper()
	res, data := c.post("tools/call", object{"name": tool, "arguments": in})
	if res == nil || res.StatusCode != http.StatusOK {
		c.t.Fatalf("%s: %v %s", tool, res, data)
	}
	var a answer
	if err := json.Unmarshal(data, &a); err != nil {
		c.t.Fatalf("%s: %v in %s", tool, err, data)
	}
	out := object{}
	if len(a.Result.Content) > 0 {
		_ = json.Unmarshal([]byte(a.Result.Content[0].Text), &out)
	}
	return out, a
}

func (c *raw) good(tool string, in object) object {
	c.t.Helper()
	out, a := c.call(tool, in)
	if a.Error != nil || a.Result.IsError || out["trace_id"] == nil {
		c.t.Fatalf("%s: %+v", tool, a)
	}
	return out
}

func (c *raw) clean() {
	c.t.Helper()
	if v := c.s.Violations(); len(v) > 0 {
		c.t.Errorf("violations: %q", v)
	}
}

func TestTheTablesAreKept(t *testing.T) {
	c := start(t, second.Options{})
	doc, page := c.s.AddDoc("", "Plan", "doc", nil), c.s.AddPage(c.s.AddSpace("Hand"), "", "Page", "doc", nil)
	sum := strings.Repeat("a", 32)
	for _, bad := range []struct {
		tool string
		in   object
		says string
	}{
		{"manage.folder_list", object{"folder": "x"}, "no argument folder"},
		{"manage.folder_list", object{"start": "0"}, "not an integer"},
		{"manage.folder_list", object{"start": 1.5}, "no integer"},
		{"manage.folder_list", object{"start": -1}, "out of its bounds"},
		{"manage.folder_list", object{"folder_id": 1}, "not a string"},
		{"manage.create_file", object{"title": "x"}, "file_type is missing"},
		{"manage.create_file", object{"title": "x", "file_type": "word"}, "not one of"},
		{"manage.create_file", object{"title": strings.Repeat("字", 37), "file_type": "doc"}, "36 characters"},
		{"manage.create_file", object{"title": "x", "file_type": "wikilink"}, "without a space"},
		{"manage.create_file", object{"title": "x", "file_type": "doc", "link_node": object{"link_url": "u"}}, "link_node beside doc"},
		{"manage.create_file", object{"title": "x", "file_type": "wikilink", "space_id": "s3", "link_node": object{"url": "u"}}, "link_url is missing"},
		{"manage.copy_file", object{"file_id": doc, "title": strings.Repeat("x", 37)}, "36 characters"},
		{"manage.set_privilege", object{"file_id": doc, "policy": 1}, "out of its bounds"},
		{"manage.set_privilege", object{"file_id": doc, "policy": "2"}, "not an integer"},
		{"manage.delete_file", object{"file_id": doc, "delete_type": "origin", "remove_type": "all"}, "together"},
		{"manage.delete_file", object{"file_id": doc, "remove_type": "all"}, "other case"},
		{"manage.delete_file", object{"file_id": page, "delete_type": "origin"}, "other case"},
		{"manage.recent_online_file", object{}, "num is missing"},
		{"manage.recent_online_file", object{"num": 0}, "out of its bounds"},
		{"manage.recent_online_file", object{"num": 1, "order_by": 3}, "out of its bounds"},
		{"manage.pre_import", object{"file_name": "a.docx", "file_size": 1, "file_md5": strings.ToUpper(sum)}, "32 lowercase"},
		{"manage.pre_import", object{"file_name": "a.md", "file_size": 1, "file_md5": sum}, "not imported"},
		{"manage.pre_import", object{"file_name": "a.docx", "file_size": 0, "file_md5": sum}, "out of its bounds"},
		{"manage.pre_import", object{"file_name": "a.docx", "file_size": 1}, "file_md5 is missing"},
		{"manage.nothing", object{}, "manage.nothing"},
		{"query_space_list", object{"descending": 1}, "not a boolean"},
		{"delete_space_node", object{"space_id": "s", "node_id": page, "remove_type": "both"}, "not one of"},
	} {
		before := len(c.s.Violations())
		_, a := c.call(bad.tool, bad.in)
		got := c.s.Violations()[before:]
		if a.Error == nil || len(got) != 1 || !strings.Contains(got[0], bad.says) {
			t.Errorf("%s %v: %v, violations %q, want %q", bad.tool, bad.in, a.Error, got, bad.says)
		}
	}
	if d, _ := c.s.Doc(doc); d.Gone || d.Policy != 0 || len(c.s.Titles("", "")) != 1 {
		t.Errorf("something was done: %+v", d)
	}
}

func (c *raw) put(url, typ, token string, data []byte) int {
	c.t.Helper()
	req, _ := http.NewRequestWithContext(c.t.Context(), http.MethodPut, url, bytes.NewReader(data))
	req.Header.Set("Content-Type", typ)
	if token != "" {
		req.Header.Set("Authorization", token)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		c.t.Fatal(err)
	}
	_ = res.Body.Close()
	return res.StatusCode
}

func TestAnImportIsHeldToItsOrder(t *testing.T) {
	c := start(t, second.Options{OtherTask: true})
	data := []byte("the bytes")
	sum := md5.Sum(data)
	told := object{"file_name": "Plan.docx", "file_size": len(data), "file_md5": hex.EncodeToString(sum[:])}
	pre := c.good("manage.pre_import", told)
	begin := object{"file_key": pre["file_key"], "task_id": pre["task_id"]}
	for k, v := range told {
		begin[k] = v
	}
	expect := func(says string, f func()) {
		t.Helper()
		n := len(c.s.Violations())
		f()
		if got := c.s.Violations()[n:]; len(got) != 1 || !strings.Contains(got[0], says) {
			t.Errorf("violations %q, want %q", got, says)
		}
	}
	up := pre["upload_url"].(string)
	expect("before the upload", func() { c.call("manage.async_import", begin) })
	expect("the token", func() { c.put(up, "application/octet-stream", c.token, data) })
	expect("upload as", func() { c.put(up, "text/plain", "", data) })
	expect("another size or sum", func() { c.put(up, "application/octet-stream", "", data[1:]) })
	if got := c.put(up, "application/octet-stream", "", data); got/100 != 2 {
		t.Fatalf("upload: %d", got)
	}
	other := object{}
	for k, v := range begin {
		other[k] = v
	}
	other["file_name"] = "Other.docx"
	expect("other values", func() { c.call("manage.async_import", other) })
	task := c.good("manage.async_import", begin)["task_id"]
	if task == pre["task_id"] {
		t.Error("no other task")
	}
	expect("second time", func() { c.call("manage.async_import", begin) })
	var state object
	for range 3 {
		if state = c.good("manage.import_progress", object{"task_id": task}); state["progress"] == 100.0 {
			break
		}
		if len(state) != 2 {
			t.Errorf("a running task says more than its progress: %v", state)
		}
	}
	d, _ := c.s.Doc(fmt.Sprint(state["file_id"]))
	if d.Title != "Plan" || d.Kind != "doc" || !bytes.Equal(d.Data, data) || d.Parent != "" {
		t.Errorf("%+v after %v", d, state)
	}
	if n := len(c.s.Calls("upload")); n != 4 {
		t.Errorf("%d uploads recorded", n)
	}
}

func TestAnExportAndItsLink(t *testing.T) {
	c := start(t, second.Options{})
	doc := c.s.AddDoc("", "Plan", "doc", []byte("0123456789"))
	task := c.good("manage.export_file", object{"file_id": doc})["task_id"]
	var link string
	for range 3 {
		if s := c.good("manage.export_progress", object{"task_id": task}); s["progress"] == 100.0 {
			link = s["file_url"].(string)
		}
	}
	get := func(rng string) (int, string) {
		req, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, link, nil)
		if rng != "" {
			req.Header.Set("Range", rng)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		b, err := io.ReadAll(res.Body)
		if err != nil {
			return 0, string(b)
		}
		return res.StatusCode, string(b)
	}
	if st, b := get(""); st != 200 || b != "0123456789" {
		t.Errorf("%d %q", st, b)
	}
	if st, b := get("bytes=4-"); st != 206 || b != "456789" {
		t.Errorf("%d %q", st, b)
	}
	c.s.CutDownloads(1)
	if st, b := get(""); st != 0 || b != "01234" {
		t.Errorf("a cut download: %d %q", st, b)
	}
	link = strings.Replace(link, "exp=", "exp=1&old=", 1)
	if st, _ := get(""); st != 403 {
		t.Errorf("an old link: %d", st)
	}
	c.clean()
}

func TestTheSwitchesDoWhatTheySay(t *testing.T) {
	c := start(t, second.Options{Renamed: true, Underscore: true, Missing: []string{"manage.copy_file"}})
	_, data := c.post("tools/list", object{})
	var a answer
	_ = json.Unmarshal(data, &a)
	all, next := a.Result.Tools, a.Result.Next
	a = answer{}
	_, data = c.post("tools/list", object{"cursor": next})
	_ = json.Unmarshal(data, &a)
	names := []string{}
	for _, tool := range append(all, a.Result.Tools...) {
		names = append(names, tool["name"].(string))
	}
	if len(names) < 23 || !slices.Contains(names, "manage_folder_list") || slices.Contains(names, "manage_copy_file") {
		t.Errorf("tools %q", names)
	}
	folder := c.s.AddFolder("", "F")
	for i := range 5 {
		c.s.AddDoc(folder, fmt.Sprint(i), "sheet", nil)
	}
	c.s.Change(func(o *second.Options) { o.Pages, o.Empty = []int{2, 3}, true })
	for i, want := range []int{2, 3, 0, 0} {
		out := c.good("manage_folder_list", object{"dir_id": folder, "offset": []int{0, 2, 5, 5}[i]})
		if list := out["list"].([]any); len(list) != want || out["finish"] != false {
			t.Errorf("page %d: %v", i, out)
		}
	}
	c.s.Change(func(o *second.Options) {
		*o = second.Options{IntsText: true, Millis: true, Relative: true, Wrapped: true, OddLinks: true}
	})
	rec := c.good("manage.query_file_info", object{"file_id": folder})["file"].(object)
	if s, _ := rec["create_time"].(string); len(s) != 13 {
		t.Errorf("create_time %v", rec["create_time"])
	}
	if out := c.good("manage.get_privilege", object{"file_id": folder}); out["policy"] != "0" {
		t.Errorf("policy %v", out["policy"])
	}
	hit := c.good("manage.search_file", object{"search_key": "3"})["list"].([]any)[0].(object)
	if u := hit["url"].(string); !strings.HasPrefix(u, "//127.") || !strings.Contains(u, "/sheet/L") {
		t.Errorf("url %q", u)
	}
	c.s.Change(func(o *second.Options) { *o = second.Options{Content: second.StructuredOnly} })
	_, a = c.call("manage.query_file_info", object{"file_id": folder})
	if len(a.Result.Content) != 0 || !strings.Contains(string(a.Result.Struct), "e+09") {
		t.Errorf("%s", a.Result.Struct)
	}
	c.s.Change(func(o *second.Options) { *o = second.Options{SSE: true} })
	res, data := c.post("tools/call", object{"name": "create_space", "arguments": object{"title": "S"}})
	lines := bufio.NewScanner(bytes.NewReader(data))
	events := 0
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "data: {") { // a notification, and the first line of the answer
			events++
		}
	}
	if res.Header.Get("Content-Type") != "text/event-stream" || events != 2 {
		t.Errorf("%v %q", res.Header, data)
	}
	c.clean()
}

func TestCarriersAndFaults(t *testing.T) {
	c := start(t, second.Options{})
	in := object{"name": "manage.get_privilege", "arguments": object{"file_id": "none"}}
	for carrier, says := range map[second.Carrier]string{
		second.InRPC: "-32603", second.InPayload: `\"error\":\"code:400001`, second.InErrMsg: `\"err_msg\"`, second.InIsError: `"isError":true`, second.InCode: "-32602",
	} {
		c.s.Change(func(o *second.Options) { o.Carrier = carrier })
		if res, data := c.post("tools/call", in); res.StatusCode != 200 || !bytes.Contains(data, []byte(says)) || !bytes.Contains(data, []byte("file not exist")) {
			t.Errorf("carrier %d: %s", carrier, data)
		}
	}
	c.s.Change(func(o *second.Options) { o.Carrier = second.InStatus })
	if res, data := c.post("tools/call", in); res.StatusCode != 403 || !bytes.Contains(data, []byte("400001")) {
		t.Errorf("%d %s", res.StatusCode, data)
	}
	c.s.Change(func(o *second.Options) { o.Carrier = second.InRPC })
	make := object{"name": "create_space", "arguments": object{"title": "S"}}
	for _, f := range []struct {
		fault   second.Fault
		status  int // 0 = none
		says    string
		applied bool
	}{
		{second.HTML, 200, "<html>", false}, {second.HTML502, 502, "<html>", false}, {second.Plain401, 401, "unauthorized", false},
		{second.TooMany, 429, "slow", false}, {second.Failing, 500, "internal", false}, {second.Malformed, 200, `"id":`, false},
		{second.LostBefore, 0, "", false}, {second.LostAfter, 0, "", true}, {second.Unclear, 502, "<html>", true},
		{second.Internal, 200, "400010", false}, {second.Expired, 200, "400012", false},
	} {
		before := len(c.s.Spaces())
		c.s.Fault("create_space", f.fault, 1)
		res, data := c.post("tools/call", make)
		status := 0
		if res != nil {
			status = res.StatusCode
		}
		if status != f.status || !strings.Contains(string(data), f.says) || (len(c.s.Spaces()) > before) != f.applied || c.s.Pending() != 0 {
			t.Errorf("fault %d: %d %q, applied %v", f.fault, status, data, len(c.s.Spaces()) > before)
		}
	}
	c.clean()
}

func TestSessionsAndTokens(t *testing.T) {
	c := start(t, second.Options{Sessions: true, Bearer: true})
	hello := object{"protocolVersion": "2025-06-18", "clientInfo": object{"name": "raw"}, "capabilities": object{}}
	if res, _ := c.post("initialize", hello); res.StatusCode != 401 || len(c.s.Violations()) != 1 {
		t.Errorf("a bare token: %d %q", res.StatusCode, c.s.Violations())
	}
	c.token = "Bearer token-1"
	if res, _ := c.post("tools/list", object{}); res.StatusCode != 400 {
		t.Errorf("no session: %d", res.StatusCode)
	}
	res, _ := c.post("initialize", hello)
	if c.session = res.Header.Get("Mcp-Session-Id"); c.session == "" {
		t.Fatal("no session was issued")
	}
	c.good("create_space", object{"title": "S"})
	c.s.SetToken("token-2")
	if _, a := c.call("create_space", object{"title": "S"}); a.Error == nil || !strings.Contains(a.Error.Message, "400012") {
		t.Errorf("an old token: %+v", a)
	}
	c.token = "Bearer token-2"
	c.good("create_space", object{"title": "T"})
	c.s.CloseSessions()
	if res, _ := c.post("tools/list", object{}); res.StatusCode != 404 {
		t.Errorf("a closed session: %d", res.StatusCode)
	}
}
