//go:build unix

package embedded

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"aloft/client/clienttest/fault"
	"aloft/client/embedded/drive"
)

func serveTest(t *testing.T, o Options) (*rig, *Server) {
	t.Helper()
	r := open(t, o)
	v, err := Serve(t.Context(), r.s, "127.0.0.1:0", false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Close() })
	return r, v
}

func ask(t *testing.T, v *Server, path string, head map[string]string) (int, string, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), "GET", v.Drive+drive.Prefix+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Cookie", v.Cookie)
	for k, val := range head {
		if k == "Host" {
			req.Host = val
		}
		req.Header.Set(k, val)
	}
	c := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := c.Do(req)
	if err != nil {
		return 0, "", err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(b), err
}

func TestServe(t *testing.T) {
	r, v := serveTest(t, Options{Sample: true})
	first := r.s.Cookie()
	if status, body, err := ask(t, v, sorted("0", ""), nil); status != 200 || !strings.Contains(body, "Photos") || err != nil {
		t.Error(status, body, err)
	}
	if status, body, _ := ask(t, v, sorted("0", ""), map[string]string{"Cookie": "x=y"}); status != 401 || !strings.Contains(body, "31001") {
		t.Error(status, body)
	}
	line, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var keys map[string]any
	if err := json.Unmarshal(line, &keys); err != nil {
		t.Fatal(err)
	}
	for _, k := range []string{"drive", "docs", "cookie", "token", "pid"} {
		if _, there := keys[k]; !there {
			t.Errorf("no %q in %s", k, line)
		}
	}
	// Every server has a session of its own.
	w, err := Serve(t.Context(), r.s, "127.0.0.1:0", false)
	if err != nil || w.Cookie == v.Cookie || w.Cookie != r.s.Cookie() || first != v.Cookie {
		t.Errorf("%v: %q %q %q", err, first, v.Cookie, w.Cookie)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	if _, _, err := ask(t, w, "/config", nil); err == nil {
		t.Error("a closed server answers")
	}
	if status, _, err := ask(t, v, "/config", nil); status != 200 {
		t.Error("the other one has gone too:", err)
	}
}

// A web page in a browser gets nothing, also with our cookie; a program does.
func TestServeKeepsPagesOut(t *testing.T) {
	_, v := serveTest(t, Options{})
	for _, c := range []struct {
		head map[string]string
		want int
	}{
		{map[string]string{"Sec-Fetch-Site": "cross-site"}, 403},
		{map[string]string{"Sec-Fetch-Site": "same-site"}, 403},
		{map[string]string{"Sec-Fetch-Site": "none"}, 200},
		{map[string]string{"Host": "evil.example"}, 403},
		{map[string]string{"Host": "evil.example:80"}, 403},
		{map[string]string{"Host": "localhost:1"}, 200},
		{map[string]string{"Host": "[::1]:1"}, 200},
		{map[string]string{"Origin": "https://web.example", "Referer": "https://web.example/"}, 403},
		{map[string]string{"Origin": "null"}, 403},
		{map[string]string{"Origin": "http://localhost:9"}, 200},
	} {
		status, body, err := ask(t, v, "/config", c.head)
		if status != c.want || !json.Valid([]byte(body)) {
			t.Errorf("%v: %d %s %v", c.head, status, body, err)
		}
		if strings.Contains(body, "Access-Control") {
			t.Error(body)
		}
	}
}

func TestServeAddresses(t *testing.T) {
	r := open(t, Options{})
	for _, addr := range []string{"0.0.0.0:0", ":0", "192.0.2.1:80", "[::]:0", "example.com:80", "nonsense", ""} {
		_, err := Serve(t.Context(), r.s, addr, false)
		wantText(t, err, "%s can be reached by other machines")
	}
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	_, err = Serve(t.Context(), r.s, busy.Addr().String(), false)
	wantText(t, err, "Listening on %s failed: %s.")
	v, err := Serve(t.Context(), r.s, "0.0.0.0:0", true)
	if err != nil {
		t.Fatal(err)
	}
	v.Close()
}

// Over a connection a lost answer is a closed connection.
func TestServeLosesAnswers(t *testing.T) {
	_, v := serveTest(t, Options{Faults: fault.Faults{LoseRead: fault.Rate{P: 1}}})
	if _, _, err := ask(t, v, "/config", nil); !errors.Is(err, io.EOF) {
		t.Errorf("got %v", err)
	}
}

func TestServeEndsWithItsContext(t *testing.T) {
	r := open(t, Options{})
	ctx, cancel := context.WithCancel(t.Context())
	v, err := Serve(ctx, r.s, "localhost:0", false)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := v.Wait(); err != nil {
		t.Error(err)
	}
}
