package wire

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
)

// A token that was refused is not what Reload gives again.
func TestTheLocalTokenIsRenewed(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	for _, n := range []string{"CONFIG", "DATA", "STATE", "CACHE"} {
		t.Setenv("ALOFT_"+n+"_HOME", filepath.Join(home, strings.ToLower(n)))
	}
	s := session.New(console.New(os.Stdin, os.Stdout, os.Stderr))
	if _, err := s.Load(); err != nil {
		t.Fatal(err)
	}
	l := localToken{newLocal(s)}
	defer l.Close()
	first, err := l.Token(t.Context())
	if err != nil || first == "" {
		t.Fatal(first, err)
	}
	second, err := l.Reload(t.Context())
	if err != nil || second == "" || second == first {
		t.Errorf("%v, the same as before: %v", err, second == first)
	}
	if now, err := l.Token(t.Context()); err != nil || now != second {
		t.Errorf("%v, the new one: %v", err, now == second)
	}
	if said := s.Con.Scrub.Scrub("it was " + second); strings.Contains(said, second) {
		t.Error("the new token is not kept out of words")
	}
}
