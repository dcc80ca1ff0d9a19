package embedded

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"strings"
	"time"
)

// tokenLife is how long a token is valid without a switch; those that are over
// for as long again are forgotten.
const tokenLife = 90 * 24 * time.Hour

// Token is a valid token of the document half for use in this process, "" when
// the storage fails. Processes of one person share it.
func (s *Service) Token() string {
	ctx, now := context.Background(), s.now()
	s.mu.Lock()
	value, expires := s.docs.token, s.docs.expires
	s.mu.Unlock()
	if value != "" && now.UnixNano() < expires {
		return value
	}
	err := s.db.view(ctx, func(l *link) error {
		found, err := l.row("SELECT value, expires FROM token WHERE expires > ? ORDER BY id DESC LIMIT 1", []any{now.UnixNano()}, &value, &expires)
		if !found {
			value = ""
		}
		return err
	})
	if err != nil {
		return ""
	}
	if value == "" {
		value, err = s.NewToken(ctx)
		if err != nil {
			return ""
		}
		return value
	}
	s.mu.Lock()
	s.docs.token, s.docs.expires = value, expires
	s.mu.Unlock()
	return value
}

// NewToken makes a token; Token gives it too from now on. It also ends what the
// switch "docs-expire" began.
func (s *Service) NewToken(ctx context.Context) (string, error) {
	raw := make([]byte, 24)
	rand.Read(raw)
	value, now := hex.EncodeToString(raw), s.now()
	life := s.o.Faults.Docs.TokenLife
	if life <= 0 {
		life = tokenLife
	}
	expires := now.Add(life).UnixNano()
	err := s.keepToken(ctx, func(l *link) error {
		if err := l.do("DELETE FROM token WHERE expires < ?", now.Add(-tokenLife).UnixNano()); err != nil {
			return err
		}
		return l.do("INSERT INTO token(value, created, expires) VALUES(?, ?, ?)", value, now.UnixNano(), expires)
	})
	if err != nil {
		return "", sayStorage(err, s.db.path)
	}
	s.mu.Lock()
	s.docs.token, s.docs.expires, s.docs.dead = value, expires, false
	s.mu.Unlock()
	return value, nil
}

// keepToken stores a token; one of a service that only reads serves this process alone.
func (s *Service) keepToken(ctx context.Context, f func(*link) error) error {
	if s.db.why != nil {
		return nil
	}
	return s.update(ctx, f)
}

// knownToken says whether a token was ever given out, and whether it still serves.
func (s *Service) knownToken(ctx context.Context, h http.Header, now time.Time) (known, valid bool, err error) {
	value := strings.TrimSpace(h.Get("Authorization"))
	if scheme, rest, two := strings.Cut(value, " "); two && strings.EqualFold(scheme, "Bearer") {
		value = strings.TrimSpace(rest)
	}
	if value == "" {
		return false, false, nil
	}
	var expires int64
	err = s.db.view(ctx, func(l *link) (err error) {
		known, err = l.row("SELECT expires FROM token WHERE value = ?", []any{value}, &expires)
		return err
	})
	s.mu.Lock()
	dead := s.docs.dead
	if s.db.why != nil && !known && value == s.docs.token {
		known, expires = true, s.docs.expires
	}
	s.mu.Unlock()
	return known, known && !dead && now.UnixNano() < expires, err
}
