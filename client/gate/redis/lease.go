package redis

import (
	"context"
	"sync"
	"time"

	"aloft/client/gate/state"
)

// lease is a lock on the server for a time, which its holder makes longer.
type lease struct {
	server *Server
	o      state.Sharing
	key    string
	lasts  time.Duration

	token string
	mu    sync.Mutex // guards renew
	renew *time.Timer
}

// hold begins to make the lease longer, until release.
func (l *lease) hold(token string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.token = token
	l.renew = time.AfterFunc(l.lasts/3, func() {
		if _, err := l.server.keep(context.Background(), l.key, token, l.lasts); err != nil {
			return // the holder finds out when it asks
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.renew != nil && l.token == token {
			l.renew.Reset(l.lasts / 3)
		}
	})
}

// keeps makes the lease longer and, with a state, writes it; false when it is not
// known to be held. An answer that was long under way says nothing about now.
func (l *lease) keeps(s []byte) bool {
	began := l.o.Clock.Now()
	var r reply
	var err error
	if s == nil {
		r, err = l.server.keep(context.Background(), l.key, l.token, l.lasts)
	} else {
		r, err = l.server.write(context.Background(), l.key, l.token, l.lasts, s)
	}
	return err == nil && r.done && l.o.Clock.Now()-began < l.lasts/4
}

// release ends it. Where the server cannot be told, it ends by itself.
func (l *lease) release() {
	l.mu.Lock()
	l.renew.Stop()
	l.renew = nil
	l.mu.Unlock()
	_ = l.server.free(context.Background(), l.key, l.token)
}
