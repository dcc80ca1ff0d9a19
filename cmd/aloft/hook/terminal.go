package hook

import "strings"

// terminal is how a person finds the terminal of this process again: its pane of tmux, else
// its device, and from where it is reached over SSH; "" = not known. Only Linux tells the
// device without a search of /dev; elsewhere the name of the terminal's program stands for it.
func terminal(env func(string) string, readlink func(string) (string, error)) string {
	if pane := env("TMUX_PANE"); pane != "" {
		return "tmux " + pane
	}
	at := env("TERM_PROGRAM")
	for _, file := range []string{"/proc/self/fd/1", "/proc/self/fd/0"} { // a list of places may be piped in, choices out
		if device, err := readlink(file); err == nil && strings.HasPrefix(device, "/dev/") {
			at = strings.TrimPrefix(device, "/dev/")
		}
	}
	if from, _, _ := strings.Cut(env("SSH_CONNECTION"), " "); from != "" {
		at = strings.TrimSpace(at + " from " + from)
	}
	return at
}
