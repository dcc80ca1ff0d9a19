package drive_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/drive"
	"aloft/client/gate"
)

const refusal = `{"status":401,"code":31001,"message":"require login [guest]","req_id":"q"}`

// needs answers 401 to everything without the cookie.
func needs(cookie string) func(*http.Request, int) *http.Response {
	return func(r *http.Request, _ int) *http.Response {
		if r.Header.Get("Cookie") != cookie {
			return reply(401, refusal, "Set-Cookie", "__pus=; Max-Age=0")
		}
		return nil
	}
}

func TestARefusedReadFindsTheRenewedSession(t *testing.T) {
	s, r := scripted(t, needs("new"))
	r.jar.SetNext("new")
	if _, err := r.List(t.Context(), at(), client.Options{}); err != nil {
		t.Fatal(err)
	}
	if s.count("sort") != 2 || r.jar.Reloads() != 1 {
		t.Fatalf("%d requests, %d reloads", s.count("sort"), r.jar.Reloads())
	}
}

func TestADeadSessionNeedsLoginAndSpendsNoMoreSlots(t *testing.T) {
	s, r := scripted(t, needs("other"))
	_, err := r.List(t.Context(), at(), client.Options{})
	wantKind(t, err, client.KindAuth)
	for _, words := range []string{"aloft account login local", "401"} {
		if !strings.Contains(err.Error(), words) {
			t.Errorf("%q does not say %q", err, words)
		}
	}
	if len(r.jar.Rotated()) != 0 || r.jar.Value() != "__pus=login; __puus=3h" {
		t.Errorf("the refusal has cleared the person's cookie: %q", r.jar.Value())
	}
	before := s.count("sort")
	if before != 2 {
		t.Errorf("%d requests to find it out, want one and one to confirm", before)
	}
	// For some time after the refusal no slot is spent.
	s, _ = scripted(t, needs("other"))
	full := newRig(t, s, "old", func(o *drive.Options) { o.Name = "mine" })
	for range 3 {
		_, err = full.List(t.Context(), at(), client.Options{})
		wantKind(t, err, client.KindAuth)
		_, err = full.List(t.Context(), at(), client.Options{Class: client.Bulk})
		wantKind(t, err, client.KindAuth)
		if !strings.Contains(err.Error(), "aloft account login mine") {
			t.Errorf("%q does not say what to do", err)
		}
	}
	if n := s.count("sort"); n != 2 {
		t.Errorf("%d requests with a dead session, want 2", n)
	}
	if err := full.Probe(t.Context()); !client.Is(err, client.KindAuth) || s.count("config") == 0 {
		t.Errorf("a probe asks whatever was before: %v", err)
	}
	full.jar.SetNext("other")
	if _, err := full.List(t.Context(), at(), client.Options{}); err != nil {
		t.Errorf("after the login: %v", err)
	}
}

func TestForbiddenIsTheSameAsUnauthorized(t *testing.T) {
	_, r := scripted(t, only("sort", always(403, "<html>forbidden</html>")))
	_, err := r.List(t.Context(), at(), client.Options{})
	wantKind(t, err, client.KindAuth)
}

// A write that was refused for its session was not done, and is not retried by the
// drive: the job looks up again and sends it, if the session is valid again.
func TestARefusedWrite(t *testing.T) {
	t.Run("renewed", func(t *testing.T) {
		s, r := scripted(t, func(q *http.Request, n int) *http.Response {
			if strings.HasSuffix(q.URL.Path, "/rename") && q.Header.Get("Cookie") != "new" {
				return reply(401, refusal)
			}
			return nil
		})
		refs, _ := r.look(t, at(), at("f"))
		r.jar.SetNext("new")
		wantKind(t, r.Rename(t.Context(), refs[0], "g", client.Bulk), client.KindStale)
		if s.count("rename") != 1 {
			t.Fatalf("sent %d times", s.count("rename"))
		}
		refs, _ = r.look(t, at(), at("f"))
		if err := r.Rename(t.Context(), refs[0], "g", client.Bulk); err != nil {
			t.Fatal(err)
		}
	})
	t.Run("dead", func(t *testing.T) {
		alive := true
		s, r := scripted(t, func(q *http.Request, n int) *http.Response {
			if strings.HasSuffix(q.URL.Path, "/rename") {
				alive = false
			}
			if !alive {
				return reply(403, refusal)
			}
			return nil
		})
		refs, _ := r.look(t, at(), at("f"))
		err := r.Rename(t.Context(), refs[0], "g", client.Bulk)
		wantKind(t, err, client.KindAuth)
		if strings.Contains(err.Error(), "not known whether") || s.count("rename") != 1 {
			t.Fatalf("%q, sent %d times", err, s.count("rename"))
		}
	})
	t.Run("reads only", func(t *testing.T) {
		_, r := scripted(t, only("rename", always(401, refusal)))
		var kinds []client.Kind
		for range 3 {
			refs, _ := r.look(t, at(), at("f"))
			kinds = append(kinds, client.KindOf(r.Rename(t.Context(), refs[0], "g", client.Bulk)))
		}
		if kinds[0] != client.KindStale || kinds[1] != client.KindAuth || kinds[2] != client.KindAuth {
			t.Fatalf("a session that may only read: %v", kinds)
		}
	})
}

func TestRotatedCookiesAreMergedAndKept(t *testing.T) {
	_, r := scripted(t, func(q *http.Request, n int) *http.Response {
		if strings.HasSuffix(q.URL.Path, "/sort") && n == 0 {
			return reply(200, rootList, "Set-Cookie", "__puus=next; Path=/; HttpOnly", "Set-Cookie", "extra=1")
		}
		if strings.HasSuffix(q.URL.Path, "/rename") {
			return reply(503, "{}", "Set-Cookie", "__puus=late")
		}
		return nil
	})
	refs, _ := r.look(t, at(), at("f"))
	if r.jar.Value() != "__pus=login; __puus=next; extra=1" {
		t.Fatalf("the jar holds %q", r.jar.Value())
	}
	err := r.Rename(t.Context(), refs[0], "g", client.Bulk)
	wantKind(t, err, client.KindUnknown)
	if r.jar.Value() != "__pus=login; __puus=late; extra=1" {
		t.Fatalf("an unclear answer's cookie was lost: %q", r.jar.Value())
	}
}

func TestProbeAndCapacity(t *testing.T) {
	_, r := scripted(t, only("member", always(200, `{"code":0,"data":{"use_capacity":"12","total_capacity":34}}`)))
	if err := r.Probe(t.Context()); err != nil {
		t.Fatal(err)
	}
	used, total, err := r.Capacity(t.Context(), client.Options{})
	if used != 12 || total != 34 || err != nil {
		t.Fatal(used, total, err)
	}
	s, r := scripted(t, only("config", always(404, "404 page not found")))
	if err := r.Probe(t.Context()); err != nil || s.count("sort") != 1 {
		t.Fatalf("a drive without the probe is asked for its root: %v", err)
	}
}

// A request that has waited for its slot is sent with the session that the answers
// before it have renewed, not with the one of when it began to wait.
func TestWaitingRequestsGoWithTheNewestSession(t *testing.T) {
	var mu sync.Mutex
	turn := 0
	s := &script{answer: func(q *http.Request, _ int) *http.Response {
		mu.Lock()
		defer mu.Unlock()
		if q.Header.Get("Cookie") != fmt.Sprintf("a=%d", turn) {
			return reply(401, refusal)
		}
		turn++
		return reply(200, rootList, "Set-Cookie", fmt.Sprintf("a=%d", turn))
	}}
	g, err := gate.Open(gate.Options{Dir: t.TempDir(), Name: t.Name(), Wire: gate.RoundTripperWire(s), Gap: time.Second, Scale: 0.02})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = g.Close() }()
	r := newRig(t, s, "a=0", func(o *drive.Options) { o.Gate = g })
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() {
			if _, err := r.List(t.Context(), at(), client.Options{Lane: strconv.Itoa(i)}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}
