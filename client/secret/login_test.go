package secret

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const (
	curl = "curl 'https://drive.example/1' \\\n  -H 'accept: */*' \\\n  -b '__pus=first-secret; b=other-secret'\n"
	file = "# Netscape HTTP Cookie File\n.drive.example\tTRUE\t/\tTRUE\t4000000000\t__pus\tfirst-secret\n.else.example\tTRUE\t/\tTRUE\t0\tx\tforeign-secret\n"
)

// noKeyring is a machine without one.
type noKeyring struct{}

func (noKeyring) Probe(context.Context) bool { return false }
func (noKeyring) Get(string) (string, error) { return "", ErrNoEntry }
func (noKeyring) Set(string, string) error   { return errors.New("no keyring") }
func (noKeyring) Delete(string) error        { return errors.New("no keyring") }

func drive(t *testing.T, o Options) (*Login, string) {
	t.Helper()
	dir := t.TempDir()
	o.Account, o.Service, o.Dir, o.Keyring = "work", Drive, dir, noKeyring{}
	return &Login{Account: "work", Hosts: []string{"drive.example"}, Store: Open(o)}, dir
}

func TestRead(t *testing.T) {
	cookie, _ := drive(t, Options{})
	token := &Login{Account: "work", Store: Open(Options{Service: Docs})}
	for name, c := range map[string]struct {
		l       *Login
		raw     string
		cookies int
		why     string
	}{
		"header":        {cookie, "Cookie: a=1; b=2; c=3", 3, ""},
		"value":         {cookie, "a=1;b=2;", 2, ""},
		"cURL":          {cookie, curl, 2, ""},
		"cookies.txt":   {cookie, file, 1, ""},
		"a token":       {token, "abc.def", 0, ""},
		"nothing":       {cookie, " \n", 0, ""},
		"another page":  {cookie, "curl 'https://x/'", 0, "the cURL line has no cookie"},
		"no cookie":     {cookie, "hello", 0, "this is not a cookie"},
		"another drive": {cookie, strings.ReplaceAll(file, ".drive.", ".mail."), 0, "no valid cookie of the drive"},
	} {
		p, err := c.l.Read(c.raw, time.Unix(1e9, 0))
		switch {
		case c.why != "" && (err == nil || !strings.Contains(err.Error(), c.why)):
			t.Errorf("%s: %v", name, err)
		case c.why == "" && (err != nil || p.cookies != c.cookies):
			t.Errorf("%s: %d cookies, %v", name, p.cookies, err)
		}
		if err == nil {
			if s := fmt.Sprintf("%v %+v %#v %s", p, p, p, p); strings.Contains(s, "secret") || strings.Contains(s, "a=1") {
				t.Errorf("%s prints itself: %s", name, s)
			}
		}
	}
}

// What the service refuses is not stored, and what was stored before stays.
func TestCheckedBeforeItIsStored(t *testing.T) {
	l, dir := drive(t, Options{})
	stored := filepath.Join(dir, "work-drive.cookie")
	refused := errors.New("refused")
	l.Check = func(ctx context.Context, s *Store) error {
		c, _ := s.Cookie(ctx)
		if !strings.Contains(c, "good") {
			return refused
		}
		// The service renews the cookie while it is checked; only the new one is good afterwards.
		return s.Rotate(ctx, []*http.Cookie{{Name: "__pus", Value: "good-renewed"}})
	}
	in := func(raw string, kind Kind) (Kept, error) {
		p, err := l.Read(raw, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		return l.SignIn(context.Background(), p, kind, "")
	}
	if _, err := in("__pus=bad-secret", InFile); !errors.Is(err, refused) {
		t.Fatalf("%v", err)
	}
	if _, err := os.Stat(stored); err == nil {
		t.Fatal("a refused cookie is stored")
	}
	if _, err := in("__pus=good-secret; b=2", ""); err == nil {
		t.Error("stored without a keyring, and nobody chose")
	}
	k, err := in("__pus=good-secret; b=2", InFile)
	if err != nil || k.Unkept != nil || !k.Over.IsZero() || !strings.Contains(k.From.String(), stored) {
		t.Fatalf("%v, %+v", err, k)
	}
	if c, err := l.Store.Reload(context.Background()); c != "__pus=good-renewed; b=2" {
		t.Errorf("%q, %v", c, err)
	}
	if _, err := in("__pus=bad-again", InFile); !errors.Is(err, refused) {
		t.Errorf("%v", err)
	}
	if c, err := l.Store.Reload(context.Background()); c != "__pus=good-renewed; b=2" {
		t.Errorf("a refused cookie took the place of a good one: %q, %v", c, err)
	}
}

// What comes before the stores is named, since what was stored is not used then.
func TestOver(t *testing.T) {
	l, _ := drive(t, Options{Command: []string{"pass", "show"}})
	l.Check = func(context.Context, *Store) error { return nil }
	p, _ := l.Read("a=bcdefgh", time.Now())
	k, err := l.SignIn(context.Background(), p, InFile, "")
	if err != nil || k.Over.IsZero() || k.Over.String() != "credential_command pass" {
		t.Errorf("%v, %+v", err, k)
	}
}
