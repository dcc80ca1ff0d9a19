package receive

import (
	"net/url"
	"strconv"
	"strings"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// DefaultPath is the path when none is configured ("Webhook receiver" in the
// drive specification).
const DefaultPath = "/hook"

// notInPaths are characters that a path cannot have: "Path" of "Where the specification is silent". Control
// characters are not allowed either; browsers turn a backslash into a slash.
const notInPaths = "{}?#\\ "

// CheckPath returns a configured path in the compared form: with a leading slash and without a trailing one; "" is
// DefaultPath. The error says why no request could have it.
func CheckPath(p string) (string, error) {
	refuse := func(t text.Text, args ...any) (string, error) {
		return "", client.Errorf(client.KindInvalid, "listen", model.Place{}, t, append([]any{strconv.Quote(p)}, args...)...).
			Hinted("set webhook.path in config.toml to a path such as /hook")
	}
	if p == "" {
		return DefaultPath, nil
	}
	for _, r := range p {
		if r < 0x20 || r == 0x7f || r == '\uFFFD' || strings.ContainsRune(notInPaths, r) {
			return refuse("the path %s must not contain %s", strconv.QuoteRune(r))
		}
	}
	if strings.Contains(p, "//") {
		return refuse("the path %s has two slashes in a row")
	}
	if !strings.HasPrefix(p, "/") {
		p = "/" + p
	}
	if p != "/" {
		p = strings.TrimSuffix(p, "/")
	}
	for part := range strings.SplitSeq(p, "/") {
		if part == "." || part == ".." {
			return refuse("the path %s must not contain %s", part)
		}
	}
	return p, nil
}

// path compares the path of a request with the configured one.
type path struct{ plain, escaped string }

func newPath(p string) path {
	return path{p, (&url.URL{Path: p}).EscapedPath()}
}

// is matches the configured path as written, and its percent-encoded form when it
// has characters that must be encoded. %68ook is not /hook: a path has exactly one
// spelling.
func (p path) is(u *url.URL) bool {
	raw := u.EscapedPath()
	return raw == p.plain || u.Path == p.plain && strings.EqualFold(raw, p.escaped)
}

// below is where the routes are.
const below = "/r/"

// route returns the name of a route in a request's path, or "".
func (p path) route(u *url.URL) string {
	raw := u.EscapedPath()
	at := strings.LastIndex(raw, below)
	if at < 0 || !p.begins(raw[:at]) {
		return ""
	}
	return raw[at+len(below):]
}

func (p path) begins(raw string) bool {
	return p.plain == "/" && raw == "" || raw == p.plain || strings.EqualFold(raw, p.escaped)
}

// RouteURL is the URL of a route, "" = of none, from that of the receiver.
func RouteURL(url, name string) string {
	if name == "" {
		return url
	}
	return strings.TrimSuffix(url, "/") + below + name
}
