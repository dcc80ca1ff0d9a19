package disk

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"aloft/client"
	"aloft/model"
)

var (
	_ client.Attributes   = (*owned)(nil)
	_ client.PolicySetter = (*Source)(nil)
)

// Stat finds one entry, and says all that is known of it; a link is not followed.
func (s *reader) Stat(ctx context.Context, p model.Place, _ client.Options) (model.Entry, error) {
	e, err := s.look(ctx, p)
	if err != nil {
		return e, err
	}
	if e.Kind == model.KindLink {
		if folder, err := s.door.root(p.Parent()); err == nil {
			f := e.Facts()
			f.Target, _ = folder.Readlink(p.Base())
			_ = folder.Close()
			e.Learn(f)
		}
	}
	return e, nil
}

// Policies are all: Wanted says which.
func (s *owned) Policies() []model.Policy { return nil }

// Policy is the mode and the time of an entry.
func (s *owned) Policy(_ context.Context, item model.Ref, _ client.Options) (model.Policy, error) {
	info, err := s.door.stat(item.Place, false)
	if err != nil {
		return "", fault(string(model.OpAttributes), item.Place, err)
	}
	return policyOf(info), nil
}

func policyOf(info fs.FileInfo) model.Policy {
	n := info.Mode().Perm()
	for i, special := range specials {
		if info.Mode()&special != 0 {
			n |= 0o4000 >> i
		}
	}
	return model.Policy(fmt.Sprintf("%04o@%s", n, info.ModTime().Format(time.RFC3339Nano)))
}

// Wanted is client.Attributes.
func (s *owned) Wanted(words, now model.Policy) (set, was model.Policy, err error) {
	mode, at, timed := strings.Cut(string(words), "@")
	is, then, _ := strings.Cut(string(now), "@")
	if mode != "" {
		old, _ := strconv.ParseUint(is, 8, 16)
		n, ok := modeOf(mode, uint16(old))
		if !ok {
			return "", "", client.Errorf(client.KindInvalid, string(model.OpAttributes), s.Root(), "%q is not a mode; modes are written as 644, rw-r--r-- or u+x", mode)
		}
		set, was = model.Policy(fmt.Sprintf("%04o", n)), model.Policy(is)
	}
	if timed || mode == "" {
		t, ok := timeOf(at)
		if !ok {
			return "", "", client.Errorf(client.KindInvalid, string(model.OpAttributes), s.Root(), "%q is not a time; times are written as 2026-01-02, 2026-01-02 15:04 or now", at)
		}
		if old, err := time.Parse(time.RFC3339Nano, then); err == nil && old.Equal(t) {
			t = old
		}
		set, was = set+model.Policy("@"+t.Format(time.RFC3339Nano)), was+model.Policy("@"+then)
	}
	return set, was, nil
}

// modeOf reads a mode as chmod takes it, of an entry that has another one.
func modeOf(words string, now uint16) (uint16, bool) {
	if n, err := strconv.ParseUint(words, 8, 12); err == nil {
		return uint16(n), true
	}
	for n := range fs.FileMode(0o1000) {
		if rwx := n.String(); words == rwx[1:] || len(words) == len(rwx) && words[1:] == rwx[1:] {
			return uint16(n), true
		}
	}
	for part := range strings.SplitSeq(words, ",") {
		at := strings.IndexAny(part, "+-=")
		if at < 0 {
			return 0, false
		}
		who, ok1 := bits(part[:at], map[rune]uint16{'u': 0o700, 'g': 0o070, 'o': 0o007, 'a': 0o777})
		what, ok2 := bits(part[at+1:], map[rune]uint16{'r': 0o444, 'w': 0o222, 'x': 0o111})
		if !ok1 || !ok2 {
			return 0, false
		}
		who = cmp.Or(who, 0o777)
		switch what &= who; part[at] {
		case '+':
			now |= what
		case '-':
			now &^= what
		case '=':
			now = now&^who | what
		}
	}
	return now, true
}

func bits(letters string, of map[rune]uint16) (n uint16, ok bool) {
	for _, c := range letters {
		if of[c] == 0 {
			return 0, false
		}
		n |= of[c]
	}
	return n, true
}

// timeOf reads a time of this machine.
func timeOf(words string) (time.Time, bool) {
	if words == "now" {
		return time.Now(), true
	}
	for _, layout := range []string{time.RFC3339Nano, time.DateTime, "2006-01-02 15:04", time.DateOnly} {
		if t, err := time.ParseInLocation(layout, words, time.Local); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// SetPolicy sets a mode, a time or both, and looks whether they are there.
func (s *Source) SetPolicy(ctx context.Context, item model.Ref, p model.Policy, _ client.Class) error {
	const op = string(model.OpAttributes)
	if err := s.begin(ctx, op, item.Place, item); err != nil {
		return err
	}
	folder, err := s.door.root(item.Place.Parent())
	if err != nil {
		return fault(op, item.Place, err)
	}
	defer folder.Close()
	mode, at, timed := strings.Cut(string(p), "@")
	name := item.Place.Base()
	if n, err := strconv.ParseUint(mode, 8, 12); err == nil {
		m := fs.FileMode(n & 0o777)
		for i, special := range specials {
			if n&(0o4000>>i) != 0 {
				m |= special
			}
		}
		if err := folder.Chmod(name, m); err != nil {
			return fault(op, item.Place, err)
		}
	}
	t, _ := timeOf(at)
	if timed {
		if err := folder.Chtimes(name, time.Time{}, t); err != nil {
			return fault(op, item.Place, err)
		}
	}
	info, err := folder.Lstat(name)
	if err != nil {
		return fault(op, item.Place, err)
	}
	late := t.Sub(info.ModTime()) // a coarse clock has only what is before it
	if is := policyOf(info); !strings.HasPrefix(string(is), mode) || timed && (late < 0 || late >= 2*time.Second) {
		e := client.Errorf(client.KindLocal, op, item.Place, "%s: the file system set %s instead of %s", name, string(is), string(p))
		e.Changed = client.ChangedSome
		return e
	}
	return nil
}
