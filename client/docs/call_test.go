package docs

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/docs/conn"
	"aloft/client/lenient"
	"aloft/model"
)

const list1 = `{"list":[{"id":"9007199254740993","title":"A","is_folder":true},{"id":"d1","title":"B","url":"//docs.example/sheet/d1"}],"finish":true,"trace_id":"t"}`

// in runs a test in a bubble with a service and a scripted server.
func in(t *testing.T, gap time.Duration, f func(t *testing.T, b *bench)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, gap, nil)
		b.results["manage.folder_list"] = list1
		defer b.end(t)
		f(t, b)
	})
}

func listHome(t *testing.T, b *bench) (model.Listing, error) {
	t.Helper()
	return b.Home().List(t.Context(), b.home(), client.Options{})
}

// The first listing costs two requests before it, later ones none.
func TestConnecting(t *testing.T) {
	in(t, 2*time.Second, func(t *testing.T, b *bench) {
		for range 2 {
			if l, err := listHome(t, b); err != nil || len(l.Entries) != 2 || !l.Complete || !l.Steady {
				t.Fatalf("%+v, %v", l, err)
			}
		}
		if got, want := b.calls(), "initialize@0s tools/list@2s manage.folder_list@4s manage.folder_list@6s"; got != want {
			t.Fatalf("sent %s, want %s", got, want)
		}
	})
}

// Concurrent first calls share one connection.
func TestConnectingTogether(t *testing.T) {
	in(t, 0, func(t *testing.T, b *bench) {
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := b.Home().List(gone, b.home(), client.Options{}); !errors.Is(err, context.Canceled) {
			t.Errorf("after the context ended: %v", err)
		}
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				if _, err := listHome(t, b); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if got := b.calls(); strings.Count(got, "initialize") != 1 || strings.Count(got, "tools/list") != 1 {
			t.Errorf("sent %s", got)
		}
	})
}

// A service with sessions is notified when the handshake is done, and at the end.
func TestSession(t *testing.T) {
	in(t, 0, func(t *testing.T, b *bench) {
		b.session = "s1"
		if _, err := listHome(t, b); err != nil {
			t.Fatal(err)
		}
		_ = b.Service.Close()
		if got, want := b.calls(), "initialize@0s notifications/initialized@0s tools/list@0s manage.folder_list@0s DELETE@0s"; got != want {
			t.Errorf("sent %s, want %s", got, want)
		}
		if _, err := listHome(t, b); !client.Is(err, client.KindNetwork) {
			t.Errorf("after Close: %v", err)
		}
	})
}

// A forgotten session is replaced by a new one, for a change too: it was refused,
// so it had no effect.
func TestForgottenSession(t *testing.T) {
	for name, gone := range map[string]answerer{
		"404":              status(http.StatusNotFound, "session not found"),
		"400":              status(http.StatusBadRequest, "Bad Request: no valid session ID provided"),
		"410":              status(http.StatusGone, "Gone"),
		"404, as an error": status(http.StatusNotFound, `{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":null}`),
		"410, as an error": status(http.StatusGone, `{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":null}`),
	} {
		t.Run(name, func(t *testing.T) {
			in(t, 0, func(t *testing.T, b *bench) {
				b.session = "s1"
				b.then(nil, gone, nil)
				if _, err := listHome(t, b); err != nil {
					t.Fatal(err)
				}
				b.calls()
				err := b.Home().(*Source).Rename(t.Context(), ref(b.home(), "x", "id1"), "y", client.Interactive)
				if err != nil {
					t.Fatal(err)
				}
				got := b.calls()
				if strings.Count(got, "manage.rename_file_title") != 2 || strings.Count(got, "initialize@") != 1 {
					t.Errorf("sent %s", got)
				}
				// Repeated, it is no accident, and says nothing about the folder.
				b.then(slices.Repeat([]answerer{gone}, 9)...)
				if _, err := listHome(t, b); err == nil || client.Is(err, client.KindNotFound) {
					t.Errorf("error %v", err)
				}
			})
		})
	}
}

func ref(root model.Place, name, id string) model.Ref {
	return model.Ref{Place: root.Join(name), ID: id, Kind: model.KindDoc}
}

// Reads are retried after 2, 4, 8 and 16 s, and no more often.
func TestRetries(t *testing.T) {
	fail := status(http.StatusServiceUnavailable, "busy")
	t.Run("in the end good", func(t *testing.T) {
		in(t, 0, func(t *testing.T, b *bench) {
			b.then(fail, fail, rpcError(-32603, "type:business, code:10012, msg:busy, trace_id:ab"), body("application/json", `{"jsonrpc":"2.0","id":$ID,"res`))
			from := time.Now()
			if _, err := listHome(t, b); err != nil {
				t.Fatal(err)
			}
			if d := time.Since(from); d < 30*time.Second || d > 34*time.Second {
				t.Errorf("took %v", d)
			}
			if n := strings.Count(b.calls(), "manage.folder_list"); n != 5 {
				t.Errorf("sent %d times", n)
			}
		})
	})
	t.Run("never good", func(t *testing.T) {
		in(t, 0, func(t *testing.T, b *bench) {
			b.then(fail, fail, fail, fail, fail, fail)
			_, err := listHome(t, b)
			if !client.Is(err, client.KindServer) {
				t.Errorf("%v", err)
			}
			if n := strings.Count(b.calls(), "manage.folder_list"); n != 5 {
				t.Errorf("sent %d times", n)
			}
		})
	})
	t.Run("as long as it asks for", func(t *testing.T) {
		in(t, 0, func(t *testing.T, b *bench) {
			b.then(status(http.StatusTooManyRequests, "slow down", "Retry-After", "21"))
			from := time.Now()
			if _, err := listHome(t, b); err != nil {
				t.Fatal(err)
			}
			if d := time.Since(from); d < 21*time.Second || d > 22*time.Second {
				t.Errorf("took %v", d)
			}
			b.then(status(http.StatusTooManyRequests, "slow down", "Retry-After", "600"))
			_, err := listHome(t, b)
			var e *client.Error
			if !errors.As(err, &e) || e.Kind != client.KindThrottled || e.After != 600*time.Second {
				t.Errorf("%+v", err)
			}
		})
	})
	t.Run("the budget is spent", func(t *testing.T) {
		in(t, 0, func(t *testing.T, b *bench) {
			for range 30 {
				b.then(fail)
			}
			for range 5 {
				_, _ = listHome(t, b)
			}
			if n := strings.Count(b.calls(), "manage.folder_list"); n != 15 {
				t.Errorf("sent %d times, want 5 and 10 retries", n)
			}
		})
	})
}

// What may change something is sent once, whatever the answer.
func TestWritesAreSentOnce(t *testing.T) {
	changes := map[string]func(*testing.T, *bench) error{
		"manage.move_file": func(t *testing.T, b *bench) error {
			return b.Home().(*Source).Move(t.Context(), []model.Ref{ref(b.home().Join("f"), "x", "id1")}, model.Ref{Place: b.home()}, client.Bulk)
		},
		"manage.export_file": func(t *testing.T, b *bench) error {
			_, err := b.Home().(*Source).Export(t.Context(), ref(b.home(), "x", "id1"), client.Bulk)
			return err
		},
		"manage.pre_import": func(t *testing.T, b *bench) error {
			_, err := b.Home().(*Source).Prepare(t.Context(), client.ImportFile{Name: "a.docx", Size: 5, MD5: strings.Repeat("a", 32)}, client.Bulk)
			return err
		},
	}
	for name, c := range map[string]struct {
		a    answerer
		want client.Kind
	}{
		"lost":        {lost(), client.KindUnknown},
		"500":         {status(500, "failed"), client.KindUnknown},
		"502":         {status(502, "<html>bad gateway</html>", "Content-Type", "text/html"), client.KindUnknown},
		"503":         {status(503, "busy"), client.KindUnknown},
		"504":         {status(504, ""), client.KindUnknown},
		"no body":     {body("application/json", ""), client.KindUnknown},
		"cut":         {body("application/json", `{"jsonrpc":"2.0","id":$ID,"res`), client.KindUnknown},
		"page":        {body("text/html", "<html>login</html>"), client.KindUnknown},
		"empty":       {status(202, ""), client.KindUnknown},
		"other id":    {body("application/json", `{"jsonrpc":"2.0","id":777,"result":{}}`), client.KindUnknown},
		"internal":    {rpcError(-32603, "oops"), client.KindUnknown},
		"transient":   {payload(`{"error":"code:10328, msg:busy"}`), client.KindUnknown},
		"429":         {status(429, "slow"), client.KindThrottled},
		"refused":     {payload(`{"error":"the name is odd","trace_id":"t9"}`), client.KindInvalid},
		"no right":    {payload(`{"err_msg":"code:400005, msg:nope"}`), client.KindInvalid},
		"401":         {status(401, "token wrong"), client.KindAuth},
		"expired":     {payload(`{"error":"code:400012, msg:expired"}`), client.KindAuth},
		"no such one": {rpcError(-32602, `type:business, code:400001, msg:no file with the id "x", trace_id:ab`), client.KindNotFound},
	} {
		for sent, do := range changes {
			t.Run(name+" "+sent, func(t *testing.T) {
				in(t, 0, func(t *testing.T, b *bench) {
					if _, err := listHome(t, b); err != nil {
						t.Fatal(err)
					}
					b.calls()
					b.then(c.a, c.a)
					err := do(t, b)
					if kindOfErr(err) != c.want {
						t.Errorf("%s: %v", kindOfErr(err), err)
					}
					if got := b.calls(); got != sent+"@0s" {
						t.Errorf("sent %s", got)
					}
					// The session is kept.
					b.next = nil
					if c.want == client.KindAuth {
						time.Sleep(10 * time.Second)
					}
					if _, err := listHome(t, b); err != nil {
						t.Errorf("afterwards: %v", err)
					}
					if got := b.calls(); !strings.HasPrefix(got, "manage.folder_list@") {
						t.Errorf("afterwards sent %s", got)
					}
				})
			})
		}
	}
}

// A refused token is reloaded once. With another one a change may be sent too.
func TestToken(t *testing.T) {
	refuse := status(http.StatusUnauthorized, "token expired")
	t.Run("renewed", func(t *testing.T) {
		in(t, 0, func(t *testing.T, b *bench) {
			b.tokens.SetNext("new-token")
			b.then(refuse)
			if _, err := listHome(t, b); err != nil {
				t.Fatal(err)
			}
			if last := b.server.tokens[len(b.server.tokens)-1]; last != "new-token" || b.tokens.Reloads() != 1 {
				t.Errorf("sent %q after %d reloads", last, b.tokens.Reloads())
			}
			b.tokens.SetNext("newer-token")
			b.then(refuse)
			if err := b.Home().(*Source).Rename(t.Context(), ref(b.home(), "x", "i"), "y", client.Bulk); err != nil {
				t.Error(err)
			}
		})
	})
	t.Run("dead", func(t *testing.T) {
		in(t, 0, func(t *testing.T, b *bench) {
			b.then(refuse, refuse)
			_, err := listHome(t, b)
			var e *client.Error
			if !errors.As(err, &e) || e.Kind != client.KindAuth || e.Hint == "" || e.Server != "token expired" {
				t.Fatalf("%+v", err)
			}
			b.calls()
			if _, err = listHome(t, b); !client.Is(err, client.KindAuth) || b.calls() != "" {
				t.Errorf("a dead token was sent: %v", err)
			}
			if err := b.Probe(t.Context()); err != nil {
				t.Errorf("the probe: %v", err)
			}
		})
	})
	t.Run("none", func(t *testing.T) {
		in(t, 0, func(t *testing.T, b *bench) {
			b.tokens.Set("")
			if _, err := listHome(t, b); !client.Is(err, client.KindAuth) || b.calls() != "" {
				t.Errorf("%v", err)
			}
		})
	})
}

// A call that is cancelled while it waits sends nothing, and a change that has been
// sent is waited for.
func TestCancel(t *testing.T) {
	in(t, 0, func(t *testing.T, b *bench) {
		b.session = "s1"
		if _, err := listHome(t, b); err != nil {
			t.Fatal(err)
		}
		slow := func(r *http.Request, m rpcMessage) (*http.Response, error) {
			time.Sleep(5 * time.Second)
			return rpc(r, m, toolResult(`{"trace_id":"t"}`)), nil
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		b.then(slow)
		if err := b.Home().(*Source).Rename(ctx, ref(b.home(), "x", "i"), "y", client.Bulk); err != nil {
			t.Errorf("a change that was sent: %v", err)
		}
		ctx, cancel = context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		b.then(slow)
		from := time.Now()
		_, err := b.Home().List(ctx, b.home(), client.Options{})
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(from) != time.Second {
			t.Errorf("a read: %v after %v", err, time.Since(from))
		}
		time.Sleep(10 * time.Second)
		if got := b.calls(); strings.Contains(got, "cancelled") {
			t.Errorf("a slot was spent on %s", got)
		}
	})
}

// Close ends calls that wait for their turn, or for an answer that changes nothing.
func TestCloseEndsCalls(t *testing.T) {
	in(t, time.Second, func(t *testing.T, b *bench) {
		if _, err := listHome(t, b); err != nil {
			t.Fatal(err)
		}
		b.then(func(r *http.Request, _ rpcMessage) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		})
		ended := make(chan error, 2)
		for range 2 {
			go func() { _, err := listHome(t, b); ended <- err }()
		}
		time.Sleep(1500 * time.Millisecond)
		from := time.Now()
		_ = b.Service.Close()
		for range 2 {
			if err := <-ended; err == nil {
				t.Error("no error")
			}
		}
		if took := time.Since(from); took > time.Second {
			t.Errorf("took %v", took)
		}
	})
}

// An import is complete with its document's id; announcing a file is not retried.
func TestImportSteps(t *testing.T) {
	in(t, 0, func(t *testing.T, b *bench) {
		v := b.Home().(*Source)
		for p, done := range map[string]bool{
			`{"progress":100}`: false, `{"progress":"100","file_id":"f","file_name":"n"}`: true, `{"progress":99,"file_id":"f"}`: false,
		} {
			b.then(payload(p))
			if st, err := v.ImportState(t.Context(), "t", client.Bulk); err != nil || st.Done != done || st.Failed {
				t.Errorf("%s: %+v, %v", p, st, err)
			}
		}
		b.then(payload(`{"error":"it is broken","progress":40}`))
		if st, err := v.ImportState(t.Context(), "t", client.Bulk); err != nil || !st.Failed || st.Error != "it is broken" {
			t.Errorf("%+v, %v", st, err)
		}
		b.calls()
		b.then(status(503, "busy"), status(503, "busy"))
		f := client.ImportFile{Name: "a.docx", Size: 5, MD5: strings.Repeat("a", 32)}
		if _, err := v.Prepare(t.Context(), f, client.Bulk); !client.Is(err, client.KindUnknown) {
			t.Error(err)
		}
		if got := b.calls(); got != "manage.pre_import@9s" { // four polls of a task before it
			t.Errorf("sent %s", got)
		}
		b.next = nil
		for _, empty := range []answerer{payload(`{}`), payload(`{"file_key":"k"}`)} { // an answer without what was asked for
			b.then(empty)
			if _, err := v.Prepare(t.Context(), f, client.Bulk); !client.Is(err, client.KindUnknown) {
				t.Error(err)
			}
		}
		b.then(payload(`{"trace_id":"t"}`))
		if task, err := v.Begin(t.Context(), client.Upload{Key: "k", Task: "t7", File: f}, client.Bulk); err != nil || task != "t7" {
			t.Errorf("without a task of its own: %q, %v", task, err)
		}
		b.then(payload(`{"task_id":"t8"}`))
		if task, err := v.Begin(t.Context(), client.Upload{Key: "k", Task: "t7", File: f}, client.Bulk); err != nil || task != "t8" {
			t.Errorf("with one: %q, %v", task, err)
		}
		for name, bad := range map[string]client.ImportFile{
			"suffix": {Name: "a.exe", Size: 5, MD5: f.MD5}, "empty": {Name: "a.docx", MD5: f.MD5}, "digest": {Name: "a.docx", Size: 5, MD5: strings.Repeat("A", 32)},
			"no name": {Name: ".docx", Size: 5, MD5: f.MD5},
		} {
			if _, err := v.Prepare(t.Context(), bad, client.Bulk); !client.Is(err, client.KindInvalid) {
				t.Errorf("%s: %v", name, err)
			}
		}
		// A document whose place is unknown may be moved to the root, where it
		// perhaps is not.
		loose := model.Ref{Place: b.home().Loose("d1"), ID: "d1", Kind: model.KindDoc}
		if err := v.Move(t.Context(), []model.Ref{loose}, model.Ref{Place: b.home()}, client.Bulk); err != nil {
			t.Error(err)
		}
	})
}

// Without tools/list the names of the specification are used; without a handshake
// too.
func TestNoList(t *testing.T) {
	in(t, 0, func(t *testing.T, b *bench) {
		b.offer = `{"tools":"what?"}`
		if l, err := listHome(t, b); err != nil || len(l.Entries) != 2 {
			t.Fatalf("%+v, %v", l, err)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, 0, nil)
		b.results["manage.folder_list"] = list1
		bare := roundTripper(func(r *http.Request) (*http.Response, error) {
			raw, _ := io.ReadAll(r.Body)
			if m := string(raw); strings.Contains(m, `"initialize"`) || strings.Contains(m, `"tools/list"`) {
				var msg rpcMessage
				lenient.Object(raw, &msg)
				return rpcError(conn.RPCMethod, "Method not found")(r, msg)
			}
			r.Body = io.NopCloser(strings.NewReader(string(raw)))
			return b.server.RoundTrip(r)
		})
		replaceWire(b, bare)
		if l, err := listHome(t, b); err != nil || len(l.Entries) != 2 {
			t.Fatalf("%+v, %v", l, err)
		}
		b.end(t)
	})
}

// A stream that stays open after the answer delays nobody, and chunks are put
// together.
func TestOpenStream(t *testing.T) {
	in(t, 0, func(t *testing.T, b *bench) {
		b.then(func(r *http.Request, m rpcMessage) (*http.Response, error) {
			pr, pw := io.Pipe()
			go func() {
				data := `data: {"jsonrpc":"2.0","id":` + string(m.ID) + `,"result":` + toolResult(list1) + "}\n\n"
				for _, part := range []string{": wait\n\n", data[:40], data[40:]} {
					time.Sleep(time.Second)
					if _, err := pw.Write([]byte(part)); err != nil {
						return
					}
				}
				<-r.Context().Done()
				_ = pw.CloseWithError(r.Context().Err())
			}()
			resp := respond(r, http.StatusOK, "text/event-stream; charset=utf-8", "")
			resp.Body, resp.ContentLength = pr, -1
			return resp, nil
		})
		from := time.Now()
		if l, err := listHome(t, b); err != nil || len(l.Entries) != 2 {
			t.Fatalf("%+v, %v", l, err)
		}
		if took := time.Since(from); took != 3*time.Second {
			t.Errorf("took %v", took)
		}
	})
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
