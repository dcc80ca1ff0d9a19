package secret

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"aloft/client"
	"aloft/model/text"
)

// overlay is what answers have re-set of a session. It belongs to one value of
// the user's secret: after a new login it counts no more.
type overlay struct {
	Base string          `json:"base"` // digest of the user's secret
	Set  map[string]part `json:"set"`
}

// part is one cookie as an answer left it.
type part struct {
	Value string    `json:"value,omitempty"`
	Gone  bool      `json:"gone,omitempty"` // removed: it is not sent, so that the service issues it anew
	Until time.Time `json:"until,omitzero"`
}

func digest(base Secret) string {
	sum := sha256.Sum256([]byte("aloft session\x00" + base.Reveal()))
	return hex.EncodeToString(sum[:8])
}

// over gives the parts that lie over this secret.
func (o overlay) over(base Secret) map[string]part {
	if o.Base != digest(base) {
		return nil
	}
	return o.Set
}

// merge lays renewed cookies over the user's: the order and the names of the
// user's header stay, a name that is there twice is sent once, new ones follow.
func merge(base string, set map[string]part, now time.Time) string {
	var out []string
	seen := map[string]bool{}
	for _, pair := range strings.Split(base, ";") {
		pair = strings.TrimSpace(pair)
		name, _, _ := strings.Cut(pair, "=")
		if pair == "" || seen[name] {
			continue
		}
		p, renewed := set[name]
		switch {
		case !renewed:
			out = append(out, pair)
		case p.live(now):
			out = append(out, name+"="+p.Value)
		}
		seen[name] = true
	}
	for _, name := range sorted(set) {
		if p := set[name]; !seen[name] && p.live(now) {
			out = append(out, name+"="+p.Value)
		}
	}
	return strings.Join(out, "; ")
}

func (p part) live(now time.Time) bool { return !p.Gone && (p.Until.IsZero() || now.Before(p.Until)) }

// apply notes what an answer says. What the user gave can be replaced by an
// answer, never removed: a login page that clears all cookies must not lose
// the login. Only what answers have set themselves can go.
func (o *overlay) apply(set []*http.Cookie, base string, now time.Time) (changed bool) {
	last := map[string]*http.Cookie{} // of a name that one answer sets twice
	for _, c := range set {
		if usable(c) {
			last[c.Name] = c
		}
	}
	for _, c := range set {
		if c == nil || last[c.Name] != c {
			continue
		}
		old, had := o.Set[c.Name]
		next := part{Value: c.Value}
		switch {
		case c.MaxAge < 0, c.MaxAge == 0 && !c.Expires.IsZero() && !now.Before(c.Expires), c.Value == "":
			if !had {
				continue
			}
			next = part{Gone: true}
		case c.MaxAge > 0:
			next.Until = now.Add(time.Duration(c.MaxAge) * time.Second).UTC()
		case !c.Expires.IsZero():
			next.Until = c.Expires.UTC()
		}
		if had && old == next {
			continue
		}
		if !had && next.Until.IsZero() && inHeader(base, c.Name, c.Value) {
			continue // it says what we sent
		}
		if o.Set == nil {
			o.Set = map[string]part{}
		}
		o.Set[c.Name] = next
		changed = true
	}
	return changed
}

func inHeader(base, name, value string) bool {
	for _, pair := range strings.Split(base, ";") {
		if strings.TrimSpace(pair) == name+"="+value {
			return true
		}
	}
	return false
}

// usable refuses what could break the header it goes into.
func usable(c *http.Cookie) bool {
	if c == nil || c.Name == "" || strings.ContainsAny(c.Name, "=;, \t\"") || len(c.Value) > 16<<10 {
		return false
	}
	for _, r := range c.Name + c.Value {
		if r < 0x20 || r == 0x7f || r == ';' {
			return false
		}
	}
	return true
}

func (s *Store) sessionFile() string { return filepath.Join(s.o.Dir, s.fileName()+".session") }

// load reads the overlay; what is broken or readable by others counts as not
// there.
func (s *Store) load() (overlay, bool) {
	if s.o.Dir == "" {
		return overlay{}, false
	}
	st, err := os.Lstat(s.sessionFile())
	if err != nil || !st.Mode().IsRegular() || !ours(st) || st.Mode().Perm()&0o077 != 0 {
		return overlay{}, false
	}
	data, err := os.ReadFile(s.sessionFile())
	var o overlay
	if err != nil || json.Unmarshal(data, &o) != nil {
		return overlay{}, false
	}
	for _, p := range o.Set {
		s.o.Scrub.Add(p.Value)
	}
	return o, true
}

// rotate merges under the account's lock, so that of two processes neither
// loses what the other was given.
func (s *Store) rotate(_ context.Context, set []*http.Cookie) error {
	for _, c := range set {
		if c != nil {
			s.o.Scrub.Add(c.Value)
		}
	}
	unlock, lockErr := s.lockSession()
	if lockErr == nil {
		defer unlock()
		if o, ok := s.load(); ok && o.Base == digest(s.base) {
			s.session = o
		}
	}
	if s.session.Base != digest(s.base) {
		s.session = overlay{Base: digest(s.base)}
	}
	if !s.session.apply(set, s.base.Reveal(), s.o.Now()) {
		return nil
	}
	err := lockErr
	if err == nil {
		var data []byte
		data, err = json.Marshal(s.session)
		if err == nil {
			err = replace(s.sessionFile(), data)
		}
	}
	if err != nil {
		e := s.fail(text.SecretNotKept, s.o.Account, reason(err))
		e.Kind, e.Hint, e.HintArgs, e.Err = client.KindLocal, "", nil, err
		return e
	}
	return nil
}

// lockSession takes the lock of the account's session. The lock is a file of
// its own, since the session file is replaced.
func (s *Store) lockSession() (unlock func(), err error) {
	if s.o.Dir == "" {
		return nil, fs.ErrNotExist
	}
	if err := os.MkdirAll(s.o.Dir, 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(s.sessionFile()+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lock(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() { f.Close() }, nil
}
