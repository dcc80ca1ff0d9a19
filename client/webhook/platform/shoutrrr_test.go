package platform

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/nicholas-fedor/shoutrrr/pkg/util/jsonclient"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// The parts of addresses that must not be in an error.
const (
	secretToken = "AbCdEfGhIjKlMnO" // shoutrrr checks the form of gotify's tokens
	secretPath  = "/hooks/s3cr3t-path-0123"
)

// taken is a request that a service got.
type taken struct {
	method, path string
	header       http.Header
	body         string
}

// service is a server whose answer is chosen.
type service struct {
	*httptest.Server
	mu     sync.Mutex
	got    []taken
	status int
	answer string
}

func newService(t *testing.T) *service {
	s := &service{status: 200, answer: `{"id":1}`}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		s.got = append(s.got, taken{r.Method, r.URL.String(), r.Header.Clone(), string(body)})
		status, answer := s.status, s.answer
		s.mu.Unlock()
		w.WriteHeader(status)
		_, _ = io.WriteString(w, answer)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *service) host() string { return strings.TrimPrefix(s.URL, "http://") }

// addresses of services that can be pointed to this server.
func (s *service) addresses() map[string]string {
	return map[string]string{
		"generic":        "generic://" + s.host() + secretPath + "?disabletls=yes&@X-Key=" + secretToken,
		"generic json":   "generic://" + s.host() + secretPath + "?disabletls=yes&template=json&$key=" + secretToken,
		"generic custom": "generic+http://" + s.host() + secretPath + "?key=" + secretToken,
		"ntfy":           "ntfy://me:" + secretToken + "@" + s.host() + secretPath + "?scheme=http",
		"gotify":         "gotify://" + s.host() + "/" + secretToken + "?disabletls=yes",
		"mattermost":     "mattermost://me@" + s.host() + "/" + secretToken + "?disabletls=yes",
	}
}

func chatOf(d Deps) *chat {
	p, _ := newShoutrrr("phone", Setting{}, d)
	return p.(*chat)
}

func newChat(address string) *chat {
	return chatOf(Deps{Address: func(string) (string, error) { return address, nil }})
}

func TestShoutrrrPosts(t *testing.T) {
	for name := range newService(t).addresses() {
		t.Run(name, func(t *testing.T) {
			s := newService(t)
			if err := post(t, newChat(s.addresses()[name]), message("the build\x1b[2J failed\nsee \"log\"")); err != nil {
				t.Fatal(err)
			}
			if len(s.got) != 1 {
				t.Fatalf("%d requests", len(s.got))
			}
			g := s.got[0]
			said := g.body
			if strings.HasPrefix(said, "{") {
				var fields map[string]any
				if err := json.Unmarshal([]byte(said), &fields); err != nil {
					t.Fatal(err)
				}
				said = fmt.Sprint(fields)
			}
			if !strings.Contains(said, "the build\ufffd[2J failed\nsee \"log\"") {
				t.Errorf("%q", said)
			}
			if where := g.path + fmt.Sprint(g.header); name != "generic json" && !strings.Contains(where, secretToken) && name != "ntfy" {
				t.Errorf("the address is not used: %s", where)
			}
			if whole := said + fmt.Sprint(g.header); (name == "ntfy" || name == "gotify" || name == "generic json") && !strings.Contains(whole, "aloft: push (site)") {
				t.Errorf("no title in %s", whole)
			}
		})
	}
}

// An error of the service or the network is reported in our own words.
func TestShoutrrrTellsNoAddress(t *testing.T) {
	closed := newService(t)
	closed.Close()
	for name := range closed.addresses() {
		t.Run(name, func(t *testing.T) {
			s := newService(t)
			s.status = 403
			s.answer = fmt.Sprintf(`{"error":"Forbidden","errorCode":403,"errorDescription":"no %s at %s%s"}`, secretToken, s.URL, secretPath)
			tests := map[string]struct{ address, want string }{
				"refused":     {s.addresses()[name], "403"},
				"unreachable": {closed.addresses()[name], "refused"},
				"no host":     {strings.ReplaceAll(closed.addresses()[name], closed.host(), "s3cr3t-host.invalid"), "host"},
			}
			for what, c := range tests {
				p := newChat(c.address)
				if name == "ntfy" && what == "refused" {
					s.answer = "{}" // its own error does not contain it
				}
				// Under load a DNS lookup may end otherwise than by "not found".
				err := post(t, p, message("x"))
				if err == nil {
					t.Errorf("%s: posted", what)
					continue
				}
				clean(t, err, secretToken, secretPath, "s3cr3t", s.host(), closed.host(), "://", "127.0.0.1")
				if what != "no host" && !strings.Contains(err.Error(), c.want) {
					t.Errorf("%s: %v", what, err)
				}
				if !strings.Contains(err.Error(), "phone") || errors.Unwrap(err) != nil {
					t.Errorf("%s: %v", what, err)
				}
			}
		})
	}
}

func TestShoutrrrChecksAddresses(t *testing.T) {
	const s = "s3cr3t"
	for _, address := range []string{
		"", " ", s, "://" + s, "pigeon://" + s, "http://" + s + "/x", "logger://", "logger://" + s, "ntfy://", "slack://" + s, "discord://" + s,
		"telegram://" + s, "smtp://" + s + ":99999999/?x", "gotify://" + s, "generic://%zz" + s, s + "\x00", "ntfy+http://" + s + "/x",
		"teams://" + s, "slack://" + s + "\n\x1b[2J", "generic+://" + s + "?\x01", "rocketchat://" + s, "googlechat://" + s, "zulip://" + s, "bark://" + s,
		strings.Repeat(s, 1<<18),
	} {
		p := newChat(address)
		if place, err := p.Open("phone:x"); err == nil {
			// Some services find an error only with the message.
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			err = place(ctx, message("x"))
			cancel()
			if err == nil {
				t.Errorf("%.60q: posted", address)
				continue
			}
			clean(t, err, s)
		} else {
			clean(t, err, s)
		}
	}
}

func TestShoutrrrWithoutAddress(t *testing.T) {
	const s = "ntfy://s3cr3t"
	for name, f := range map[string]func(string) (string, error){
		"no store": nil,
		"none":     func(string) (string, error) { return "", nil },
		"foreign":  func(string) (string, error) { return "", errors.New("cannot parse " + s) },
		"ours": func(string) (string, error) {
			return "", &client.Error{Kind: client.KindAuth, What: "its host was not found"}
		},
		"ours with a hint": func(string) (string, error) {
			return "", &client.Error{Kind: client.KindAuth, What: "its host was not found",
				Hint: "store one with aloft hook login %s", HintArgs: []any{"phone"}}
		},
	} {
		_, err := chatOf(Deps{Address: f}).Open("phone:x")
		if !client.Is(err, client.KindAuth) || strings.Count(err.Error(), "aloft hook login phone") != 1 {
			t.Errorf("%s: %v", name, err)
			continue
		}
		clean(t, err, "s3cr3t")
	}
}

// After a failure a new address takes effect at once; otherwise the command that
// returns it does not run for every message.
func TestShoutrrrReadsItsAddressSeldom(t *testing.T) {
	s, reads := newService(t), 0
	c := chatOf(Deps{Address: func(string) (string, error) { reads++; return s.addresses()["ntfy"], nil }})
	for range 3 {
		if err := post(t, c, message("x")); err != nil {
			t.Fatal(err)
		}
	}
	if reads != 1 {
		t.Errorf("read %d times", reads)
	}
	s.status = 500
	if post(t, c, message("x")) == nil {
		t.Error("500 is well")
	}
	_ = post(t, c, message("x"))
	if reads != 2 {
		t.Errorf("read %d times", reads)
	}
}

// A command that takes long to fail does not run for each of many deliveries, and
// never twice at once.
func TestShoutrrrAsksOnceForWhatFailsSlowly(t *testing.T) {
	var asked, asking atomic.Int32
	var rests time.Time // until then the failure is kept
	c := chatOf(Deps{Address: func(string) (string, error) {
		began := time.Now()
		if asking.Add(1) > 1 || began.Before(rests) {
			t.Errorf("asked %v too soon", rests.Sub(began))
		}
		defer asking.Add(-1)
		asked.Add(1)
		<-time.After(100 * time.Millisecond)
		now := time.Now()
		rests = now.Add(now.Sub(began))
		return "", errors.New("no")
	}})
	open := func() {
		if _, err := c.Open("phone:x"); err == nil {
			t.Error("opened")
		}
	}
	var all sync.WaitGroup
	for range 50 {
		all.Go(open)
	}
	all.Wait()
	for asked.Load() < 2 { // it is asked again in the end
		open()
	}
}

// A text is cut by characters, never inside one.
func TestShoutrrrHostileTexts(t *testing.T) {
	s := newService(t)
	for _, kind := range []string{"generic", "generic json", "ntfy", "gotify"} {
		for name, hostile := range hostile() {
			s.got = nil
			m := message(hostile)
			m.Event, m.Project, m.Session = "x\r\nX-Evil: 1\x00"+hostile[:min(len(hostile), 300)], "p\n", "phone:\r\nx"
			if err := post(t, newChat(s.addresses()[kind]), m); err != nil {
				t.Errorf("%s, %s: %v", kind, name, err)
				continue
			}
			g := s.got[0]
			said := g.body
			if strings.HasPrefix(kind, "generic j") || kind == "gotify" {
				var f struct{ Message string }
				if err := json.Unmarshal([]byte(said), &f); err != nil {
					t.Fatal(err)
				}
				said = f.Message
			}
			if g.header.Get("X-Evil") != "" || !utf8.ValidString(said) || said == "" {
				t.Errorf("%s, %s: %v, %.60q", kind, name, g.header, said)
			}
			if n := len(utf16.Encode([]rune(said))); n > maxChat+len(cutMark) {
				t.Errorf("%s, %s: %d units", kind, name, n)
			}
			for l := range strings.SplitSeq(said, "\n") {
				if model.Clean(l) != l {
					t.Errorf("%s, %s: %.60q", kind, name, l)
				}
			}
			if name == "wide" && !strings.HasSuffix(said, cutMark) {
				t.Errorf("%s: no mark: %q", kind, said[len(said)-20:])
			}
		}
	}
}

// A service that never answers delays nothing for longer than the bound, and
// nothing after it was cancelled; hanging posts are bounded in number.
func TestShoutrrrIsBounded(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var hanging []net.Conn
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			mu.Lock()
			hanging = append(hanging, c)
			mu.Unlock()
		}
	}()
	defer func() {
		_ = l.Close()
		mu.Lock()
		for _, c := range hanging {
			_ = c.Close()
		}
		mu.Unlock()
	}()
	c := newChat("generic://" + l.Addr().String() + secretPath + "?disabletls=yes")
	c.limit = 20 * time.Millisecond
	var last error
	for range maxSending + 2 {
		if last = post(t, c, message("x")); last == nil { // no answer comes before the end of the test
			t.Fatal("posted")
		}
		clean(t, last, secretPath, l.Addr().String())
	}
	if !strings.Contains(last.Error(), "accepts no more") {
		t.Errorf("%v", last)
	}
	mu.Lock()
	if len(hanging) > maxSending {
		t.Errorf("%d connections", len(hanging))
	}
	mu.Unlock()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	place, _ := newChat("generic://" + l.Addr().String() + "/?disabletls=yes").Open("phone:x")
	if err := place(ctx, message("x")); err == nil || !strings.Contains(err.Error(), "is stopping") {
		t.Errorf("%v", err)
	}
}

func TestCause(t *testing.T) {
	for said, want := range map[string]text.Text{
		"failed to send: server returned unexpected response status code: 404 Not Found": text.PlatformCauseStatus,
		`sending: "x", response status "429 Too Many Requests"`:                          text.PlatformCauseStatus,
		"Post \"https://x/http/404/y\": EOF":                                             "the connection was closed",
		"dial tcp: lookup x on 1.1.1.1:53: no such host":                                 "its host was not found",
		"dial tcp 1.2.3.4:443: connect: connection refused":                              "the connection was refused",
		"tls: failed to verify certificate: x509: certificate signed by unknown":         "the TLS connection failed, or its certificate is not trusted",
		"context deadline exceeded (Client.Timeout exceeded while awaiting headers)":     "it took too long",
		"Post \"https://x/token\": unsupported protocol":                                 text.PlatformCauseOther,
	} {
		if got, _ := cause(sent{err: errors.New(said)}); got != want {
			t.Errorf("%s: %s", said, got)
		}
	}
	for said, want := range map[string]string{"sending: server response: Forbidden (40301), see: https://x": "forbidden", "failed to send telegram notification to chat \"@s3cr3t\": Bad Request: chat not found": "bad request", "x: invalid_auth": "invalid_auth"} {
		if got, args := cause(sent{err: errors.New(said)}); got != "it answered: %s" || args[0] != want {
			t.Errorf("%s: %s, %v", said, got, args)
		}
	}
	e := &url.Error{Op: "Post", URL: "https://x/token", Err: syscallRefused()}
	if got, _ := cause(sent{err: fmt.Errorf("x: %w", e)}); got != "the connection was refused" {
		t.Errorf("%s", got)
	}
	if got, args := cause(sent{err: jsonclient.Error{StatusCode: 418}}); got != text.PlatformCauseStatus || args[0] != "418" {
		t.Errorf("%s, %v", got, args)
	}
}

func syscallRefused() error {
	_, err := net.DialTimeout("tcp", "127.0.0.1:1", time.Second)
	return err
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		s    string
		most int
		want string
	}{
		{"abc", 3, "abc"},
		{"abcd", 3, "abc" + cutMark},
		{"ééé", 3, "ééé"},
		{"éééé", 3, "ééé" + cutMark},
		{"a👩‍👩‍👧‍👦b", 5, "a" + cutMark}, // 11 units
		{"a👍b", 2, "a" + cutMark},
		{"a👍b", 4, "a👍b"},
		{"e\u0301e\u0301", 3, "e\u0301" + cutMark},
	} {
		if got := cut(c.s, c.most); got != c.want {
			t.Errorf("%q, %d: %q", c.s, c.most, got)
		}
	}
}
