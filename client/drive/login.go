package drive

import (
	"context"
	"net/http"
	"sync"
	"time"

	"aloft/client"
)

// deadFor is how long a refused session is not tried again, so that no slot is spent on it.
const deadFor = 10 * time.Second

// login is what this process knows about the account's session.
type login struct {
	cookies Cookies

	turn    sync.Mutex // guards latest
	mu      sync.Mutex
	latest  string // the cookie since the last renewal, "" before the first
	dead    string // the cookie that was refused, "" when none was
	deadAt  time.Time
	strikes int // refused writes in a row while reads were accepted
}

// cookie returns the cookie header. It returns a cookie that was just refused only to a probe; an interactive call
// first looks for a new one.
func (l *login) cookie(ctx context.Context, probe bool, class client.Class) (string, error) {
	c, err := l.cookies.Cookie(ctx)
	if err != nil {
		return "", err
	}
	if probe || !l.resting(c) {
		return c, nil
	}
	if class == client.Interactive {
		if c, err = l.renew(ctx); err != nil {
			return "", err
		}
		if !l.resting(c) {
			return c, nil
		}
	}
	return "", &client.Error{Kind: client.KindAuth, What: "the service refused the credential a moment ago, so nothing was sent"}
}

func (l *login) resting(cookie string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.dead != "" && cookie == l.dead && time.Since(l.deadAt) < deadFor
}

// renew reloads the credential.
func (l *login) renew(ctx context.Context) (string, error) {
	l.turn.Lock()
	defer l.turn.Unlock()
	c, err := l.cookies.Reload(ctx)
	if err == nil {
		l.keep(c)
	}
	return c, err
}

// rotate stores the cookies set by an answer.
func (l *login) rotate(ctx context.Context, set []*http.Cookie) error {
	l.turn.Lock()
	defer l.turn.Unlock()
	err := l.cookies.Rotate(ctx, set)
	// A session that could not be stored is still the current one.
	if c, e := l.cookies.Cookie(ctx); e == nil {
		l.keep(c)
	}
	return err
}

func (l *login) keep(cookie string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.latest = cookie
}

// late sets the current cookie. Answers that arrived while the request waited for its slot may have renewed it.
func (l *login) late(h http.Header) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.latest != "" {
		h.Set("Cookie", l.latest)
	}
}

// refuse marks the current cookie as refused.
func (l *login) refuse(ctx context.Context, answered bool) {
	if !answered {
		return
	}
	c, err := l.cookies.Cookie(ctx)
	if err != nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.dead, l.deadAt = c, time.Now()
}

// refused counts writes that were refused although reads are accepted. It reports true from the second in a row.
func (l *login) refused() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.strikes++
	return l.strikes > 1
}

// accepted resets the count.
func (l *login) accepted() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.strikes, l.dead = 0, ""
}

// Cookies is the account's credential.
type Cookies interface {
	// Cookie returns the current value of the cookie header.
	Cookie(ctx context.Context) (string, error)
	// Reload reads the credential again: another process may have renewed it.
	Reload(ctx context.Context) (string, error)
	// Rotate merges and stores the cookies set by an answer.
	Rotate(ctx context.Context, set []*http.Cookie) error
}
