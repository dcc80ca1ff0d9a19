package hooks

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"aloft/model"
)

// HookCall is a request to the webhook receiver, to be sent by hand.
type HookCall struct {
	Delivery string // id that the body is stored under
	Route    string // that it came by: it is repeated by its id
	URL      string // "" = DefaultHookURL
	Open     bool   // no token is asked for
	Program  string // how this program is called, "" = aloft
	Body     []byte // raw
}

// DefaultHookURL is where the receiver listens when nothing is configured.
const DefaultHookURL = "http://127.0.0.1:9111/hook"

// maxInLine is how long a body may be that stands in the line itself: a
// terminal's clipboard and the arguments of a process are both bounded.
const maxInLine = 48 << 10

// Curl is the call as a command for sh. The token is in none of its arguments: curl
// reads it as a header from what a shell builtin prints. (A line of a curl options
// file would need quotes, which a token may contain.) A body that is too long for a
// line, or that a terminal could obey when it is pasted, is read from the store.
func (c HookCall) Curl() string {
	const curl = "curl -sS -g --noproxy '*' "
	kind := "-H 'Content-Type: application/json' "
	url := ShellQuote(c.url())
	token := "printf 'Authorization: Bearer %s\\n' " + c.token() + " |"
	switch {
	case c.Route != "":
		// Only its sender can sign it; the receiver's token allows a repetition.
		return token + "\n  " + curl + "-H @- -H " + ShellQuote("Aloft-Replay-Of: "+c.Delivery) + " -X POST " + ShellQuote(c.url()+"/r/"+c.Route) + "\n"
	case !c.inLine() && c.Open:
		return c.stored() + " |\n  " + curl + kind + "--data-binary @- " + url + "\n"
	case !c.inLine():
		return token + "\n  { " + c.stored() + " </dev/null |\n    " +
			curl + "-H @/dev/fd/3 " + kind + "--data-binary @- " + url + "; } 3<&0\n"
	case c.Open:
		return curl + kind + "\\\n  --data-raw " + ShellQuote(string(c.Body)) + " \\\n  " + url + "\n"
	}
	return token + "\n  " + curl + "-H @- " + kind + "\\\n  --data-raw " + ShellQuote(string(c.Body)) + " \\\n  " + url + "\n"
}

// stored prints the body from the store.
func (c HookCall) stored() string {
	return c.program() + " hook show " + ShellQuote(c.Delivery) + " --body"
}

// inLine reports whether the body can stand in the line.
func (c HookCall) inLine() bool {
	if c.Delivery == "" {
		return true
	}
	if len(c.Body) > maxInLine || !utf8.Valid(c.Body) {
		return false
	}
	for line := range strings.SplitSeq(string(c.Body), "\n") {
		if line = strings.ReplaceAll(line, "\t", " "); model.Clean(line) != line {
			return false
		}
	}
	return true
}

func (c HookCall) url() string {
	return cmp.Or(c.URL, DefaultHookURL)
}

func (c HookCall) program() string {
	if c.Program == "" {
		return "aloft"
	}
	return ShellQuote(c.Program)
}

// token is the shell word that expands to the token.
func (c HookCall) token() string {
	return `"${ALOFT_WEBHOOK_TOKEN:-$(` + c.program() + ` hook token)}"`
}

// ShellQuote quotes any text without NUL as one word for sh; plain words stay as
// they are.
func ShellQuote(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-./:@%+,", r)
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
