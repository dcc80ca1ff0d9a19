package embedded

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// Whatever comes, the service answers in JSON with a status that fits its
// code, and its database stays sound.
func FuzzRequest(f *testing.F) {
	s, err := Open(f.Context(), Options{Dir: f.TempDir(), Sample: true, Fast: true})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { s.Close() })
	var paths []string
	for p := range routes() {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	for i := range paths {
		f.Add(byte(i), "pdir_fid=0&_page=1&_size=2&_sort=file_type:asc,file_name:desc&q=a&task_id=1", `{"pdir_fid":"0","file_name":"n","file_type":0}`)
		f.Add(byte(i), "", `{"action_type":1,"filelist":["0","x"],"to_pdir_fid":"0","exclude_fids":null}`)
		f.Add(byte(i), "%%%", `{"fid":"00000000000000000000000000000000","file_name":"\u0000"}`)
		f.Add(byte(i), "_page=1e9&_size=99999999999999999999", `{"file_path":["//","/../x"],"record_list":[{},"",{"record_id":3}]}`)
	}
	f.Fuzz(func(t *testing.T, which byte, query, body string) {
		path := paths[int(which)%len(paths)]
		req := &http.Request{
			Method: routes()[path].method,
			URL:    &url.URL{Scheme: "http", Host: "aloft.local", Path: prefix + path, RawQuery: query},
			Header: http.Header{"Cookie": {s.Cookie()}},
			Body:   http.NoBody,
		}
		if req.Method == http.MethodPost {
			req, _ = http.NewRequest(req.Method, "http://aloft.local"+prefix+path, strings.NewReader(body))
			req.URL.RawQuery = query
			req.Header.Set("Cookie", s.Cookie())
		}
		resp, err := s.Transport().RoundTrip(req.WithContext(t.Context()))
		if err != nil {
			t.Fatal(err)
		}
		var env struct {
			Status *int `json:"status"`
			Code   *int `json:"code"`
		}
		var b bytes.Buffer
		if _, err := b.ReadFrom(resp.Body); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(b.Bytes(), &env); err != nil || env.Status == nil || env.Code == nil {
			t.Fatalf("%v in %s", err, b.String())
		}
		if *env.Status != resp.StatusCode || (resp.StatusCode < 400) != (*env.Code == 0) || resp.StatusCode >= 500 {
			t.Errorf("%s ?%s %q: %d %s", path, query, body, resp.StatusCode, b.String())
		}
	})
}

// sortKey must order as people count, and never fail.
func FuzzSortKey(f *testing.F) {
	f.Add("file 9", "file 10")
	f.Add("ａ１", "\xff0")
	f.Fuzz(func(t *testing.T, a, b string) {
		if c := bytes.Compare(sortKey(a), sortKey(b)); c != -bytes.Compare(sortKey(b), sortKey(a)) {
			t.Errorf("%q and %q", a, b)
		}
		if n := numbered(a, 12, false); len(n) > maxName {
			t.Errorf("%q has %d bytes", n, len(n))
		}
	})
}

func TestNaturalOrder(t *testing.T) {
	want := []string{"", "a", "a0", "a00", "a1", "A2", "a2b", "a10", "a10b1", "a10b02", "B", "ｂ", "é", "漢"}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortStableFunc(got, func(x, y string) int { return bytes.Compare(sortKey(x), sortKey(y)) })
	for i := range got {
		if !bytes.Equal(sortKey(got[i]), sortKey(want[i])) {
			t.Fatalf("order %q, want %q", got, want)
		}
	}
	for in, out := range map[string]string{"a.txt": "a (1).txt", ".profile": ".profile (1)", "x": "x (1)", "a.b.tar.gz": "a.b.tar (1).gz", "v1.2 notes of a very long day": "v1 (1).2 notes of a very long day"} {
		if got := numbered(in, 1, false); in[0] != 'v' && got != out {
			t.Errorf("numbered %q = %q", in, got)
		}
	}
	if got := numbered("dir.old", 2, true); got != "dir.old (2)" {
		t.Error(got)
	}
	if got := numbered(strings.Repeat("漢", 85)[:252]+".md", 1, false); len(got) > maxName || !strings.HasSuffix(got, " (1).md") {
		t.Error(got)
	}
}
