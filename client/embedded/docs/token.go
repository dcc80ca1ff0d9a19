package docs

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"strings"
	"time"

	"aloft/client/embedded/pages"
	"aloft/client/embedded/store"
)

// tokenLife is how long a token is valid without a switch; expired ones are deleted
// after as long again.
const tokenLife = 90 * 24 * time.Hour

// Token returns a valid token of the document half for this process, or "" if the storage fails. Processes of one
// user share it.
func (s *Service) Token() string {
	ctx, now := context.Background(), s.db.Now()
	s.mu.Lock()
	value, expires := s.token, s.expires
	s.mu.Unlock()
	if value != "" && now.UnixNano() < expires {
		return value
	}
	found, err := s.db.Row(ctx, "SELECT value, expires FROM token WHERE expires > ? ORDER BY id DESC LIMIT 1", []any{now.UnixNano()}, &value, &expires)
	if err != nil {
		return ""
	}
	if !found {
		value, _ = s.NewToken(ctx)
		return value
	}
	s.mu.Lock()
	s.token, s.expires = value, expires
	s.mu.Unlock()
	return value
}

// NewToken makes a token, which Token returns from now on.
func (s *Service) NewToken(ctx context.Context) (string, error) {
	raw := make([]byte, 24)
	rand.Read(raw)
	value, now := hex.EncodeToString(raw), s.db.Now()
	life := s.lab.TokenLife
	if life <= 0 {
		life = tokenLife
	}
	expires := now.Add(life).UnixNano()
	err := s.keepToken(ctx, func(l pages.Rows) error {
		if err := l.Do("DELETE FROM token WHERE expires < ?", now.Add(-tokenLife).UnixNano()); err != nil {
			return err
		}
		return l.Do("INSERT INTO token(value, created, expires) VALUES(?, ?, ?)", value, now.UnixNano(), expires)
	})
	if err != nil {
		return "", store.Say(err, s.db.Path())
	}
	s.mu.Lock()
	s.token, s.expires = value, expires
	s.mu.Unlock()
	return value, nil
}

// keepToken stores a token. If the disk cannot be written, it is valid only for this process.
func (s *Service) keepToken(ctx context.Context, f func(pages.Rows) error) error {
	if s.db.ReadOnly() != nil {
		return nil
	}
	err := s.pages.Update(ctx, f)
	if _, unwritable := store.DiskTrouble(err); unwritable {
		return nil
	}
	return err
}

// knownToken reports whether a token was ever issued, and whether it is still
// valid.
func (s *Service) knownToken(ctx context.Context, h http.Header, now time.Time) (known, valid bool, err error) {
	value := strings.TrimSpace(h.Get("Authorization"))
	if scheme, rest, two := strings.Cut(value, " "); two && strings.EqualFold(scheme, "Bearer") {
		value = strings.TrimSpace(rest)
	}
	if value == "" {
		return false, false, nil
	}
	var expires int64
	known, err = s.db.Row(ctx, "SELECT expires FROM token WHERE value = ?", []any{value}, &expires)
	s.mu.Lock()
	if !known && value == s.token {
		known, expires = true, s.expires
	}
	s.mu.Unlock()
	return known, known && now.UnixNano() < expires, err
}
