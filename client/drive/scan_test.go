package drive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/clienttest/fault"
	"aloft/client/embedded"
	"aloft/client/gate"
)

// far is the other end: what each path answers, and what was sent.
type far struct {
	rt    http.RoundTripper
	sent  []string
	at    []time.Time
	spoil func(path string, r *http.Response) *http.Response // nil = as it is
}

func (f *far) Do(ctx context.Context, c gate.Call) (*gate.Reply, error) {
	req, err := http.NewRequestWithContext(ctx, c.Method, c.URL, nil)
	if err != nil {
		return nil, err
	}
	req.Header = c.Header
	f.sent, f.at = append(f.sent, req.URL.Path), append(f.at, time.Now())
	resp, err := f.rt.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if f.spoil != nil {
		resp = f.spoil(req.URL.Path, resp)
	}
	if resp == nil {
		return nil, &client.Error{Kind: client.KindNetwork, What: "the line is dead"}
	}
	body, err := io.ReadAll(resp.Body)
	return &gate.Reply{Status: resp.StatusCode, Header: resp.Header, Body: body}, err
}

// confirm answers in place of a phone.
func (f *far) confirm(t *testing.T, link, answer string) {
	t.Helper()
	req, err := http.NewRequest("POST", link, strings.NewReader("answer="+answer))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if resp, err := f.rt.RoundTrip(req); err != nil || resp.StatusCode != 200 {
		t.Error(resp, err)
	}
}

func answered(status int, head http.Header, body string) *http.Response {
	if head == nil {
		head = http.Header{}
	}
	return &http.Response{StatusCode: status, Header: head, Body: io.NopCloser(strings.NewReader(body))}
}

// bubble signs in to the embedded service in fake time.
func bubble(t *testing.T, f func(t *testing.T, s *embedded.Service, fr *far, o CodeOptions)) {
	synctest.Test(t, func(t *testing.T) {
		s, err := embedded.Open(t.Context(), embedded.Options{Dir: t.TempDir(), Fast: true, Faults: fault.Faults{}})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		fr := &far{rt: s.Transport()}
		f(t, s, fr, CodeOptions{
			Account: "work", Login: "http://aloft.local", Page: "http://aloft.local/scan?app=1", Client: "532", Origin: "http://aloft.local", Base: "http://aloft.local",
			LoginGate: fr, OriginGate: fr, Hide: func(string) {},
		})
	})
}

func TestSignIn(t *testing.T) {
	bubble(t, func(t *testing.T, s *embedded.Service, fr *far, o CodeOptions) {
		var hidden []string
		o.Hide = func(v string) { hidden = append(hidden, v) }
		c, err := NewCode(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(c.Link(), "http://aloft.local/scan?app=1&token=") || time.Until(c.Ends()) != 2*time.Minute {
			t.Error(c.Link(), c.Ends())
		}
		go func() {
			time.Sleep(10*time.Second + 100*time.Millisecond)
			req, _ := http.NewRequest("GET", c.Link(), nil)
			if _, err := s.Transport().RoundTrip(req); err != nil {
				t.Error(err)
			}
			time.Sleep(20 * time.Second)
			fr.confirm(t, c.Link(), "yes")
		}()
		began := time.Now()
		if got, err := c.Next(t.Context()); got != nil || err != nil || time.Since(began) != 11*time.Second {
			t.Fatal(got, err, time.Since(began))
		}
		got, err := c.Next(t.Context())
		if err != nil || time.Since(began) != 31*time.Second {
			t.Fatal(err, time.Since(began))
		}
		for i := 2; i < len(fr.at)-1; i++ {
			if gap := fr.at[i].Sub(fr.at[i-1]); gap != time.Second {
				t.Errorf("poll %d after %s", i, gap)
			}
		}
		req, _ := http.NewRequest("GET", "http://aloft.local/1/clouddrive/config", nil)
		req.Header.Set("Cookie", got.Header)
		if resp, err := s.Transport().RoundTrip(req); err != nil || resp.StatusCode != 200 {
			t.Error(resp, err)
		}
		for _, pair := range strings.Split(got.Header, "; ") {
			if _, v, _ := strings.Cut(pair, "="); !strings.Contains(strings.Join(hidden, " "), v) {
				t.Errorf("%s may be logged", pair)
			}
		}
	})
}

// Nobody scans it, nobody wants it, nobody waits for it.
func TestSignInIsOver(t *testing.T) {
	bubble(t, func(t *testing.T, s *embedded.Service, fr *far, o CodeOptions) {
		begin := func() *Code {
			c, err := NewCode(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			return c
		}
		c, began := begin(), time.Now()
		if _, err := c.Next(t.Context()); !client.Is(err, client.KindStale) || time.Since(began) != Life {
			t.Errorf("%v after %s", err, time.Since(began))
		}
		c = begin()
		fr.confirm(t, c.Link(), "no")
		if _, err := c.Next(t.Context()); !client.Is(err, client.KindStale) || !strings.Contains(err.Error(), "declined") {
			t.Error(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		time.AfterFunc(1500*time.Millisecond, stop)
		if _, err := begin().Next(ctx); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
}

// A line that fails for a moment, and one that does not come back.
func TestSignInOverABadLine(t *testing.T) {
	bubble(t, func(t *testing.T, s *embedded.Service, fr *far, o CodeOptions) {
		c, err := NewCode(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		fr.confirm(t, c.Link(), "yes")
		dead := 4
		fr.spoil = func(path string, r *http.Response) *http.Response {
			if dead--; path == pathTicket && dead >= 0 {
				return nil
			}
			return r
		}
		if got, err := c.Next(t.Context()); got == nil || err != nil {
			t.Error(got, err)
		}
		c, _ = NewCode(t.Context(), o)
		dead, fr.sent = 100, nil
		if _, err := c.Next(t.Context()); !client.Is(err, client.KindNetwork) || len(fr.sent) != 5 {
			t.Error(err, len(fr.sent))
		}
		// The answer with the cookies may be lost: the ticket is not sent twice.
		dead = 0
		c, _ = NewCode(t.Context(), o)
		fr.confirm(t, c.Link(), "yes")
		fr.spoil, fr.sent = func(path string, r *http.Response) *http.Response {
			if path == pathAccount {
				return nil
			}
			return r
		}, nil
		if _, err := c.Next(t.Context()); !client.Is(err, client.KindNetwork) || fmt.Sprint(fr.sent) != "["+pathTicket+" "+pathAccount+"]" {
			t.Error(err, fr.sent)
		}
	})
}

// Something else answers. Nothing secret is in what is said about it.
func TestSignInAtAnotherService(t *testing.T) {
	const ok = `{"status":2000000,"data":{"members":{"service_ticket":"st-CANARY","token":"st-token"}}}`
	set := func(lines ...string) http.Header { return http.Header{"Set-Cookie": lines} }
	for name, c := range map[string]struct {
		at   string
		r    func() *http.Response
		says string
	}{
		"a page":      {pathToken, func() *http.Response { return answered(200, nil, "<html>") }, "does not answer like"},
		"nothing":     {pathToken, func() *http.Response { return answered(200, nil, "") }, "does not answer like"},
		"not found":   {pathToken, func() *http.Response { return answered(404, nil, "no") }, "HTTP 404"},
		"other types": {pathToken, func() *http.Response { return answered(200, nil, `{"status":2000000,"data":{"members":{"token":5}}}`) }, "does not answer like"},
		"no token":    {pathToken, func() *http.Response { return answered(200, nil, `{"status":2000000}`) }, "gave no QR code"},
		"a bad token": {pathToken, func() *http.Response {
			return answered(200, nil, `{"status":2000000,"data":{"members":{"token":"a\u001b[2J"}}}`)
		}, "gave no QR code"},
		"a refusal": {pathToken, func() *http.Response { return answered(200, nil, `{"status":"50001","message":"not \u001bhere"}`) }, "code 50001"},
		"elsewhere": {pathToken, func() *http.Response {
			return answered(302, http.Header{"Location": {"https://evil.example/?x=CANARY"}}, "")
		}, `"evil.example"`},
		"a failure":        {pathToken, func() *http.Response { return answered(503, nil, "") }, "HTTP 503"},
		"too often":        {pathToken, func() *http.Response { return answered(429, nil, "") }, "slow down"},
		"a page later":     {pathTicket, func() *http.Response { return answered(200, nil, "<html>") }, "does not answer like"},
		"no ticket":        {pathTicket, func() *http.Response { return answered(200, nil, `{"status":2000000}`) }, "does not answer like"},
		"no cookies":       {pathAccount, func() *http.Response { return answered(200, nil, "{}") }, "sent no session cookie"},
		"no login":         {pathAccount, func() *http.Response { return answered(200, set("__puus=CANARY1"), "{}") }, "sent no session cookie"},
		"another's cookie": {pathAccount, func() *http.Response { return answered(200, set("__pus=CANARY1; Domain=evil.example"), "{}") }, "sent no session cookie"},
		"everybody's":      {pathAccount, func() *http.Response { return answered(200, set("__pus=CANARY1; Domain=local"), "{}") }, "sent no session cookie"},
		"removed":          {pathAccount, func() *http.Response { return answered(200, set("__pus=CANARY1; Max-Age=0"), "{}") }, "sent no session cookie"},
		"refused":          {pathAccount, func() *http.Response { return answered(401, set("__pus=CANARY1"), "{}") }, "HTTP 401"},
		"sent on": {pathAccount, func() *http.Response {
			return answered(302, http.Header{"Location": {"https://evil.example/?st=st-CANARY"}, "Set-Cookie": {"__pus=CANARY1"}}, "")
		}, `"evil.example"`},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, _ *embedded.Service, fr *far, o CodeOptions) {
				fr.spoil = func(path string, r *http.Response) *http.Response {
					if path == c.at {
						return c.r()
					}
					return answered(200, nil, ok)
				}
				code, err := NewCode(t.Context(), o)
				if err == nil {
					_, err = code.Next(t.Context())
				}
				if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "CANARY") || strings.Contains(err.Error(), "\x1b") {
					t.Errorf("%v", err)
				}
				if last := fr.sent[len(fr.sent)-1]; last != c.at {
					t.Errorf("%s was sent after that", last)
				}
			})
		})
	}
}

// The cookies are those that a browser would send to the drive and to its page.
func TestWhoseCookies(t *testing.T) {
	bubble(t, func(t *testing.T, _ *embedded.Service, fr *far, o CodeOptions) {
		o.Login, o.Origin, o.Base = "https://login.drive.example.org", "https://pan.drive.example.org", "https://drive.example.org"
		fr.spoil = func(path string, r *http.Response) *http.Response {
			head := http.Header{"Set-Cookie": {"own=1; Path=/", "wide=2; Domain=.drive.example.org; Path=/"}}
			if path == pathAccount {
				head = http.Header{"Set-Cookie": {"__pus=3; Domain=drive.example.org; Path=/; Max-Age=3600; Secure", "page=4; Path=/", "wide=5; Domain=drive.example.org; Path=/", "deep=6"}}
			}
			return answered(200, head, `{"status":2000000,"data":{"members":{"service_ticket":"st-1","token":"st-token"}}}`)
		}
		c, err := NewCode(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got.Header != "wide=5; __pus=3; page=4" || len(got.Until) != 1 || got.Until[0].MaxAge != 3600 {
			t.Errorf("%q, %v", got.Header, got.Until)
		}
	})
}
