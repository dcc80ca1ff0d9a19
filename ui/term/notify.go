package term

import (
	"encoding/base64"
	"fmt"
	"hash/fnv"
	"strings"

	"aloft/client"
	"aloft/model"
)

// Limits of a notification in cells. Desktops show less.
const (
	maxTitle = 80
	maxText  = 300
)

// speech is the sequence for a terminal's notifications. A terminal shows nothing for an unknown sequence, so all
// others get the bell, which every terminal and multiplexer understands.
type speech int

const (
	bell   speech = iota
	osc9          // ESC ] 9 ; text BEL (iTerm2)
	osc99         // ESC ] 99 ; metadata ; payload ST (kitty)
	osc777        // ESC ] 777 ; notify ; title ; text BEL (rxvt)
	osc777Bell
)

// Notify returns the bytes that show a notification in the terminal of the environment, or "" if there is none. No
// foreign text can end the sequence.
func Notify(n client.Notification, env func(string) string) string {
	title, body := oneLine(n.Title, maxTitle), oneLine(n.Text, maxText)
	if title == "" {
		title, body = body, ""
	}
	if title == "" || env("TERM") == "" || env("TERM") == "dumb" {
		return ""
	}
	how, tmux := speaks(env)
	s := how.say(title, body)
	if tmux && how != bell {
		// tmux passes it on only if configured, which is not the default. The bell marks its window in any case.
		return "\x1bPtmux;" + strings.ReplaceAll(s, "\x1b", "\x1b\x1b") + "\x1b\\\a"
	}
	return s
}

// oneLine fits a foreign text into that many cells. It looks only at the beginning of a long one.
func oneLine(s string, most int) string {
	return model.TruncateEnd(model.Clean(model.OneLine(s[:min(len(s), 8*most)])), most)
}

func (how speech) say(title, body string) string {
	switch how {
	case osc9:
		s := title
		if body != "" {
			s += " - " + body
		}
		if s[0] >= '0' && s[0] <= '9' {
			s = ": " + s // ConEmu and terminals like it take numbers as commands
		}
		return "\x1b]9;" + s + "\a"
	case osc99:
		// A notification with the same id would replace the previous one.
		h := fnv.New32a()
		_, _ = h.Write([]byte(title + "\n" + body))
		part := func(meta, s string) string {
			return fmt.Sprintf("\x1b]99;i=aloft-%08x:%s:e=1;%s\x1b\\", h.Sum32(), meta, base64.StdEncoding.EncodeToString([]byte(s)))
		}
		if body == "" {
			return part("d=1", title)
		}
		return part("d=0", title) + part("d=1:p=body", body)
	case osc777, osc777Bell:
		field := strings.NewReplacer(";", ",")
		s := "\x1b]777;notify;" + field.Replace(title) + ";" + field.Replace(body) + "\a"
		if how == osc777Bell {
			s += "\a"
		}
		return s
	}
	return "\a"
}

// speaks returns what the terminal understands and whether tmux is between.
func speaks(env func(string) string) (how speech, tmux bool) {
	t, program := env("TERM"), env("TERM_PROGRAM")
	screen := strings.HasPrefix(t, "screen")
	tmux = strings.HasPrefix(t, "tmux") || program == "tmux" || screen && env("TMUX") != ""
	if screen && !tmux {
		return bell, false // GNU screen's own messages end after 768 bytes
	}
	if !tmux {
		// The type of the terminal also passes through ssh.
		switch {
		case strings.HasPrefix(t, "xterm-kitty"):
			return osc99, false
		case strings.HasPrefix(t, "xterm-ghostty"), strings.HasPrefix(t, "foot"), strings.HasPrefix(t, "wezterm"), strings.HasPrefix(t, "rxvt"):
			return osc777, false
		}
		switch program {
		case "ghostty", "WezTerm":
			return osc777, false
		case "iTerm.app", "WarpTerminal":
			return osc9, false
		case "":
		default:
			return bell, false // the other variables were inherited from another terminal
		}
	}
	// These variables remain in the environment under tmux.
	switch {
	case env("KITTY_WINDOW_ID") != "":
		return osc99, tmux
	case env("GHOSTTY_RESOURCES_DIR") != "", env("WEZTERM_PANE") != "":
		return osc777, tmux
	case env("LC_TERMINAL") == "iTerm2", env("ITERM_SESSION_ID") != "":
		return osc9, tmux
	case env("VTE_VERSION") != "" && !tmux:
		return osc777Bell, false // only some builds of the library support it
	}
	return bell, tmux
}
