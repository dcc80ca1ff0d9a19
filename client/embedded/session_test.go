package embedded

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"aloft/client/clienttest/fault"
)

func (r *rig) probe(cookie string) (envelope, string) {
	r.t.Helper()
	req, err := newRequest(r.t.Context(), "GET", "/config", nil)
	if err != nil {
		r.t.Fatal(err)
	}
	if cookie != "" {
		req.Header.Set("Cookie", cookie)
	}
	env, err := r.send(req)
	if err != nil {
		r.t.Fatal(err)
	}
	return env, env.head.Get("Set-Cookie")
}

func TestCookieIsReadTolerantly(t *testing.T) {
	r := open(t, Options{})
	good := r.s.Cookie()
	pus, puus, _ := strings.Cut(good, "; ")
	for cookie, want := range map[string]int{
		good:                                     200,
		pus + ";" + puus:                         200, // no space
		pus + "," + puus:                         200,
		puus + ";  ;" + pus + ";":                200,
		good + "; " + good:                       200, // repeated
		"a=b; " + good + "; __kps=1":             200,
		pus:                                      200, // __puus is issued again
		pus + "; __puus=":                        200,
		strings.Replace(pus, "=", `="`, 1) + `"`: 200,
		"__pus=wrong; " + good:                   200,
		"":                                       401,
		puus:                                     401,
		"__pus=wrong; " + puus:                   401,
		pus + "; __puus=wrong":                   401,
		"=;;=%zz":                                401,
	} {
		env, set := r.probe(cookie)
		if env.http != want || want == 401 && env.Code != 31001 {
			t.Errorf("cookie %q: %s", cookie, env.raw)
		}
		issued := strings.HasPrefix(set, "__puus=")
		if noTurn := want == 200 && !strings.Contains(cookie, "__puus=") || strings.HasSuffix(cookie, "__puus="); issued != noTurn {
			t.Errorf("cookie %q: Set-Cookie %q", cookie, set)
		}
	}
	// __t, Origin and Referer are not required. Half of the public clients never send __t or Origin.
	if env, _ := r.probe(good); env.http != 200 {
		t.Error(env.raw)
	}
}

func TestCookieRotates(t *testing.T) {
	bubble(t, fault.Faults{RotateCookie: 10 * time.Minute, CookieGrace: time.Minute}, func(t *testing.T, r *rig) {
		old := r.s.Cookie()
		pus, _, _ := strings.Cut(old, "; ")
		if _, set := r.probe(old); set != "" {
			t.Errorf("a new cookie at once: %q", set)
		}
		time.Sleep(10 * time.Minute)
		env, set := r.probe(old)
		value, _, _ := strings.Cut(set, ";")
		if env.http != 200 || !strings.HasPrefix(value, "__puus=") || strings.Contains(old, value) {
			t.Fatalf("%s %q", env.raw, set)
		}
		if env, again := r.probe(old); env.http != 200 || !strings.HasPrefix(again, value) {
			t.Errorf("in its grace: %s %q", env.raw, again)
		}
		if env, again := r.probe(pus + "; " + value); env.http != 200 || again != "" {
			t.Errorf("the new one: %s %q", env.raw, again)
		}
		time.Sleep(time.Minute)
		if env, _ := r.probe(old); env.http != 401 || env.Code != 31001 {
			t.Errorf("after its grace the old one still serves: %s", env.raw)
		}
		if env, _ := r.probe(pus + "; " + value); env.http != 200 {
			t.Errorf("the new one died: %s", env.raw)
		}
	})
}

func TestSessionsExpire(t *testing.T) {
	bubble(t, fault.Faults{Expire: fault.Rate{Every: 3}, AuthStatus: 403}, func(t *testing.T, r *rig) {
		for range 2 {
			r.want(200, 0, "GET", "/config", nil)
		}
		r.plant("a")
		r.want(403, 31001, "POST", "/file/delete", remove(strings.Repeat("a", 32)))
		r.want(403, 31001, "GET", "/config", nil)
		old := r.s.Cookie()
		cookie, err := r.s.Login(t.Context())
		if err != nil || cookie == old || cookie != r.s.Cookie() {
			t.Fatal(cookie, err)
		}
		r.want(200, 0, "GET", "/config", nil)
	})
	bubble(t, fault.Faults{ExpireAfter: time.Hour}, func(t *testing.T, r *rig) {
		r.want(200, 0, "GET", "/config", nil)
		time.Sleep(time.Hour)
		r.want(401, 31001, "GET", "/config", nil)
		if _, err := r.s.Login(t.Context()); err != nil {
			t.Fatal(err)
		}
		r.want(200, 0, "GET", "/config", nil)
	})
}

// A session outlives the process, so that a stored cookie stays valid.
func TestSessionIsStored(t *testing.T) {
	dir := t.TempDir()
	first := open(t, Options{Dir: dir})
	cookie := first.s.Cookie()
	first.s.Close()
	second := open(t, Options{Dir: dir})
	if second.s.Cookie() != cookie {
		t.Error("the next opener has another session")
	}
	if env, _ := second.probe(cookie); env.http != http.StatusOK {
		t.Error(env.raw)
	}
}
