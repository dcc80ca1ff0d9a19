package conn

import (
	"context"
	"sync"
	"time"

	"aloft/client"
	"aloft/model/text"
)

// deadFor is how long a refused token is not tried again. No slot is spent on it.
const deadFor = 10 * time.Second

// login is what this process knows of the account's token.
type login struct {
	p      *peer
	turn   sync.Mutex // held while the token is reloaded
	mu     sync.Mutex
	dead   string // the token that was refused, "" when none was
	deadAt time.Time
}

// token returns one that was just refused to a probe only; for an interactive call
// it looks for a new one first.
func (l *login) token(x *exchange) (string, *client.Error) {
	t, err := l.p.o.Tokens.Token(x.ctx)
	if err == nil && !x.call.Probe && l.resting(t) {
		if x.call.Class == client.Interactive {
			t, err = l.reload(x.ctx)
		}
		if err == nil && l.resting(t) {
			return "", client.Errorf(client.KindAuth, x.call.Op, x.call.Place, "the service refused the credential a moment ago, so nothing was sent").
				Hinted(text.Typed(text.LoginHint), l.p.o.Name+" --docs")
		}
	}
	if err != nil || t == "" {
		return "", l.p.judge.NoToken(x.call, err)
	}
	return t, nil
}

func (l *login) resting(token string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.dead != "" && token == l.dead && l.p.o.Now().Sub(l.deadAt) < deadFor
}

func (l *login) reload(ctx context.Context) (string, error) {
	l.turn.Lock()
	defer l.turn.Unlock()
	return l.p.o.Tokens.Reload(ctx)
}

// refuse marks a token as refused.
func (l *login) refuse(token string) {
	if token == "" {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.dead, l.deadAt = token, l.p.o.Now()
}

func (l *login) accepted() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.dead = ""
}
