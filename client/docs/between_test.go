package docs

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/lenient"
	"aloft/model"
)

// everywhere answers all requests the same way.
type everywhere struct {
	answer answerer
	asked  int
}

func (e *everywhere) RoundTrip(r *http.Request) (*http.Response, error) {
	e.asked++
	raw, _ := io.ReadAll(r.Body)
	var msg rpcMessage
	lenient.Object(raw, &msg)
	return e.answer(r, msg)
}

// An address without a document service is reported soon, what nothing of a service is in after two
// more tries, and one that does not answer after one time-out.
func TestWhatNoRetryMends(t *testing.T) {
	hang := func(r *http.Request, _ rpcMessage) (*http.Response, error) {
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	for name, c := range map[string]struct {
		a    answerer
		kind client.Kind
		took time.Duration
		sent int
	}{
		"page":       {body("text/html", "<html>hello</html>"), client.KindInvalid, 2 * time.Second, 3},
		"page, 404":  {status(404, "<html>"), client.KindInvalid, 2 * time.Second, 3},
		"404":        {status(404, "404 page not found"), client.KindInvalid, 0, 1},
		"404, JSON":  {status(404, `{"status": 404, "code": 404, "message": "no such call"}`), client.KindInvalid, 0, 1},
		"405":        {status(405, "method not allowed"), client.KindInvalid, 0, 1},
		"405, JSON":  {body("application/json", `{"detail":"Method Not Allowed"}`), client.KindInvalid, 2 * time.Second, 3},
		"JSON":       {body("application/json", `{"hello":"world"}`), client.KindInvalid, 2 * time.Second, 3},
		"a list":     {body("application/json", `[]`), client.KindInvalid, 2 * time.Second, 3},
		"text":       {body("text/plain", "pong"), client.KindInvalid, 2 * time.Second, 3},
		"nothing":    {body("text/plain", ""), client.KindInvalid, 2 * time.Second, 3},
		"204":        {status(204, ""), client.KindInvalid, 2 * time.Second, 3},
		"redirect":   {status(302, "", "Location", "https://login.example/"), client.KindInvalid, 2 * time.Second, 3},
		"other call": {body("application/json", `{"jsonrpc":"2.0","id":"someone else's","result":{}}`), client.KindInvalid, 2 * time.Second, 3},
		"mute":       {hang, client.KindNetwork, 15 * time.Second, 1},
	} {
		synctest.Test(t, func(t *testing.T) {
			b := newBench(t, 0, nil)
			defer b.end(t)
			e := &everywhere{answer: c.a}
			replaceWire(b, e)
			from := time.Now()
			_, err := listHome(t, b)
			if took := time.Since(from); !client.Is(err, c.kind) || took > c.took || c.sent == 1 && took < c.took || e.asked != c.sent {
				t.Errorf("%s: %v after %v and %d requests", name, err, time.Since(from), e.asked)
			}
		})
	}
}

// Once a service has answered, a web page in between is retried.
func TestAPageBetween(t *testing.T) {
	for _, a := range []answerer{body("text/html", "<html>"), body("application/json", `{"hello":"world"}`), body("text/plain", "pong")} {
		in(t, 0, func(t *testing.T, b *bench) {
			for range 2 {
				if _, err := listHome(t, b); err != nil {
					t.Error(err)
				}
				b.then(a)
			}
			if n := strings.Count(b.calls(), "manage.folder_list"); n != 3 {
				t.Errorf("%d requests", n)
			}
		})
	}
}

// A redirect is asked for twice more, as a page is, also where a service has answered.
func TestARedirectThatStaysEndsTheRead(t *testing.T) {
	in(t, 0, func(t *testing.T, b *bench) {
		if _, err := listHome(t, b); err != nil {
			t.Fatal(err)
		}
		b.then(status(302, "", "Location", "https://x.example"))
		if _, err := listHome(t, b); err != nil {
			t.Error(err)
		}
		for range 3 {
			b.then(status(302, "", "Location", "https://x.example"))
		}
		if _, err := listHome(t, b); !client.Is(err, client.KindInvalid) || strings.Count(b.calls(), "manage.folder_list") != 6 {
			t.Errorf("%v after %s", err, b.calls())
		}
	})
}

// A change that is refused with a reason is refused, whatever the status is, and
// the reason and the trace id are in the error. A failure stays unknown, with the
// service's message.
func TestRefusalsOfChanges(t *testing.T) {
	for name, c := range map[string]struct {
		a    answerer
		kind client.Kind
		says []string
	}{
		"quota":              {status(500, `{"error":"quota is used up","trace_id":"tr5"}`), client.KindInvalid, []string{"quota is used up", "tr5"}},
		"quota, rpc":         {status(500, `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"quota is used up, trace_id: tr5"}}`), client.KindInvalid, []string{"quota is used up", "tr5"}},
		"quota, 200":         {payload(`{"error":"quota is used up","trace_id":"tr5"}`), client.KindInvalid, []string{"quota is used up", "tr5"}},
		"quota, rpc 200":     {rpcError(-32603, "quota is used up"), client.KindInvalid, []string{"quota is used up"}},
		"a reason":           {status(500, `{"error":{"code":400031,"message":"titles may not begin so"},"trace_id":"tr6"}`), client.KindInvalid, []string{"may not begin so", "tr6"}},
		"over the limit":     {payload(`{"error":"code:400007, msg:requests over limit, trace_id:tr7"}`), client.KindThrottled, []string{"tr7"}},
		"over the limit too": {rpcError(-32603, "code:400001, msg:too many requests"), client.KindThrottled, nil},
		"internal":           {status(500, `{"error":"internal error","trace_id":"tr8"}`), client.KindUnknown, []string{"internal error", "tr8"}},
		"bare":               {status(500, `no shard`, "X-Request-Id", "tr9"), client.KindUnknown, []string{"no shard", "tr9"}},
		"barer":              {status(500, ``), client.KindUnknown, []string{"500"}},
	} {
		in(t, 0, func(t *testing.T, b *bench) {
			if _, err := listHome(t, b); err != nil {
				t.Fatal(err)
			}
			b.calls()
			from := time.Now()
			b.then(c.a)
			_, err := b.Home().(client.Maker).Create(t.Context(), model.Ref{Place: b.home(), Kind: model.KindFolder}, "x", model.New{Kind: model.KindDoc}, client.Bulk)
			if !client.Is(err, c.kind) || time.Since(from) != 0 {
				t.Errorf("%s: %v after %v", name, err, time.Since(from))
			}
			for _, s := range c.says {
				if err == nil || !strings.Contains(err.Error(), s) {
					t.Errorf("%s: %v does not say %q", name, err, s)
				}
			}
			if n := strings.Count(b.calls(), "@"); n != 1 {
				t.Errorf("%s: %d calls", name, n)
			}
		})
	}
}

// A pause that the service asks for, after a change too, applies to all calls.
func TestRetryAfterAChange(t *testing.T) {
	in(t, 500*time.Millisecond, func(t *testing.T, b *bench) {
		if _, err := listHome(t, b); err != nil {
			t.Fatal(err)
		}
		b.then(status(429, "slow down", "Retry-After", "9"))
		from := time.Now()
		err := b.Home().(*Source).Rename(t.Context(), ref(b.home(), "x", "id1"), "y", client.Bulk)
		if !client.Is(err, client.KindThrottled) {
			t.Fatal(err)
		}
		if _, err := listHome(t, b); err != nil || time.Since(from) < 9*time.Second || time.Since(from) > 12*time.Second {
			t.Errorf("%v after %v", err, time.Since(from))
		}
	})
}
