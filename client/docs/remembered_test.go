package docs

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/system"
	"aloft/model"
)

// inTurn runs one process after the other on what the one before has kept.
func inTurn(t *testing.T, f func(t *testing.T, process func(change func(*server), do func(b *bench)) string, dir string)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "offers")
		f(t, func(change func(*server), do func(b *bench)) string {
			t.Helper()
			b := newBench(t, 0, func(o *Options) { o.Remember = dir })
			b.results["manage.folder_list"] = list1
			if change != nil {
				change(b.server)
			}
			do(b)
			b.end(t)
			return b.server.calls()
		}, dir)
	})
}

// What a service offers is asked for once in an hour, not by each process.
func TestOfferIsRemembered(t *testing.T) {
	inTurn(t, func(t *testing.T, process func(func(*server), func(*bench)) string, dir string) {
		list := func(b *bench) {
			t.Helper()
			if l, err := listHome(t, b); err != nil || len(l.Entries) != 2 {
				t.Errorf("%+v, %v", l, err)
			}
		}
		const asked, told = "initialize@0s tools/list@0s manage.folder_list@0s", "manage.folder_list@0s"
		if got := process(nil, list); got != asked {
			t.Errorf("the first sent %s", got)
		}
		if got := process(nil, list); got != told {
			t.Errorf("the second sent %s", got)
		}
		files, _ := filepath.Glob(filepath.Join(dir, "*"))
		if len(files) != 1 {
			t.Fatal(files)
		}
		raw, err := os.ReadFile(files[0])
		if st, serr := os.Stat(files[0]); err != nil || serr != nil || !system.Private(st) {
			t.Error(err, serr, st.Mode())
		}
		for _, secret := range []string{"secret-token", "docs.example"} {
			if strings.Contains(string(raw)+files[0], secret) {
				t.Errorf("%q is kept", secret)
			}
		}
		time.Sleep(rememberedForTest)
		if got := process(nil, list); got != told {
			t.Errorf("just before it is old: %s", got)
		}
		time.Sleep(time.Second)
		if got := process(nil, list); got != asked {
			t.Errorf("when it is old: %s", got)
		}
		if err := os.WriteFile(files[0], raw[:len(raw)/2], 0o600); err != nil {
			t.Fatal(err)
		}
		if got := process(nil, list); got != asked {
			t.Errorf("with half a file: %s", got)
		}
		// Who asks what there is wants to know what there is now.
		if got := process(nil, func(b *bench) {
			list(b)
			if _, err := b.Tools(t.Context()); err != nil {
				t.Error(err)
			}
		}); got != told+" initialize@0s tools/list@0s" {
			t.Errorf("with a question for the tools: %s", got)
		}
	})
}

// rememberedForTest is an hour, to the second.
const rememberedForTest = time.Hour

// A session belongs to the process that has begun it.
func TestSessionsAreNotRemembered(t *testing.T) {
	inTurn(t, func(t *testing.T, process func(func(*server), func(*bench)) string, dir string) {
		for range 2 {
			got := process(func(s *server) { s.session = "s1" }, func(b *bench) { _, _ = listHome(t, b) })
			if !strings.HasPrefix(got, "initialize@0s notifications/initialized@0s tools/list@0s manage.folder_list@0s") {
				t.Errorf("sent %s", got)
			}
		}
		if files, _ := filepath.Glob(filepath.Join(dir, "*")); len(files) > 0 {
			t.Errorf("kept %v", files)
		}
		// One that has begun to want sessions is given one.
		process(nil, func(b *bench) { _, _ = listHome(t, b) })
		got := process(func(s *server) {
			s.session = "s1"
			s.then(status(http.StatusBadRequest, "Bad Request: no valid session ID provided"))
		}, func(b *bench) {
			if err := b.Home().(*Source).Rename(t.Context(), ref(b.home(), "x", "id1"), "y", client.Interactive); err != nil {
				t.Error(err)
			}
		})
		if want := "manage.rename_file_title@0s initialize@0s notifications/initialized@0s tools/list@0s manage.rename_file_title@0s"; !strings.HasPrefix(got, want) {
			t.Errorf("sent %s", got)
		}
	})
}

// tools offers one tool besides the listing, with the names of its arguments.
func tools(name string, args ...string) string {
	props := make([]string, len(args))
	for i, a := range args {
		props[i] = `"` + a + `":{"type":"string"}`
	}
	return `{"tools":[{"name":"manage.folder_list","inputSchema":{"type":"object"}},{"name":"` + name +
		`","inputSchema":{"type":"object","additionalProperties":false,"properties":{` + strings.Join(props, ",") + `}}}]}`
}

// A change that is refused because the interface has moved is shaped anew, once; what would
// be the same call again is not sent a second time, nor is what may have been done.
func TestRefusedByAnotherInterface(t *testing.T) {
	const (
		name   = "manage.rename_file_title"
		before = "manage.folder_list@0s"
		asked  = " initialize@0s tools/list@0s"
	)
	refusal := rpcError(-32602, "type:business, code:400001, msg:invalid parameter, trace_id:ab")
	for _, c := range []struct {
		name, offer string // what it offers now
		answer      answerer
		sent        string
		kind        client.Kind
	}{
		{"arguments have other names", tools(name, "file_id", "new_title"), refusal, name + "@0s" + asked + " " + name + "@0s", ""},
		{"the tool has another name", tools("rename_file_title", "file_id", "title"), rpcError(-32601, "unknown tool"), name + "@0s" + asked + " rename_file_title@0s", ""},
		{"the tool is gone", tools("manage.search_file", "search_key"), rpcError(-32601, "unknown tool"), name + "@0s" + asked, client.KindUnsupported},
		{"nothing has changed", tools(name, "file_id", "title"), refusal, name + "@0s" + asked, client.KindInvalid},
		{"it may have been done", tools(name, "file_id", "new_title"), status(http.StatusBadGateway, "bad"), name + "@0s", client.KindUnknown},
		{"the answer is lost", tools(name, "file_id", "new_title"), lost(), name + "@0s", client.KindUnknown},
	} {
		t.Run(c.name, func(t *testing.T) {
			inTurn(t, func(t *testing.T, process func(func(*server), func(*bench)) string, _ string) {
				process(func(s *server) { s.offer = tools(name, "file_id", "title") }, func(b *bench) { _, _ = listHome(t, b) })
				got := process(func(s *server) {
					s.offer = c.offer
					s.then(nil, c.answer)
				}, func(b *bench) {
					_, _ = listHome(t, b)
					err := b.Home().(*Source).Rename(t.Context(), ref(b.home(), "x", "id1"), "y", client.Interactive)
					if client.KindOf(err) != c.kind {
						t.Errorf("error %v", err)
					}
				})
				if got != before+" "+c.sent {
					t.Errorf("sent %s", got)
				}
			})
		})
	}
}

// A process that stays open for long meets a new interface, too; it asks again once an hour at most.
func TestRefusedAfterAnHour(t *testing.T) {
	const name = "manage.rename_file_title"
	inTurn(t, func(t *testing.T, process func(func(*server), func(*bench)) string, _ string) {
		process(func(s *server) { s.offer = tools(name, "file_id", "title") }, func(b *bench) {
			rename := func(want client.Kind) string {
				b.calls()
				b.then(rpcError(-32602, "type:business, code:400001, msg:invalid parameter, trace_id:ab"))
				if err := b.Home().(*Source).Rename(t.Context(), ref(b.home(), "x", "id1"), "y", client.Interactive); client.KindOf(err) != want {
					t.Errorf("error %v", err)
				}
				return regexp.MustCompile(`@\S+`).ReplaceAllString(b.calls(), "")
			}
			_, _ = listHome(t, b)
			b.offer = tools(name, "file_id", "new_title")
			time.Sleep(rememberedForTest)
			if got := rename(client.KindInvalid); got != name {
				t.Errorf("within the hour: %s", got)
			}
			time.Sleep(time.Second)
			if got := rename(""); got != name+" initialize tools/list "+name {
				t.Errorf("after it: %s", got)
			}
			if got := rename(client.KindInvalid); got != name {
				t.Errorf("and then: %s", got)
			}
		})
	})
}

// What was missing an hour ago may be there: a call asks the service before it is refused.
func TestMissingToolsAreAskedForAgain(t *testing.T) {
	const name = "manage.rename_file_title"
	inTurn(t, func(t *testing.T, process func(func(*server), func(*bench)) string, _ string) {
		process(func(s *server) { s.offer = tools("manage.search_file", "search_key") }, func(b *bench) { _, _ = listHome(t, b) })
		got := process(func(s *server) { s.offer = tools(name, "file_id", "title") }, func(b *bench) {
			_, _ = listHome(t, b)
			src := b.Home().(*Source)
			if err := src.Rename(t.Context(), ref(b.home(), "x", "id1"), "y", client.Interactive); err != nil {
				t.Error(err)
			}
			if err := src.Able(model.OpDelete); !client.Is(err, client.KindUnsupported) {
				t.Errorf("what the service itself does not offer: %v", err)
			}
		})
		if want := "manage.folder_list@0s initialize@0s tools/list@0s " + name + "@0s"; got != want {
			t.Errorf("sent %s", got)
		}
	})
}

// A service of either generation is spoken to in its own, which the next process remembers; where both sides have no
// version in common, the error names those of both.
func TestGenerations(t *testing.T) {
	refuses := func(status, code int, data string) answerer {
		return func(r *http.Request, m rpcMessage) (*http.Response, error) {
			return respond(r, status, "application/json", fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":"Unsupported protocol version"%s}}`, m.ID, code, data)), nil
		}
	}
	older := func(r *http.Request, m rpcMessage) (*http.Response, error) {
		if raw, _ := io.ReadAll(r.Body); strings.Contains(string(raw), "2024-11-05") {
			return rpc(r, m, `{"protocolVersion":"2024-11-05","capabilities":{"tools":{}},"serverInfo":{"name":"x","version":"1"}}`), nil
		}
		return refuses(200, -32602, `,"data":{"supported":["2024-11-05"]}`)(r, m)
	}
	answers := func(version string) answerer {
		return func(r *http.Request, m rpcMessage) (*http.Response, error) {
			return rpc(r, m, `{"protocolVersion":"`+version+`","capabilities":{"tools":{}},"serverInfo":{"name":"x","version":"1"}}`), nil
		}
	}
	const listed = " tools/list manage.folder_list"
	for name, c := range map[string]struct {
		hello         answerer
		has           string
		sent, version string
		fails         string
	}{
		"names its version":      {refuses(400, -32022, `,"data":{"supported":["2026-07-28"]}`), `"2026-07-28"`, "initialize server/discover" + listed, "2026-07-28", ""},
		"names none":             {refuses(400, -32022, ""), `"2026-07-28"`, "initialize server/discover" + listed, "2026-07-28", ""},
		"has no initialize":      {refuses(404, -32601, ""), `"2026-07-28","2030-01-01"`, "initialize server/discover" + listed, "2026-07-28", ""},
		"an older one":           {older, "", "initialize initialize" + listed, "", ""},
		"without any":            {refuses(200, -32601, ""), "", "initialize server/discover" + listed, "", ""},
		"only a later one":       {refuses(400, -32022, `,"data":{"supported":["2031-01-01"]}`), `"2031-01-01"`, "initialize", "", "speaks MCP 2031-01-01, and aloft speaks 2026-07-28, 2025-11-25"},
		"answers with one":       {answers("2031-01-01"), "", "initialize", "", "speaks MCP 2031-01-01, and aloft speaks 2026-07-28, 2025-11-25"},
		"discovers a later one":  {refuses(400, -32022, ""), `"2031-01-01"`, "initialize server/discover", "", "speaks MCP 2031-01-01, and aloft"},
		"refuses something else": {refuses(400, -32000, ""), `"2026-07-28"`, "initialize", "", "Unsupported protocol version"},
	} {
		t.Run(name, func(t *testing.T) {
			inTurn(t, func(t *testing.T, process func(func(*server), func(*bench)) string, _ string) {
				for n := range 2 {
					var s *server
					got := process(func(of *server) { s, of.hello, of.has = of, c.hello, c.has }, func(b *bench) {
						l, err := listHome(t, b)
						switch {
						case c.fails == "" && (err != nil || len(l.Entries) != 2):
							t.Errorf("%+v, %v", l, err)
						case c.fails != "" && (err == nil || !strings.Contains(err.Error(), c.fails)):
							t.Errorf("error %v", err)
						}
					})
					sent := c.sent
					if n == 1 && c.fails == "" {
						sent = "manage.folder_list"
					}
					if got = strings.ReplaceAll(got, "@0s", ""); got != sent {
						t.Errorf("process %d sent %s, not %s", n, got, sent)
					}
					for _, v := range s.meta {
						if c.version != "" && v != c.version+" "+c.version {
							t.Errorf("process %d says that it speaks %q", n, v)
						}
					}
				}
			})
		})
	}
}
