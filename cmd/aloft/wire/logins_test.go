package wire

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aloft/client/config"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
)

// The first account of one's own is used from then on; later ones change nothing.
func TestTheFirstAccountIsUsed(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("ALOFT_CONFIG_HOME", filepath.Join(home, "config"))
	for _, name := range []string{"work", "other"} {
		s := session.New(console.New(os.Stdin, os.Stdout, os.Stderr))
		if _, err := s.Load(); err != nil {
			t.Fatal(err)
		}
		a, err := config.NewAccount(name, map[string]string{config.AddFlags("drive")[0].Name: "https://drive.example"})
		if err == nil {
			err = (&Sources{session: s}).add(a)
		}
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(home, "config", "config.toml"))
		if err != nil || !strings.Contains(string(b), "account = \"work\"\n") || !strings.Contains(string(b), "[accounts."+name+".drive]") {
			t.Errorf("%s: %v %s", name, err, b)
		}
	}
}
