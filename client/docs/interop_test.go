package docs

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"aloft/client"
	"aloft/client/docs/conn"
	"aloft/client/lenient"
)

// What a server of another implementation has shown.

// Whoever polls a task, and however often it fails, there are at least three
// seconds between two polls ("Limits" in the document specification).
func TestQuestionsAboutATaskAreApart(t *testing.T) {
	in(t, 0, func(t *testing.T, b *bench) {
		v := b.Home().(*Source)
		if _, err := listHome(t, b); err != nil {
			t.Fatal(err)
		}
		b.calls()
		b.then(status(503, "busy"), payload(`{"progress":10}`), payload(`{"progress":20}`), payload(`{"progress":10}`))
		for _, task := range []string{"one", "one", "other"} {
			if _, err := v.ExportState(t.Context(), task, client.Bulk); err != nil {
				t.Fatal(err)
			}
		}
		got := strings.ReplaceAll(b.calls(), "manage.export_progress", "ask")
		if want := "ask@0s ask@3s ask@6s ask@6s"; got != want {
			t.Errorf("sent %s, want %s", got, want)
		}
	})
}

// Something else in the place of a list is not an empty folder.
func TestNoListIsNoEmptyFolder(t *testing.T) {
	in(t, 0, func(t *testing.T, b *bench) {
		for _, p := range []string{`{"list":"none","finish":true}`, `{"list":{}}`, `{"list":null,"finish":true}`, `{"finish":true}`, `{"trace_id":"x"}`} {
			b.then(payload(p))
			if l, err := listHome(t, b); !client.Is(err, client.KindServer) {
				t.Errorf("%s: %+v, %v", p, l, err)
			}
		}
		for _, p := range []string{`{"spaces":7,"has_next":false}`, `{"spaces":null}`, `{"has_next":false}`} {
			b.results["query_space_list"] = p
			if l, err := b.Spaces().List(t.Context(), b.Spaces().Root(), client.Options{}); !client.Is(err, client.KindServer) {
				t.Errorf("%s: %+v, %v", p, l, err)
			}
		}
		b.results["query_space_list"] = `{"spaces":[{"space_id":"a","title":"A"}],"has_next":false}`
		for _, p := range []string{`{"children":{},"has_next":false}`, `{"has_next":false}`} {
			b.results["query_space_node"] = p
			if l, err := b.Spaces().List(t.Context(), b.Spaces().Root().Join("A"), client.Options{}); !client.Is(err, client.KindServer) {
				t.Errorf("%s: %+v, %v", p, l, err)
			}
		}
		for _, p := range []string{`{"files":"x"}`, `{"trace_id":"x"}`, `{"list":null}`} {
			b.then(payload(p), payload(p))
			if l, err := b.Home().(client.Searcher).Search(t.Context(), "x", client.Options{}); !client.Is(err, client.KindServer) {
				t.Errorf("%s: %+v, %v", p, l, err)
			}
			if l, err := b.Home().(client.Recents).Recent(t.Context(), 1, 10, client.RecentViewed, client.Options{}); !client.Is(err, client.KindServer) {
				t.Errorf("%s: %+v, %v", p, l, err)
			}
		}
	})
}

// A space returns the number of its pages.
func TestASpaceCountsItsPages(t *testing.T) {
	in(t, 0, func(t *testing.T, b *bench) {
		b.results["query_space_list"] = `{"spaces":[{"space_id":"a","title":"A","file_cnt":"12"},{"space_id":"b","title":"B"}],"has_next":false}`
		l, err := b.Spaces().List(t.Context(), b.Spaces().Root(), client.Options{})
		if err != nil || len(l.Entries) != 2 || l.Entries[0].Children != 12 || l.Entries[1].Children != -1 {
			t.Errorf("%+v, %v", l, err)
		}
	})
}

// A service without a list of its tools is reported as such, and a link without a
// scheme gets that of the service's pages, not of its endpoint.
func TestWarningOfNoListAndSchemeOfLinks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var warned []string
		b := newBench(t, 0, func(o *Options) {
			o.Endpoint = "http://127.0.0.1/mcp"
			o.Warn = func(err error) { warned = append(warned, err.Error()) }
		})
		defer b.end(t)
		b.results["manage.folder_list"] = list1
		replaceWire(b, roundTripper(func(r *http.Request) (*http.Response, error) {
			raw, _ := io.ReadAll(r.Body)
			var msg rpcMessage
			if lenient.Object(raw, &msg); msg.Method == "tools/list" {
				return rpcError(conn.RPCMethod, "Method not found")(r, msg)
			}
			r.Body = io.NopCloser(strings.NewReader(string(raw)))
			return b.server.RoundTrip(r)
		}))
		l, err := listHome(t, b)
		if err != nil || len(l.Entries) != 2 || l.Entries[1].Link != "https://docs.example/sheet/d1" {
			t.Errorf("%+v, %v", l, err)
		}
		if len(warned) != 1 || !strings.Contains(warned[0], "does not list its tools") {
			t.Errorf("%q", warned)
		}
	})
}
