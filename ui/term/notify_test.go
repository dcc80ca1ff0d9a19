package term

import (
	"encoding/base64"
	"strings"
	"testing"
	"unicode/utf8"

	"aloft/client"
)

func TestNotifyByTerminal(t *testing.T) {
	b64 := func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }
	kitty := "\x1b]99;i=aloft-42870864:d=0:e=1;" + b64("aloft: push") + "\x1b\\\x1b]99;i=aloft-42870864:d=1:p=body:e=1;" + b64("done; 3 files") + "\x1b\\"
	rxvt := "\x1b]777;notify;aloft: push;done, 3 files\a"
	iterm := "\x1b]9;aloft: push - done; 3 files\a"
	wrap := func(s string) string {
		return "\x1bPtmux;" + strings.ReplaceAll(s, "\x1b", "\x1b\x1b") + "\x1b\\\a"
	}
	for _, c := range []struct {
		name, env, want string
	}{
		{"kitty", "TERM=xterm-kitty KITTY_WINDOW_ID=1", kitty},
		{"kitty over ssh", "TERM=xterm-kitty", kitty},
		{"kitty with another TERM", "TERM=xterm-256color KITTY_WINDOW_ID=1", kitty},
		{"kitty that was started in tmux", "TERM=xterm-kitty TMUX=/tmp/tmux-0/default,1,0", kitty},
		{"ghostty", "TERM=xterm-ghostty TERM_PROGRAM=ghostty", rxvt},
		{"ghostty with another TERM", "TERM=xterm-256color TERM_PROGRAM=ghostty", rxvt},
		{"foot", "TERM=foot", rxvt},
		{"foot-extra", "TERM=foot-extra", rxvt},
		{"WezTerm", "TERM=xterm-256color TERM_PROGRAM=WezTerm WEZTERM_PANE=0", rxvt},
		{"rxvt", "TERM=rxvt-unicode-256color", rxvt},
		{"GNOME terminal", "TERM=xterm-256color VTE_VERSION=7800", rxvt + "\a"},
		{"iTerm2", "TERM=xterm-256color TERM_PROGRAM=iTerm.app LC_TERMINAL=iTerm2", iterm},
		{"iTerm2 over ssh", "TERM=xterm-256color LC_TERMINAL=iTerm2", iterm},
		{"Warp", "TERM=xterm-256color TERM_PROGRAM=WarpTerminal", iterm},
		{"Apple's", "TERM=xterm-256color TERM_PROGRAM=Apple_Terminal", "\a"},
		{"VS Code started in kitty", "TERM=xterm-256color TERM_PROGRAM=vscode KITTY_WINDOW_ID=1", "\a"},
		{"Windows Terminal", "TERM=xterm-256color WT_SESSION=1", "\a"},
		{"Alacritty", "TERM=alacritty", "\a"},
		{"xterm", "TERM=xterm", "\a"},
		{"the console", "TERM=linux", "\a"},
		{"tmux alone", "TERM=tmux-256color TERM_PROGRAM=tmux TMUX=/tmp/s,1,0", "\a"},
		{"tmux in kitty", "TERM=tmux-256color TMUX=/tmp/s,1,0 KITTY_WINDOW_ID=1", wrap(kitty)},
		{"tmux in kitty, as screen", "TERM=screen-256color TMUX=/tmp/s,1,0 KITTY_WINDOW_ID=1", wrap(kitty)},
		{"tmux in kitty, as xterm", "TERM=xterm-256color TERM_PROGRAM=tmux KITTY_WINDOW_ID=1", wrap(kitty)},
		{"tmux in iTerm2", "TERM=tmux-256color TERM_PROGRAM=tmux LC_TERMINAL=iTerm2", wrap(iterm)},
		{"tmux in ghostty", "TERM=tmux-256color TERM_PROGRAM=tmux GHOSTTY_RESOURCES_DIR=/x", wrap(rxvt)},
		{"tmux in GNOME terminal", "TERM=tmux-256color TERM_PROGRAM=tmux VTE_VERSION=7800", "\a"},
		{"screen in kitty", "TERM=screen STY=1.pts KITTY_WINDOW_ID=1", "\a"},
		{"dumb", "TERM=dumb", ""},
		{"none", "", ""},
	} {
		env := Getenv(strings.Fields(c.env))
		if got := Notify(client.Notification{Title: "aloft: push", Text: "done;\n 3\tfiles"}, env); got != c.want {
			t.Errorf("%s:\n%q instead of\n%q", c.name, got, c.want)
		}
	}
}

func TestNotifyHostile(t *testing.T) {
	hostile := []string{
		"", " \n", "4;1;50", "x\x1b]0;evil\a", "x\x1b\\\x1b[2J", "\u009b2J\u009c\u0090", "\xff\xfe\x9c", "a;b;c", "\x1bPtmux;\x1b\x1b]52;c;eA==\a\x1b\\",
		strings.Repeat("é", 1<<20), strings.Repeat("a\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u0309\u030a", 1000), "\u202eabc",
	}
	for _, env := range []string{"TERM=xterm-kitty", "TERM=foot", "TERM=xterm TERM_PROGRAM=iTerm.app", "TERM=xterm", "TERM=tmux KITTY_WINDOW_ID=1", "TERM=tmux LC_TERMINAL=iTerm2", "TERM=xterm VTE_VERSION=1"} {
		frame := Notify(client.Notification{Title: "t", Text: "b"}, Getenv(strings.Fields(env)))
		for _, title := range hostile {
			for _, body := range hostile {
				got := Notify(client.Notification{Title: title, Text: body}, Getenv(strings.Fields(env)))
				if strings.TrimSpace(title+body) == "" {
					if got != "" {
						t.Errorf("%s: %q of nothing", env, got)
					}
					continue
				}
				if !utf8.ValidString(got) || len(got) > 8<<10 {
					t.Fatalf("%s: %d bytes for %.40q, %.40q", env, len(got), title, body)
				}
				want := controls(frame)
				if strings.TrimSpace(title) == "" || strings.TrimSpace(body) == "" {
					want = controls(Notify(client.Notification{Title: "t"}, Getenv(strings.Fields(env))))
				}
				if controls(got) != want {
					t.Errorf("%s: %.40q, %.40q: %q instead of %q", env, title, body, controls(got), want)
				}
				if strings.HasPrefix(got, "\x1b]9;4") {
					t.Errorf("%s: %.40q is a command: %q", env, title, got)
				}
			}
		}
	}
}

// controls are the characters that do something, in their order.
func controls(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x20 || r >= 0x7f && r < 0xa0 {
			return r
		}
		return -1
	}, s)
}

// FuzzNotify: no text adds or ends a sequence.
func FuzzNotify(f *testing.F) {
	f.Add("t", "b")
	f.Add("4;1", "\x1b\\\u009c;\a")
	envs := []string{"TERM=xterm-kitty", "TERM=foot", "TERM=x TERM_PROGRAM=iTerm.app", "TERM=tmux LC_TERMINAL=iTerm2", "TERM=x VTE_VERSION=1"}
	f.Fuzz(func(t *testing.T, title, body string) {
		for _, e := range envs {
			env := Getenv(strings.Fields(e))
			got := Notify(client.Notification{Title: title, Text: body}, env)
			both := controls(Notify(client.Notification{Title: "t", Text: "b"}, env))
			one := controls(Notify(client.Notification{Title: "t"}, env))
			if c := controls(got); got != "" && c != both && c != one || !utf8.ValidString(got) {
				t.Errorf("%s: %q", e, got)
			}
			if strings.Contains(got, "]777;") && strings.Count(got, ";") != 3 {
				t.Errorf("%s: %q", e, got)
			}
		}
	})
}
