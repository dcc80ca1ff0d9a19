package embedded

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client/clienttest/fault"
)

// phone asks the service for sign-ins by a QR code.
type phone struct {
	t *testing.T
	s *Service
}

type scanAnswer struct {
	http, status int
	token        string
	ticket       string
	cookies      []*http.Cookie
	raw          string
}

func (p phone) get(path string, query ...string) scanAnswer {
	p.t.Helper()
	return p.do("GET", path, "", query...)
}

func (p phone) do(method, path, form string, query ...string) scanAnswer {
	p.t.Helper()
	q := url.Values{}
	for i := 0; i < len(query); i += 2 {
		q.Set(query[i], query[i+1])
	}
	req, err := http.NewRequestWithContext(p.t.Context(), method, "http://aloft.local"+path+"?"+q.Encode(), strings.NewReader(form))
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := p.s.Transport().RoundTrip(req)
	if err != nil {
		p.t.Fatal(err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	var env struct {
		Status int
		Data   struct{ Members map[string]string }
	}
	_ = json.Unmarshal(raw, &env) // a page is none
	return scanAnswer{resp.StatusCode, env.Status, env.Data.Members["token"], env.Data.Members["service_ticket"], resp.Cookies(), string(raw)}
}

func (p phone) code() string {
	return p.get("/cas/ajax/getTokenForQrcodeLogin", "client_id", "532", "v", "1.2", "request_id", "r").token
}

func (p phone) poll(token string) scanAnswer {
	return p.get("/cas/ajax/getServiceTicketByQrcodeToken", "client_id", "532", "v", "1.2", "request_id", "r", "token", token)
}

// confirm answers in place of a phone, and returns the HTTP status.
func (p phone) confirm(token, answer string) int {
	return p.do("POST", "/scan", "answer="+answer, "token", token).http
}

// A code is seen, confirmed, and gives one session.
func TestSignInByCode(t *testing.T) {
	r := open(t, Options{})
	p := phone{t, r.s}
	own := r.s.Cookie()
	if a := p.get("/cas/ajax/getTokenForQrcodeLogin", "v", "1.2"); a.status == 2000000 || a.token != "" {
		t.Error(a.raw)
	}
	token, other := p.code(), p.code()
	if a := p.poll(token); a.status != 50004001 || a.ticket != "" {
		t.Error(a.raw)
	}
	page := p.get("/scan", "token", token)
	if !strings.Contains(page.raw, "<form method=post>") {
		t.Error(page.raw)
	}
	if a := p.poll(token); a.status != 50004002 || a.ticket != "" {
		t.Error(a.raw)
	}
	if status := p.confirm(token, "perhaps"); status != 400 {
		t.Errorf("another answer: %d", status)
	}
	if status := p.confirm(token, "yes"); status != 200 {
		t.Fatal(status)
	}
	if status := p.confirm(token, "no"); status != 409 {
		t.Errorf("a second answer: %d", status)
	}
	if a := p.poll(other); a.status != 50004001 {
		t.Errorf("another code was confirmed: %s", a.raw)
	}
	ticket := p.poll(token).ticket
	for _, wrong := range []string{"", "st1", token, ticket + "x", "%"} {
		if a := p.get("/account/info", "st", wrong, "lw", "scan"); a.http != 401 || len(a.cookies) > 0 {
			t.Errorf("ticket %q: %d, %s", wrong, a.http, a.raw)
		}
	}
	a := p.get("/account/info", "st", ticket, "lw", "scan")
	if a.http != 200 || len(a.cookies) != 2 || strings.Contains(a.raw, a.cookies[0].Value) {
		t.Fatalf("%d, %v, %s", a.http, a.cookies, a.raw)
	}
	cookie := a.cookies[0].Name + "=" + a.cookies[0].Value + "; " + a.cookies[1].Name + "=" + a.cookies[1].Value
	for _, c := range []string{cookie, own} {
		if env, _ := r.probe(c); env.http != 200 {
			t.Error(env.raw)
		}
	}
	if r.s.Cookie() != own {
		t.Error("the sign-in took the place of the session of this process")
	}
	if a := p.get("/account/info", "st", ticket, "lw", "scan"); a.http != 401 || len(a.cookies) > 0 {
		t.Errorf("the ticket is good twice: %s", a.raw)
	}
}

// The program that people install has no other end of a sign-in.
func TestSignInIsOfTheLab(t *testing.T) {
	s, err := Open(t.Context(), Options{Dir: t.TempDir(), Fast: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	p := phone{t, s}
	for _, path := range []string{"/cas/ajax/getTokenForQrcodeLogin", "/cas/ajax/getServiceTicketByQrcodeToken", "/account/info", "/scan"} {
		if a := p.get(path, "client_id", "532", "v", "1.2", "request_id", "r"); a.http != 404 {
			t.Errorf("%s: %d, %s", path, a.http, a.raw)
		}
	}
}

// A client keeps its distance here as anywhere at the drive. The page of the link is for a person.
func TestSignInKeepsThePace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, Options{Strict: time.Second})
		p := phone{t, r.s}
		token := p.code()
		if a := p.poll(token); a.http != 429 || a.status == 50004001 {
			t.Errorf("at once: %d, %s", a.http, a.raw)
		}
		time.Sleep(time.Second)
		page, polled := p.get("/scan", "token", token), p.poll(token)
		if page.http != 200 || polled.http != 200 || polled.status != 50004002 {
			t.Errorf("%s\n%s", page.raw, polled.raw)
		}
		if env, _ := r.probe(r.s.Cookie()); env.http != 429 {
			t.Errorf("the drive at once: %s", env.raw)
		}
	})
}

// What nobody wants, and what comes too late.
func TestSignInEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := Open(t.Context(), Options{Dir: t.TempDir(), Fast: true, Faults: fault.Faults{}})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		p := phone{t, s}
		late, declined, used := p.code(), p.code(), p.code()
		if status := p.confirm(declined, "no"); status != 200 {
			t.Error(status)
		}
		if a := p.poll(declined); a.status == 50004001 || a.status == 50004002 || a.status == 2000000 {
			t.Error(a.raw)
		}
		if status := p.confirm(used, "yes"); status != 200 {
			t.Error(status)
		}
		ticket := p.poll(used).ticket
		time.Sleep(time.Minute)
		if a := p.get("/account/info", "st", ticket, "lw", "scan"); a.http != 401 {
			t.Errorf("a ticket of a minute ago: %s", a.raw)
		}
		if a := p.poll(late); a.status != 50004001 {
			t.Error(a.raw)
		}
		time.Sleep(time.Minute)
		if a := p.poll(late); a.status == 50004001 {
			t.Error(a.raw)
		}
		for _, token := range []string{late, "", "::"} {
			if status := p.confirm(token, "yes"); status != 409 {
				t.Errorf("%q was confirmed: %d", token, status)
			}
		}
		// Nobody fills the database with them, and the old ones make room.
		var got int
		for range 60 {
			if p.code() != "" {
				got++
			}
		}
		time.Sleep(2 * time.Minute)
		if got != 50 || p.code() == "" {
			t.Errorf("%d codes at a time", got)
		}
	})
}
