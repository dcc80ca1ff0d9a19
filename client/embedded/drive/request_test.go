package drive_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"aloft/client/embedded"
	"aloft/client/embedded/drive"
)

// Whatever request comes, the service answers in JSON with a status that fits its code.
// Requests are made of the interface's own words: bytes of a fuzzer seldom get past the
// parser, and instrumented, a request to the database takes 40 ms.
func TestAnyRequest(t *testing.T) {
	s, err := embedded.Open(t.Context(), embedded.Options{Dir: t.TempDir(), Sample: true, Fast: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	methods := drive.Methods()
	var paths []string
	for p := range methods {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	keys := rapid.SampledFrom([]string{
		"pdir_fid", "_page", "_size", "_sort", "q", "task_id", "file_name", "file_type", "action_type", "filelist", "to_pdir_fid", "exclude_fids", "fid", "fids",
		"file_path", "record_list", "dir_path", "size", "md5", "sha1", "auth_info", "auth_meta", "obj_key", "pwd_id", "stoken", "fid_list", "fid_token_list", "share_id",
		"url_type", "expired_type", "passcode", "retry_index", "fetch_all_file",
	})
	odd := rapid.SampledFrom([]any{
		nil, true, -1, 0, 1, 2, 1e9, 1e300, "", "0", "x", "n", "/", "//", "/../x", "\x00", "a&amp;b", strings.Repeat("n", 300), "99999999999999999999",
		"00000000000000000000000000000000", "file_type:asc,file_name:desc", []any{}, []any{"0", "x"}, []any{map[string]any{}, "", 3}, map[string]any{"record_id": 3},
	})
	rapid.Check(t, func(t *rapid.T) {
		path := rapid.SampledFrom(paths).Draw(t, "path")
		query := url.Values{}
		for k, v := range rapid.MapOfN(keys, odd, 0, 6).Draw(t, "query") {
			if words, ok := v.(string); ok {
				query.Set(k, words)
			} else {
				words, _ := json.Marshal(v)
				query.Set(k, string(words))
			}
		}
		raw := rapid.SampledFrom([]string{query.Encode(), "%%%", ""}).Draw(t, "raw query")
		filled, _ := json.Marshal(rapid.MapOfN(keys, odd, 0, 8).Draw(t, "fields"))
		body := rapid.SampledFrom([]string{string(filled), string(filled[:len(filled)/2]), "[]", "null", ""}).Draw(t, "body")
		req, err := http.NewRequest(methods[path], "http://aloft.local/1/clouddrive"+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if req.Method == http.MethodPost {
			req.Body, req.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
		}
		req.URL.RawQuery = raw
		req.Header.Set("Cookie", s.Cookie())
		resp, err := s.Transport().RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		all, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		var env struct {
			Status *int `json:"status"`
			Code   *int `json:"code"`
		}
		if err := json.Unmarshal(all, &env); err != nil || env.Status == nil || env.Code == nil {
			t.Fatalf("%v in %s", err, all)
		}
		if *env.Status != resp.StatusCode || (resp.StatusCode < 400) != (*env.Code == 0) || resp.StatusCode >= 500 {
			t.Fatalf("%d %s", resp.StatusCode, all)
		}
	})
}
