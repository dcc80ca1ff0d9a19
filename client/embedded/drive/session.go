package drive

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"aloft/client/embedded/store"
)

// The two relevant cookies, as public clients show: __pus is the login, __puus a short-lived companion that answers
// renew.
const (
	cookieLogin = "__pus"
	cookieTurn  = "__puus"
)

// keepSessions is how long a login is stored; older ones are deleted at the next
// login.
const keepSessions = 90 * 24 * time.Hour

// Cookie is a valid session cookie, as a header value.
func (s *Service) Cookie() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cookie
}

// TakeSession uses the session that the last opener left, so that processes of one
// person share it, or makes a new one.
func (s *Service) TakeSession(ctx context.Context) error {
	var session, created, turn int64
	var pus string
	_, err := s.db.Row(ctx, "SELECT id, pus, created, turn FROM session ORDER BY id LIMIT 1", nil, &session, &pus, &created, &turn)
	if err != nil {
		return err
	}
	if session == 0 || s.expired(created, s.db.Now()) {
		_, err := s.Login(ctx)
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cookie = cookieLogin + "=" + pus + "; " + cookieTurn + "=" + s.turnValue(session, turn)
	return nil
}

// Login makes a new session and returns its cookie header value, which Cookie
// returns from now on.
func (s *Service) Login(ctx context.Context) (cookie string, err error) {
	if cookie, err = s.NewSession(ctx); err != nil {
		return "", err
	}
	s.mu.Lock()
	s.cookie = cookie
	s.mu.Unlock()
	return cookie, nil
}

// NewSession makes a new session and returns its cookie header value.
func (s *Service) NewSession(ctx context.Context) (cookie string, err error) {
	raw := make([]byte, 24)
	rand.Read(raw)
	pus, now := hex.EncodeToString(raw), s.db.Now()
	err = s.update(ctx, func(l tree) error {
		// The first session is the one shared by all openers.
		if err := l.Do("DELETE FROM session WHERE created < ? AND id > (SELECT min(id) FROM session)", now.Add(-keepSessions).UnixNano()); err != nil {
			return err
		}
		_, id, err := l.Exec("INSERT INTO session(pus, created, turned) VALUES(?, ?, ?)", pus, now.UnixNano(), now.UnixNano())
		cookie = cookieLogin + "=" + pus + "; " + cookieTurn + "=" + s.turnValue(id, 1)
		return err
	})
	return cookie, store.Say(err, s.db.Path())
}

// turnValue is the value of __puus in a generation: derived, so that only the
// generation is stored.
func (s *Service) turnValue(session, turn int64) string {
	m := hmac.New(sha256.New, s.secret)
	fmt.Fprintf(m, "puus %d %d", session, turn)
	return hex.EncodeToString(m.Sum(nil)[:24])
}

// cookies parses Cookie headers tolerantly: repeated cookies, commas for
// semicolons, any number of spaces, quotes, escapes. All values of a name count.
func cookies(h http.Header) map[string][]string {
	got := map[string][]string{}
	for _, line := range h.Values("Cookie") {
		for part := range strings.FieldsFuncSeq(line, func(r rune) bool { return r == ';' || r == ',' }) {
			name, value, found := strings.Cut(strings.TrimSpace(part), "=")
			if !found {
				continue
			}
			value = strings.Trim(strings.TrimSpace(value), `"`)
			if plain, err := url.QueryUnescape(value); err == nil {
				value = plain
			}
			name = strings.TrimSpace(name)
			got[name] = append(got[name], value)
		}
	}
	return got
}

// admit checks the session of a request and returns its number, or 0. It renews __puus when due, unless it may not.
func (s *Service) admit(ctx context.Context, h http.Header, renews bool) (id int64, set []*http.Cookie, err error) {
	c := cookies(h)
	if len(c[cookieLogin]) == 0 {
		return 0, nil, nil
	}
	now, f := s.db.Now(), s.lab
	var created, turn, turned int64
	err = s.view(ctx, func(l tree) error {
		for _, pus := range c[cookieLogin] {
			found, err := l.Row("SELECT id, created, turn, turned FROM session WHERE pus = ?", []any{pus}, &id, &created, &turn, &turned)
			if err != nil || found {
				return err
			}
		}
		return nil
	})
	if err != nil || id == 0 || s.expired(created, now) {
		return 0, nil, err
	}
	due := f.RotateCookie > 0 && now.Sub(time.Unix(0, turned)) >= f.RotateCookie
	if renews && (due || f.Strikes("turn-cookie")) {
		if turn, turned, err = s.turnOver(ctx, id, turn, now); err != nil {
			return 0, nil, err
		}
	}
	sent := c[cookieTurn]
	current := s.turnValue(id, turn)
	if len(sent) == 0 || len(sent) == 1 && sent[0] == "" {
		return id, s.setTurn(current), nil // issued again to a client without one
	}
	for _, v := range sent {
		if hmac.Equal([]byte(v), []byte(current)) {
			return id, nil, nil
		}
	}
	grace := cmp.Or(f.CookieGrace, time.Minute)
	old := []byte(s.turnValue(id, turn-1))
	for _, v := range sent {
		if now.Sub(time.Unix(0, turned)) < grace && hmac.Equal([]byte(v), old) {
			return id, s.setTurn(current), nil
		}
	}
	return 0, nil, nil
}

func (s *Service) expired(created int64, now time.Time) bool {
	life := s.lab.ExpireAfter
	return life > 0 && now.Sub(time.Unix(0, created)) >= life
}

// turnOver begins the next generation of __puus, unless another process has.
func (s *Service) turnOver(ctx context.Context, id, turn int64, now time.Time) (newTurn, turned int64, err error) {
	err = s.update(ctx, func(l tree) error {
		err := l.Do("UPDATE session SET turn = turn + 1, turned = ? WHERE id = ? AND turn = ?", now.UnixNano(), id, turn)
		if err != nil {
			return err
		}
		_, err = l.Row("SELECT turn, turned FROM session WHERE id = ?", []any{id}, &newTurn, &turned)
		return err
	})
	return newTurn, turned, err
}

func (s *Service) setTurn(value string) []*http.Cookie {
	return []*http.Cookie{{Name: cookieTurn, Value: value, Path: "/", HttpOnly: true}}
}
