package hook

import (
	"os"
	"testing"
)

func TestTerminal(t *testing.T) {
	for _, c := range []struct {
		env    map[string]string
		device string
		want   string
	}{
		{nil, "/dev/pts/3", "pts/3"},
		{map[string]string{"SSH_CONNECTION": "10.0.0.7 5 10.0.0.1 22"}, "/dev/pts/3", "pts/3 from 10.0.0.7"},
		{map[string]string{"TMUX_PANE": "%4", "SSH_CONNECTION": "10.0.0.7 5 10.0.0.1 22"}, "/dev/pts/3", "tmux %4"},
		{map[string]string{"TERM_PROGRAM": "iTerm.app"}, "", "iTerm.app"},
		{map[string]string{"TERM_PROGRAM": "iTerm.app"}, "pipe:[4711]", "iTerm.app"},
		{nil, "", ""},
	} {
		got := terminal(func(name string) string { return c.env[name] }, func(string) (string, error) {
			if c.device == "" {
				return "", os.ErrNotExist
			}
			return c.device, nil
		})
		if got != c.want {
			t.Errorf("%v, %q: %q instead of %q", c.env, c.device, got, c.want)
		}
	}
}
