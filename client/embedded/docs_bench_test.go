package embedded

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"aloft/client/embedded/pages"
)

// benchDesk has n documents in the home, most of them in one folder.
func benchDesk(b *testing.B, n int) (s *Service, folder string) {
	b.Helper()
	s = benchRig(b, Options{Fast: true}).s
	err := s.pages.Update(b.Context(), func(l pages.Rows) error {
		f, err := l.Add(pages.Document{Kind: pages.KindFolder, Title: "big"}, time.Now())
		if err != nil {
			return err
		}
		folder = s.pages.FileID(f.Seq)
		for i := range n {
			d := pages.Document{Parent: f.Seq, Kind: pages.KindDoc, Title: fmt.Sprintf("Report %d 会议记录 %d", i*7919%n, i%53)}
			if _, err := l.Add(d, time.Now()); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return s, folder
}

func benchCall(b *testing.B, s *Service, tool string, args object) string {
	b.Helper()
	j, _ := json.Marshal(object{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": object{"name": tool, "arguments": args}})
	req, _ := http.NewRequestWithContext(b.Context(), "POST", "http://aloft.local"+DocsPath, strings.NewReader(string(j)))
	req.Header.Set("Authorization", s.Token())
	req.Header.Set("Content-Type", "application/json")
	res, err := s.Transport().RoundTrip(req)
	if err != nil {
		b.Fatal(err)
	}
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != 200 || !strings.Contains(string(body), "trace_id") || strings.Contains(string(body), "code:") {
		b.Fatal(err, string(body))
	}
	return string(body)
}

// The cost of 100,000 documents: a search takes 12 to 20 ms, any page of a folder less.
func BenchmarkDocuments(b *testing.B) {
	const n = 100_000
	s, folder := benchDesk(b, n)
	for name, call := range map[string]struct {
		tool string
		args object
	}{
		"search nothing":   {"manage.search_file", object{"search_key": "录会"}},
		"search one":       {"manage.search_file", object{"search_key": "report 99999 "}},
		"search all":       {"manage.search_file", object{"search_key": "会"}},
		"list first":       {"manage.folder_list", object{"folder_id": folder}},
		"list middle":      {"manage.folder_list", object{"folder_id": folder, "start": n / 2}},
		"list last":        {"manage.folder_list", object{"folder_id": folder, "start": n - 100}},
		"info":             {"manage.query_file_info", object{"file_id": folder}},
		"recent":           {"manage.recent_online_file", object{"num": 1}},
		"create a doc":     {"manage.create_file", object{"title": "x", "file_type": "doc", "parent_id": folder}},
		"list of the root": {"manage.folder_list", object{}},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				benchCall(b, s, call.tool, call.args)
			}
		})
	}
}
