package drive_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"aloft/client/embedded"
	"aloft/client/embedded/drive"
)

// Whatever request comes, the service answers in JSON with a status that fits its
// code, and its database stays valid.
func FuzzRequest(f *testing.F) {
	s, err := embedded.Open(f.Context(), embedded.Options{Dir: f.TempDir(), Sample: true, Fast: true})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { s.Close() })
	methods := drive.Methods()
	var paths []string
	for p := range methods {
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
			Method: methods[path],
			URL:    &url.URL{Scheme: "http", Host: "aloft.local", Path: "/1/clouddrive" + path, RawQuery: query},
			Header: http.Header{"Cookie": {s.Cookie()}},
			Body:   http.NoBody,
		}
		if req.Method == http.MethodPost {
			req, _ = http.NewRequest(req.Method, "http://aloft.local"+"/1/clouddrive"+path, strings.NewReader(body))
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
