package secret

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"iter"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"aloft/client"
	"aloft/client/system"
)

// overlay has the cookies of a session that answers have set. It belongs to one
// value of the user's secret: after a new login it is ignored.
type overlay struct {
	Base string          `json:"base"` // digest of the user's secret
	Set  map[string]part `json:"set"`
}

// part is one cookie as set by an answer.
type part struct {
	Value string    `json:"value,omitempty"`
	Gone  bool      `json:"gone,omitempty"` // removed: it is not sent, so that the service issues it again
	Until time.Time `json:"until,omitzero"`
}

func digest(base Secret) string {
	sum := sha256.Sum256([]byte("aloft session\x00" + base.Reveal()))
	return hex.EncodeToString(sum[:8])
}

// over returns the parts that override this secret.
func (o overlay) over(base Secret) map[string]part {
	if o.Base != digest(base) {
		return nil
	}
	return o.Set
}

// merge overrides the user's cookies by renewed ones: the order and the names of
// the user's header are kept, a name that occurs twice is sent once, new ones
// follow.
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

// apply applies the cookies of an answer. A cookie of the user can be replaced by
// an answer, never removed: a login page that clears all cookies must not lose the
// login. Only cookies set by answers can be removed.
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
			continue // it is what we sent
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
	return slices.ContainsFunc(strings.Split(base, ";"), func(pair string) bool {
		return strings.TrimSpace(pair) == name+"="+value
	})
}

// usable refuses what could break its header.
func usable(c *http.Cookie) bool {
	return c != nil && c.Name != "" && !strings.ContainsAny(c.Name, "=;, \t\"") && len(c.Value) <= 16<<10 &&
		!strings.ContainsFunc(c.Name+c.Value, func(r rune) bool { return r < 0x20 || r == 0x7f || r == ';' })
}

// sessionFiles returns the possible files of the session: in our folder, and, where
// that cannot be written, in a spare one. The service invalidates a cookie that it
// has renewed, so the next process needs the new one.
func (s *Store) sessionFiles(make bool) iter.Seq[string] {
	return func(yield func(string) bool) {
		if s.o.Dir == "" || !yield(filepath.Join(s.o.Dir, s.fileName()+".session")) || s.o.Spare == nil {
			return
		}
		sum := sha256.Sum256([]byte(s.o.Dir))
		for dir := range s.o.Spare(make) {
			if !yield(filepath.Join(dir, s.fileName()+"-"+hex.EncodeToString(sum[:8])+".session")) {
				return
			}
		}
	}
}

// load reads the overlay of the current secret. One in a spare folder is newer: a
// process that can write ours removes it.
func (s *Store) load() (o overlay, ok bool) {
	for file := range s.sessionFiles(false) {
		if one, good := loadFile(file); good && one.Base == digest(s.base) {
			o, ok = one, true
		}
	}
	for _, p := range o.Set {
		s.o.Scrub.Add(p.Value)
	}
	return o, ok
}

// loadFile reads an overlay; one that is broken or readable by others counts as
// missing.
func loadFile(file string) (overlay, bool) {
	st, err := os.Lstat(file)
	if err != nil || !st.Mode().IsRegular() || !system.Ours(st) || !system.Private(st) {
		return overlay{}, false
	}
	data, err := system.ReadFile(file)
	var o overlay
	if err != nil || json.Unmarshal(data, &o) != nil {
		return overlay{}, false
	}
	return o, true
}

// Rotate merges and stores the cookies set by an answer, under the account's lock, so that two processes
// do not lose each other's cookies.
func (s *Store) Rotate(_ context.Context, set []*http.Cookie) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(set) == 0 {
		return nil
	}
	for _, c := range set {
		if c != nil {
			s.o.Scrub.Add(c.Value)
		}
	}
	var changed bool
	if s.session, changed = s.merged(set); !changed || s.trial {
		return nil
	}
	why := fs.ErrNotExist
	for file := range s.sessionFiles(true) {
		if why = s.keep(file, set); !client.Unwritable(why) {
			break
		}
	}
	if s.adrift = why != nil; why == nil {
		return nil
	}
	e := s.fail("the renewed session of %s could not be stored and is kept in memory only: %s", s.o.Account, reason(why))
	e.Kind, e.Hint, e.HintArgs, e.Err = client.KindLocal, "", nil, why
	return e
}

// present is the session as last stored, or as it should have been.
func (s *Store) present() overlay {
	if o, ok := s.load(); ok && !(s.adrift && s.session.Base == o.Base) {
		return o
	}
	return s.session
}

// merged is the session with the cookies of an answer.
func (s *Store) merged(set []*http.Cookie) (o overlay, changed bool) {
	o = s.present()
	if o.Base != digest(s.base) {
		o = overlay{Base: digest(s.base)}
	}
	o.Set = maps.Clone(o.Set)
	changed = o.apply(set, s.base.Reveal(), s.o.Now())
	return o, changed
}

// keep stores the session in one file, merged with what others have stored. The
// lock is a file of its own, since the session file is replaced.
func (s *Store) keep(file string, set []*http.Cookie) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	f, err := system.Hold(file+".lock", client.Held("session"))
	if err != nil {
		return err
	}
	defer f.Close()
	s.session, _ = s.merged(set)
	data, err := json.Marshal(s.session)
	if err != nil {
		return err
	}
	if err := replace(file, data); err != nil {
		return err
	}
	older := false
	for other := range s.sessionFiles(false) {
		if older {
			_, _ = os.Remove(other), os.Remove(other+".lock")
		}
		older = older || other == file
	}
	return nil
}
